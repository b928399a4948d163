//! The answers of every path to good and to bad requests.

use std::sync::LazyLock;

use crate::common::Served;
use rootward_lab::LabLimits;
use serde_json::{Value, json};

static SERVER: LazyLock<Served> = LazyLock::new(|| Served::start(LabLimits { queue: 100, ..LabLimits::default() }));

fn post(path: &str, body: Value) -> Value {
    let reply = SERVER.post(path, &body.to_string());
    assert_eq!(reply.status, 200, "{path} {body}: {}", reply.text());
    reply.json()
}

/// The sentence of a refusal with status 400.
fn refused(path: &str, body: &str) -> String {
    let reply = SERVER.post(path, body);
    assert_eq!(reply.status, 400, "{path} {body}: {}", reply.text());
    reply.error()
}

#[test]
fn the_games_are_listed() {
    let games = SERVER.get("/api/games").json();
    let named =
        |name: &str| games["games"].as_array().unwrap().iter().find(|game| game["name"] == name).unwrap().clone();
    assert_eq!((&named("connect-four")["has_board"], &named("tree")["has_board"]), (&true.into(), &false.into()));
    assert_eq!(games["levels"].as_array().unwrap().len(), 10);
    assert!(games["techniques"].as_array().unwrap().iter().any(|technique| technique["name"] == "quiescence"));
}

#[test]
fn a_view_has_a_board_to_click() {
    let view = post("/api/view", json!({ "game": "connect-four", "position": "44", "moves": ["5"] }));
    assert_eq!((&view["side_name"], &view["played"]), (&"O".into(), &json!(["5"])));
    let board = &view["board"];
    assert_eq!((&board["style"], board["cells"].as_array().unwrap().len()), (&"drop".into(), 42));
    assert_eq!(board["moves"][3], json!({ "text": "4", "to": "4.3" }));
    assert!(board["cells"].as_array().unwrap().contains(&json!({ "at": "5.1", "column": 4, "row": 5, "piece": "X" })));
    assert!(view["features"].as_array().unwrap().iter().any(|feature| feature["name"] == "centre"));
    assert!(post("/api/view", json!({ "game": "tree1" }))["board"].is_null());
    assert_eq!(
        post("/api/view", json!({ "game": "tic-tac-toe", "position": "" }))["moves"].as_array().unwrap().len(),
        9
    );
}

#[test]
fn what_cannot_be_read_is_one_sentence() {
    assert_eq!(
        refused("/api/view", r#"{"game":"chequers"}"#).split(';').next().unwrap(),
        "there is no game 'chequers'"
    );
    assert!(refused("/api/view", r#"{"game":"connect-four","position":"9"}"#).contains("'9' is not a column"));
    assert!(refused("/api/view", r#"{"game":"connect-four","moves":["4","x"]}"#).starts_with("move 2: 'x'"));
    for body in ["", "{", "[]", "null", "{\"game\":1}", "{}", "\u{0}", "{\"game\":\"tree\",\"moves\":\"1\"}"] {
        assert!(refused("/api/view", body).starts_with("the body: "), "{body}");
    }
    let many = json!({ "game": "connect-four", "moves": vec!["1"; 5000] }).to_string();
    assert_eq!(refused("/api/view", &many), "there are 5000 moves; expected at most 4096");
}

#[test]
fn no_file_of_the_machine_can_be_asked_for() {
    for position in ["@/etc/passwd", "/etc/passwd", "@Cargo.toml", "Cargo.toml"] {
        let body = json!({ "game": "tree", "position": position }).to_string();
        assert!(refused("/api/view", &body).contains("is not a tree"), "{position}");
        let body = json!({ "game": format!("tree:{position}") }).to_string();
        assert!(refused("/api/trace", &body).contains("is not a tree"), "{position}");
        assert!(refused("/api/tree/parse", &json!({ "text": position }).to_string()).contains("is not a tree"));
    }
}

#[test]
fn trees_go_back_and_forth_between_text_and_nodes() {
    let parsed = post("/api/tree/parse", json!({ "text": "A(a1: B(3 12)  [2, 4]) # comment" }));
    assert_eq!(parsed["text"], "A(a1: B(3 12) (2 4))");
    let first = &parsed["tree"]["children"][0];
    assert_eq!((&first["name"], &first["label"], &first["side"]), (&"B".into(), &"a1".into(), &"min".into()));
    assert_eq!(first["children"][1], json!({ "value": 12 }));
    let back = post("/api/tree/parse", json!({ "tree": parsed["tree"] }));
    assert_eq!(back, parsed);
    let edited = json!({ "tree": { "name": "", "children": [{ "value": 1.5 }, { "side": "max", "children": [{ "value": 2 }] }] } });
    assert_eq!(post("/api/tree/parse", edited)["text"], "(1.5 max(2))");
    let chance = post("/api/tree/parse", json!({ "text": "(chance(1/2: (3 5) 1/2: 7/3) 1)" }));
    let node = &chance["tree"]["children"][0];
    // Chance takes no turn: MAX moves, the dice are rolled, MIN moves.
    assert_eq!((&node["side"], &node["children"][0]["side"]), (&"chance".into(), &"min".into()));
    assert_eq!(node["children"][1], json!({ "probability": "1/2", "value": "7/3" }));
    assert_eq!(post("/api/tree/parse", json!({ "tree": chance["tree"] })), chance);
    let reply = SERVER.post("/api/tree/parse", r#"{"text":"((3 12)\n (4 x))"}"#).json();
    assert_eq!((&reply["line"], &reply["expected"]), (&2.into(), &"a number or '('".into()));
    for body in [
        "{}",
        r#"{"text":"1","tree":1}"#,
        r#"{"text":""}"#,
        r#"{"tree":{"value":1,"children":[1]}}"#,
        r#"{"tree":"x"}"#,
    ] {
        refused("/api/tree/parse", body);
    }
    let deep = format!("{}1{}", "(".repeat(100), ")".repeat(100));
    assert!(refused("/api/tree/parse", &json!({ "text": deep }).to_string()).contains("too deep"));
}

#[test]
fn random_trees_are_the_same_for_the_same_seed() {
    let settings = json!({ "seed": 5, "depth": 2, "branching": "3", "values": "-9..9" });
    let tree = post("/api/tree/random", settings.clone());
    assert_eq!(
        (&tree["leaves"], &tree["settings"]["seed"], &tree["tree"]["side"]),
        (&9.into(), &5.into(), &"max".into())
    );
    assert_eq!(tree, post("/api/tree/random", settings));
    for body in [
        r#"{"depth":0}"#,
        r#"{"depth":99}"#,
        r#"{"branching":"0..2"}"#,
        r#"{"branching":"3..2"}"#,
        r#"{"values":"x"}"#,
        r#"{"depth":9,"branching":"9"}"#,
        r#"{"sede":1}"#,
    ] {
        refused("/api/tree/random", body);
    }
}

#[test]
fn bad_settings_are_refused_before_anything_is_searched() {
    for body in [
        r#"{"game":"tree","depth":0}"#,
        r#"{"game":"tree","depth":251}"#,
        r#"{"game":"tree","algorithm":"best"}"#,
        r#"{"game":"tree","cut":"maybe"}"#,
        r#"{"game":"tree","techniques":"+warp"}"#,
        r#"{"game":"tree","dept":1}"#,
        r#"{"game":"tree","position":"((1 2) (3"}"#,
    ] {
        refused("/api/trace", body);
    }
    for body in [
        r#"{"game":"mnk","limits":{"depth":0}}"#,
        r#"{"game":"mnk","limits":{"time_ms":0}}"#,
        r#"{"game":"mnk","limits":{"tmie":1}}"#,
        r#"{"game":"mnk","techniques":"?"}"#,
        r#"{"game":"mnk","algorithm":"minimax","lines":3}"#,
        r#"{"game":"mnk","lines":-1}"#,
    ] {
        refused("/api/analyse", body);
    }
    for body in
        [r#"{"game":"mnk","level":0}"#, r#"{"game":"mnk","level":11}"#, r#"{"game":"mnk","position":"XXX/OO./..."}"#]
    {
        refused("/api/play", body);
    }
    for body in [
        r#"{"game":"mnk","depths":"0..3"}"#,
        r#"{"game":"mnk","depths":"3..1"}"#,
        r#"{"game":"mnk","depths":"1..999"}"#,
        r#"{"game":"tree","position":"7"}"#,
    ] {
        refused("/api/compare", body);
    }
    refused("/api/graph", r#"{"game":"mnk","moves":["z9"]}"#);
    let long = json!({ "game": "mnk", "page": "x".repeat(65) }).to_string();
    assert_eq!(refused("/api/analyse", &long), "page: the name is too long; expected at most 64 characters");
}

#[test]
fn an_analysis_comes_depth_by_depth_with_the_answer_last() {
    let lines =
        SERVER.post("/api/analyse", r#"{"game":"tic-tac-toe","position":"X.O/.X./..O","all_moves":true}"#).lines();
    let answer = lines.last().unwrap();
    assert_eq!((&answer["event"], &answer["proven"]), (&"answer".into(), &true.into()));
    let values = &lines[lines.len() - 2];
    assert_eq!((&values["event"], values["moves"].as_array().unwrap().len()), (&"values".into(), 5));
    let over =
        SERVER.post("/api/analyse", r#"{"game":"tic-tac-toe","position":"XXX/OO./...","all_moves":true}"#).lines();
    assert!(over.last().unwrap()["best"].is_null());
    let textbook = SERVER.post("/api/analyse", r#"{"game":"tree","algorithm":"minimax"}"#).lines();
    assert_eq!(textbook.last().unwrap()["algorithm"], "minimax");
}

#[test]
fn the_engine_plays_and_the_view_follows() {
    let played = post("/api/play", json!({ "game": "tic-tac-toe", "position": "XX./OO./...", "level": 9 }));
    assert_eq!((&played["move"], &played["view"]["outcome"]["kind"]), (&"c3".into(), &"win".into()));
    let turn = |body: Value| -> Vec<Value> { SERVER.post("/api/turn", &body.to_string()).lines() };
    let asked = json!({ "game": "tic-tac-toe", "moves": ["b2"], "engine": "second", "level": 1 });
    let lines = turn(asked);
    assert_eq!(lines.iter().map(|line| line["event"].as_str().unwrap()).collect::<Vec<_>>(), ["view", "move"]);
    assert_eq!((&lines[0]["view"]["side"], &lines[1]["view"]["side"]), (&"second".into(), &"first".into()));
    let waits = turn(json!({ "game": "tic-tac-toe", "moves": ["b2"], "engine": "first", "level": 1 }));
    assert_eq!((waits.len(), &waits[0]["event"]), (1, &"view".into()));
    let over = turn(json!({ "game": "tic-tac-toe", "position": "XXX/OO./...", "engine": "second" }));
    assert_eq!((over.len(), &over[0]["view"]["outcome"]["kind"]), (1, &"win".into()));
    assert!(refused("/api/turn", r#"{"game":"tic-tac-toe","engine":"third"}"#).contains("third"));
    let played = post("/api/play", json!({ "game": "connect-four", "limits": { "depth": 2 } }));
    assert_eq!(played["view"]["played"].as_array().unwrap().len(), 1);
    assert!(refused("/api/play", r#"{"game":"tic-tac-toe","position":"XXX/OO./..."}"#).contains("the game is over"));
}

#[test]
fn a_graph_has_a_value_for_every_position_of_a_game() {
    let body = json!({ "game": "tic-tac-toe", "moves": ["b2", "b1", "a1"], "limits": { "time_ms": 9000 } });
    let lines = SERVER.post("/api/graph", &body.to_string()).lines();
    assert_eq!((lines.len(), &lines[4]["points"], &lines[4]["stopped"]), (5, &4.into(), &false.into()));
    assert_eq!((&lines[0]["score"]["kind"], &lines[0]["move"]), (&"draw".into(), &Value::Null));
    assert_eq!(
        (&lines[2]["score"]["kind"], &lines[2]["side"], &lines[2]["move"]),
        (&"win".into(), &"first".into(), &"b1".into())
    );
}

#[test]
fn a_comparison_ends_with_its_table_and_its_picture() {
    let lines = SERVER.post("/api/compare", r#"{"game":"connect-four","depths":"2..4"}"#).lines();
    assert_eq!((lines.len(), &lines[0]["depth"], &lines[0]["agree"]), (4, &2.into(), &true.into()));
    let table = &lines[3];
    assert!(table["text"].as_str().unwrap().contains("minimax") && table["svg"].as_str().unwrap().starts_with("<svg "));
}

#[test]
fn a_view_says_how_a_position_is_set_up_by_hand() {
    let kind = |game: &str| post("/api/view", json!({ "game": game }))["set_up"].clone();
    let kinds = ["tic-tac-toe", "mnk:5,5,4", "2048", "pig", "piglet"].map(kind);
    assert_eq!(kinds, ["stones", "stones", "tiles", "scores", "scores"].map(Value::from));
    // Their boards say it.
    assert_eq!(["chess", "connect-four", "checkers", "backgammon"].map(kind), [const { Value::Null }; 4]);
}

#[test]
fn one_connection_serves_many_requests() {
    use std::io::{Read, Write};
    let mut socket = SERVER.connect();
    let request = format!("GET /api/status HTTP/1.1\r\nHost: {}\r\n\r\n", SERVER.address);
    for _ in 0..3 {
        socket.write_all(request.as_bytes()).unwrap();
        let mut bytes = [0; 4096];
        let read = socket.read(&mut bytes).unwrap();
        assert!(bytes[..read].starts_with(b"HTTP/1.1 200"));
    }
}

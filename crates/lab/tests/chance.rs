//! Games with dice over HTTP: possible rolls, rolls from a seed, plays step by step.

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

fn refused(path: &str, body: Value) -> String {
    let reply = SERVER.post(path, &body.to_string());
    assert_eq!(reply.status, 400, "{path} {body}: {}", reply.text());
    reply.error()
}

#[test]
fn a_view_reports_what_can_be_thrown() {
    let view = post("/api/view", json!({ "game": "backgammon" }));
    assert_eq!((&view["has_chance"], &view["chance"]["side"]), (&true.into(), &"first".into()));
    let outcomes = view["chance"]["outcomes"].as_array().unwrap();
    assert_eq!((outcomes.len(), &outcomes[1]["outcome"], &outcomes[1]["weight"]), (21, &"21".into(), &2.into()));
    let thrown = post("/api/view", json!({ "game": "backgammon", "moves": ["31"] }));
    assert!(thrown["chance"].is_null() && thrown["moves"].as_array().unwrap().len() == 16);
    let plain = post("/api/view", json!({ "game": "tic-tac-toe" }));
    assert_eq!((&plain["has_chance"], &plain["chance"]), (&false.into(), &Value::Null));
}

#[test]
fn a_seed_gives_the_same_throws_and_another_seed_others() {
    let throws = |seed: u64| -> Vec<String> {
        let mut moves: Vec<String> = Vec::new();
        (0..6)
            .map(|_| {
                let body = json!({ "game": "backgammon", "moves": moves, "seed": seed });
                let rolled = post("/api/roll", body);
                let throw = rolled["move"].as_str().unwrap().to_owned();
                moves.push(throw.clone());
                moves.push(rolled["view"]["moves"][0].as_str().unwrap().to_owned());
                throw
            })
            .collect()
    };
    assert_eq!(throws(7), throws(7));
    assert_ne!(throws(7), throws(8));
}

#[test]
fn a_play_is_walked_step_by_step() {
    let at = |steps: Value| json!({ "game": "backgammon", "moves": ["31"], "steps": steps });
    let begun = post("/api/steps", at(json!([])));
    assert_eq!((&begun["dice"], &begun["done"]), (&json!([3, 1]), &Value::Null));
    assert!(begun["next"].as_array().unwrap().contains(&json!({ "from": "8", "to": "5" })));
    let done = post("/api/steps", at(json!([["6", "5"], ["8", "5"]])));
    assert_eq!((&done["done"], &done["next"]), (&"8/5 6/5".into(), &json!([])));
    let view = post("/api/view", json!({ "game": "backgammon", "moves": ["31", done["done"]] }));
    assert_eq!(view["chance"]["side"], "second");
    let board = &done["board"];
    assert_eq!((&board["style"], board["cells"].as_array().unwrap().len()), (&"points".into(), 28));
}

#[test]
fn what_does_not_fit_is_refused_with_one_sentence() {
    for (path, body, said) in [
        ("/api/roll", json!({ "game": "tic-tac-toe" }), "nothing is thrown at this position"),
        ("/api/roll", json!({ "game": "backgammon", "moves": ["31"] }), "nothing is thrown at this position"),
        ("/api/roll", json!({ "game": "backgammon", "seed": -1 }), "the body: "),
        ("/api/steps", json!({ "game": "chess" }), "moves of this game are not taken in steps"),
        ("/api/steps", json!({ "game": "backgammon" }), "there are no dice to play"),
        ("/api/steps", json!({ "game": "backgammon", "moves": ["31"], "steps": [["8", "1"]] }), "no checker can go"),
        ("/api/steps", json!({ "game": "backgammon", "moves": ["31"], "steps": [["8"]] }), "the body: "),
        ("/api/play", json!({ "game": "backgammon", "level": 1 }), "it is the turn of chance"),
        ("/api/view", json!({ "game": "backgammon", "moves": ["77"] }), "move 1: "),
    ] {
        let sentence = refused(path, body.clone());
        assert!(sentence.starts_with(said) && !sentence.contains('\n'), "{path} {body}: {sentence}");
    }
}

#[test]
fn the_engine_plays_and_values_are_chances_or_equities() {
    let played = post("/api/play", json!({ "game": "backgammon", "moves": ["31"], "limits": { "depth": 1 } }));
    assert_eq!((&played["move"], &played["view"]["has_chance"]), (&"8/5 6/5".into(), &true.into()));
    let lines = SERVER
        .post("/api/analyse", r#"{"game":"pig:20","moves":["roll"],"all_moves":true,"limits":{"depth":2}}"#)
        .lines();
    let answer = lines.last().unwrap();
    assert_eq!((&answer["chance"], &answer["best"]), (&true.into(), &Value::Null));
    let outcomes = answer["outcomes"].as_array().unwrap();
    assert!(outcomes.len() == 6 && outcomes.iter().all(|outcome| outcome["score"]["win_probability"].is_number()));
}

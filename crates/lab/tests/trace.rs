//! Traces: recorded, cached, stepped through, exported, restored, and turned into quizzes and worksheets.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::common::Served;
use rootward_lab::{Call, Lab, LabLimits, Reply};
use serde_json::{Value, json};

static SERVER: LazyLock<Served> = LazyLock::new(|| Served::start(LabLimits { queue: 100, ..LabLimits::default() }));

fn post(path: &str, body: Value) -> Value {
    let reply = SERVER.post(path, &body.to_string());
    assert_eq!(reply.status, 200, "{path} {body}: {}", reply.text());
    reply.json()
}

const TREE1: &str = "((3 12 8) (2 4 6) (14 5 2))";

#[test]
fn a_trace_is_kept_under_a_name_and_stepped_through() {
    let traced = post("/api/trace", json!({ "game": "tree", "position": TREE1 }));
    assert_eq!((&traced["steps"], &traced["nodes"], &traced["cuts"]), (&22.into(), &11.into(), &json!([12])));
    assert_eq!(traced["summary"]["verdict"], "3, proven");
    let again =
        post("/api/trace", json!({ "game": "tree", "position": TREE1, "algorithm": "alpha-beta", "cut": "at" }));
    assert_eq!(again["id"], traced["id"], "the same setting has the same name");
    let id = traced["id"].as_str().unwrap();
    let frame = SERVER.get(&format!("/api/trace/{id}/frame?step=12&open=3,4")).json();
    assert_eq!((&frame["step"]["kind"], &frame["minimum"]), (&"cut".into(), &5.into()));
    let stack: Vec<&str> =
        frame["stack"].as_array().unwrap().iter().map(|open| open["name"].as_str().unwrap()).collect();
    assert_eq!(stack, ["A", "C"]);
    assert_eq!((&frame["counts"]["leaves"], &frame["counts"]["cuts"]), (&4.into(), &1.into()));
    assert_eq!(frame["last_change"]["5"], 12);
    let svg = frame["svg"].as_str().unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("id=\"n5\"") && svg.contains("data-node=\"5\""), "{svg}");
    let rows = frame["tree"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["id"] == "n5" && row["current"] == true && row["level"] == 2));
    let pseudo = &frame["pseudo"];
    let line = pseudo["lines"][pseudo["current"].as_u64().unwrap() as usize].as_str().unwrap();
    assert!(pseudo["title"].as_str().unwrap().starts_with("Alpha-beta") && line.contains("α"), "{line}");
    let steps = SERVER.get(&format!("/api/trace/{id}/steps?from=11&to=12")).json();
    assert_eq!(steps["steps"][1], frame["step"]);
    assert!(SERVER.get(&format!("/api/trace/{id}/frame?step=0")).json()["step"].is_null());
    for query in ["step=23", "step=-1", "step=x", "open=a", "theme=pink"] {
        assert_eq!(SERVER.get(&format!("/api/trace/{id}/frame?{query}")).status, 400, "{query}");
    }
    assert_eq!(SERVER.get(&format!("/api/trace/{id}/steps?from=99&to=1")).json()["steps"], json!([]));
    let unknown = SERVER.get("/api/trace/0123456789abcdef/frame?step=1");
    assert_eq!((unknown.status, unknown.error().as_str()), (404, "this trace is not kept any more; ask for it again"));
}

#[test]
fn a_trace_of_a_game_shows_the_board_of_every_node() {
    let setting = json!({ "game": "tic-tac-toe", "position": "XO./.X./..O", "algorithm": "engine", "depth": 4, "techniques": "all" });
    let traced = post("/api/trace", setting);
    let id = traced["id"].as_str().unwrap();
    for step in 1..=traced["steps"].as_u64().unwrap() {
        let frame = SERVER.get(&format!("/api/trace/{id}/frame?step={step}")).json();
        let stones =
            |board: &Value| board["cells"].as_array().unwrap().iter().filter(|cell| cell["piece"].is_string()).count();
        let path = frame["step"]["name"].as_str().unwrap();
        if path.contains("null") {
            assert!(frame["board"].is_null(), "no move of the game leads to {path}");
        } else {
            assert_eq!(stones(&frame["board"]) as u64, 4 + frame["step"]["ply"].as_u64().unwrap(), "{path}");
        }
    }
}

#[test]
fn a_position_where_the_game_is_over_has_a_trace_and_a_board() {
    for algorithm in ["minimax", "alpha-beta", "engine"] {
        let traced =
            post("/api/trace", json!({ "game": "tic-tac-toe", "position": "XXX/OO./...", "algorithm": algorithm }));
        let frame = SERVER.get(&format!("/api/trace/{}/frame", traced["id"].as_str().unwrap())).json();
        assert_eq!(frame["board"]["cells"].as_array().unwrap().len(), 9, "{algorithm}");
    }
}

#[test]
fn an_exported_trace_can_be_handed_back_and_a_broken_one_cannot() {
    let traced = post("/api/trace", json!({ "game": "tic-tac-toe", "position": "XO./.X./..O", "depth": 2 }));
    let export = SERVER.get(&format!("/api/trace/{}/export?format=json", traced["id"].as_str().unwrap()));
    assert_eq!(export.status, 200);
    assert!(export.head.contains("content-disposition: attachment; filename=\"rootward-step-"), "{}", export.head);
    let restored = SERVER.ask("POST", "/api/trace/restore", "", &export.body).json();
    assert_eq!((&restored["summary"], &restored["steps"]), (&traced["summary"], &traced["steps"]));
    let frame = SERVER.get(&format!("/api/trace/{}/frame?step=3", restored["id"].as_str().unwrap())).json();
    assert_eq!(frame["board"]["cells"].as_array().unwrap().len(), 9);
    let mut broken: Value = serde_json::from_slice(&export.body).unwrap();
    broken["steps"][3]["node"] = 999_999.into();
    for body in [broken.to_string(), "{}".to_owned(), "[".to_owned()] {
        let reply = SERVER.post("/api/trace/restore", &body);
        assert_eq!(reply.status, 400);
        reply.error();
    }
}

#[test]
fn a_step_is_exported_in_every_format() {
    let traced = post("/api/trace", json!({ "game": "tree", "position": TREE1 }));
    let id = traced["id"].as_str().unwrap();
    for format in ["svg", "png", "pdf", "tikz", "dot", "json", "html"] {
        let file = SERVER.get(&format!("/api/trace/{id}/export?format={format}&step=12&theme=print"));
        assert!(file.status == 200 && file.body.len() > 100, "{format}");
    }
    for query in ["format=gif", "step=99", "theme=pink"] {
        assert_eq!(SERVER.get(&format!("/api/trace/{id}/export?{query}")).status, 400, "{query}");
    }
}

#[test]
fn a_quiz_asks_and_grades() {
    let setting = json!({ "game": "tree", "position": TREE1 });
    let quiz = post("/api/quiz", setting.clone());
    assert_eq!(quiz["questions"].as_array().unwrap().len(), 4);
    assert!(!quiz["svg"].as_str().unwrap().contains("≤ 2"), "the answers are not in the picture");
    let answers = json!({ "n0": { "value": 3, "alpha": "-inf", "beta": "inf", "cut": false, "chosen": "B" } });
    let graded = post("/api/quiz/grade", json!({ "setting": setting, "answers": answers }));
    assert!(graded["of"].as_u64() > graded["correct"].as_u64() && graded["correct"].as_u64() > Some(0), "{graded}");
    assert!(graded["first_wrong"]["rule"].is_string(), "{graded}");
    let bad =
        SERVER.post("/api/quiz/grade", &json!({ "setting": setting, "answers": { "n0": { "vaule": 1 } } }).to_string());
    assert_eq!(bad.status, 400);
    let huge = SERVER.post("/api/quiz", r#"{"game":"connect-four","depth":4,"algorithm":"minimax"}"#);
    assert!(huge.error().contains("at most 500 for a quiz"));
}

#[test]
fn worksheets_come_with_their_keys_and_are_the_same_for_the_same_seed() {
    let sheet = |what: &str, format: &str| {
        let body = json!({ "seed": 7, "count": 2, "depth": 2, "format": format, "what": what, "paper": "letter" });
        let reply = SERVER.post("/api/exercise", &body.to_string());
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.body
    };
    assert_eq!(sheet("sheet", "svg"), sheet("sheet", "svg"));
    assert!(sheet("sheet", "svg") != sheet("key", "svg"), "a key is no sheet");
    let texts = SERVER.post("/api/exercise/texts", r#"{"seed":7,"depth":2,"what":"sheet"}"#).json();
    let task = texts["texts"]
        .as_array()
        .unwrap()
        .iter()
        .find(|text| text.as_str().unwrap().starts_with("In the tree"))
        .unwrap();
    let wording = json!({ "language": "de", "texts": { task.as_str().unwrap(): "Im Baum hier." } });
    let german = SERVER.post(
        "/api/exercise",
        &json!({ "seed": 7, "depth": 2, "format": "html", "what": "sheet", "wording": wording }).to_string(),
    );
    assert!(
        german.text().contains("Im Baum hier.") && german.text().contains("<html lang=\"de\">"),
        "{}",
        german.text()
    );
    for body in [
        r#"{"wording":{"language":"de"}}"#,
        r#"{"count":0}"#,
        r#"{"format":"doc"}"#,
        r#"{"depth":99}"#,
        r#"{"depth":2,"deep_cut":true}"#,
        r#"{"sede":1}"#,
    ] {
        let reply = SERVER.post("/api/exercise", body);
        assert_eq!(reply.status, 400, "{body}");
        reply.error();
    }
}

#[test]
fn the_deepest_tree_is_traced_and_drawn() {
    let tree = format!("{}1{}", "(".repeat(999), ")".repeat(999));
    let traced = post("/api/trace", json!({ "game": "tree", "position": tree }));
    let id = traced["id"].as_str().unwrap();
    let last = traced["steps"].as_u64().unwrap();
    assert_eq!(SERVER.get(&format!("/api/trace/{id}/frame?step={last}")).status, 200);
    assert_eq!(SERVER.get(&format!("/api/trace/{id}/frame?step=900")).json()["stack"].as_array().unwrap().len(), 900);
}

#[test]
fn stepping_is_quick_even_in_a_large_trace() {
    let lab = Lab::new(LabLimits::default());
    let body = r#"{"game":"connect-four","algorithm":"alpha-beta","depth":6}"#;
    let Reply::Search(job) = lab.answer(&Call::post("/api/trace", body)) else { panic!("a trace is a search") };
    let traced: Value = serde_json::from_slice(&lab.run(job).body).unwrap();
    let (id, steps) = (traced["id"].as_str().unwrap(), traced["steps"].as_u64().unwrap());
    assert!(steps > 10_000, "{steps} steps");
    let mut times: Vec<Duration> = (1..=20)
        .map(|part| {
            let call = Call::get(&format!("/api/trace/{id}/frame?step={}", steps * part / 20));
            let begun = Instant::now();
            let Reply::Ready(frame) = lab.answer(&call) else { panic!("a frame is no search") };
            assert_eq!(frame.status, 200);
            begun.elapsed()
        })
        .collect();
    times.sort();
    // A frame takes a few milliseconds in a release build; this build is lightly optimised and other tests run too.
    assert!(times[10] < Duration::from_millis(100), "{times:?}");
}

#[test]
fn the_memory_for_traces_has_an_end() {
    let lab = Lab::new(LabLimits { cache: 8 << 20, ..LabLimits::default() });
    for seed in 0..40 {
        let body = json!({ "game": "connect-four", "position": "4", "moves": [(seed % 7 + 1).to_string()], "depth": 2 + seed / 14 });
        if let Reply::Search(job) = lab.answer(&Call::post("/api/trace", body.to_string())) {
            assert_eq!(lab.run(job).status, 200);
        }
    }
    let Reply::Ready(status) = lab.answer(&Call::get("/api/status")) else { panic!("a status is no search") };
    let status: Value = serde_json::from_slice(&status.body).unwrap();
    assert!(status["cache_bytes"].as_u64().unwrap() <= 8 << 20, "{status}");
    assert!(status["traces"].as_u64().unwrap() >= 1 && status["traces"].as_u64().unwrap() < 20, "{status}");
}

#[test]
fn a_trace_that_does_not_fit_is_refused_with_a_sentence() {
    let lab = Lab::new(LabLimits { cache: 1 << 20, ..LabLimits::default() });
    let body = json!({ "game": "tic-tac-toe", "depth": 5, "algorithm": "minimax" });
    let Reply::Search(job) = lab.answer(&Call::post("/api/trace", body.to_string())) else { panic!("a search") };
    let answer = lab.run(job);
    let text = String::from_utf8(answer.body).unwrap();
    assert!(answer.status == 413 && text.contains("MiB; expected at most 1 MiB, from a smaller depth"), "{text}");
    let Reply::Ready(status) = lab.answer(&Call::get("/api/status")) else { panic!("a status is no search") };
    assert!(String::from_utf8(status.body).unwrap().contains("\"traces\":0"));
}

//! Endgame tables over the lab's functions: values, squares, lines, sweeps; and searches that use tables as proofs.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use rootward_endgames::chess::ChessEndings;
use rootward_endgames::{Endings, Metric, Options, build};
use rootward_lab::{Call, Lab, LabLimits, Reply};
use rootward_session::TableFolders;
use serde_json::{Value, json};

static LAB: LazyLock<Lab> = LazyLock::new(Lab::default);

fn answered(lab: &Lab, call: &Call) -> (u16, Value) {
    let answer = match lab.answer(call) {
        Reply::Ready(answer) => answer,
        Reply::Search(job) => lab.run(job),
    };
    (answer.status, serde_json::from_slice(&answer.body).unwrap())
}

fn post(path: &str, body: &Value) -> Value {
    let (status, answer) = answered(&LAB, &Call::post(path, body.to_string()));
    assert_eq!(status, 200, "{path} {body}: {answer}");
    answer
}

fn refused(path: &str, body: &str) -> String {
    let (status, answer) = answered(&LAB, &Call::post(path, body));
    assert_eq!(status, 400, "{path} {body}: {answer}");
    let sentence = answer["error"].as_str().unwrap().to_owned();
    assert!(!sentence.contains('\n'), "{sentence}");
    sentence
}

#[test]
fn small_endings_are_listed_without_a_folder() {
    let (status, found) = answered(&LAB, &Call::get("/api/endgames"));
    let names: Vec<&str> =
        found["endings"].as_array().unwrap().iter().map(|ending| ending["name"].as_str().unwrap()).collect();
    assert_eq!((status, names), (200, vec!["KBK", "KNK", "KPK", "KQK", "KRK"]));
    assert_eq!(found["endings"][3]["longest_win_moves"], 10);
}

#[test]
fn positions_squares_lines_and_sweeps_are_answered() {
    let position = "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1";
    let values = post("/api/endgames/position", &json!({ "position": position }));
    assert_eq!(
        (&values["score"], &values["metric"]),
        (&json!({ "kind": "win", "plies": 19, "mate": 10, "for": "mover" }), &json!("dtm"))
    );
    assert_eq!(values["moves"][0]["score"], values["score"], "the best move first");
    let squares = post("/api/endgames/squares", &json!({ "position": position, "square": "b2" }));
    assert_eq!(squares["white"]["b2"], values["score"]);
    let line = post("/api/endgames/line", &json!({ "position": position }));
    assert_eq!(line["line"].as_array().unwrap().len(), 19);
    let longest = post("/api/endgames/line", &json!({ "ending": "KRK" }));
    assert_eq!((longest["line"].as_array().unwrap().len(), &longest["score"]["mate"]), (32, &json!(16)));
    let sweeps = post("/api/endgames/sweeps", &json!({ "ending": "KQK" }));
    assert_eq!((sweeps["sweeps"].as_array().unwrap().len(), &sweeps["left"]), (21, &json!(2_896)));
}

#[test]
fn what_cannot_be_answered_is_refused_in_a_sentence() {
    for (path, body, said) in [
        ("position", r#"{"position":"x"}"#, "expected"),
        ("position", r#"{"position":"8/8/8/2k5/8/8/2r5/K6Q w - - 0 1"}"#, "no table of KQKR here"),
        ("position", "{}", "missing field"),
        ("squares", r#"{"position":"8/8/8/5k2/8/8/1Q6/K7 w","square":"c3"}"#, "no piece on 'c3'"),
        ("squares", r#"{"position":"8/8/8/5k2/8/8/1Q6/K7 w","square":"b2","x":1}"#, "unknown field"),
        ("line", "{}", "neither or both"),
        ("line", r#"{"ending":"KQQQQQQK"}"#, "too many pieces"),
        ("line", r#"{"ending":"KNK"}"#, "no won position"),
        ("sweeps", r#"{"ending":"KRNKNN"}"#, "too large"),
        ("sweeps", r#"{"ending":3}"#, "invalid type"),
    ] {
        let text = refused(&format!("/api/endgames/{path}"), body);
        assert!(text.contains(said), "{path} {body}: {text}");
    }
}

/// As `rootward table build chess KQK` makes it, and `rootward serve --tables` uses it.
#[test]
fn a_folder_adds_endings_and_proves_what_searches_find() {
    let folder: PathBuf = std::env::temp_dir().join(format!("rootward-lab-tables-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let own = Some(folder.to_str().unwrap().to_owned());
    let tables = TableFolders { own, ..TableFolders::default() };
    let empty = Lab::with_tables(LabLimits::default(), tables.clone()).err().unwrap().to_string();
    assert!(empty.contains("no endgame tables are there"), "{empty}");
    let chess = ChessEndings::default();
    let (slice, options) = (chess.slice("KQK").unwrap(), Options::new(Metric::End, &folder));
    assert!(build(&chess, &[slice], &options, &AtomicBool::new(false), &mut |_| {}).is_ok());
    let lab = Lab::with_tables(LabLimits::default(), tables).unwrap();
    let body = json!({ "game": "chess", "position": "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1", "limits": { "depth": 1 } });
    let analyse = |lab: &Lab| {
        let Reply::Search(job) = lab.answer(&Call::post("/api/analyse", body.to_string())) else { panic!("a search") };
        let lines = String::from_utf8(lab.run(job).body).unwrap();
        serde_json::from_str::<Value>(lines.lines().last().unwrap()).unwrap()
    };
    let with = analyse(&lab);
    assert_eq!(
        (&with["proven"], &with["score"]["mate"], &with["source"]),
        (&json!(true), &json!(10), &json!("tables"))
    );
    assert_eq!(analyse(&LAB)["proven"], json!(false), "at depth 1 nothing is proven without tables");
    std::fs::remove_dir_all(&folder).unwrap();
}

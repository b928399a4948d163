//! `rootward analyze`.

use crate::common::run;
use serde_json::{Value, json};

/// The answer of the bare engine.
fn answer(arguments: &[&str]) -> Value {
    let lines = run(&[&["analyze", "--json", "--no-book"], arguments].concat()).fine().json();
    let (last, iterations) = lines.split_last().expect("an answer");
    assert!(iterations.iter().all(|line| line["event"] == "iteration"));
    assert_eq!(last["event"], "answer");
    last.clone()
}

#[test]
fn an_answer_has_the_documented_fields() {
    let answer = answer(&["connect-four", "4453", "--depth", "6"]);
    for field in ["game", "position", "best", "score", "bound", "line", "depth", "nodes", "evaluations", "elapsed_ms"] {
        assert!(!answer[field].is_null(), "{field}");
    }
    assert_eq!((&answer["game"], &answer["position"]), (&json!("connect-four"), &json!("4453")));
    assert_eq!((&answer["depth"], &answer["bound"]), (&json!(6), &json!("exact")));
    assert_eq!(answer["score"]["kind"], "estimate");
    assert_eq!((&answer["proven"], &answer["stopped"]), (&json!(false), &json!(false)));
    assert_eq!(answer["line"][0], answer["best"]);
    assert!(answer["techniques"].as_array().unwrap().contains(&json!("aspiration")));
    assert!(answer["lines"].is_null());
}

#[test]
fn an_iteration_is_reported_for_every_depth() {
    let lines = run(&["analyze", "connect-four", "--no-book", "--depth", "5", "--json"]).fine().json();
    let depths: Vec<u64> = lines.iter().filter_map(|line| line["depth"].as_u64()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 5]);
    assert!(lines[..5].iter().all(|line| line["nodes"].is_u64() && line["elapsed_ms"].is_f64()));
}

#[test]
fn scores_of_every_kind_are_distinguished() {
    let score = |arguments: &[&str]| answer(arguments)["score"].clone();
    assert_eq!(
        score(&["connect-four", "414141", "--depth", "3"]),
        json!({ "kind": "win", "plies": 1, "for": "mover" })
    );
    assert_eq!(score(&["tic-tac-toe", "--depth", "9"]), json!({ "kind": "draw" }));
    assert_eq!(
        score(&["tic-tac-toe", "X.X/.O./O.X", "--depth", "9"]),
        json!({ "kind": "loss", "plies": 2, "for": "mover" })
    );
    let tree = score(&["tree", "((3 12.5 8) (2 4 6) (14 5 2))", "--depth", "9"]);
    assert_eq!(tree, json!({ "kind": "payoff", "value": 3, "for": "max" }));
    let tree = score(&["tree", "min(2.5 3)", "--depth", "9"]);
    assert_eq!(tree, json!({ "kind": "payoff", "value": 2.5, "for": "max" }));
}

#[test]
fn several_lines_have_different_first_moves() {
    let answer = answer(&["connect-four", "--depth", "6", "--lines", "3"]);
    let firsts: Vec<&str> =
        answer["lines"].as_array().unwrap().iter().filter_map(|line| line["move"].as_str()).collect();
    assert_eq!((firsts.len(), firsts[0]), (3, answer["best"].as_str().unwrap()));
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
}

#[test]
fn a_position_where_the_game_is_over_has_a_value_and_no_move() {
    let answer = answer(&["tic-tac-toe", "XXX/OO./..."]);
    assert_eq!((&answer["best"], &answer["depth"]), (&Value::Null, &Value::Null));
    assert_eq!(answer["score"], json!({ "kind": "loss", "plies": 0, "for": "mover" }));
}

#[test]
fn one_thread_gives_the_same_nodes_every_time() {
    let nodes = || answer(&["connect-four", "44", "--depth", "9", "--techniques", "all"])["nodes"].clone();
    assert_eq!(nodes(), nodes());
}

#[test]
fn techniques_are_switched_by_name() {
    let techniques =
        |setting: &str| answer(&["connect-four", "--depth", "3", "--techniques", setting])["techniques"].clone();
    assert_eq!(techniques("none"), json!([]));
    assert_eq!(techniques("none,+history,width=3"), json!(["history", "width=3"]));
    assert!(!techniques("-killers").as_array().unwrap().contains(&json!("killers")));
}

#[test]
fn the_textbook_and_the_engine_agree() {
    for game in ["connect-four", "tic-tac-toe", "mnk:4,4,3"] {
        let value = |algorithm: &str| {
            let answer = answer(&[game, "--depth", "4", "--algorithm", algorithm, "--techniques", "sound"]);
            (answer["score"].clone(), answer["algorithm"].clone())
        };
        let [engine, minimax, alpha_beta] = ["engine", "minimax", "alpha-beta"].map(value);
        assert_eq!((&engine.0, &minimax.0), (&minimax.0, &alpha_beta.0), "{game}");
        assert_eq!(alpha_beta.1, "alpha-beta");
    }
}

#[test]
fn limits_of_nodes_and_time_stop_the_search_with_an_answer() {
    let by_nodes = answer(&["connect-four", "--nodes", "20k"]);
    assert_eq!((&by_nodes["nodes"], &by_nodes["stopped"]), (&json!(20000), &json!(true)));
    let by_time = answer(&["connect-four:8x7", "--time", "200ms", "--threads", "2"]);
    assert!(by_time["best"].is_string() && by_time["elapsed_ms"].as_f64().unwrap() < 1000.0);
}

#[test]
fn limits_hold_together_and_the_first_one_is_named() {
    for (limits, ending, remark) in [
        (["20", "5k", "1m"], "nodes", "The node limit ended the search in the middle of a depth."),
        (["40", "1G", "1ms"], "time", "The time limit ended the search in the middle of a depth."),
        (["3", "1G", "1m"], "depth", "an estimate at depth 3"),
    ] {
        let [depth, nodes, time] = limits;
        let asked = ["connect-four", "--depth", depth, "--nodes", nodes, "--time", time];
        let found = answer(&asked);
        assert_eq!((&found["ended_by"], &found["stopped"]), (&json!(ending), &json!(ending != "depth")), "{limits:?}");
        let text = run(&[&["analyze", "--no-book"], &asked[..]].concat()).fine().out;
        assert!(text.contains(remark), "{text}");
    }
    let minimax = answer(&["connect-four", "--algorithm", "minimax", "--depth", "20", "--nodes", "5k"]);
    assert_eq!(minimax["ended_by"], json!("nodes"));
    let end = answer(&["tic-tac-toe", "XX./OO./..."]);
    assert_eq!(end["ended_by"], json!("proven"));
}

#[test]
fn weights_change_the_estimate() {
    let value =
        |weights: &str| answer(&["connect-four", "--depth", "1", "--weights", weights])["score"]["value"].clone();
    assert_ne!(value("centre=0"), value("centre=1000"));
}

#[test]
fn text_says_whether_a_value_is_proven() {
    let text = |arguments: &[&str]| run(&[&["analyze", "--no-book"], arguments].concat()).fine().out;
    assert!(text(&["connect-four", "--depth", "4"]).contains("an estimate at depth 4, not proven"));
    let proven = text(&["tree", "((3 12 8) (2 4 6) (14 5 2))"]);
    assert!(proven.contains("Best move: 1. The value is 3 for MAX (proven)."), "{proven}");
    assert!(!proven.contains('\x1b'), "no colour in a pipe");
}

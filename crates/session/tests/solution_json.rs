//! Solutions as JSON.

use rootward_session::{SolveAsk, open};

fn solved(game: &str, position: &str, ask: SolveAsk) -> serde_json::Value {
    let solution = open(game, Some(position)).unwrap().solve(&ask).unwrap();
    serde_json::to_value(&solution).unwrap()
}

#[test]
fn a_solutions_value_is_a_score_like_every_other() {
    let all_moves = || SolveAsk { all_moves: true, ..SolveAsk::default() };
    let lost = solved("tic-tac-toe", "XX./OO./X..", all_moves());
    assert_eq!(lost["score"].to_string(), r#"{"for":"mover","kind":"win","plies":1}"#);
    assert_eq!(lost["moves"][0]["score"], lost["score"]);
    let paper = solved("tree", "(1 2.5 2)", all_moves());
    assert_eq!(paper["score"].to_string(), r#"{"for":"max","kind":"payoff","plies":1,"value":2.5}"#);
    let weak = solved("connect-four", "2252576253462244111563", SolveAsk { weak: true, ..SolveAsk::default() });
    assert_eq!(weak["score"].to_string(), r#"{"for":"mover","kind":"loss"}"#);
    let dice = solved("pig:2", "0,0,0", all_moves());
    let (share, value) = (dice["score"]["win_probability"].as_f64(), dice["score"]["value"].as_f64());
    assert!((2.0 * share.unwrap() - 1.0 - value.unwrap()).abs() < 1e-12 && dice["score"]["error"].is_number());
    assert_eq!(dice["moves"][0]["score"]["kind"], "expected");
}

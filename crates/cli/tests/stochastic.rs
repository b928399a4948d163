//! Games of chance solved, and opponents who err, on the command line.

use crate::common::run;
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

#[test]
fn a_game_of_chance_is_solved_with_its_error() {
    let solution = &run(&["solve", "pig:20", "--json"]).fine().json()[0];
    assert!((number(&solution["score"]["win_probability"]) - 0.615558549805).abs() < 1e-11, "{solution}");
    assert!(number(&solution["score"]["error"]) < 1e-12 && solution["proven"] == true, "{solution}");
    assert!(number(&solution["score"]["lowest"]) <= number(&solution["score"]["highest"]), "{solution}");
    assert_eq!((&solution["best"], &solution["stopped"]), (&Value::from("roll"), &Value::from(false)));
    let moves = &run(&["solve", "pig:20", "5,7,4", "--all-moves", "--json"]).fine().json()[0]["moves"];
    assert_eq!(moves.as_array().map(Vec::len), Some(2), "{moves}");
    assert!(number(&moves[0]["score"]["value"]) >= number(&moves[1]["score"]["value"]), "{moves}");
}

#[test]
fn limits_leave_the_bounds_proven_so_far() {
    for limit in [["--nodes", "3000"], ["--memory", "1M"]] {
        let solution = &run(&[&["solve", "pig:50", "--json"][..], &limit].concat()).unsolved().json()[0];
        assert_eq!(
            (&solution["proven"], &solution["stopped"]),
            (&Value::from(false), &Value::from(true)),
            "{solution}"
        );
        let (low, high) = (number(&solution["score"]["lowest"]), number(&solution["score"]["highest"]));
        assert!(low <= 0.546150844167 && 0.546150844167 <= high, "{solution}");
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_is_begun() {
    run(&["solve", "2048"]).refused("2048 has about 1e16 positions");
    run(&["solve", "2048"]).refused("rootward analyze");
}

#[test]
fn an_opponent_who_errs_is_named_with_the_values() {
    let analysed = run(&["analyze", "tic-tac-toe", "--depth", "9", "--opponent", "random:1", "--json"]).fine().json();
    let answer = analysed.last().unwrap();
    assert_eq!((&answer["opponent"], &answer["score"]["kind"]), (&Value::from("random:1"), &Value::from("expected")));
    let value = number(&answer["score"]["value"]);
    assert!((value - 191.0 / 192.0).abs() < 0.001, "against random play 191 games of 192 are won: {value}");
    run(&["analyze", "tic-tac-toe", "--opponent", "sleepy"]).refused("'sleepy' is not an opponent");
}

#[test]
fn risk_in_face_of_loss_is_measured_from_a_seed() {
    let measured =
        || run(&["risk", "connect-four:4x4", "12", "--positions", "20", "--random", "0.1", "--json"]).fine().json();
    let rows = measured();
    assert_eq!(rows.len(), 6, "five ways and the end: {rows:?}");
    let score = |way: &str| number(&rows.iter().find(|row| row["way"] == way).unwrap()["rate"]);
    for way in ["plain", "traps", "longest", "longest-traps"] {
        assert!(score(way) <= score("best-response") + 1e-9 && score(way) > 0.0, "{rows:?}");
    }
    assert_eq!(rows, measured());
    run(&["risk", "chess"]).refused("cannot be put into a table");
}

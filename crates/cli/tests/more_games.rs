//! Othello and Kalah, which are no part of the project's own list, with every command that makes sense for them.

use crate::common::{Run, run, run_with_input, scratch};
use serde_json::json;

/// Both games, on small boards.
const SMALL: [&str; 2] = ["othello:4x4", "kalah:3,2"];

fn each(command: &[&str], arguments: &[&str]) -> [Run; 2] {
    SMALL.map(|game| run(&[command, &[game], arguments].concat()).fine())
}

#[test]
fn they_are_analysed_and_solved() {
    each(&["analyze"], &["--depth", "3", "--lines", "2"]);
    let [othello, kalah] = each(&["solve", "--json"], &[]).map(|run| run.json().remove(0));
    assert_eq!((&othello["score"]["kind"], &othello["score"]["value"]), (&json!("payoff"), &json!(-8)), "{othello}");
    assert_eq!((&kalah["score"]["kind"], &kalah["score"]["plies"]), (&json!("win"), &json!(8)), "{kalah}");
    each(&["solve"], &["--all-moves"]);
}

#[test]
fn their_searches_are_traced_and_compared() {
    let traced = each(&["trace"], &["--depth", "2", "--algorithm", "alpha-beta"]).map(|run| run.out);
    assert!(traced.iter().all(|text| text.contains("cut")), "{traced:?}");
    let compared = each(&["compare"], &["--depths", "2"]).map(|run| run.out);
    assert!(compared.iter().all(|text| text.contains("minimax")), "{compared:?}");
}

#[test]
fn they_are_played_and_match_engines() {
    let settings = ["--games", "2", "--nodes", "100", "--json"];
    let results = each(&["match", "--engine", "", "--engine", "level=1"], &settings);
    assert!(results.iter().all(|run| run.json().len() >= 3), "two games and a result");
    let moves = ["b1", "a1", "c1", "d1", "1", "2", "3", "pass"].join("\n");
    for game in SMALL {
        let played = run_with_input(&["play", game, "--json", "--level", "1"], &moves).fine();
        assert!(played.out.contains("\"by\":\"engine\""), "{}", played.out);
    }
}

#[test]
fn their_lines_are_counted_and_their_evaluations_explained() {
    let count = |arguments: &[&str]| run(&[&["perft", "--json"], arguments].concat()).fine().json().remove(0);
    assert_eq!(count(&["othello", "6"])["count"], json!(8200));
    assert_eq!(count(&["kalah:1,3", "2"])["count"], json!(0), "South wins with the first move");
    let [othello, kalah] = each(&["explain"], &["--all"]).map(|run| run.out);
    assert!(othello.contains("mobility") && kalah.contains("extra-turns"), "{othello}{kalah}");
}

#[test]
fn a_book_is_made_of_the_one_with_wins_and_draws() {
    let book = scratch("kalah.book");
    let _ = std::fs::remove_file(&book);
    run(&["book", "build", "kalah:3,2", "--plies", "2", "--out", book.to_str().unwrap()]).fine();
    let other = scratch("othello.book");
    let refused = run(&["book", "build", "othello:4x4", "--plies", "2", "--out", other.to_str().unwrap()]);
    refused.refused("expected a win, a loss or a draw");
}

/// The study needs a game of wins whose positions tell how many plies were played.
#[test]
fn a_measurement_that_does_not_fit_is_refused() {
    run(&["risk", "othello:4x4"]).refused("othello:4x4 is a game of chance or of points");
    run(&["risk", "kalah:3,2"]).refused("kalah:3,2 cannot be put into a table as a whole");
}

#[test]
fn variants_and_positions_are_checked() {
    run(&["solve", "othello:5x5"]).refused("'5x5' is not a board; expected 4x4, 6x6 or 8x8");
    run(&["solve", "kalah:0,3"]).refused("1 to 6 pits");
    run(&["solve", "kalah:2,2", "2,2,0/2,2,9/S"]).refused("17 seeds instead of 8");
    run(&["solve", "othello:4x4", "nonsense"]).refused("the side to move is missing");
}

/// They are no part of the project's signature, and have one of their own.
#[test]
fn their_searches_have_a_signature() {
    let file = scratch("othello.signature");
    let _ = std::fs::remove_file(&file);
    let name = file.to_str().unwrap();
    run(&["bench", "othello:4x4", "--write", name]).fine();
    run(&["bench", "othello:4x4", "--check", name]).fine();
    let other = run(&["bench", "kalah:3,2", "--check", name]);
    assert_eq!(other.code, 1, "{}", other.err);
    let events = run(&["bench", "Kalah", "--json"]).fine().json();
    assert_eq!((events.len(), &events[0]["game"], &events[0]["search"]), (3, &json!("kalah"), &json!("depth 4 exact")));
    run(&["bench", "no-game"]).refused("there is no game 'no-game'");
}

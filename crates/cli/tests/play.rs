//! `rootward play`, with moves piped in.

use crate::common::{run_with_input, scratch};
use serde_json::{Value, json};

fn events(arguments: &[&str], input: &str) -> Vec<Value> {
    run_with_input(&[&["play", "--json"], arguments].concat(), input).fine().json()
}

/// Plays the first legal move until the game is over.
fn any_moves() -> String {
    let cells = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
    cells.repeat(9).join("\n") + "\n"
}

#[test]
fn a_whole_game_of_tic_tac_toe_is_played() {
    let events = events(&["tic-tac-toe", "--level", "10"], &any_moves());
    let end = events.last().unwrap();
    assert_eq!(end["event"], "end");
    assert!(end["outcome"] == json!({ "kind": "draw" }) || end["outcome"]["side"] == "second", "{end}");
    let moves = events.iter().filter(|event| event["event"] == "move");
    let players: Vec<&str> = moves.filter_map(|event| event["by"].as_str()).collect();
    assert!(players.len() >= 5);
    assert!(players.iter().enumerate().all(|(ply, by)| *by == ["human", "engine"][ply % 2]), "{players:?}");
}

#[test]
fn the_engine_may_begin() {
    let events = events(&["connect-four", "--first", "engine", "--time", "50ms"], "");
    assert_eq!((&events[1]["event"], &events[1]["by"]), (&json!("move"), &json!("engine")));
    assert_eq!(events.len(), 2);
}

#[test]
fn commands_are_obeyed_in_text_too() {
    let input = "why\nundo\nb2\nwhy\nhint\nmoves\nnonsense\nundo\nundo\nhelp\nquit\n";
    let run = run_with_input(&["play", "tic-tac-toe", "--level", "9"], input);
    assert_eq!(run.code, 0);
    let refusals: Vec<&str> = run.err.lines().collect();
    assert_eq!(refusals.len(), 4, "{}", run.err);
    assert!(refusals[0].contains("the engine has not moved yet"));
    assert!(refusals[1].contains("no move of yours to take back"));
    assert!(refusals[2].contains("'nonsense' is not a legal move here"));
    for text in ["Best move: ", "Line: ", "Taken back: ", "save FILE", "O plays "] {
        assert!(run.out.contains(text), "{text}");
    }
}

#[test]
fn undo_takes_back_a_move_and_its_reply() {
    let events = events(&["tic-tac-toe"], "b2\nundo\nb2\nquit\n");
    let kinds: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(kinds, ["view", "move", "move", "undo", "move", "move"]);
    assert_eq!(events[1], events[4]);
    assert_eq!(events[2], events[5], "the same reply to the same move");
}

#[test]
fn a_game_is_saved_and_continued() {
    let path = scratch("saved-game.txt");
    let file = path.to_str().unwrap();
    let saved = events(&["connect-four", "--level", "2", "--seed", "5"], &format!("4\nsave {file}\nquit\n"));
    assert_eq!(saved.last().unwrap()["event"], "saved");
    let loaded = events(&["--load", file], "");
    assert_eq!(loaded[0]["position"].as_str().unwrap().len(), 2, "a move and its reply");
    assert!(!std::fs::read_to_string(&path).unwrap().is_empty());
    let leftovers = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let temporary = |name: &str| name.starts_with("saved-game.txt.");
    assert!(!leftovers.flatten().any(|entry| temporary(&entry.file_name().to_string_lossy())));
}

#[test]
fn resigning_and_the_end_of_input_end_cleanly() {
    assert!(run_with_input(&["play", "tic-tac-toe"], "resign\n").fine().out.contains("You resign"));
    run_with_input(&["play", "tic-tac-toe"], "").fine();
    run_with_input(&["play", "tic-tac-toe"], "b2").fine();
}

#[test]
fn the_same_seed_plays_the_same_game_and_levels_differ() {
    let game =
        |level: &str, seed: &str| events(&["connect-four", "--level", level, "--seed", seed], "1\n2\n3\n5\n6\n7\n");
    assert_eq!(game("1", "3"), game("1", "3"));
    assert!(["4", "5", "6"].iter().any(|seed| game("1", seed) != game("1", "3")));
}

#[test]
fn why_reports_value_line_and_alternatives() {
    let events = events(&["tic-tac-toe", "--level", "9"], "b2\nwhy\nhint\nquit\n");
    let why = events.iter().find(|event| event["event"] == "why").unwrap();
    assert_eq!(why["choice"]["move"], events[2]["move"]);
    assert_eq!(why["alternatives"].as_array().unwrap().len(), 3);
    assert!(why["choice"]["answer"]["score"]["kind"].is_string());
    let hint = events.iter().find(|event| event["event"] == "hint").unwrap();
    assert!(hint["best"].is_string());
}

//! Games of chance on the command line: dice from a seed or typed, averages labelled as such.

use crate::common::{run, run_with_input, scratch};
use serde_json::Value;

fn played(arguments: &[&str], input: &str) -> Vec<Value> {
    let play = ["play", "--json", "--level", "3", "--time", "1s"];
    run_with_input(&[&play, arguments].concat(), input).fine().json()
}

/// The moves in order, each with its player.
fn moves(events: &[Value]) -> Vec<(&str, &str)> {
    let moves = events.iter().filter(|event| event["event"] == "move");
    moves.map(|event| (event["by"].as_str().unwrap(), event["move"].as_str().unwrap())).collect()
}

#[test]
fn dice_follow_the_seed_and_name_the_thrower() {
    let input = "roll\nroll\nhold\n".repeat(40);
    let run = |seed| run_with_input(&["play", "pig:30", "--json", "--level", "3", "--seed", seed], &input).json();
    let events = run("5");
    assert_eq!(events, run("5"));
    assert_ne!(events, run("6"));
    assert_eq!(events.last().unwrap()["event"], "end");
    let answer = moves(&events);
    for (place, (by, mv)) in answer.iter().enumerate().filter(|(_, (_, mv))| *mv == "roll") {
        let (thrower, shown) = answer[place + 1];
        assert_eq!(thrower, "chance", "after {by} plays {mv}");
        assert!((1..=6).contains(&shown.parse::<u32>().unwrap()));
    }
}

#[test]
fn dice_can_be_typed() {
    let events = played(&["pig", "--dice", "ask"], "roll\n7\n5\nhold\n1\nquit\n");
    assert_eq!(
        moves(&events),
        [("human", "roll"), ("dice", "5"), ("human", "hold"), ("engine", "roll"), ("dice", "1")]
    );
    let refused = events.iter().find(|event| event["event"] == "error").unwrap();
    assert_eq!(refused["error"], "'7' is not a legal move here; expected one of 1, 2, 3, 4, 5, 6");
    let asked: Vec<&Value> = events.iter().filter(|event| event["event"] == "chance").collect();
    assert_eq!((asked[0]["side"].as_str(), asked[0]["outcomes"][0]["weight"].as_u64()), (Some("first"), Some(1)));
    assert_eq!(asked.last().unwrap()["side"], "second");
}

#[test]
fn undo_takes_back_a_decision_with_its_dice_and_they_show_the_same_again() {
    let events = played(&["pig", "--seed", "3"], "roll\nundo\nroll\nundo\nundo\nquit\n");
    let found = moves(&events);
    assert_eq!((found.len(), found[0].1, found[1]), (4, "roll", found[3]));
    let undone: Vec<&str> =
        events.iter().filter(|event| event["event"] == "undo").map(|event| event["text"].as_str().unwrap()).collect();
    let taken = format!("Taken back: {}, roll.", found[1].1);
    assert_eq!(undone, [&taken, &taken]);
    assert!(events.iter().any(|event| event["event"] == "error"), "there is nothing left to take back");
}

#[test]
fn a_saved_game_goes_on_with_the_same_dice() {
    let file = scratch("pig.txt");
    let file = file.to_str().unwrap();
    let whole = played(&["pig", "--seed", "9"], "roll\nroll\nroll\nquit\n");
    played(&["pig", "--seed", "9"], &format!("roll\nsave {file}\nquit\n"));
    let rest = run_with_input(&["play", "--json", "--load", file], "roll\nroll\nquit\n").fine().json();
    let (whole, rest) = (moves(&whole), moves(&rest));
    let common = rest.len().min(whole.len() - 2);
    assert!(common >= 2 && whole[2..2 + common] == rest[..common], "{whole:?} {rest:?}");
}

#[test]
fn a_hint_weighs_every_move() {
    let events = played(&["pig", "22,0,18"], "hint\nquit\n");
    let hint = events.iter().find(|event| event["event"] == "hint").unwrap();
    let lines = hint["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line["score"]["win_probability"].is_number()), "{hint}");
    let text = run_with_input(&["play", "pig", "22,0,18", "--time", "50ms"], "hint\nquit\n").fine().out;
    let weighed = |mv: &str| text.lines().any(|line| line.contains(" % ") && line.ends_with(mv));
    assert!(text.contains("First wins with ") && weighed(" hold") && weighed(" roll"), "{text}");
}

#[test]
fn an_analysis_shows_what_a_throw_can_lead_to() {
    let analyze = ["analyze", "pig", "22,0,18,roll", "--depth", "3", "--outcomes"];
    let text = run(&analyze).fine().out;
    assert!(text.contains("Chance decides. First wins with about "), "{text}");
    assert!(text.contains("pig 22,0,18,roll, First throws"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains(" 1/6  about ")).count(), 6, "{text}");
    let events = run(&[&analyze[..], &["--json"]].concat()).fine().json();
    let answer = events.last().unwrap();
    assert_eq!((answer["chance"].as_bool(), &answer["best"]), (Some(true), &Value::Null));
    assert_eq!(answer["outcomes"].as_array().map(Vec::len), Some(6));
}

#[test]
fn games_of_a_pair_have_the_same_dice() {
    let file = scratch("pig.jsonl");
    let journal = file.to_str().unwrap();
    let engines = ["--engine", "name=a depth=1", "--engine", "name=b depth=1"];
    let settings = ["match", "pig:30", "--games", "6", "--out", journal];
    run(&[&settings[..], &engines[..]].concat()).fine();
    let text = std::fs::read_to_string(&file).unwrap();
    let games: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let moves: Vec<&Value> = games.iter().filter(|game| game["moves"].is_array()).map(|game| &game["moves"]).collect();
    assert_eq!(moves.len(), 6, "{text}");
    // The same engine twice, so both games of a pair are identical; other pairs have other dice.
    assert_eq!((moves[0], moves[2]), (moves[1], moves[3]));
    assert_ne!(moves[0], moves[2]);
}

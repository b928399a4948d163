//! A value called proven is true under the fifty-move rule and the game's own history, in every command.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::common::{command, run, scratch};
use serde_json::{Value, json};

fn solved(position: &str, threads: &str) -> Value {
    let arguments = ["solve", "chess", position, "--nodes", "3000000", "--threads", threads, "--json"];
    let ran = run(&arguments);
    let solution = ran.json().pop().expect("a solution");
    assert_eq!(ran.code == 0, solution["proven"] == json!(true), "the exit code says whether it is solved: {solution}");
    solution
}

/// The mate falls on the hundredth ply or just before it, and counts.
#[test]
fn a_mate_that_just_fits_the_clock_is_found() {
    for (position, value, mate) in [
        ("8/6R1/8/8/8/8/4K3/k7 w - - 91 100", "win", 5),
        ("8/8/1K6/4R3/8/8/k7/8 w - - 89 100", "win", 6),
        ("8/k2K4/8/8/8/6R1/8/8 b - - 90 100", "loss", 5),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 100 90", "win", 1),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90", "win", 1),
    ] {
        for threads in ["1", "2"] {
            let solution = solved(position, threads);
            assert_eq!(
                (&solution["score"]["kind"], &solution["score"]["mate"]),
                (&json!(value), &json!(mate)),
                "{position}: {solution}"
            );
            assert_eq!(solution["proven"], json!(true), "{position}");
        }
    }
}

#[test]
fn a_bound_does_not_rest_on_another_clock() {
    let solution = solved("3R4/8/3K4/8/7k/8/8/8 w - - 87 100", "1");
    assert!(solution["at_most"]["mate"].as_u64().is_none_or(|mate| mate <= 7), "{solution}");
}

#[test]
fn what_the_clock_ends_is_a_proven_draw_and_the_search_comes_to_its_end() {
    for position in ["8/8/8/8/8/k5K1/1R6/8 b - - 91 100", "8/8/8/3k4/8/3K4/3R4/8 w - - 93 100"] {
        let solution = solved(position, "1");
        assert_eq!(
            (&solution["score"]["kind"], &solution["proven"]),
            (&json!("draw"), &json!(true)),
            "{position}: {solution}"
        );
    }
    // After seventy-five moves the game is drawn without a claim.
    let over = solved("8/8/8/3k4/8/3K4/3R4/8 w - - 150 100", "1");
    assert_eq!((&over["score"], &over["nodes"]), (&json!({ "kind": "draw", "plies": 0 }), &json!(0)), "{over}");
}

/// The last `info` line and the best move of each `go`, all in one process with one table.
fn uci(lines: &[&str]) -> Vec<(String, String)> {
    let mut child = command(&["uci"]).stdin(Stdio::piped()).spawn().expect("the binary starts");
    let mut to = child.stdin.take().expect("stdin is piped");
    let from = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut said = from.lines().map(|line| line.expect("text"));
    let mut answers = Vec::new();
    for line in lines {
        writeln!(to, "{line}").expect("the engine listens");
        let mut last = String::new();
        while line.starts_with("go") {
            let line = said.next().expect("an answer");
            if let Some(best) = line.strip_prefix("bestmove ") {
                answers.push((last, best.split(' ').next().unwrap_or_default().to_owned()));
                break;
            }
            if line.starts_with("info depth") {
                last = line;
            }
        }
    }
    drop(to);
    child.wait().expect("the engine ends");
    answers
}

#[test]
fn a_position_of_the_game_is_a_draw_when_it_comes_for_the_third_time() {
    let second = "position fen 1k6/8/1K6/8/8/8/8/6Q1 w - - 0 1 moves b6c5 b8a8 c5b6";
    let third = "position fen k7/8/1K6/8/8/8/8/6Q1 w - - 0 1 moves b6c5 a8b8 c5b6 b8a8 b6c5 a8b8";
    let answers = uci(&[second, "go depth 8", third, "go depth 8"]);
    assert!(answers[0].0.contains(" score mate -1 "), "{answers:?}");
    // Kb6 would be a threefold repetition if its position had occurred twice; it has occurred once.
    assert!(answers[1].0.contains(" score mate "), "{answers:?}");
}

#[test]
fn a_drawn_clock_leaves_nothing_behind_for_the_same_position_with_a_fresh_one() {
    let late = "position fen k7/8/8/2K5/8/8/8/6Q1 w - - 98 80";
    let fresh = "position fen k7/8/8/2K5/8/8/8/6Q1 w - - 0 80";
    let answers = uci(&[late, "go depth 8", fresh, "go depth 8"]);
    assert!(answers[0].0.contains(" score cp 0 "), "{answers:?}");
    assert!(answers[1].0.contains(" score mate 2 "), "{answers:?}");
}

#[test]
fn a_game_that_goes_on_after_fifty_moves_is_played_on() {
    let answers = uci(&["position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 100 90", "go depth 6"]);
    assert_eq!(answers[0].1, "a1a8");
    assert!(answers[0].0.contains(" score mate 1 "), "{answers:?}");
}

fn annotated(name: &str, games: &str) -> Vec<Value> {
    let path = scratch(name);
    fs::write(&path, games).unwrap();
    let arguments = ["annotate", path.to_str().unwrap(), "--depth", "6", "--memory", "4M", "--json"];
    let run = run(&arguments);
    assert_eq!(run.code, 0, "{}", run.err);
    run.json().into_iter().filter(|event| event["event"] == "game").collect()
}

#[test]
fn a_second_occurrence_on_the_way_to_a_mate_is_no_blunder() {
    let header = "[SetUp \"1\"]\n[FEN \"1k6/8/1K6/8/8/8/8/6Q1 w - - 0 1\"]\n\n";
    let games = annotated("second.pgn", &format!("{header}1. Kc5 Ka8 2. Kb6 Kb8 3. Qg8# 1-0\n"));
    let kb6 = &games[0]["moves"][2];
    assert_eq!((&kb6["move"], &kb6["mark"]), (&json!("Kb6"), &Value::Null), "{kb6}");
    assert_eq!((&kb6["after"]["score"]["kind"], &kb6["after"]["proven"]), (&json!("win"), &json!(true)), "{kb6}");
}

#[test]
fn a_third_occurrence_gives_the_win_away() {
    let header = "[SetUp \"1\"]\n[FEN \"k7/8/1K6/8/8/8/8/6Q1 b - - 0 1\"]\n\n";
    let moves = "1... Kb8 2. Kc5 Ka8 3. Kb6 Kb8 4. Kc5 Ka8 5. Kb6 1/2-1/2\n";
    let games = annotated("third.pgn", &format!("{header}{moves}"));
    let moves = games[0]["moves"].as_array().unwrap();
    let last = &moves[moves.len() - 1];
    assert_eq!((&last["after"]["score"]["kind"], &last["after"]["proven"]), (&json!("draw"), &json!(true)), "{last}");
    assert_eq!(last["mark"], json!("??"), "{last}");
}

#[test]
fn a_game_that_goes_past_fifty_and_seventy_five_moves_ends_neither_the_judging_nor_the_file() {
    let shuffle = |from: u32, count: u32| {
        let number = |i: u32| from + i;
        let pair = |i| match i % 2 {
            0 => format!("{}. Kf3 Kf6", number(i)),
            _ => format!("{}. Ke3 Ke6", number(i)),
        };
        (0..count).map(pair).collect::<Vec<_>>().join(" ")
    };
    let game = |clock: u32, moves: &str| {
        format!("[SetUp \"1\"]\n[FEN \"8/8/4k3/8/8/4K3/8/R7 w - - {clock} 80\"]\n\n{moves} *\n\n")
    };
    let bare = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/4k3/4r3/4K3 w - - 0 1\"]\n\n1. Kf1 Kf3 2. Kg1 Re1+ 3. Kh2 *\n\n";
    let dead = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/2k5/4r3/4K3 w - - 0 1\"]\n\n1. Kxe2 Kc2 2. Ke3 *\n\n";
    let text = [game(98, &shuffle(80, 4)), game(146, &shuffle(80, 4)), dead.to_owned(), bare.to_owned()].concat();
    let games = annotated("long.pgn", &text);
    let judged: Vec<usize> = games.iter().map(|game| game["moves"].as_array().unwrap().len()).collect();
    assert_eq!(judged, [8, 4, 1, 5], "past fifty moves, up to seventy-five, up to a dead position, and the next game");
    let at_fifty = &games[0]["moves"][1];
    assert_eq!(
        (&at_fifty["after"]["score"]["kind"], &at_fifty["after"]["proven"]),
        (&json!("draw"), &json!(true)),
        "{at_fifty}"
    );
}

//! `rootward annotate`: judgements of games, and files that survive a kill.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{command, run, scratch};
use serde_json::{Value, json};

const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games/classics.pgn");

fn fresh(name: &str) -> PathBuf {
    let path = scratch(name);
    let _ = fs::remove_file(&path);
    let _ = fs::remove_file(part_of(&path));
    path
}

fn part_of(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.part", path.display()))
}

fn file(name: &str, text: &str) -> String {
    let path = scratch(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_blunder_is_marked_with_the_better_line_and_every_value_says_what_it_is() {
    let games = file("fool.pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. f3 {mine} e5 2. g4 $5 Qh4# 0-1\n");
    let out = fresh("fool-annotated.pgn");
    let arguments = ["annotate", &games, "--depth", "4", "--memory", "4M", "--out", out.to_str().unwrap(), "--json"];
    let events = run(&arguments).fine().json();
    let game = &events[0];
    assert_eq!((&game["event"], &game["white_name"], &game["result"]), (&json!("game"), &json!("A"), &json!("0-1")));
    let blunder = &game["moves"][2];
    assert_eq!((&blunder["move"], &blunder["mark"]), (&json!("g4"), &json!("??")));
    let after = &blunder["after"];
    assert_eq!(
        (&after["score"], &after["proven"]),
        (&json!({ "kind": "loss", "plies": 1, "mate": 1, "for": "max" }), &json!(true))
    );
    assert_eq!(
        (&blunder["before"]["score"]["kind"], &blunder["before"]["proven"]),
        (&json!("estimate"), &json!(false))
    );
    assert!(blunder["loss"].as_f64().unwrap() > 0.25);
    let best = game["moves"][3].clone();
    assert_eq!((&best["loss"], &best["mark"], &best["best"]), (&json!(0.0), &Value::Null, &json!("Qh4#")));
    assert_eq!((&game["white"]["blunders"], &game["black"]["blunders"]), (&json!(1), &json!(0)));
    assert!(game["white"]["accuracy"].as_f64() < game["black"]["accuracy"].as_f64());
    assert_eq!(events[1]["event"], json!("end"));

    let text = fs::read_to_string(out).unwrap().replace('\n', " ");
    assert!(text.contains("{mine} {[%eval -"), "what was there stays: {text}");
    // The annotator's own mark stays, and the mate is reported as proven.
    assert!(text.contains("2. g4 $5 {[%eval #-1] Black mates in 1 (proven), before it about -"), "{text}");
    let better = text.split("of the chances lost} (2. ").nth(1).expect("a variation");
    assert!(better.contains(", depth 4}"), "{text}");
    assert!(text.trim_end().ends_with("2... Qh4# 0-1"), "{text}");
}

/// White, the second side, gives a man away by 21-17; Black takes it and wins.
#[test]
fn draughts_are_judged_for_white_too() {
    let text = "[White \"A\"]\n[Black \"B\"]\n[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"W:WK30,21:BK9,5,14\"]\n\n1... 21-17 14x21 2. 30-26 {late} 0-1\n";
    let (games, out) = (file("draughts.pdn", text), fresh("draughts-annotated.pdn"));
    let arguments = ["annotate", &games, "--depth", "6", "--memory", "4M", "--out", out.to_str().unwrap(), "--json"];
    let game = run(&arguments).fine().json().remove(0);
    assert_eq!((&game["white_name"], &game["result"]), (&json!("A"), &json!("0-1")));
    let first = &game["moves"][0];
    assert_eq!((&first["move"], &first["side"], &first["number"]), (&json!("21-17"), &json!("second"), &json!(1)));
    assert_eq!(game["white"]["moves"].as_u64().zip(game["black"]["moves"].as_u64()), Some((2, 1)));
    let chance = |ply: usize| game["moves"][ply]["after"]["chance"].as_f64().unwrap();
    assert!(chance(0) < 0.3 && chance(1) < 0.3, "White's chances: {game}");
    let written = fs::read_to_string(out).unwrap().replace('\n', " ");
    assert!(written.contains("1... 21-17 ") && written.contains("{late}"), "{written}");
    assert!(written.contains("hundredths of a man lost a move"), "{written}");
    let same = file("draughts.txt", text);
    run(&["annotate", &same, "--game", "checkers", "--depth", "2"]).fine();
    run(&["annotate", &same, "--game", "othello"])
        .refused("games of othello are not annotated; expected chess or checkers");
}

#[test]
fn a_job_that_is_killed_goes_on_and_gives_the_same_file() {
    let arguments = |out: &Path| {
        ["annotate", CLASSICS, "--nodes", "1500", "--memory", "4M", "--out", out.to_str().unwrap()].map(str::to_owned)
    };
    let run_to = |out: &Path| run(&arguments(out).each_ref().map(String::as_str));
    let whole = fresh("whole.pgn");
    run_to(&whole).fine();
    let path = fresh("killed.pgn");
    let mut child = command(&arguments(&path).each_ref().map(String::as_str)).spawn().unwrap();
    let start = Instant::now();
    while !fs::read_to_string(part_of(&path)).is_ok_and(|text| text.contains("% game 1 checksum")) {
        assert!(start.elapsed() < Duration::from_secs(120) && child.try_wait().unwrap().is_none());
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!path.exists(), "it was killed too late");
    let mut torn = fs::read_to_string(part_of(&path)).unwrap();
    torn.push_str("[Event \"half a ga");
    fs::write(part_of(&path), torn).unwrap();
    let resumed = run_to(&path).fine().out;
    assert!(resumed.contains("4 games judged, ") && resumed.contains(" of them kept from before"), "{resumed}");
    assert!(!resumed.contains("Morphy"), "the first game is not searched again: {resumed}");
    assert_eq!(fs::read_to_string(&path).unwrap(), fs::read_to_string(&whole).unwrap());
    assert!(!part_of(&path).exists());
    run_to(&path).refused("already exists; expected another name, or --force");
}

#[test]
fn each_game_has_a_graph_and_a_bad_one_is_reported() {
    let games = file("two.pgn", "[Event \"1\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n[Event \"2\"]\n\n1. e5 *\n");
    let folder = scratch("graphs");
    let _ = fs::remove_dir_all(&folder);
    let result = run(&["annotate", &games, "--depth", "2", "--memory", "4M", "--svg", folder.to_str().unwrap()]);
    assert_eq!((result.code, result.err.lines().count()), (0, 1), "{}", result.err);
    assert!(result.err.contains("two.pgn': game 2, line 7, column 4: 'e5' is not a legal move here"), "{}", result.err);
    assert!(result.out.contains("2... Ke7??") && result.out.contains("1 game judged, 1 left out."), "{}", result.out);
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["game-0001.svg"]);
    let svg = fs::read_to_string(folder.join("game-0001.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("2... Ke7??"), "{svg}");
}

#[test]
fn the_part_of_another_job_is_refused_and_so_is_what_holds_no_game() {
    let games = file("one.pgn", "1. e4 *\n");
    let out = fresh("other.pgn");
    fs::write(part_of(&out), "% rootward annotate 2: games 0, depth 9, threads 1\n").unwrap();
    let arguments = ["annotate", &games, "--depth", "1", "--out", out.to_str().unwrap()];
    run(&arguments)
        .refused("other.pgn.part': line 1 is '% rootward annotate 2: games 0, depth 9, threads 1'; expected");
    run(&["annotate", "/no/such/games.pgn"]).refused("No such file");
    let empty = file("empty.pgn", "\n\n");
    run(&["annotate", &empty]).refused("empty.pgn': there is no game that can be read; expected games in PGN");
    run(&["annotate", &games, "--depth", "0"]).refused("expected");
}

#[test]
fn null_moves_and_stray_marks_are_reported_and_one_bad_game_costs_no_other() {
    let text = "[White \"A\"]\n\n1. e4 e5 2. -- {what does he threaten?} Nf6 3. d4 (3. Z0 Nxe4) *\n\n\
                [White \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n\
                [White \"C\"]\n\n1. f3= e5 ) 2. g4 Qh4# 0-1\n\n\
                [White \"D\"]\n\n1. Z0 *\n";
    let games = file("odd.pgn", text);
    let out = fresh("odd-annotated.pgn");
    let arguments = ["annotate", &games, "--depth", "2", "--memory", "4M", "--out", out.to_str().unwrap()];
    let ran = run(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let said: Vec<&str> = ran.err.lines().map(|line| line.split(".pgn': ").nth(1).unwrap_or(line)).collect();
    assert_eq!(
        said[..2],
        [
            "game 1 (A – ?), line 3, column 13: '--' is a null move, which no player can make; it is kept",
            "game 1 (A – ?), line 3, column 55: 'Z0' is a null move, which no player can make; it is kept",
        ]
    );
    assert!(ran.err.starts_with("note: file '") && said[2].contains("'Ke3' is not a legal move here"), "{}", ran.err);
    assert!(said[3].ends_with("'f3=' is read as f3 with the mark $10"), "{}", ran.err);
    assert!(said[4].ends_with("')' closes nothing and is left out"), "{}", ran.err);
    assert_eq!(said.len(), 6, "{}", ran.err);
    assert!(ran.out.contains("3 games judged, 1 left out."), "{}", ran.out);

    let text = fs::read_to_string(&out).unwrap().replace('\n', " ");
    assert!(
        text.contains(
            "2. -- {what does he threaten?} {A null move; not judged from here on.} 2... Nf6 3. d4 (3. -- Nxe4) *"
        ),
        "{text}"
    );
    assert!(text.contains("1. f3 $6 $10 {[%eval") && text.contains("2... Qh4# 0-1"), "{text}");
    fs::remove_file(&out).unwrap();
    let events = run(&["annotate", &games, "--depth", "2", "--memory", "4M", "--json"]).fine().json();
    let remarks = events.iter().filter(|event| event["event"] == "remark").count();
    assert_eq!((remarks, events.last().unwrap()["bad"].as_u64()), (5, Some(1)));
    let first = events.iter().find(|event| event["event"] == "game").unwrap();
    assert_eq!(first["moves"].as_array().unwrap().len(), 2, "only what was played before is judged");
}

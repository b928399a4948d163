//! `rootward book`, and the commands that answer from a book.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{command, run, run_with_input, scratch};
use serde_json::{Value, json};

/// The path of a book that does not exist yet, without anything of an earlier run.
fn fresh(name: &str) -> PathBuf {
    let path = scratch(name);
    let _ = fs::remove_file(&path);
    let _ = fs::remove_file(part_of(&path));
    path
}

fn part_of(book: &Path) -> PathBuf {
    PathBuf::from(format!("{}.part", book.display()))
}

fn build_arguments<'a>(game: &'a str, plies: &'a str, path: &'a Path) -> Vec<&'a str> {
    vec!["book", "build", game, "--plies", plies, "--memory", "16M", "--out", path.to_str().unwrap()]
}

fn build(name: &str, game: &str, plies: &str) -> PathBuf {
    let path = fresh(name);
    run(&build_arguments(game, plies, &path)).fine();
    path
}

/// The JSON object of a command with `--json`.
fn object(arguments: &[&str]) -> Value {
    run(&[arguments, &["--json"]].concat()).fine().json().pop().unwrap()
}

#[test]
fn a_build_that_is_killed_goes_on_and_gives_the_same_file() {
    let whole = fs::read(build("whole.book", "connect-four:6x4", "5")).unwrap();
    let path = fresh("killed.book");
    let arguments = build_arguments("connect-four:6x4", "5", &path);
    let mut child = command(&arguments).spawn().unwrap();
    let start = Instant::now();
    while fs::metadata(part_of(&path)).map_or(0, |file| file.len()) < 1000 {
        assert!(start.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none());
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!path.exists(), "it was killed too late");
    // Half a record more, as a power cut may leave it.
    let mut torn = fs::read(part_of(&path)).unwrap();
    torn.extend_from_slice(b"4a01f=12 4a0");
    fs::write(part_of(&path), torn).unwrap();
    let resumed = run(&arguments).fine().out;
    let kept: usize = resumed.split_whitespace().next().unwrap().parse().unwrap();
    assert!(resumed.contains("of 1,125 positions are kept from before"), "{resumed}");
    assert!((64..1125).contains(&kept), "{kept}");
    assert!(fs::read(&path).unwrap() == whole, "another file than without the kill");
    assert!(!part_of(&path).exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_says_how_to_go_on() {
    use std::io::{BufRead, BufReader};
    let path = fresh("interrupted.book");
    let arguments = [build_arguments("connect-four", "3", &path), vec!["--json"]].concat();
    let mut child = command(&arguments).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().contains("progress"));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let last: Value = serde_json::from_str(&lines.last().unwrap().unwrap()).unwrap();
    assert_eq!((&last["event"], &last["total"]), (&json!("stopped"), &json!(121)));
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!path.exists() && part_of(&path).exists());
    let other = run(&build_arguments("connect-four", "2", &path));
    other.refused("line 1 is '# rootward book 2: 3 plies of connect-four, keys ");
}

#[test]
fn a_book_reports_what_it_is() {
    let path = build("shown.book", "connect-four:5x4", "4");
    let file = path.to_str().unwrap();
    let info = object(&["book", "info", file]);
    assert_eq!((&info["game"], &info["plies"]), (&json!("connect-four:5x4"), &json!(4)));
    assert_eq!((&info["positions"], &info["counts"]), (&json!(243), &json!([1, 3, 13, 49, 177])));
    assert_eq!(info["bytes"], json!(fs::metadata(&path).unwrap().len()));
    let page = object(&["book", "show", file, "33"]);
    assert_eq!((&page["score"]["kind"], &page["source"]), (&json!("draw"), &json!("book")));
    assert_eq!(page["moves"].as_array().unwrap().len(), 5);
    let beyond = object(&["book", "show", file, "11112"]);
    assert_eq!((&beyond["score"], &beyond["moves"][0]["score"]), (&Value::Null, &Value::Null));
    let text = run(&["book", "show", file, "11112"]).fine().out;
    assert!(text.contains("The book does not know this position."), "{text}");
}

#[test]
fn what_is_no_book_is_refused_with_a_sentence() {
    let path = build("harmed.book", "connect-four:4x4", "2");
    let file = path.to_str().unwrap();
    run(&["solve", "connect-four", "--book", file]).refused("it is a book of \"connect-four:4x4\"");
    run(&build_arguments("connect-four:4x4", "2", &path))
        .refused("already exists; expected another name, or --force to replace it");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
    for arguments in [&["book", "info", file][..], &["play", "connect-four:4x4", "--book", file]] {
        run(arguments).refused("it is damaged or cut off");
    }
    fs::write(&path, "hello").unwrap();
    run(&["analyze", "connect-four:4x4", "--book", file]).refused("does not begin as a book does");
    run(&["book", "info", "no-such.book"]).refused("no-such.book");
    run(&["book", "info", "tic-tac-toe"])
        .refused("no book for tic-tac-toe comes with the program; expected connect-four");
    let out = fresh("none.book");
    run(&build_arguments("tree", "1", &out)).refused("may share a key");
    run(&build_arguments("mnk:8,8,5", "1", &out)).refused("may share a key");
    run(&build_arguments("tic-tac-toe", "9", &out)).refused("every game is over before 9 plies");
    assert!(!part_of(&out).exists());
}

#[test]
fn solving_answers_from_the_book_and_says_so() {
    let path = build("solving.book", "connect-four:5x4", "4");
    let file = path.to_str().unwrap();
    for position in ["", "33", "333", "1212", "12121"] {
        let plain = object(&["solve", "connect-four:5x4", position, "--all-moves", "--no-book"]);
        let booked = object(&["solve", "connect-four:5x4", position, "--all-moves", "--book", file]);
        for field in ["score", "proven"] {
            assert_eq!(plain[field], booked[field], "{field} of {position}");
        }
        let values = |solution: &Value| {
            let mut moves = solution["moves"].as_array().unwrap().clone();
            moves.sort_by_key(|mv| mv["move"].to_string());
            moves
        };
        assert_eq!(values(&plain), values(&booked), "{position}");
        let known = position.trim_matches('-').len() <= 4;
        assert_eq!(
            (&plain["source"], &booked["source"]),
            (&Value::Null, &if known { json!("book") } else { json!(null) })
        );
        // Farther on, following every drawn move to its end may cost as much as the proof.
        if position.is_empty() {
            assert!(booked["nodes"].as_u64() < plain["nodes"].as_u64(), "{booked}");
        }
    }
    let text = run(&["solve", "connect-four:5x4", "--book", file]).fine().out;
    assert!(text.contains("A draw with best play (proven, from the book). Best move:"), "{text}");
}

#[test]
fn the_book_that_comes_along_answers_at_once_and_can_be_left_out() {
    let info = object(&["book", "info", "connect-four:7x6"]);
    assert_eq!(info["game"], json!("connect-four"));
    let page = object(&["book", "show", "connect-four"]);
    assert_eq!((&page["score"]["kind"], &page["score"]["plies"]), (&json!("win"), &json!(41)));
    let first = &page["moves"][0];
    assert_eq!(
        (&first["move"], &first["score"]["kind"], &first["score"]["plies"]),
        (&json!("4"), &json!("win"), &json!(41))
    );
    let answer = object(&["analyze", "connect-four"]);
    assert_eq!((&answer["best"], &answer["source"], &answer["proven"]), (&json!("4"), &json!("book"), &json!(true)));
    assert!(answer["nodes"].as_u64() < Some(100));
    let bare = object(&["analyze", "connect-four", "--no-book", "--depth", "4"]);
    assert_eq!((&bare["source"], &bare["proven"]), (&Value::Null, &json!(false)));
    let weak = object(&["solve", "connect-four", "--weak"]);
    assert_eq!((&weak["score"]["kind"], &weak["source"]), (&json!("win"), &json!("book")));
    // The bare engine answers as before if techniques leave proofs out, and for the textbook's algorithms.
    for arguments in [["--techniques", "sound"], ["--algorithm", "alpha-beta"]] {
        let answer = object(&[&["analyze", "connect-four", "--depth", "3"], &arguments[..]].concat());
        assert_eq!((&answer["source"], &answer["proven"]), (&Value::Null, &json!(false)));
    }
}

#[test]
fn the_engine_plays_from_the_book() {
    let run = run_with_input(&["play", "connect-four", "--first", "engine", "--json"], "why\nquit\n").fine();
    let events = run.json();
    let engine = events.iter().find(|event| event["by"] == "engine").unwrap();
    assert_eq!(engine["move"], json!("4"));
    let why = events.iter().find(|event| event["event"] == "why").unwrap();
    assert_eq!(why["choice"]["answer"]["source"], json!("book"));
    assert_eq!(why["choice"]["answer"]["score"]["plies"], json!(41));
    assert_eq!(why["alternatives"].as_array().unwrap().len(), 3);
}

#[test]
fn a_lost_side_holds_out_as_long_as_the_book_allows() {
    let path = build("lost.book", "connect-four:6x4", "4");
    let file = path.to_str().unwrap();
    let mut lost = 0;
    for position in ["", "1", "2", "3", "11", "12", "13", "31", "33", "333", "123", "342"] {
        let solved = object(&["solve", "connect-four:6x4", position, "--no-book"]);
        let answer = object(&["analyze", "connect-four:6x4", position, "--book", file]);
        assert_eq!(answer["score"]["kind"], solved["score"]["kind"], "{position}");
        assert_eq!(answer["source"], json!("book"));
        if solved["score"]["kind"] != "draw" {
            assert_eq!(answer["score"], solved["score"], "{position}");
        }
        lost += usize::from(solved["score"]["kind"] == "loss");
        // The first move keeps the promised value.
        let next = format!("{}{}", position.trim_matches('-'), answer["best"].as_str().unwrap());
        let after = object(&["solve", "connect-four:6x4", &next, "--no-book"]);
        assert_eq!(
            after["score"]["plies"].as_u64().unwrap() + 1,
            solved["score"]["plies"].as_u64().unwrap(),
            "{position}"
        );
    }
    assert!(lost > 0);
}

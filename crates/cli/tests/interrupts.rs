//! Ctrl-C by one rule: every command stops at once, prints what is known, says how to go on, and ends with 130.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{command, run, scratch};
use serde_json::Value;

const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games/classics.pgn");

/// A second is the rule; the rest is for a busy machine.
const SOON: Duration = Duration::from_secs(4);

/// Time to get under way.
const UNDER_WAY: Duration = Duration::from_millis(1200);

fn interrupt(child: &Child) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
}

/// Interrupts a command that is under way; stdout and stderr after that.
fn interrupted(child: Child) -> (String, String) {
    let (code, out, err) = ended_by_interrupt(child);
    assert_eq!(code, Some(130), "{out}{err}");
    (out, err)
}

/// Interrupts a command; its exit code, stdout and stderr after that.
fn ended_by_interrupt(mut child: Child) -> (Option<i32>, String, String) {
    let start = Instant::now();
    interrupt(&child);
    let (mut out, mut err) = (String::new(), String::new());
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_string(&mut out).unwrap();
    }
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    let code = child.wait().unwrap().code();
    assert!(start.elapsed() < SOON, "{:?}: {out}{err}", start.elapsed());
    (code, out, err)
}

fn fresh(name: &str) -> PathBuf {
    let path = scratch(name);
    for path in [path.clone(), PathBuf::from(format!("{}.part", path.display()))] {
        let _ = fs::remove_file(path);
    }
    path
}

#[test]
fn every_long_command_stops_and_says_how_to_go_on() {
    let [book, samples, table, network] =
        ["int.book", "int.txt", "int.table", "int.network"].map(|name| fresh(name).to_str().unwrap().to_owned());
    let suite = scratch("int.epd");
    let middle = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5;";
    fs::write(&suite, format!("{middle}\n{middle}\n")).unwrap();
    let suite = suite.to_str().unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["analyze", "connect-four:8x7", "--time", "60s"], "Best move"),
        (&["solve", "connect-four:8x7"], "starts again"),
        (&["trace", "connect-four", "--depth", "14", "--algorithm", "minimax"], "a smaller --depth"),
        (&["quiz", "connect-four", "--depth", "14", "--algorithm", "minimax"], "a smaller --depth"),
        (&["compare", "connect-four", "--depths", "1..40", "--max-nodes", "1G"], "To go on: --depths "),
        (&["perft", "chess", "8"], " of 20 moves"),
        (&["suite", "chess", suite, "--time", "60s"], "To go on: tail -n +1 "),
        (&["book", "build", "connect-four", "--plies", "14", "--out", &book], "the same command goes on from there"),
        (
            &["tune", "connect-four", "--samples", "100k", "--out", &samples],
            "positions were collected. They are kept in ",
        ),
        (&["tune", "connect-four", "--samples", "100k"], "kept only with --out FILE"),
        (&["tune", "backgammon", "--games", "1M", "--out", &network], "What is learned is kept in "),
        (&["tune", "backgammon", "--games", "1M", "--linear"], "The same command starts again"),
        (&["table", "build", "backgammon-bearoff", "--checkers", "8", "--out", &table], "Nothing is kept"),
        (&["rollout", "backgammon", "--games", "1M", "--threads", "1"], "The same command starts again"),
        (&["study", "connect-four", "--openings", "100000"], "The same command starts again"),
        (&["risk", "connect-four:5x5"], "The same command starts again"),
        (&["annotate", CLASSICS, "--depth", "40"], "Nothing is kept without --out FILE"),
        (&["match", "chess", "--engine", "", "--engine", "", "--nodes", "10M"], "kept only with --out FILE"),
    ];
    for (arguments, words) in cases {
        let child = command(arguments).spawn().unwrap();
        thread::sleep(UNDER_WAY);
        let (out, err) = interrupted(child);
        let text = format!("{out}{err}");
        assert!(text.contains("Stopped by Ctrl-C. "), "{arguments:?}: {text}");
        assert!(text.contains(words), "{arguments:?}: {text}");
        assert!(!err.contains("error"), "{arguments:?}: {err}");
    }
}

#[test]
fn with_json_the_objects_stay_as_they_are_and_the_note_is_on_stderr() {
    let arguments = ["compare", "connect-four", "--depths", "1..40", "--max-nodes", "1G", "--json"];
    let mut child = command(&arguments).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut rows = vec![out.next().unwrap(), out.next().unwrap()];
    let (_, err) = interrupted(child);
    rows.extend(out);
    let depths: Vec<u64> =
        rows.iter().map(|row| serde_json::from_str::<Value>(row).unwrap()["depth"].as_u64().unwrap()).collect();
    assert_eq!(depths, (1..=rows.len() as u64).collect::<Vec<_>>());
    assert_eq!(err, format!("note: Stopped by Ctrl-C. To go on: --depths {}..40\n", rows.len() + 1));
}

/// All its searches take less than a second, so that it may be over before the signal reaches it: then it is tried again.
#[test]
fn a_short_benchmark_is_cut_off_too() {
    let cut_off = (0..20).find_map(|_| {
        let mut child = command(&["bench", "--json"]).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let first = out.next().unwrap();
        let (code, _, err) = ended_by_interrupt(child);
        let is_over = out.any(|line| line.contains("\"total\""));
        assert!(code == Some(130) || is_over && code == Some(0), "{code:?}: {err}");
        (!is_over).then_some((first, err))
    });
    let (first, err) = cut_off.expect("twenty benchmarks in a row were over before the signal");
    assert!(first.contains("\"event\":\"search\""), "{first}");
    assert_eq!(err, "note: Stopped by Ctrl-C. A signature is that of all searches; the same command starts again.\n");
}

#[test]
fn a_comparison_shows_the_depths_that_are_done() {
    let child = command(&["compare", "connect-four", "--depths", "1..40", "--max-nodes", "1G"]).spawn().unwrap();
    thread::sleep(UNDER_WAY);
    let (out, _) = interrupted(child);
    assert!(out.contains("alpha-beta") && out.contains("minimax"), "{out}");
}

#[test]
fn a_list_goes_on_with_the_line_that_was_cut_off() {
    let list = scratch("int-list.txt");
    fs::write(&list, "2252576253462244111563\n\n1\n").unwrap();
    let list = list.to_str().unwrap();
    let mut child = command(&["solve", "connect-four", "--no-book", "--from", list]).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(out.next().unwrap().unwrap().contains("\"proven\":true"));
    thread::sleep(Duration::from_millis(100));
    let (_, err) = interrupted(child);
    assert!(err.contains(&format!("tail -n +3 {list} | rootward solve connect-four --from -")), "{err}");
}

#[test]
fn a_game_is_saved_and_can_be_continued() {
    let folder = scratch("int-play");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut child =
        command(&["play", "connect-four", "--level", "2"]).current_dir(&folder).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"4\n").unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("plays") {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0, "the engine answers");
    }
    thread::sleep(Duration::from_millis(300));
    let (_, err) = interrupted(child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let words = "Stopped by Ctrl-C. The game is saved. To go on: rootward play --load connect-four-1.game";
    assert!(rest.contains(words), "{rest}{err}");
    let saved = fs::read_to_string(folder.join("connect-four-1.game")).unwrap();
    assert_eq!(saved.matches("\nmove ").count(), 2, "{saved}");
    let file = folder.join("connect-four-1.game");
    let again = run(&["play", "--load", file.to_str().unwrap(), "--json"]).fine().json();
    assert_eq!(again[0]["position"].as_str().unwrap().len(), 2);
}

/// While a command waits for its input it has nothing to tell but that it was stopped.
#[test]
fn waiting_for_input_ends_too() {
    for arguments in [
        &["analyze", "connect-four", "-"][..],
        &["solve", "connect-four", "--from", "-"],
        &["suite", "chess", "-"],
        &["matrix", "-"],
        &["uci"],
    ] {
        let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        thread::sleep(Duration::from_millis(500));
        let (out, err) = interrupted(child);
        assert!(format!("{out}{err}").contains("Stopped by Ctrl-C. "), "{arguments:?}: {out}{err}");
        drop(input);
    }
}

//! Ctrl-C, and readers that close the output early.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::command;
use serde_json::Value;

fn interrupt(child: &Child) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
}

/// Waits for the end, with a timeout.
fn code_of(mut child: Child) -> i32 {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if let Some(status) = child.try_wait().expect("its state can be asked") {
            return status.code().unwrap_or(-1);
        }
        thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    panic!("it did not end");
}

#[test]
fn an_interrupted_analysis_leaves_its_answer() {
    let mut child = command(&["analyze", "connect-four:8x7", "--time", "60s", "--json"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The first depth is reported, so the handler is installed.
    assert!(lines.next().unwrap().unwrap().contains("iteration"));
    let start = Instant::now();
    interrupt(&child);
    let answer: Value = serde_json::from_str(&lines.last().unwrap().unwrap()).unwrap();
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!((&answer["event"], &answer["stopped"]), (&"answer".into(), &true.into()));
    assert!(answer["best"].is_string());
    assert_eq!(code_of(child), 130);
}

#[test]
fn an_interrupted_proof_says_what_is_known() {
    let mut child = command(&["solve", "connect-four:8x7"]).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut board = String::new();
    out.read_line(&mut board).unwrap();
    thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(rest.to_lowercase().contains("not solved"), "{rest}");
    assert!(rest.contains("Stopped by Ctrl-C. The same command starts again"), "{rest}");
    assert_eq!(code_of(child), 130);
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    for arguments in [
        &["analyze", "connect-four", "--no-book", "--depth", "12", "--json"][..],
        &["trace", "connect-four", "--depth", "4"],
        &["games"],
        &["completions", "bash"],
        &["--help"],
    ] {
        let mut child = command(arguments).stdin(Stdio::null()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        let mut first = [0];
        out.read_exact(&mut first).unwrap();
        drop(out);
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert_eq!((complaints.as_str(), code_of(child)), ("", 0), "{arguments:?}");
    }
}

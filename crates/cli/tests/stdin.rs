//! `-` is standard input, wherever a position, a file or a list is taken.

use std::fs;

use crate::common::{run, run_with_input, scratch};
use serde_json::{Value, json};

const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games/classics.pgn");

/// The fields that do not depend on time.
fn timeless(mut value: Value) -> Value {
    let Some(object) = value.as_object_mut() else { return value };
    object.retain(|name, _| !["elapsed_ms", "nps"].contains(&name.as_str()));
    for value in object.values_mut() {
        *value = timeless(value.take());
    }
    value
}

#[test]
fn a_position_from_stdin_is_the_one_on_the_command_line() {
    let cases: &[(&[&str], &str)] = &[
        (&["analyze", "connect-four", "-", "--depth", "3"], "4453"),
        (&["solve", "connect-four", "-", "--weak"], "2252576253462244111563"),
        (&["explain", "connect-four", "-"], "4453"),
        (&["perft", "connect-four", "-", "3"], "4453"),
        (&["trace", "connect-four", "-", "--depth", "2"], "4453"),
        (&["quiz", "connect-four", "-", "--depth", "2"], "4453"),
        (&["book", "show", "connect-four", "-"], "4453"),
        (&["analyze", "chess", "-", "--depth", "2"], "e4 e5"),
        (&["analyze", "tree", "-"], "((3 12 8)\n(2 4 6) (14 5 2))"),
    ];
    for (arguments, position) in cases {
        let on_stdin = run_with_input(&[arguments, &["--json"][..]].concat(), &format!("{position}\n")).fine();
        let given: Vec<&str> = arguments.iter().map(|&word| if word == "-" { position } else { word }).collect();
        let given = run(&[&given[..], &["--json"]].concat()).fine();
        let read = |json: Vec<Value>| json.into_iter().map(timeless).collect::<Vec<_>>();
        assert_eq!(read(on_stdin.json()), read(given.json()), "{arguments:?}");
    }
    let rows = run_with_input(&["compare", "connect-four", "-", "--depths", "1", "--json"], "444444\n").fine().json();
    assert_eq!(rows[0]["cells"][0]["cost"]["boards"], json!(6), "the middle column is full");
}

#[test]
fn positions_that_are_none_or_many_are_refused() {
    run_with_input(&["analyze", "connect-four", "-"], "").refused("there is no position on stdin");
    run_with_input(&["solve", "connect-four", "-"], "44\n45\n").refused("there are 2 positions on stdin; expected one");
    run_with_input(&["analyze", "connect-four", "-"], "448\n").refused("'8' is not a column");
    let twice = run_with_input(&["analyze", "connect-four", "-", "--weights", "-"], "centre=1\n");
    twice.refused("'-' is given for the weights and for the position; expected stdin for one of them");
}

#[test]
fn files_may_be_stdin() {
    let games = fs::read_to_string(CLASSICS).unwrap();
    let annotate = ["annotate", "-", "--nodes", "10", "--json"];
    let from_file = run(&["annotate", CLASSICS, "--nodes", "10", "--json"]).fine().json();
    assert_eq!(run_with_input(&annotate, &games).fine().json().len(), from_file.len());
    let book = scratch("stdin.bin");
    let _ = fs::remove_file(&book);
    let build = ["book", "build", "chess", "-", "--min-games", "1", "--out", book.to_str().unwrap()];
    run_with_input(&build, &games).fine();
    assert!(fs::metadata(&book).unwrap().len() > 0);
    let with_openings = ["match", "chess", "--engine", "", "--engine", "", "--nodes", "1", "--games", "2", "--json"];
    let opening = "8/8/8/8/8/k7/8/K6R w - - 0 1";
    let played = run_with_input(&[&with_openings[..], &["--openings", "-"]].concat(), &format!("{opening}\n")).fine();
    assert_eq!(played.json()[0]["opening"], json!(opening));
    let explained = |weights: &str, input: &str| {
        let arguments = ["explain", "connect-four", "4453", "--json", "--weights", weights];
        run_with_input(&arguments, input).fine().out
    };
    assert_eq!(explained("-", "centre=9\n"), explained("centre=9", ""));
    let tree = "((3 12 8) (2 4 6) (14 5 2))";
    let traced = run_with_input(&["trace", "-"], tree).fine().out;
    assert_eq!(traced, run(&["trace", "tree", tree]).fine().out);
    let exported = run(&["trace", "tree", tree, "--format", "json"]).fine().out;
    assert_eq!(run_with_input(&["trace", "-"], &exported).fine().out, traced);
}

#[test]
fn a_game_may_begin_from_stdin_and_go_on_there() {
    let played =
        run_with_input(&["play", "connect-four", "-", "--json", "--level", "1"], "4453\n1\nquit\n").fine().json();
    assert_eq!(played[0]["position"], json!("4453"));
    assert_eq!((&played[1]["by"], &played[1]["position"]), (&json!("human"), &json!("44531")));
}

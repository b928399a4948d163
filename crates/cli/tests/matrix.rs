//! `rootward matrix`: matrices and Gambit's files.

use std::time::{Duration, Instant};

use crate::common::{command, run, run_with_input, scratch};

const LECTURE: &str = "3,4 1,2; 4,1 2,3";
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../matrix/tests/data");

#[test]
fn the_lectures_example_is_solved_with_its_names() {
    let out = run(&["matrix", LECTURE, "--rows", "a,b", "--columns", "c,d"]).fine().out;
    for line in [
        "  1. row player: a is strictly dominated by b\n  2. column player: c is strictly dominated by d\n  left: b × d\n",
        "One pure equilibrium: (b, d) with payoffs 2, 3.\n",
        "The only equilibrium (exact",
        "  1. b × d  payoffs 2, 3\n",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
}

#[test]
fn json_holds_everything_exactly() {
    let game = &run(&["matrix", "3,2 0,0; 0,0 2,3", "--json"]).fine().json()[0];
    assert_eq!(game["equilibria"]["list"].as_array().unwrap().len(), 3);
    assert_eq!(game["equilibria"]["list"][2]["row"], serde_json::json!(["3/5", "2/5"]));
    assert_eq!(game["equilibria"]["degenerate"], false);
    assert_eq!(game["best_replies"]["row"][0], serde_json::json!([true, false]));
    assert_eq!(game["curves"][0]["points"][1]["column"], "2/5");
    assert_eq!(game["stopped"], false);
}

#[test]
fn a_zero_sum_game_has_a_value_with_its_label() {
    let out = run(&["matrix", "3 -1; -2 4"]).fine().out;
    assert!(out.contains("Value 1 for row player (exact)\n  row player plays 3/5·r1 + 2/5·r2\n"), "{out}");
    let mut seed = 1u64;
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        format!("0.{:09}", (seed >> 33) % 999_999_937)
    };
    let mut row = || (0..30).map(|_| next()).collect::<Vec<_>>().join(" ");
    let long = (0..30).map(|_| row());
    let path = scratch("long.txt");
    std::fs::write(&path, long.collect::<Vec<_>>().join("\n")).unwrap();
    let path = path.to_str().unwrap();
    let quick = &run(&["matrix", path, "--format", "inline", "--json"]).fine().json()[0];
    let exact = &run(&["matrix", path, "--format", "inline", "--exact", "--json"]).fine().json()[0];
    assert_eq!((&quick["zero_sum"]["exact"], &exact["zero_sum"]["exact"]), (&false.into(), &true.into()));
    assert!(quick["zero_sum"]["value"].is_number() && exact["zero_sum"]["value"].is_string());
    assert!(quick["zero_sum"]["error"].as_f64().unwrap() < 1e-12);
}

#[test]
fn files_and_stdin_are_read_in_every_format() {
    let pennies = format!("{DATA}/pennies.nfg");
    let out = run(&["matrix", &pennies]).fine().out;
    assert!(out.starts_with("Matching pennies\n") && out.contains("Anne plays 1/2·heads + 1/2·tails"), "{out}");
    let from_file = run(&["matrix", &pennies, "--json"]).fine().json()[0]["equilibria"].clone();
    let text = std::fs::read_to_string(&pennies).unwrap();
    for arguments in
        [&["matrix", "--json"][..], &["matrix", "-", "--json"], &["matrix", "-", "--json", "--format", "nfg"]]
    {
        assert_eq!(run_with_input(arguments, &text).fine().json()[0]["equilibria"], from_file);
    }
    let table =
        run_with_input(&["matrix", "-", "--format", "csv", "--json"], ",left,right\nup,1,-1\ndown,-1,1\n").fine();
    assert_eq!(table.json()[0]["rows"], serde_json::json!(["up", "down"]));
    assert_eq!(table.json()[0]["zero_sum"]["value"], "0");
}

#[test]
fn trees_are_solved_from_their_ends() {
    let out = run(&["matrix", &format!("{DATA}/entry.efg")]).fine().out;
    assert!(out.contains("→ after enter: Incumbent plays share, values 1, 1"), "{out}");
    assert!(out.contains("Values 1, 1 for Entrant, Incumbent (exact)"), "{out}");
    let tree = &run(&["matrix", &format!("{DATA}/dice.efg"), "--json"]).fine().json()[0];
    assert_eq!((&tree["method"], &tree["values"][0]), (&"expectiminimax".into(), &"5/3".into()));
}

#[test]
fn nature_is_faced_by_five_rules() {
    let choices = &run(&["matrix", "2 4 3; 9 0 0; 6 1 3", "--nature", "--alpha", "1/3", "--json"]).fine().json()[0]["nature"]
        ["choices"];
    let rows: Vec<i64> = (0..5).map(|rule| choices[rule]["rows"][0].as_i64().unwrap()).collect();
    assert_eq!(rows, [0, 1, 2, 1, 2]);
    assert_eq!(choices[3]["value"], "3");
}

#[test]
fn mistakes_are_refused_with_their_place() {
    let hidden = format!("{DATA}/hidden.efg");
    let cases: &[(&[&str], &str)] = &[
        (&["matrix", "1 2; 3"], "the matrix: line 1, column 7: row 2 has 1 cell; expected 2"),
        (&["matrix", "1 x; 3 4"], "line 1, column 3: 'x' is not a payoff"),
        (&["matrix", "/no/such/game.nfg"], "file '/no/such/game.nfg'"),
        (&["matrix", "game.nfg"], "file 'game.nfg'"),
        (&["matrix", "."], "file '.'"),
        (&["matrix", &hidden], "line 6, column 8: information set 1 of player 2 ('Bob') has a second node"),
        (&["matrix", LECTURE, "--rows", "a"], "1 names of rows; expected 2"),
        (&["matrix", LECTURE, "--nature", "--alpha", "2"], "from 0 to 1"),
        (&["matrix", LECTURE, "--alpha", "1/2"], "--nature"),
        (&["matrix", LECTURE, "--format", "nfg"], "expected a file that begins with 'NFG 1 R'"),
        (&["matrix", LECTURE, "--format", "doc"], "possible values"),
        (&["matrix", &"1,2 ".repeat(128), "--equilibria", "all"], "1 rows and 128 columns; expected 128 together"),
        (&["matrix", LECTURE, "--time", "soon"], "500ms, 2s or 1m"),
        (&["matrix", &format!("{DATA}/entry.efg"), "--nature"], "a tree has no rows"),
    ];
    for (arguments, text) in cases {
        let run = run(arguments);
        assert_eq!(run.out, "", "{arguments:?}");
        run.refused(text);
    }
    run_with_input(&["matrix"], "").refused("stdin: line 1, column 1: there is no table");
    let path = scratch("not-text.nfg");
    std::fs::write(&path, b"NFG 1 R \"\xff\"").unwrap();
    run(&["matrix", path.to_str().unwrap()]).refused("byte 10 is not UTF-8");
}

/// A 20 × 20 game, with too many vertices to wait for.
fn large() -> String {
    let path = scratch("large.txt");
    let cell = |row: usize, column: usize| {
        format!(
            "{},{}",
            (row * 37 + column * 101 + row * column * 7) % 97,
            (row * 53 + column * 29 + row * column * 11) % 89
        )
    };
    let rows = (0..20).map(|row| (0..20).map(|column| cell(row, column)).collect::<Vec<_>>().join(" "));
    std::fs::write(&path, rows.collect::<Vec<_>>().join("\n")).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_time_limit_leaves_what_was_found() {
    let path = large();
    let start = Instant::now();
    let game = &run(&["matrix", &path, "--format", "inline", "--equilibria", "all", "--time", "300ms", "--json"])
        .fine()
        .json()[0];
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!((&game["stopped"], &game["equilibria"]["complete"]), (&true.into(), &false.into()));
    assert!(!game["equilibria"]["list"].as_array().unwrap().is_empty());
    // Nothing unfinished is claimed.
    let out = run(&["matrix", LECTURE, "--time", "0.000001ms"]).fine().out;
    assert!(
        out.contains("No strictly dominated strategy was found before the end.") && out.contains("Ended early"),
        "{out}"
    );
    assert!(out.contains("1 found of possibly more equilibria"), "{out}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_what_was_found() {
    let path = large();
    let child = command(&["matrix", &path, "--format", "inline", "--equilibria", "all"]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("Ended early") && out.contains("found of possibly more equilibria"), "{out}");
    assert_eq!(output.status.code(), Some(130));
}

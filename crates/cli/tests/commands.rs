//! The smaller commands, and how the program behaves as a whole.

use crate::common::{command, run, run_with_input, scratch};
use serde_json::json;

#[test]
fn a_bare_call_shows_short_help_with_examples() {
    let text = run(&[]).fine().out;
    assert_eq!(text.matches("\n  rootward ").count(), 3, "{text}");
    assert!(run(&["--version"]).fine().out.starts_with("rootward "));
    assert!(run(&["analyze", "--help"]).fine().out.contains("ends after 2 s"));
}

#[test]
fn the_games_are_listed_each_with_an_example_that_works() {
    let games = run(&["games", "--json"]).fine().json();
    let names: Vec<&str> = games.iter().filter_map(|game| game["name"].as_str()).collect();
    let built_in =
        ["tree", "tic-tac-toe", "mnk", "connect-four", "chess", "checkers", "pig", "piglet", "2048", "backgammon"];
    assert_eq!(names, [&built_in[..], &["othello", "kalah"]].concat());
    for game in &games {
        let (name, example) = (game["name"].as_str().unwrap(), game["example"].as_str().unwrap());
        run(&["analyze", name, example, "--depth", "2"]).fine();
    }
    assert!(games[3]["features"].as_array().unwrap().iter().any(|term| term["name"] == "centre"));
    assert!(run(&["games"]).fine().out.contains("connect-four"));
}

#[test]
fn perft_counts_lines_of_play() {
    let count = |arguments: &[&str]| run(&[&["perft", "--json"], arguments].concat()).fine().json().remove(0);
    assert_eq!(count(&["connect-four", "6"])["count"], json!(117_649));
    let divided = count(&["connect-four", "444444", "2", "--divide"]);
    assert_eq!((&divided["count"], &divided["depth"]), (&json!(36), &json!(2)));
    assert_eq!(divided["moves"][0], json!({ "move": "1", "count": 6 }));
    assert_eq!(count(&["tic-tac-toe", "9"])["count"], json!(127_872));
    assert!(run(&["perft", "connect-four", "3"]).fine().out.contains("343 lines of 3 plies"));
}

#[test]
fn perft_of_chess_by_option_and_from_a_file() {
    let count = |arguments: &[&str]| run(&[&["perft", "chess", "--json"], arguments].concat()).fine().json().remove(0);
    assert_eq!(count(&["--depth", "3"])["count"], json!(8902));
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(count(&[rooks, "--depth", "2"])["count"], json!(568));
    assert_eq!(count(&[rooks, "2", "--divide"])["moves"].as_array().unwrap().len(), 26);
    run(&["perft", "chess", rooks, "2", "--depth", "2"]).refused("depth is given twice");
    let from = |text: &str| run_with_input(&["perft", "chess", "--from", "-", "--most", "1000"], text);
    let right = format!("{rooks} ;D1 26 ;D2 568 ;D3 13744\n");
    assert!(from(&right).fine().out.starts_with("-: 2 of 2 counts agree, 1 left out"));
    let wrong = from(&right.replace("568", "567"));
    assert_eq!((wrong.code, wrong.err.contains("line 1: 568 lines of 2 plies")), (1, true), "{}", wrong.err);
    from("nonsense").refused("file '-': line 1, column 1: ");
    run(&["perft", "tree", "--from", "-"]).refused("expected chess");
}

#[test]
fn chess_is_searched_with_the_techniques_of_a_player_unless_switched() {
    let techniques = |arguments: &[&str]| {
        let answer = run(&[&["analyze", "chess", "--depth", "1", "--json"], arguments].concat()).fine().json();
        answer.last().unwrap()["techniques"].to_string()
    };
    assert!(techniques(&[]).contains("quiescence"));
    assert!(!techniques(&["--techniques", "-null-move"]).contains("null-move"));
    assert!(techniques(&["--techniques", "-null-move"]).contains("quiescence"));
    assert!(!techniques(&["--techniques", "exact"]).contains("quiescence"));
    let games = run(&["games", "--json"]).fine().json();
    let preset = |name: &str| games.iter().find(|game| game["name"] == name).unwrap()["techniques"].clone();
    assert_eq!((preset("chess"), preset("connect-four")), (json!("all"), json!("exact")));
}

#[test]
fn the_signature_is_written_and_checked() {
    let path = scratch("bench.signature");
    let file = path.to_str().unwrap();
    let written = run(&["bench", "--write", file]).fine().out;
    assert!(written.contains("total: "));
    run(&["bench", "--check", file]).fine();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen(" nodes", "0 nodes", 1)).unwrap();
    let changed = run(&["bench", "--check", file, "--json"]);
    assert_eq!((changed.code, changed.err.lines().count()), (1, 1));
    assert!(changed.err.starts_with("error: now tree:tree1 root depth 9 exact: "), "{}", changed.err);
    let lines = changed.json();
    assert_eq!(lines.last().unwrap()["event"], "total");
    assert!(lines[0]["nodes"].is_u64() && lines[0]["best"].is_string());
}

#[test]
fn a_trace_explains_every_cut() {
    let tree = "((3 12 8) (2 4 6) (14 5 2))";
    let text = run(&["trace", "tree", tree]).fine().out;
    assert!(text.contains("2 ≤ α = 3 set at A"), "{text}");
    assert!(text.contains("7 of 9 leaves seen"));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/data/tree1.txt");
    assert_eq!(run(&["trace", file]).fine().out, text);
    let reversed = run(&["trace", "tree:tree1", "--order", "reversed", "--hard", "--cut", "past"]).fine().out;
    assert_ne!(reversed, text);
    let events = run(&["trace", "tree", tree, "--json", "--algorithm", "minimax"]).fine().json();
    assert_eq!((&events[0]["event"], &events[0]["position"]), (&json!("setup"), &json!(tree)));
    assert_eq!((&events[1]["event"], &events[1]["number"]), (&json!("step"), &json!(1)));
    let summary = events.last().unwrap();
    assert_eq!((&summary["event"], &summary["leaves"]), (&json!("summary"), &json!(9)));
    run(&["trace", "connect-four", "44", "--algorithm", "engine", "--depth", "2"]).fine();
}

#[test]
fn a_comparison_has_a_row_a_depth_and_a_plot() {
    let path = scratch("plot.svg");
    let arguments = ["compare", "connect-four:8x7", "--depths", "1..3", "--json", "--plot", path.to_str().unwrap()];
    let rows = run(&arguments).fine().json();
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[2]["depth"], &rows[2]["agree"]), (&json!(3), &json!(true)));
    let boards: Vec<_> = rows.iter().map(|row| row["cells"][0]["cost"]["boards"].clone()).collect();
    assert_eq!(boards, [json!(8), json!(72), json!(584)]);
    assert!(std::fs::read_to_string(&path).unwrap().contains("<svg"));
    assert!(run(&["compare", "tic-tac-toe", "--depths", "2"]).fine().out.contains("minimax"));
}

#[test]
fn colour_is_for_terminals_and_never_against_the_users_will() {
    let text = |variables: &[(&str, &str)]| {
        let output = command(&["solve", "tic-tac-toe"]).envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(!text(&[]).contains('\x1b'));
    assert!(text(&[("CLICOLOR_FORCE", "1")]).contains('\x1b'));
    assert!(!text(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains('\x1b'));
}

#[test]
fn games_are_found_however_their_names_are_written() {
    let answer = |game: &str| {
        let answers =
            run(&["analyze", game, "--depth", "2", "--memory", "64m", "--nodes", "1m", "--json"]).fine().json();
        answers.last().unwrap()["game"].clone()
    };
    for name in ["connect-four", "ConnectFour", "connect_four", "CONNECTFOUR"] {
        assert_eq!(answer(name), json!("connect-four"));
    }
    assert_eq!((answer("TicTacToe"), answer("Chess")), (json!("tic-tac-toe"), json!("chess")));
    run(&["rollout", "Backgammon", "--games", "1", "--plies", "1"]).fine();
    run(&["book", "show", "Connect_Four", "44"]).fine();
    run(&["perft", "CHESS", "2"]).fine();
    run(&["analyze", "conect_four"]).refused("expected a game such as connect-four");
}

#[test]
fn a_chess_position_may_be_given_by_its_moves() {
    let position = |text: &str| {
        let counted = run(&["perft", "chess", text, "2", "--divide", "--json"]).fine().json().remove(0);
        counted["moves"].clone()
    };
    let after = position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    for text in ["e4 e5", "1. e4 e5", "startpos moves e2e4 e7e5"] {
        assert_eq!(position(text), after, "{text}");
    }
    let lines =
        run_with_input(&["solve", "chess", "--from", "-", "--nodes", "1000"], "f3 e5 g4 ; mate\n").fine().json();
    assert_eq!((&lines[0]["score"]["mate"], &lines[0]["best"]), (&json!(1), &json!("Qh4#")));
}

/// Only a tree on paper calls its sides MAX and MIN.
#[test]
fn points_are_reported_with_the_name_of_their_side() {
    for (arguments, name) in [
        (&["analyze", "backgammon", "--depth", "1"][..], "for X ("),
        (&["analyze", "2048:2x2", "2,2/.,.", "--depth", "2"], "for Player"),
        (&["tune", "connect-four:5x4", "--samples", "200"], "Won by X "),
    ] {
        let output = run(arguments).fine().out;
        assert!(output.contains(name) && !output.contains("MAX"), "{output}");
    }
}

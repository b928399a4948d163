//! Polyglot books on the command line: made from games, inspected, played from.

use std::fs;
use std::path::PathBuf;

use crate::common::{run, run_with_input, scratch};
use serde_json::json;

const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games/classics.pgn");

fn fresh(name: &str) -> PathBuf {
    let path = scratch(name);
    let _ = fs::remove_file(&path);
    path
}

fn built(name: &str) -> String {
    let path = fresh(name).to_str().unwrap().to_owned();
    run(&["book", "build", "chess", CLASSICS, "--plies", "6", "--min-games", "1", "--out", &path]).fine();
    path
}

#[test]
fn a_book_is_made_of_games_and_looked_into() {
    let book = built("classics.bin");
    let info = run(&["book", "info", &book, "--json"]).fine().json().remove(0);
    assert_eq!((&info["format"], &info["game"]), (&json!("polyglot"), &json!("chess")));
    assert_eq!(info["first_moves"], json!([{ "move": "e4", "weight": 7, "share": 1.0 }]));
    assert_eq!(info["bytes"].as_u64(), Some(fs::metadata(&book).unwrap().len()));
    let position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let page = run(&["book", "show", &book, position]).fine().out;
    assert!(page.contains("3 moves, weighted by opinion, not proven:\n  Nf3     57.1 %   weight 4\n"), "{page}");
    let page = run(&["book", "show", &book, "--json", position]).fine().json().remove(0);
    assert_eq!((&page["source"], &page["moves"][2]["weight"]), (&json!("opinion"), &json!(1)));
    let unknown = run(&["book", "show", &book, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]).fine().out;
    assert!(unknown.contains("The book does not know this position."), "{unknown}");
}

#[test]
fn the_engine_plays_from_the_book_and_says_so() {
    let book = built("played.bin");
    let game = ["play", "chess", "--first", "engine", "--book", &book, "--json"];
    let events = run_with_input(&game, "e5\nwhy\nquit\n").fine().json();
    let moves: Vec<&str> =
        events.iter().filter(|event| event["by"] == "engine").filter_map(|e| e["move"].as_str()).collect();
    assert_eq!(moves[0], "e4");
    assert!(["Nf3", "f4", "Nc3"].contains(&moves[1]), "{moves:?}");
    let why = events.iter().find(|event| event["event"] == "why").unwrap();
    assert_eq!(why["choice"]["suggestion"]["move"], json!(moves[1]));
    let again = run_with_input(&game, "e5\nwhy\nquit\n").fine().json();
    assert_eq!(again[3]["move"], events[3]["move"], "the same seed, the same game");
    let analysis = run(&["analyze", "chess", "--book", &book, "--depth", "2"]).fine().out;
    assert!(analysis.contains("In the book (weighted by opinion, not proven): e4 100 %"), "{analysis}");
    run(&["solve", "chess", "--book", &book, "--nodes", "10"])
        .refused("holds opinions and proves nothing; expected a book");
}

#[test]
fn bad_games_are_reported_and_left_out() {
    let games = scratch("some-bad.pgn");
    fs::write(&games, "1. e4 e5 2. Ke3 1-0\n\n[Event \"x\"]\n\n1. e4 1-0\n\n[Event \"y\"]\n\n1. e4 *\n").unwrap();
    let path = fresh("some-bad.bin").to_str().unwrap().to_owned();
    let arguments = ["book", "build", "chess", games.to_str().unwrap(), "--min-games", "1", "--out", &path];
    let built = run(&arguments);
    assert_eq!((built.code, built.err.lines().count()), (0, 1), "{}", built.err);
    assert!(
        built.err.contains("some-bad.pgn': game 1, line 1, column 13: 'Ke3' is not a legal move here"),
        "{}",
        built.err
    );
    assert!(built.out.contains("1 game, left out: 1 unreadable, 1 without a result"), "{}", built.out);
    run(&arguments).refused("already exists; expected another name, or --force");
}

#[test]
fn what_cannot_be_a_book_is_refused_in_a_sentence() {
    let (out, missing) = (fresh("none.bin"), fresh("missing.pgn"));
    let (out, missing) = (out.to_str().unwrap(), missing.to_str().unwrap());
    run(&["book", "build", "chess", missing, "--out", out]).refused("missing.pgn': No such file");
    run(&["book", "build", "chess", CLASSICS, "--min-games", "9", "--out", out])
        .refused("of 4 games read, no move was played and worth something in 9; expected more games");
    run(&["book", "build", "connect-four", CLASSICS, "--out", out])
        .refused("no book can be made of games of connect-four");
    run(&["book", "build", "connect-four", "--out", out]).refused("no --plies is given; expected --plies N");
    run(&["book", "build", "chess", CLASSICS, "--min-games", "0", "--out", out])
        .refused("expected a whole number from 1");
    assert!(!PathBuf::from(out).exists());
    let junk = scratch("junk.bin");
    fs::write(&junk, "no book at all").unwrap();
    run(&["book", "info", junk.to_str().unwrap()])
        .refused("junk.bin': 14 bytes are not a multiple of 16; expected a Polyglot book");
    run(&["analyze", "chess", "--book", junk.to_str().unwrap()]).refused("are not a multiple of 16");
    run(&["analyze", "connect-four", "--book", &built("wrong-game.bin")]).refused("does not begin as a book does");
}

#[test]
fn odd_games_are_reported_and_count_as_far_as_they_were_played() {
    let games = scratch("odd-book.pgn");
    fs::write(&games, "1. e4 -- 2. d4 1-0\n\n1. e5 1-0\n\n1. e4= e5 ) 2. Nf3 1-0\n").unwrap();
    let book = fresh("odd-book.bin").to_str().unwrap().to_owned();
    let games = games.to_str().unwrap();
    let ran = run(&["book", "build", "chess", games, "--plies", "6", "--min-games", "1", "--out", &book]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.err.matches("note: file '").count(), 3, "{}", ran.err);
    assert!(ran.err.contains("game 2, line 3, column 4: 'e5' is not a legal move here"), "{}", ran.err);
    let info = run(&["book", "info", &book, "--json"]).fine().json().remove(0);
    assert_eq!(info["first_moves"], json!([{ "move": "e4", "weight": 4, "share": 1.0 }]));
    assert_eq!(info["positions"], json!(2), "before 1. e4 and before 2. Nf3; a null move leads nowhere: {info}");
}

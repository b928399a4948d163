//! Endgame tables on the command line: built, stopped, killed, damaged, and asked.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::{Child, Command};
use std::sync::OnceLock;
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use crate::common::command;
use crate::common::{run, scratch};
use serde_json::{Value, json};

/// An empty folder.
fn folder(name: &str) -> String {
    let path = scratch(name);
    let _ = fs::remove_dir_all(&path);
    path.to_str().expect("a path of letters").to_owned()
}

/// A folder with KQK, KRK and KPK, and what KPK promotes to.
fn three() -> &'static str {
    static BUILT: OnceLock<String> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = folder("endgames-three");
        let built = run(&["table", "build", "chess", "KQK", "KRK", "KPK", "--out", &folder, "--json"]).fine().json();
        let made = built.iter().filter(|event| event["event"] == "table").count();
        assert_eq!(made, 5, "a pawn becomes a bishop or a knight, too: {built:?}");
        let end = built.last().unwrap();
        assert_eq!((&end["built"], &end["kept"]), (&json!(5), &json!(0)));
        folder
    })
}

fn info(name: &str, folder: &str) -> Value {
    run(&["table", "info", "chess", name, "--tables", folder, "--json"]).fine().json().remove(0)
}

fn checksum(name: &str, folder: &str) -> String {
    info(name, folder)["checksum"].as_str().unwrap().to_owned()
}

/// Longest mate in plies and in moves; won, drawn and lost for each side to move, with published ones if they are at hand.
fn facts(name: &str) -> (u64, u64, [[u64; 3]; 2]) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let places = ["../../shared/data/chess/endgame_facts_3to5.tsv", "endgames/tests/data/facts.tsv"];
    let text = places.iter().find_map(|place| fs::read_to_string(PathBuf::from(root).join(place)).ok()).unwrap();
    let line = text.lines().find(|line| line.split('\t').next().is_some_and(|table| table.replace('v', "") == name));
    let fields: Vec<u64> = line.unwrap().split('\t').map(|field| field.parse().unwrap_or(0)).collect();
    let side = |at: usize| [fields[at] + fields[at + 1], fields[at + 2], fields[at + 3] + fields[at + 4]];
    (fields[1], fields[2], [side(3), side(8)])
}

#[test]
fn counts_and_longest_wins_are_as_published() {
    for name in ["KQK", "KRK", "KPK"] {
        let answer = info(name, three());
        let (plies, moves, sides) = facts(name);
        let number = |value: &Value| value.as_u64().unwrap();
        for (side, [wins, draws, losses]) in sides.into_iter().enumerate() {
            let found = &answer["sides"][side];
            assert_eq!(
                [&found["wins"], &found["draws"], &found["losses"]].map(number),
                [wins, draws, losses],
                "{name}"
            );
        }
        let sum = |at: usize| sides[0][at] + sides[1][at];
        assert_eq!([&answer["wins"], &answer["draws"], &answer["losses"]].map(number), [sum(0), sum(1), sum(2)]);
        assert_eq!(number(&answer["positions"]), sum(0) + sum(1) + sum(2));
        assert_eq!(number(&answer["longest_win_moves"]), moves);
        assert_eq!(number(&answer["longest_win_plies"]), plies);
        let file = PathBuf::from(three()).join(format!("{name}.dtm.table"));
        assert_eq!(number(&answer["bytes"]), fs::metadata(file).unwrap().len());
    }
    let text = run(&["table", "info", "chess", "KQvK", "--tables", three()]).fine().out;
    assert!(text.contains("18,081") && text.contains("Longest win: 10 moves (20 plies)"), "{text}");
    let all = run(&["table", "info", "chess", "--tables", three()]).fine().out;
    assert_eq!(all.lines().count(), 7, "{all}");
    let sum = info("3", three());
    assert_eq!((&sum["tables"], &sum["longest_win_moves"], &sum["checksum"]), (&json!(5), &json!(28), &Value::Null));
}

#[test]
fn a_position_and_each_of_its_moves_have_a_value() {
    let probe =
        |fen: &str| run(&["table", "probe", "chess", fen, "--tables", three(), "--json"]).fine().json().remove(0);
    let answer = probe("8/8/8/1k6/8/8/K5P1/8 w - - 0 1");
    assert_eq!(answer["score"], json!({ "kind": "win", "plies": 55, "mate": 28, "for": "mover" }));
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[0]["score"]["plies"]), (7, &json!(55)), "{answer}");
    assert!(moves.iter().any(|mv| mv["move"] == "g4" && mv["score"] == json!({ "kind": "draw" })), "{answer}");
    let mate = probe("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
    assert_eq!(
        (&mate["score"]["kind"], &mate["score"]["plies"], &mate["moves"]),
        (&json!("loss"), &json!(0), &json!([]))
    );
    let text = run(&["table", "probe", "chess", "8/8/8/8/8/k7/2Q5/K7 w - -", "--tables", three()]).fine().out;
    assert!(text.contains("won in") && text.contains("Qb3+") && text.contains("draw"), "{text}");
}

#[test]
fn the_longest_win_is_played_to_mate() {
    let pgn = scratch("longest.pgn");
    let _ = fs::remove_file(&pgn);
    let file = pgn.to_str().unwrap();
    let asked = ["table", "longest", "chess", "KRK", "--tables", three(), "--pgn", file];
    let reply = run(&[&asked[..], &["--json"]].concat()).fine().json().remove(0);
    let line = reply["line"].as_array().unwrap();
    assert_eq!((&reply["moves"], line.len()), (&json!(16), 32));
    assert!(line.last().unwrap().as_str().unwrap().ends_with('#'));
    let written = fs::read_to_string(&pgn).unwrap();
    assert!(written.contains("[FEN \"") && written.trim_end().ends_with("# 1-0"), "{written}");
    run(&asked).refused("already exists; expected another name, or --force to replace it");
    assert!(run(&[&asked[..], &["--force"]].concat()).fine().out.contains("17. R"));
    run(&["table", "longest", "chess", "KBK", "--tables", three()]).refused("KBK has no won position");
}

#[test]
fn the_sweeps_go_back_from_mate() {
    let sweeps = run(&["table", "step", "chess", "KQK", "--json"]).fine().json();
    assert_eq!(
        (sweeps.len(), &sweeps[0]["score"]["kind"], &sweeps[20]["score"]["plies"]),
        (21, &json!("loss"), &json!(20))
    );
    let settled: u64 = sweeps.iter().map(|sweep| sweep["positions"].as_u64().unwrap()).sum();
    assert_eq!(sweeps[20]["so_far"].as_u64(), Some(settled));
    let first = run(&["table", "step", "chess", "KQK", "--sweep", "0"]).fine().out;
    assert!(first.contains("sweep 0") && first.contains(" b - - 0 1"), "{first}");
    run(&["table", "step", "chess", "KQK", "--sweep", "21"]).refused("expected a sweep from 0 to 20");
    run(&["table", "step", "chess", "KRNKNN"]).refused("too many to look at");
}

/// Waits until a file is there, or the program has ended.
#[cfg(unix)]
fn wait_for(path: &Path, child: &mut Child) {
    while !path.exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Killed as soon as some sweeps of KPK are saved.
#[cfg(unix)]
#[test]
fn a_killed_build_goes_on_and_ends_in_the_same_bytes() {
    let folder = folder("endgames-killed");
    let arguments = ["table", "build", "chess", "KPK", "--out", &folder, "--save-every", "1ms", "--threads", "1"];
    let mut child = command(&arguments).spawn().unwrap();
    wait_for(&Path::new(&folder).join("KPK.dtm.sweeps"), &mut child);
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().code(), None, "it was over too soon");
    let again = run(&["table", "build", "chess", "KPK", "--out", &folder, "--json"]).fine().json();
    assert!(again.iter().any(|event| event["event"] == "begin" && event["resumed"] == json!(true)), "{again:?}");
    assert_eq!(again.last().unwrap()["kept"], json!(4));
    assert_eq!(checksum("KPK", &folder), checksum("KPK", three()));
    assert!(!Path::new(&folder).join("KPK.dtm.sweeps").exists());
}

/// Killed at any time: while it starts, between tables, in the middle of a sweep or of writing.
#[cfg(unix)]
#[test]
fn a_build_that_is_killed_again_and_again_ends_in_the_same_bytes() {
    let folder = folder("endgames-killed-often");
    let arguments = ["table", "build", "chess", "KPK", "--out", &folder, "--save-every", "1ms"];
    for later in [0, 20, 60, 120, 200] {
        let mut child = command(&arguments).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(later));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    run(&arguments).fine();
    for name in ["KQK", "KRK", "KPK"] {
        assert_eq!(checksum(name, &folder), checksum(name, three()), "{name}");
    }
}

/// KQPK needs eight other tables first, KQK before all: time enough to press Ctrl-C.
#[cfg(unix)]
#[test]
fn an_interrupted_build_says_how_to_go_on() {
    let folder = folder("endgames-stopped");
    let mut child = command(&["table", "build", "chess", "KQPK", "--out", &folder]).spawn().unwrap();
    wait_for(&Path::new(&folder).join("KQK.dtm.table"), &mut child);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert!(out.contains("Stopped.") && out.contains("the same command goes on"), "{out}");
    let again = run(&["table", "build", "chess", "KQK", "--out", &folder, "--json"]).fine().json();
    assert_eq!(again.last().unwrap()["kept"], json!(1), "{again:?}");
}

/// A game from a position of KQK, judged at depth 1: only tables can know that it is mate in ten.
#[test]
fn searches_and_annotations_say_what_tables_have_proven() {
    let position = "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1";
    let asked = ["analyze", "chess", position, "--depth", "1", "--tables", three()];
    let text = run(&asked).fine().out;
    assert!(text.contains("(proven, by endgame tables)"), "{text}");
    let solved = run(&["solve", "chess", position, "--tables", three(), "--json"]).fine().json();
    assert_eq!((&solved[0]["score"]["mate"], &solved[0]["source"]), (&json!(10), &json!("tables")), "{solved:?}");
    let (games, out) = (scratch("tables-games.pgn"), scratch("tables-annotated.pgn"));
    let _ = fs::remove_file(&out);
    fs::write(&games, format!("[SetUp \"1\"]\n[FEN \"{position}\"]\n\n1. Qb8 Ke4 2. Kb1 *\n")).unwrap();
    let asked = ["annotate", games.to_str().unwrap(), "--depth", "1", "--tables", three()];
    let judged = run(&[&asked[..], &["--json", "--out", out.to_str().unwrap()]].concat()).fine().json();
    let game = judged.iter().find(|event| event["event"] == "game").unwrap();
    let before = &game["moves"][0]["before"];
    assert_eq!(
        (&before["score"]["mate"], &before["score"]["plies"], &before["source"]),
        (&json!(10), &json!(19), &json!("tables"))
    );
    let written = fs::read_to_string(&out).unwrap();
    assert!(written.contains("depth 1, with endgame tables"), "{written}");
    let without = run(&["annotate", games.to_str().unwrap(), "--depth", "1", "--json"]).fine().json();
    let game = without.iter().find(|event| event["event"] == "game").unwrap();
    assert_eq!(
        (&game["moves"][0]["before"]["proven"], &game["moves"][0]["before"]["source"]),
        (&json!(false), &Value::Null)
    );
    for command in [&["serve", "--port", "0"][..], &["annotate", games.to_str().unwrap()]] {
        run(&[command, &["--tables", "/no/such/folder"]].concat()).refused("/no/such/folder");
    }
}

#[test]
fn damage_is_found() {
    let folder = folder("endgames-damaged");
    run(&["table", "build", "chess", "KQK", "KRK", "--out", &folder]).fine();
    let verify = |names: &[&str]| run(&[&["table", "verify", "chess", "--tables", &folder], names].concat());
    let fine = verify(&["--positions", "500"]).fine().out;
    assert!(fine.contains("KQK: whole, 500 positions agree") && fine.contains("KRK: whole"), "{fine}");
    let path = PathBuf::from(&folder).join("KRK.dtm.table");
    let whole = fs::read(&path).unwrap();
    let mut bytes = whole.clone();
    bytes[whole.len() / 2] ^= 1;
    fs::write(&path, bytes).unwrap();
    let failed = verify(&[]);
    assert_eq!(failed.code, 1, "{}", failed.out);
    assert!(failed.out.contains("KRK: the file is damaged") && failed.out.contains("KQK: whole"), "{}", failed.out);
    fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    let failed = verify(&[]);
    assert_eq!((failed.code, failed.err.contains("KRK.dtm.table")), (1, true), "{}", failed.err);
    let result = run(&["table", "info", "chess", "KRK", "--tables", &folder]);
    assert_eq!((result.code, result.err.contains("has no table KRK.dtm")), (2, true), "{}", result.err);
    // A build replaces what it cannot use, whatever the damage.
    run(&["table", "build", "chess", "KRK", "--out", &folder]).fine();
    assert_eq!(fs::read(&path).unwrap(), whole);
    let mut bytes = whole.clone();
    bytes[whole.len() / 3] ^= 8;
    fs::write(&path, bytes).unwrap();
    run(&["table", "build", "chess", "KRK", "--out", &folder]).fine();
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn what_cannot_be_is_refused_in_a_sentence() {
    let small = folder("endgames-refused");
    let long = "KQ".repeat(5_000);
    let cases: [(&[&str], &str); 21] = [
        (&["build", "chess"], "no table is named"),
        (&["build", "go", "3"], "there are no tables of 'go'"),
        (&["build", "chess", "KXK"], "'KXK' is not an ending of chess"),
        (&["build", "chess", "KQQQKQQ"], "too many pieces"),
        (&["build", "chess", "KQQQQQQK"], "too many pieces"),
        (&["build", "chess", &long], "…'"),
        (&["build", "chess", "ĸqk"], "is not an ending of chess"),
        (&["build", "chess", "KQK", "--memory", "1", "--out", &small], "'1' is out of range"),
        (&["build", "chess", "KQK", "--memory", "1K", "--out", &small], "KiB of memory, and 1.0 KiB are allowed"),
        (&["build", "chess", "KQK", "--out", "/proc/self"], "/proc/self"),
        (&["build", "chess", "9"], "expected 3 to 6"),
        (&["build", "chess", "KK"], "at least one piece"),
        (&["build", "chess", "KQK", "--metric", "dtz"], "'dtz' is not a metric"),
        (&["build", "chess", "KRNKNN", "--memory", "1G", "--out", &small], "GiB of memory, and 1.0 GiB are allowed"),
        (&["build", "chess", "KQK", "--checkers", "3"], "--checkers is about backgammon"),
        (&["build", "backgammon-bearoff", "--metric", "dtm", "--out", &small], "are about endgame tables"),
        (&["build", "backgammon-bearoff", "KQK", "--out", &small], "'KQK' is not a part of backgammon-bearoff"),
        (&["info", "chess", "KQK", "--tables", "/no/such/folder"], "/no/such/folder"),
        (&["info", "chess", "KNNK", "--tables", three()], "'rootward table build chess KNNK"),
        (&["probe", "chess", "8/8/8/8/8/k7/2Q5 w", "--tables", three()], "expected"),
        (&["probe", "chess", "startpos", "--tables", three()], "it has 32 pieces"),
    ];
    for (arguments, sentence) in cases {
        let refused = run(&[&["table"], arguments].concat());
        assert_eq!((refused.code, refused.err.lines().count()), (2, 1), "{arguments:?}: {}", refused.err);
        assert!(refused.err.contains(sentence) && refused.err.len() < 400, "{arguments:?}: {}", refused.err);
    }
}

#[test]
fn checkers_tables_are_built_listed_and_asked() {
    let folder = folder("endgames-checkers");
    run(&["table", "build", "checkers", "3", "--out", &folder]).fine();
    let read = |pieces: &str| {
        run(&["table", "info", "checkers", pieces, "--tables", &folder, "--json"]).fine().json().remove(0)
    };
    let total = |table: &Value| ["wins", "losses", "draws"].iter().filter_map(|name| table[name].as_u64()).sum::<u64>();
    let (two, three) = (read("2"), read("3"));
    // Published: 6,972 and 261,224 with those where one side is alone, 3,484 and 65,192.
    assert_eq!((total(&two), &two["longest_win_plies"]), (3_488, &json!(13)));
    assert_eq!((total(&three), &three["longest_win_plies"]), (196_032, &json!(61)));
    let probed =
        run(&["table", "probe", "checkers", "W:WK15:BK14", "--tables", &folder, "--json"]).fine().json().remove(0);
    assert_eq!(probed["score"], json!({ "kind": "draw" }));
    run(&["table", "build", "checkers", "9", "--out", &folder]).refused("expected 2 to 5");
    run(&["table", "build", "checkers", "KQK", "--out", &folder]).refused("is not an ending of checkers");
}

/// A whole small game has tables by the same commands, and its searches use them.
#[test]
fn tic_tac_toe_is_a_table_from_its_first_position_on() {
    let folder = folder("endgames-tic-tac-toe");
    let on = |arguments: &[&str]| run(&[&["table"], arguments, &["--tables", &folder]].concat());
    run(&["table", "build", "Tic_Tac_Toe", "0", "--out", &folder]).fine();
    let all = on(&["info", "mnk:3,3,3", "--json"]).fine().json();
    assert_eq!(all.len(), 10, "a table for each number of stones");
    let reached: u64 = all.iter().map(|table| table["positions"].as_u64().unwrap()).sum();
    assert!(reached >= 765, "{reached}");
    on(&["verify", "tic-tac-toe"]).fine();
    let answer = on(&["probe", "tic-tac-toe", "XX./OO./...", "--json"]).fine().json().remove(0);
    assert_eq!(answer["score"], json!({ "kind": "win", "plies": 1, "for": "mover" }));
    let text = on(&["longest", "tic-tac-toe", "3"]).fine().out;
    assert!(text.contains("the longest win takes"), "{text}");
    on(&["longest", "tic-tac-toe", "3", "--pgn", "x.pgn"]).refused("games of tic-tac-toe have no PGN");
    let looked = run(&["analyze", "tic-tac-toe", "X../.../...", "--depth", "1", "--tables", &folder]).fine().out;
    assert!(looked.contains("A draw with best play (proven, by endgame tables)"), "{looked}");
    let solved = run(&["solve", "tic-tac-toe", "--tables", &folder, "--json"]).fine().json().remove(0);
    assert_eq!((&solved["score"]["kind"], &solved["source"]), (&json!("draw"), &json!("tables")), "{solved}");
    let step = run(&["table", "step", "tic-tac-toe", "9", "--json"]).fine().json();
    assert_eq!(step[0]["score"]["kind"], json!("loss"));
}

#[test]
fn games_without_tables_name_those_that_have_them() {
    for (arguments, said) in [
        (
            &["build", "othello", "1"][..],
            "there are no tables of 'othello'; expected tic-tac-toe, mnk, chess or checkers, or backgammon-bearoff",
        ),
        (&["step", "pig", "1"], "there are no tables of 'pig'; expected tic-tac-toe, mnk, chess or checkers"),
        (&["info", "othello"], "there are no tables of 'othello'"),
        (&["build", "checkers:russian", "2"], "there are no endgame tables of checkers:russian: expected checkers"),
        (&["build", "mnk:5,5,4", "3"], "a board of 25 cells is too large"),
        (&["build", "tic-tac-toe", "11"], "'11' is not a number of stones: expected 0 to 9"),
    ] {
        run(&[&["table"], arguments].concat()).refused(said);
    }
    run(&["solve", "othello:4x4", "--tables", "x"]).refused("expected tic-tac-toe, mnk, chess or checkers");
}

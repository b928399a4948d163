//! Every JSON of the command line against `docs/schema/rootward.schema.json`. The helper that runs the binary holds each line of
//! each test against it; here are runs that reach every part of it.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;

use crate::common::schema::SCHEMA;
use crate::common::{full_device, run, run_with_input, scratch};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../matrix/tests/data");

/// What only a signal, five seconds of work or another test's long run brings about. The lines of those tests are checked as well.
const ELSEWHERE: &[&str] = &[
    "command bench",
    "command serve",
    "command new",
    "command site",
    "command play#13",
    "command tune#1",
    "command tune#3",
    "command annotate#4",
    "command matrix#3",
    "command rollout#0",
    "command book build#1",
    "command book build#4",
    "command book build#5",
    "command table build#0",
    "command table build#4",
    "command table build#5",
];

/// An empty folder.
fn folder() -> PathBuf {
    let folder = scratch("schema");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes an input and gives its path as an argument.
fn file(name: &str, text: &str) -> String {
    let path = folder().join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn out(name: &str) -> String {
    folder().join(name).to_str().unwrap().to_owned()
}

/// Runs a command line of words with `--json`; the helper checks its lines.
fn json(line: &str) {
    let words: Vec<&str> = line.split(' ').chain(["--json"]).collect();
    let run = run(&words);
    assert!(!run.out.is_empty() && run.code != 2, "{line}: {}", run.err);
}

fn file_fits(name: &str, path: &str) {
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = if name == "match_file" { text.lines().collect() } else { vec![&text] };
    for line in lines {
        SCHEMA.check(name, &serde_json::from_str(line).unwrap()).unwrap_or_else(|wrong| panic!("{wrong}: {line}"));
    }
}

#[test]
fn every_command_prints_what_the_schema_says() {
    let games = file("games.pgn", "[White \"A\"]\n\n1. f3= e5 2. g4 Qh4# 0-1\n\n[Event \"2\"]\n\n1. e5 *\n");
    searches(&games);
    drawings();
    measurements(&games);
    tables();
    let unused: Vec<String> = SCHEMA.unused("command ");
    let left: Vec<&String> = unused
        .iter()
        .filter(|place| !ELSEWHERE.iter().any(|known| *place == known || place.starts_with(&format!("{known}#"))))
        .collect();
    assert!(left.is_empty(), "no command printed this, so the schema may be wrong about it: {left:?}");
}

fn searches(games: &str) {
    json("games");
    json("analyze tic-tac-toe --depth 3");
    json("analyze connect-four:5x4 11 --depth 4 --lines 2");
    json("analyze tic-tac-toe XX./OO./X.. --depth 4 --opponent random:0.1");
    json("analyze pig 22,0,18,first,roll --depth 2 --outcomes");
    json("analyze chess --depth 2 --techniques all");
    json("solve tic-tac-toe X.O/.X./..O --all-moves");
    json("solve tree (1,5/2) --weak");
    json("solve pig:10 --all-moves");
    json("solve connect-four --all-moves --weak");
    run(&["solve", "connect-four", "--no-book", "--nodes", "2000", "--json"]).unsolved();
    run(&["solve", "pig:50", "--memory", "1M", "--json"]).unsolved();
    let mixed = run_with_input(&["solve", "tree", "--from", "-"], "(1 2)\n(1\n");
    assert_eq!((mixed.code, mixed.json().len()), (2, 2));
    json("explain chess");
    json("explain chess --evaluation network");
    let (data, mixed) = (out("learned"), out("mixed.positions"));
    // What is there is not taught again, and nothing would be reported.
    let _ = fs::remove_dir_all(&data);
    let network = format!("tune connect-four --network --data {data}");
    json(&format!("{network} --samples 600 --nodes 50 --epochs 1 --hidden 64"));
    json(&format!("{network} --step verify"));
    json(&format!("{network} --step shuffle --save {mixed} --force"));
    json("perft tic-tac-toe 3 --divide");
    let counts = file("counts.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401\n");
    assert_eq!(run(&["perft", "chess", "--from", &counts, "--json"]).code, 1);
    let suite = file("suite.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"a\"; c0 \"Ra8=10, Ra7=3\";\n");
    json(&format!("suite chess {suite} --depth 3"));
    let script =
        "hint\n1\nwhy\nundo\nmoves\nhelp\n9\nsave /dev/full\nsave GAME\nresign\n".replace("GAME", &out("a.game"));
    run_with_input(&["play", "connect-four:4x4", "--level", "2", "--time", "50ms", "--json"], &script);
    run_with_input(&["play", "tic-tac-toe", "X.O/OXX/XO.", "--first", "engine", "--json"], "").fine();
    run_with_input(&["play", "pig:5", "--dice", "ask", "--json"], "roll\n3\nhold\n").fine();
    run_with_input(&["play", "pig:2", "--json"], "roll\nhold\nroll\nroll\n");
    json(&format!("annotate {games} --depth 2 --memory 4M"));
}

fn drawings() {
    json("trace tree:tree1");
    json("trace tree:dice --algorithm alpha-beta");
    json("trace connect-four 4453 --depth 2 --algorithm engine --techniques all");
    json("trace chess --depth 1");
    let exported = out("trace.json");
    json(&format!("trace tree:deep-cut --out {exported}"));
    file_fits("trace_file", &exported);
    assert_eq!(run(&["trace", "tree:tree1", "--format", "svg", "--out", "/dev/full", "--json"]).code, 1);
    json("exercise --seed 5 --count 2");
    let handed_in = file("ada.json", crate::exercise_check::HANDED_IN);
    json(&format!("exercise check {handed_in} {handed_in}.missing"));
    for part in ["sheet", "key"] {
        let path = out(&format!("{part}.json"));
        json(&format!("exercise --chance 40 --cuts 1 --depth 2 --{part} {path}"));
        file_fits("exercise_file", &path);
    }
    assert_eq!(run(&["exercise", "--sheet", &full_device("schema.html"), "--json"]).code, 1);
    assert_eq!(run(&["compare", "tic-tac-toe", "--depths", "1..2", "--plot", "/dev/full", "--json"]).code, 1);
    json("compare connect-four:5x4 --depths 1..3 --max-nodes 50");
    json("quiz tree:tree1");
    json("quiz tree:tree1 --solution");
    let answers = file("answers.json", "{\"n0\": {\"alpha\": \"-inf\", \"value\": 4}}");
    json(&format!("quiz tree:tree1 --answers {answers}"));
    json("matrix 3,4;4,1");
    run(&["matrix", "1 -1; -1 1", "--json"]).fine();
    run(&["matrix", "2 4 3; 9 0 0; 6 1 3", "--nature", "--json"]).fine();
    json(&format!("matrix {DATA}/entry.efg"));
}

fn measurements(games: &str) {
    let two = ["--engine", "name=A", "--engine", "name=B techniques=exact", "--nodes", "20", "--games", "2", "--json"];
    let journal = out("match.jsonl");
    run(&[&["match", "tic-tac-toe", "--out", &journal][..], &two].concat()).fine();
    file_fits("match_file", &journal);
    run(&[&["match", "othello:4x4", "--sprt", "0,50"][..], &two].concat()).fine();
    run(&[&["match", "tic-tac-toe", "--engine", "name=C"][..], &two].concat()).fine();
    json("tune connect-four:5x4 --samples 60 --save /dev/full");
    json("tune backgammon --games 1");
    json("tune backgammon --linear --games 1");
    let generations = out("generations");
    let _ = fs::remove_dir_all(&generations);
    json(&format!("tune backgammon --network --data {generations} --samples 100 --hidden 64 --epochs 1"));
    json("study connect-four:5x4 --only --set x:centre=5 --openings 2 --choices 0 --plies 2 --depth 1");
    json("risk connect-four:4x4 12 --positions 2 --random 0.1");
    json("rollout backgammon --games 36 --plies 1");
    let (small, polyglot) = (out("small.book"), out("games.bin"));
    json(&format!("book build connect-four:4x4 --plies 2 --out {small}"));
    json(&format!("book build chess {games} --min-games 1 --out {polyglot}"));
    for book in [&small, &polyglot] {
        json(&format!("book info {book}"));
        json(&format!("book show {book}"));
    }
    json(&format!("analyze chess --book {polyglot} --depth 1"));
}

fn tables() {
    let (bearoff, endings) = (out("bearoff.table"), out("tables"));
    json(&format!("table build backgammon-bearoff --checkers 1 --out {bearoff}"));
    json(&format!("table info {bearoff}"));
    json(&format!("table show 4,5,6 1 --table {bearoff}"));
    for _ in 0..2 {
        json(&format!("table build checkers 2 --out {endings}"));
    }
    json(&format!("table info checkers 2 --tables {endings}"));
    json(&format!("table probe checkers W:WK15:BK14 --tables {endings}"));
    json(&format!("table longest checkers 2 --tables {endings} --pgn /dev/full"));
    json(&format!("table verify checkers --tables {endings}"));
    json("table step checkers KvK");
    json("table step checkers KvK --sweep 0");
}

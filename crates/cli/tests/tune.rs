//! `tune` and `study`: weights that fit, work that is not lost, and texts that one command passes to the next.

use std::fs;
use std::path::Path;

use crate::common::{command, run, scratch};
use serde_json::{Value, json};

const SOLVED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/data/connect-four/L3_R1.txt");

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of letters")
}

fn tuned(arguments: &[&str]) -> Value {
    run(&[&["tune", "--json"], arguments].concat()).fine().json().remove(0)
}

#[test]
fn fitted_weights_go_into_every_command_that_takes_them() {
    let tuned = tuned(&["connect-four:5x4", "--samples", "200"]);
    assert_eq!((&tuned["positions"], &tuned["held_out"]), (&json!(200), &json!(40)));
    let results = tuned["results"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap());
    assert_eq!(results.sum::<u64>(), 200);
    let weights = tuned["weights"].as_str().unwrap();
    let terms = tuned["features"].as_array().unwrap();
    for (term, part) in terms.iter().zip(weights.split(',')) {
        assert_eq!(format!("{}={}", term["name"].as_str().unwrap(), term["new"]), part);
    }
    // A search of one ply finds a weighted sum: twice the weights, twice the value.
    let value = |weights: &str| {
        let analysis = ["analyze", "connect-four:5x4", "31", "--depth", "1", "--json", "--weights", weights];
        run(&analysis).fine().json().last().unwrap()["score"]["value"].as_i64().unwrap()
    };
    let doubled: Vec<String> = terms
        .iter()
        .map(|term| format!("{}={}", term["name"].as_str().unwrap(), 2 * term["new"].as_i64().unwrap()))
        .collect();
    assert_ne!(value(weights), 0);
    assert_eq!(value(&doubled.join(",")), 2 * value(weights));
    run(&["compare", "connect-four:5x4", "--depths", "2", "--weights", weights]).fine();
    run(&["play", "connect-four:5x4", "--weights", weights]).fine();
    let set = format!("fitted:{weights}");
    let study = ["study", "connect-four:5x4", "--openings", "4", "--plies", "2", "--choices", "5", "--json", "--only"];
    let rows = run(&[&study[..], &["--set", &set]].concat()).fine().json();
    assert_eq!((&rows[0]["name"], &rows[1]["name"]), (&json!("reference"), &json!("fitted")));
    assert_eq!((&rows[1]["weights"], &rows[1]["choices"]), (&json!(weights), &json!(5)));
    let strength = &rows[1]["strength"];
    let games: u64 = ["wins", "draws", "losses"].iter().map(|kind| strength[kind].as_u64().unwrap()).sum();
    assert_eq!((games, &rows[0]["strength"]), (8, &Value::Null));
}

#[test]
fn positions_come_from_a_file_with_or_without_results() {
    // Without the numbers, the engine finds the results by itself.
    let bare = scratch("bare-positions.txt");
    let lines: Vec<String> = fs::read_to_string(SOLVED).unwrap().lines().map(str::to_owned).collect();
    let positions = lines.iter().map(|line| line.split(' ').next().unwrap()).collect::<Vec<_>>();
    let many: String = positions.iter().map(|position| format!("{position}\n")).collect();
    fs::write(&bare, format!("# without results\n\n{many}{many}")).unwrap();
    let known = scratch("known-positions.txt");
    fs::write(&known, format!("{0}\n{0}\n", lines.join("\n"))).unwrap();
    assert_eq!(
        tuned(&["connect-four", "--positions", text(&bare)]),
        tuned(&["connect-four", "--positions", text(&known)])
    );
    let shown = run(&["tune", "connect-four", "--positions", text(&known)]).fine().out;
    assert!(shown.contains("feature") && shown.contains("\n--weights open-two="), "{shown}");
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let (whole, killed) = (scratch("whole.txt"), scratch("killed.txt"));
    for path in [&whole, &killed] {
        let _ = fs::remove_file(path);
        let _ = fs::remove_file(format!("{}.part", text(path)));
    }
    let arguments = |path| ["tune", "connect-four", "--samples", "300", "--nodes", "20k", "--json", "--out", path];
    let expected = run(&arguments(text(&whole))).fine().out;
    let mut child = command(&arguments(text(&killed))).spawn().unwrap();
    let part = format!("{}.part", text(&killed));
    while fs::metadata(&part).map_or(0, |file| file.len()) < 1000 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = fs::read_to_string(&part).expect("the part that was done is left").lines().count();
    assert!(left > 10 && left < 300, "{left} lines");
    assert_eq!(run(&arguments(text(&killed))).fine().out, expected);
    assert_eq!(fs::read_to_string(&killed).unwrap(), fs::read_to_string(&whole).unwrap());
    // The kept file can be read as positions, and is not mistaken for that of another seed.
    let again = ["tune", "connect-four", "--json", "--positions", text(&whole)];
    assert_eq!(run(&again).fine().out, expected);
    run(&["tune", "connect-four", "--seed", "2", "--out", text(&whole)]).refused("line 1 is '# rootward tune 2: ");
}

#[test]
fn bad_files_are_refused_with_a_sentence() {
    let path = scratch("bad-positions.txt");
    for (content, expected) in [
        ("44 win\n448 win\n", "line 2 of '"),
        ("44 splendid\n", "'splendid' is not a result; expected win, draw, loss or a whole number"),
        ("1212121 1\n", "the game is over"),
        ("44 win\n", "1 positions are too few"),
    ] {
        fs::write(&path, content).unwrap();
        run(&["tune", "connect-four", "--positions", text(&path)]).refused(expected);
    }
    fs::write(&path, b"\xff\xfe").unwrap();
    run(&["tune", "connect-four", "--positions", text(&path)]).refused("line 1 of '");
    run(&["tune", "connect-four", "--out", text(&path)]).refused(text(&path));
    assert_eq!(fs::read(&path).unwrap(), b"\xff\xfe", "a file that is not ours stays as it was");
}

#[test]
fn chess_is_fitted_to_its_own_games_and_the_file_of_weights_goes_into_other_commands() {
    let (games, weights) = (scratch("chess-games.txt"), scratch("chess-weights.txt"));
    let _ = fs::remove_file(&games);
    let arguments =
        ["tune", "chess", "--samples", "8100", "--nodes", "30", "--out", text(&games), "--save", text(&weights)];
    let keep = [&arguments[..], &["--keep", "lone king", "--keep", "tempo"]].concat();
    let shown = run(&keep).fine().out;
    assert!(shown.starts_with("chess: 8,") && shown.contains("games,") && shown.contains("passed pawns"), "{shown}");
    // The games are on file: the second time none is played, and the result is the same.
    let json = run(&[&keep[..], &["--json", "--force"]].concat()).fine().json().remove(0);
    let terms = json["features"].as_array().unwrap();
    for term in terms.iter().filter(|term| term["group"] == "lone king" || term["group"] == "tempo") {
        assert_eq!(term["old"], term["new"]);
    }
    assert!(terms.iter().any(|term| term["old"] != term["new"]));
    // The saved weights are those found.
    let explained = run(&["explain", "chess", "--all", "--json", "--weights", text(&weights)]).fine().json().remove(0);
    let groups = explained["groups"].as_array().unwrap();
    let mut found = 0;
    for feature in groups.iter().flat_map(|group| group["features"].as_array().unwrap()) {
        for weight in feature["weights"].as_array().unwrap() {
            let name = format!("{}:{}", feature["name"].as_str().unwrap(), weight["stage"].as_str().unwrap());
            let term = terms.iter().find(|term| term["name"] == name.as_str()).unwrap();
            assert_eq!(term["new"], weight["weight"], "{name}");
            found += 1;
        }
    }
    assert_eq!(found, terms.len());
    run(&["analyze", "chess", "--nodes", "1k", "--weights", text(&weights)]).fine();
    // The same games from a file that is only read, besides others.
    let more = ["tune", "chess", "--samples", "100", "--nodes", "30", "--seed", "2", "--json", "--add", text(&games)];
    let both = run(&more).fine().json().remove(0);
    assert!(both["positions"].as_u64().unwrap() >= json["positions"].as_u64().unwrap() + 100);
}

#[test]
fn weights_that_are_no_file_and_files_that_are_no_games_are_refused() {
    run(&["analyze", "chess", "--weights", "no-such-file.txt"]).refused("neither a weight nor a file that can be read");
    let path = scratch("no-games.txt");
    fs::write(&path, "1. e4 e5\n").unwrap();
    run(&["tune", "chess", "--samples", "1", "--nodes", "30", "--add", text(&path)]).refused("no file that tune wrote");
    fs::write(&path, "pawn:mg=many\n").unwrap();
    run(&["explain", "chess", "--weights", text(&path)]).refused("'many' is not a whole number");
}

#[test]
fn an_evaluation_is_reported_part_by_part() {
    let shown = run(&["explain", "chess", "4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1"]).fine().out;
    for part in ["Phase 4 of 24", "material", "  queen ", "mg ", "eg ", "\nsum ", "an estimate: a static evaluation"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let shown = run(&["explain", "connect-four", "21314", "--weights", "centre=20"]).fine().out;
    assert!(shown.contains("centre") && !shown.contains("Phase"), "{shown}");
    run(&["explain", "tree"]).refused("has no evaluation with named features");
}

#[test]
fn a_study_is_the_same_every_time_and_has_a_row_a_feature() {
    let arguments = ["study", "connect-four", "--depth", "2", "--openings", "5", "--choices", "5", "--nodes", "10k"];
    let shown = run(&arguments).fine().out;
    assert_eq!(run(&arguments).fine().out, shown);
    let features = run(&["games", "--json"]).fine().json().remove(3)["features"].as_array().unwrap().clone();
    for name in features.iter().filter(|term| term["weight"] != 0).map(|term| term["name"].as_str().unwrap()) {
        assert!(shown.contains(&format!("without {name}")), "{shown}");
    }
    assert!(shown.contains("no evaluation"));
}

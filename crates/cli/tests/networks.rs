//! Networks: the one that comes with the program, those that `tune --network` teaches, and what each piece is worth to them.

use std::fs;
use std::path::Path;

use crate::common::{run, scratch};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of letters")
}

#[test]
fn the_network_of_the_program_is_chosen_by_its_name() {
    let value = |evaluation: &[&str]| {
        let analysis = ["analyze", "chess", "--nodes", "2k", "--json"];
        let answer = run(&[&analysis, evaluation].concat()).fine().json().pop().unwrap();
        assert_eq!(answer["score"]["kind"], "estimate");
        assert!(answer["best"].is_string());
        (answer["score"]["value"].clone(), answer["nodes"].clone())
    };
    let network = value(&["--evaluation", "network"]);
    assert_eq!(value(&[]), network, "the network is the usual evaluation of chess");
    assert_ne!(value(&["--evaluation", "linear"]), network);
    let four = ["analyze", "connect-four", "--no-book", "--depth", "3", "--evaluation", "network", "--json"];
    assert_eq!(run(&four).fine().json().pop().unwrap()["score"]["kind"], "estimate");
}

#[test]
fn what_is_no_evaluation_is_refused() {
    for command in ["analyze", "explain", "play"] {
        run(&[command, "chess", "--evaluation", "nonsense"]).refused("file 'nonsense'");
    }
    run(&["analyze", "chess", "--evaluation", "nonsense"]).refused("expected linear, network, or a file");
    run(&["analyze", "checkers:russian", "--evaluation", "network"]).refused("no network for this game comes with");
    run(&["analyze", "tree", "--evaluation", "network"]).refused("tree has no choice of evaluations");
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    run(&["analyze", "chess", "--evaluation", readme]).refused("this is no network; expected a file that begins with");
    run(&["explain", "chess", "--evaluation", "network", "--all"]).refused("a network has no features to list");
}

/// English draughts are judged by their network unless another evaluation is chosen; the other rules have none.
#[test]
fn checkers_has_a_network_of_its_own() {
    let analysed = |game: &str, choice: &[&str]| {
        let mut words = vec!["analyze", game, "--depth", "5", "--json"];
        words.extend(choice);
        let end = run(&words).fine().json().pop().unwrap();
        (end["score"].clone(), end["nodes"].clone())
    };
    let usual = analysed("checkers", &[]);
    assert_eq!(usual, analysed("checkers", &["--evaluation", "network"]));
    assert_ne!(usual, analysed("checkers", &["--evaluation", "linear"]));
    assert_eq!(analysed("checkers:russian", &[]), analysed("checkers:russian", &["--evaluation", "linear"]));
}

#[test]
fn a_network_reports_what_each_piece_is_worth() {
    let position = "4k3/pppp4/8/8/8/5N2/PPPP4/4K3 w - - 0 1";
    let shown = run(&["explain", "chess", position, "--evaluation", "network"]).fine().out;
    let first = shown.lines().skip_while(|line| !line.starts_with("piece")).nth(1).unwrap();
    assert!(first.starts_with("White knight  f3"), "{shown}");
    assert!(!shown.contains("king") && shown.contains("an estimate: a static evaluation"), "{shown}");
    let reply = run(&["explain", "chess", position, "--evaluation", "network", "--json"]).fine().json().remove(0);
    assert_eq!(reply["pieces"].as_array().unwrap().len(), 9);
    assert!(reply["pieces"][0]["worth"].as_f64().unwrap() > 1.0, "{reply}");
    assert!(reply["groups"].is_null());
}

#[test]
fn a_network_for_connect_four_is_taught_and_used() {
    let folder = scratch("taught");
    let _ = fs::remove_dir_all(&folder);
    let saved = scratch("taught.network");
    let tune = ["tune", "connect-four", "--network", "--data", text(&folder), "--samples", "600", "--nodes", "50"];
    let tune =
        [&tune[..], &["--epochs", "2", "--hidden", "64", "--generations", "2", "--save", text(&saved), "--force"]]
            .concat();
    let shown = run(&tune).fine().out;
    assert!(shown.contains("generation 1: loss 0.") && shown.contains("generation 2: loss 0."), "{shown}");
    for file in ["generation-1.positions", "generation-1.svg", "generation-2.positions", "generation-2.network"] {
        assert!(folder.join(file).exists(), "{file}");
    }
    let taught = fs::read(folder.join("generation-2.network")).unwrap();
    assert_eq!(fs::read(&saved).unwrap(), taught);
    // What is there is not done again; without the last network, it is taught again from the same games, and is the same.
    let shown = run(&tune).fine().out;
    assert!(!shown.contains("generation 1"), "{shown}");
    for file in ["generation-2.network", "generation-2.training"] {
        fs::remove_file(folder.join(file)).unwrap();
    }
    run(&tune).fine();
    assert_eq!(fs::read(&saved).unwrap(), taught);
    let verified = run(&["tune", "connect-four", "--network", "--step", "verify", "--data", text(&folder)]).fine().out;
    assert_eq!(verified.matches(" positions\n").count(), 2, "{verified}");
    run(&["analyze", "connect-four", "--no-book", "--depth", "4", "--evaluation", text(&saved)]).fine();
    run(&["explain", "connect-four", "44", "--evaluation", text(&saved)]).refused("is not known for connect-four");
    run(&["analyze", "chess", "--evaluation", text(&saved)]).refused("expected one for 'chess-768x4-mirrored'");
}

/// Games that nothing judged have scores of 0: a network can learn from their results alone.
#[test]
fn a_network_is_taught_from_rules_and_results_alone() {
    let folder = scratch("from-nothing");
    let _ = fs::remove_dir_all(&folder);
    let saved = scratch("from-nothing.network");
    let tune = ["tune", "connect-four", "--network", "--teacher", "nothing", "--data", text(&folder), "--json"];
    let size =
        ["--samples", "3k", "--nodes", "60", "--epochs", "20", "--hidden", "64", "--save", text(&saved), "--force"];
    let events = run(&[&tune[..], &size].concat()).fine().json();
    let trained = events.iter().find(|event| event["event"] == "trained").expect("a training");
    let (loss, ignorant) = (trained["loss"].as_f64().unwrap(), trained["ignorant"].as_f64().unwrap());
    assert!(ignorant > 0.1, "the target is the result, not the search's 0: {trained}");
    assert!(loss < 0.9 * ignorant, "{trained}");
    let value = |moves: &str| {
        let answer =
            ["analyze", "connect-four", moves, "--no-book", "--depth", "1", "--evaluation", text(&saved), "--json"];
        run(&answer).fine().json().pop().unwrap()["score"]["value"].as_f64().unwrap()
    };
    assert!(["", "4", "44", "32"].iter().any(|moves| value(moves).abs() > 0.0));
}

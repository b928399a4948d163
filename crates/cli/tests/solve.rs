//! `rootward solve`.

use crate::common::{run, run_with_input, scratch};
use serde_json::{Value, json};

fn solution(arguments: &[&str]) -> Value {
    let mut lines = run(&[&["solve", "--json"], arguments].concat()).fine().json();
    assert_eq!(lines.len(), 1);
    lines.remove(0)
}

#[test]
fn a_solution_has_the_documented_fields() {
    let solution = solution(&["tic-tac-toe"]);
    assert_eq!(&solution["score"], &json!({ "kind": "draw", "plies": 9 }));
    assert_eq!((&solution["proven"], &solution["stopped"]), (&json!(true), &json!(false)));
    assert_eq!(solution["line"].as_array().unwrap().len(), 9);
    assert_eq!(solution["line"][0], solution["best"]);
    assert!(solution["nodes"].is_u64() && solution["elapsed_ms"].is_number());
}

#[test]
fn a_tree_has_a_payoff_in_its_own_unit() {
    let solution = solution(&["tree", "((3.25 12 8) (2 4 6) (14 5 2))"]);
    assert_eq!(&solution["score"], &json!({ "kind": "payoff", "plies": 2, "value": 3.25, "for": "max" }));
    assert_eq!(solution["best"], json!("1"));
}

#[test]
fn a_root_where_chance_decides_is_no_end_of_the_game() {
    let tree = "chance(1/2: (3 9) 1/2: 6)";
    let text = run(&["solve", "tree", tree]).fine().out;
    assert!(text.contains(", chance decides\n"), "{text}");
    assert!(text.contains("Chance decides. The expected value is 15/2 for MAX (proven on average)."), "{text}");
    let solution = solution(&["tree", tree, "--all-moves"]);
    let fields = ["chance", "score", "best", "proven"].map(|field| solution[field].clone());
    let expected = [
        json!(true),
        json!({ "kind": "expected", "value": 7.5, "fraction": "15/2", "for": "max" }),
        json!(null),
        json!(true),
    ];
    assert_eq!(fields, expected);
    let moves: Vec<_> =
        solution["moves"].as_array().unwrap().iter().map(|mv| (&mv["move"], &mv["score"]["value"])).collect();
    assert_eq!(moves, [(&json!("1"), &json!(9)), (&json!("2"), &json!(6))]);
}

#[test]
fn every_move_is_valued() {
    let solution = solution(&["tic-tac-toe", "X.O/.X./..O", "--all-moves"]);
    let moves = solution["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 5);
    assert_eq!(moves[0], json!({ "move": "c2", "score": { "kind": "draw", "plies": 5 } }));
    assert!(moves[1..].iter().all(|mv| mv["score"] == json!({ "kind": "loss", "plies": 2, "for": "mover" })));
    let text = run(&["solve", "tic-tac-toe", "X.O/.X./..O", "--all-moves"]).fine().out;
    assert!(text.contains("A draw with best play (proven). Best move: c2."), "{text}");
}

/// Positions with known results (Pascal Pons' convention, from the benchmark of his tutorial).
const KNOWN: &[(&str, &str, u64)] = &[
    ("2252576253462244111563365343671351441", "loss", 4),
    ("7422341735647741166133573473242566", "win", 7),
    ("23163416124767223154467471272416755633", "draw", 4),
];

#[test]
fn a_file_gives_an_object_a_line_and_goes_on_after_a_bad_one() {
    let path = scratch("positions.txt");
    let [(a, ..), (b, ..), (c, ..)] = KNOWN else { panic!("three positions") };
    std::fs::write(&path, format!("# known\n{a} -1 and more words\n\n9x\n{b}\n  {c}\t0\n")).unwrap();
    let run = run(&["solve", "connect-four", "--from", path.to_str().unwrap()]);
    assert_eq!((run.code, run.err.as_str()), (2, ""));
    let lines = run.json();
    assert_eq!(lines.len(), 4);
    for (line, (position, value, plies)) in [&lines[0], &lines[2], &lines[3]].into_iter().zip(KNOWN) {
        assert_eq!(line["position"], json!(position));
        assert_eq!((&line["score"]["kind"], &line["score"]["plies"]), (&json!(value), &json!(plies)));
        assert!(line["best"].is_string() && line["nodes"].is_u64() && line["elapsed_ms"].is_number());
    }
    assert_eq!((&lines[1]["position"], &lines[1]["line_number"]), (&json!("9x"), &json!(4)));
    assert!(lines[1]["error"].as_str().unwrap().contains("'9' is not a column"));
}

#[test]
fn positions_come_from_stdin_and_trees_take_the_whole_line() {
    let trees = "((3 12 8) (2 4 6) (14 5 2))\n[[10,8],[4,50]]\n(1\n";
    let run = run_with_input(&["solve", "tree", "--from", "-", "--all-moves"], trees);
    let lines = run.json();
    assert_eq!((run.code, lines.len()), (2, 3));
    assert_eq!((&lines[0]["score"]["value"], &lines[1]["score"]["value"]), (&json!(3), &json!(8)));
    assert_eq!(
        lines[1]["moves"],
        json!([
            { "move": "1", "score": { "kind": "payoff", "plies": 2, "value": 8, "for": "max" } },
            { "move": "2", "score": { "kind": "payoff", "plies": 2, "value": 4, "for": "max" } },
        ])
    );
    assert!(lines[2]["error"].is_string());
}

#[test]
fn nodes_do_not_depend_on_the_positions_before() {
    let nodes = |positions: &str| {
        let lines = run_with_input(&["solve", "connect-four", "--from", "-"], positions).fine().json();
        lines.last().unwrap()["nodes"].clone()
    };
    let (a, b) = (KNOWN[0].0, KNOWN[2].0);
    assert_eq!(nodes(&format!("{a}\n")), nodes(&format!("{b}\n{a}\n{a}\n")));
}

#[test]
fn a_kept_table_gives_the_same_values() {
    let lines = |arguments: &[&str]| {
        let positions = "2252576253462244111563\n22525762534622441115633\n225257625346224411156336\n";
        let run = run_with_input(&[&["solve", "connect-four", "--from", "-"], arguments].concat(), positions).fine();
        run.json().iter().map(|line| line["score"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(lines(&[]), lines(&["--keep-table"]));
    assert_eq!(lines(&[]), lines(&["--threads", "2"]));
}

#[test]
fn a_limit_leaves_a_labelled_answer() {
    let limited = ["solve", "connect-four", "--no-book", "--nodes", "5000"];
    let solution = run(&[&limited[..], &["--json"]].concat()).json().remove(0);
    assert_eq!((&solution["score"], &solution["proven"]), (&Value::Null, &json!(false)));
    assert_eq!(solution["stopped"], json!(true));
    let text = run(&limited).out;
    assert!(text.to_lowercase().contains("not solved"), "{text}");
}

#[test]
fn what_is_not_solved_shows_in_the_exit_code() {
    let limited = run(&["solve", "connect-four", "--no-book", "--nodes", "20k"]);
    assert_eq!((limited.code, limited.err.as_str()), (1, ""), "{}", limited.out);
    assert!(limited.out.contains("Not solved"), "{}", limited.out);
    let one = |position: &str, input: &str, code: i32| {
        let run = run_with_input(&["solve", "connect-four", position, "--no-book", "--nodes", "20k"], input);
        assert_eq!(run.code, code, "{}", run.out);
    };
    one("2252576253462244111563", "", 0);
    let many = |input: &str| {
        run_with_input(&["solve", "connect-four", "--from", "-", "--no-book", "--nodes", "20k"], input).code
    };
    assert_eq!(many("2252576253462244111563\n"), 0);
    assert_eq!(many("2252576253462244111563\n4\n2252576253462244111563\n"), 1);
    assert_eq!(many("4\nnonsense\n4\n"), 2, "a line that cannot be read weighs more");
    let help = run(&["solve", "--help"]).fine().out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("The exit code is 1 if a position was not solved"), "{help}");
}

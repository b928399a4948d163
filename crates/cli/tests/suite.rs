//! `rootward suite`.

use crate::common::{run, run_with_input, scratch};
use serde_json::{Value, json};

/// A mate of vondele/matetrack's mates2000.epd, a position of Win at Chess, and one with grades of the Strategic Test Suite.
const FEW: &str = "7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6 bm #1;\n\
                   r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id \"WAC.004\";\n\
                   1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; c0 \"f5=10, Be5+=2, Bf2=3\";\n";

#[test]
fn a_file_of_positions_is_searched_and_summed_up() {
    let path = scratch("few.epd");
    std::fs::write(&path, FEW).unwrap();
    let file = path.to_str().unwrap();
    let lines = run(&["suite", "chess", file, "--nodes", "20k", "--json"]).fine().json();
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[0]["solved"], &lines[0]["score"]["plies"]), (&json!(true), &json!(1)));
    assert_eq!((&lines[1]["id"], &lines[1]["best"]), (&json!("WAC.004"), &json!("Qxh7+")));
    assert_eq!((&lines[3]["event"], &lines[3]["possible"]), (&json!("summary"), &json!(10)));
    assert_eq!((&lines[3]["mates"], &lines[3]["mates_found"]), (&json!(1), &json!(1)));
    let again = run(&["suite", "chess", file, "--nodes", "20k", "--json"]).fine().json();
    let without_time = |lines: &[serde_json::Value]| -> Vec<_> {
        lines.iter().map(|line| (line["best"].clone(), line["nodes"].clone(), line["score"].clone())).collect()
    };
    assert_eq!(without_time(&lines), without_time(&again));
    let text = run(&["suite", "chess", file, "--depth", "3", "--verbose"]).fine().out;
    assert_eq!(text.lines().count(), 5, "{text}");
    assert!(text.contains("wanted mate in 1") && text.contains(" of 10 points"), "{text}");
}

#[test]
fn a_limit_of_positions_and_the_summary_alone() {
    let output = run_with_input(&["suite", "chess", "-", "--nodes", "1k", "--limit", "1"], FEW).fine().out;
    assert!(
        output.starts_with("-: solved 1 of 1; a mate proven in 1 of 1\n") && output.lines().count() == 2,
        "{output}"
    );
}

#[test]
fn bad_files_are_refused_with_file_and_line() {
    let refused = |text: &str, sentence: &str| run_with_input(&["suite", "chess", "-"], text).refused(sentence);
    refused(&format!("{FEW}8/8 w - -"), "file '-': line 4, column 1: ");
    refused("6k1/8/6K1/8/8/8/8/R7 w - - bm Rb2;", "'Rb2' is not a legal move here; expected one of ");
    refused("\u{fffd}", "line 1, column 1: ");
    run(&["suite", "chess", "no-such-file.epd"]).refused("file 'no-such-file.epd'");
    run(&["suite", "connect-four", "-"]).refused("no suites for connect-four");
    run(&["suite", "chess", "-", "--techniques", "magic"]).refused("'magic'");
}

#[test]
fn a_comment_with_an_equals_sign_is_a_comment() {
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;";
    let text = format!("{mate} c0 \"depth=20\";\n{mate} c0 \"eval=35, time=2\";\n{mate} c0 \"Ra8=10, Kf1=1\";\n");
    let events = run_with_input(&["suite", "chess", "-", "--depth", "2", "--json"], &text).fine().json();
    let points: Vec<&Value> = events[..3].iter().map(|row| &row["points"]).collect();
    assert_eq!(points, [&Value::Null, &Value::Null, &json!(10)]);
    assert_eq!(events[3]["solved"], json!(3));
}

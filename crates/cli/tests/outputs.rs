//! Files that commands write: refused before the work if they cannot be written, and not lost if that fails later.

use std::fs;
use std::time::{Duration, Instant};

use crate::common::{run, scratch};

const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games/classics.pgn");

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_work() {
    let engines = ["--engine", "", "--engine", "", "--nodes", "1M"];
    let to_match = |option: &'static str| [&["match", "chess"][..], &engines, &[option]].concat();
    let (pgn, out) = (to_match("--pgn"), to_match("--out"));
    // Without the check, each of them would work for minutes.
    let cases: &[&[&str]] = &[
        &["tune", "connect-four", "--samples", "100k", "--save"],
        &["tune", "connect-four", "--samples", "100k", "--out"],
        &["tune", "backgammon", "--games", "1M", "--save"],
        &["tune", "backgammon", "--games", "1M", "--linear", "--save"],
        &["tune", "backgammon", "--games", "1M", "--out"],
        &["compare", "connect-four", "--depths", "1..40", "--max-nodes", "1G", "--plot"],
        &["bench", "--write"],
        &["book", "build", "connect-four", "--plies", "14", "--out"],
        &["book", "build", "chess", CLASSICS, "--out"],
        &["table", "build", "backgammon-bearoff", "--checkers", "8", "--out"],
        &["annotate", CLASSICS, "--depth", "30", "--out"],
        &["trace", "connect-four", "--depth", "14", "--algorithm", "minimax", "--format", "svg", "--out"],
        &["exercise", "--sheet"],
        &pgn,
        &out,
    ];
    let (folder, file) = (scratch("a-folder.pdf"), scratch("no-folder"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(&file, "").unwrap();
    let missing = scratch("missing-folder/x.pdf");
    let below_a_file = file.join("x.pdf");
    for arguments in cases {
        for (path, why) in
            [(&missing, "there is no folder '"), (&folder, "it is a folder"), (&below_a_file, "is no folder")]
        {
            let start = Instant::now();
            let path = path.to_str().unwrap();
            let run = run(&[*arguments, &[path]].concat());
            assert_eq!(run.out, "", "{arguments:?}");
            assert!(run.err.contains(&format!("'{path}' cannot be written: ")), "{arguments:?}: {}", run.err);
            run.refused(why);
            assert!(start.elapsed() < Duration::from_secs(10), "{arguments:?}");
        }
    }
}

#[cfg(target_os = "linux")]
mod full {
    use super::*;
    use crate::common::Run;
    use serde_json::json;
    use std::process::Command;

    /// Runs the program where a file can be made but not be filled, as on a full disk.
    fn run_where_files_stay_empty(arguments: &[&str]) -> Run {
        let script = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
        let program = env!("CARGO_BIN_EXE_rootward");
        let output = Command::new("sh").args(["-c", script, "sh", program]).args(arguments).output().unwrap();
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[test]
    fn what_cannot_be_written_is_printed_and_the_file_is_named() {
        let path = |name: &str| scratch(name).to_str().unwrap().to_owned();
        let (weights, plot, sheet, svg, pgn) =
            (path("full.txt"), path("full.svg"), path("full.html"), path("full-trace.svg"), path("full.pgn"));
        let cases: &[(&[&str], &str, &str)] = &[
            (&["tune", "connect-four:5x4", "--samples", "200", "--save", &weights], &weights, "open-two="),
            (&["compare", "tic-tac-toe", "--depths", "1..2", "--plot", &plot], &plot, "<svg"),
            (&["exercise", "--sheet", &sheet], &sheet, "<html"),
            (&["trace", "tree:tree1", "--out", &svg], &svg, "<svg"),
            (
                &["match", "chess", "--engine", "", "--engine", "", "--nodes", "1", "--games", "2", "--pgn", &pgn],
                &pgn,
                "Elo",
            ),
        ];
        for (arguments, path, result) in cases {
            let _ = fs::remove_file(path);
            let run = run_where_files_stay_empty(arguments);
            assert_eq!(run.code, 1, "{arguments:?}: {}", run.err);
            assert!(run.err.contains(&format!("error: the file '{path}' could not be written (")), "{}", run.err);
            assert_eq!(run.err.lines().count(), 1, "{}", run.err);
            assert!(run.out.contains(result), "{arguments:?}: {}", run.out);
        }
        // With JSON, the result is in the object that is printed in any case.
        let run = run_where_files_stay_empty(&[&["--json"], cases[0].0].concat());
        let told = run.json();
        assert!(told[0]["weights"].as_str().unwrap().contains("open-two="));
        assert_eq!((&told[1]["event"], &told[1]["file"]), (&json!("unwritten"), &json!(weights)));
        assert!(told[1]["text"].as_str().unwrap().contains("open-two="));
    }
}

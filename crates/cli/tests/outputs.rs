//! Files that commands write: refused before the work if they cannot be written, and not lost if that fails later.

use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::common::{run, run_with_input, scratch};

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
            [(&missing, "there is no folder '"), (&folder, "it is a folder"), (&below_a_file, "is not a folder")]
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

/// Every option that names a file to be written, with a command that is quick; the file comes last.
fn writers() -> Vec<Vec<String>> {
    let weights = "tune connect-four:5x4 --samples 60 --save";
    let lines = [
        weights,
        "tune backgammon --games 1 --save",
        "tune backgammon --linear --games 1 --save",
        "compare tic-tac-toe --depths 1..2 --plot",
        "trace tree:tree1 --format svg --out",
        "exercise --sheet",
        "exercise --key",
        "book build connect-four:4x4 --plies 2 --out",
        "table build backgammon-bearoff --checkers 1 --out",
        "match chess --engine name=A --engine name=B --nodes 1 --games 2 --pgn",
    ];
    let mut all: Vec<Vec<String>> = lines.iter().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    all.push(["book", "build", "chess", CLASSICS, "--min-games", "1", "--out"].map(str::to_owned).to_vec());
    all.push(["annotate", CLASSICS, "--depth", "1", "--memory", "1M", "--out"].map(str::to_owned).to_vec());
    let tables = small_tables();
    all.push(["table", "longest", "checkers", "2", "--tables", &tables, "--pgn"].map(str::to_owned).to_vec());
    all
}

fn small_tables() -> String {
    static TABLES: LazyLock<String> = LazyLock::new(|| {
        let folder = scratch("written-tables").to_str().unwrap().to_owned();
        run(&["table", "build", "checkers", "2", "--out", &folder]).fine();
        folder
    });
    TABLES.clone()
}

fn with<'a>(line: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    line.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

#[test]
fn a_file_that_is_there_is_replaced_only_with_force() {
    for (number, line) in writers().iter().enumerate() {
        let path = scratch(&format!("there-{number}.html"));
        let file = path.to_str().unwrap();
        fs::write(&path, "mine").unwrap();
        let refused = run(&with(line, &[file]));
        assert_eq!(refused.out, "", "{line:?} worked before it looked");
        refused.refused(&format!("'{file}' already exists; expected another name, or --force to replace it"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine", "{line:?}");
        run(&with(line, &[file, "--force"])).fine();
        let written = fs::read(&path).unwrap();
        assert!(written.len() > 4 && written != b"mine", "{line:?} did not replace it");
        let left: Vec<_> =
            fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        let name = path.file_name().unwrap().to_str().unwrap();
        let beside = left.iter().filter(|other| other.to_str().unwrap().starts_with(name)).count();
        assert_eq!(beside, 1, "{line:?} left something beside its file: {left:?}");
    }
}

#[test]
fn a_folder_of_files_is_filled_only_if_none_of_them_is_there() {
    let (pages, graphs) = (scratch("pages"), scratch("there-graphs"));
    let (pages_name, graphs_name) = (pages.to_str().unwrap(), graphs.to_str().unwrap());
    let cases: [(&[&str], &std::path::Path); 2] = [
        (&["man", "--out", pages_name], &pages.join("rootward-solve.1")),
        (
            &["annotate", CLASSICS, "--depth", "1", "--memory", "1M", "--svg", graphs_name],
            &graphs.join("game-0002.svg"),
        ),
    ];
    for (arguments, one) in cases {
        fs::create_dir_all(one.parent().unwrap()).unwrap();
        fs::write(one, "mine").unwrap();
        run(arguments).refused(&format!("'{}' already exists", one.display()));
        assert_eq!(fs::read_to_string(one).unwrap(), "mine");
        run(&[arguments, &["--force"]].concat()).fine();
        assert_ne!(fs::read_to_string(one).unwrap(), "mine");
    }
}

/// Work that goes on with its own file needs no leave; a file of something else does.
#[test]
fn work_goes_on_with_its_own_file_and_replaces_another_only_with_force() {
    let two = "--engine name=A --engine name=B --nodes 1 --games 2";
    for (number, line) in [
        "tune connect-four:5x4 --samples 60 --out".to_owned(),
        "tune backgammon --games 1 --out".to_owned(),
        format!("match tic-tac-toe {two} --out"),
    ]
    .iter()
    .enumerate()
    {
        let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let path = scratch(&format!("own-{number}"));
        let file = path.to_str().unwrap();
        run(&with(&line, &[file])).fine();
        run(&with(&line, &[file])).fine();
        fs::write(&path, "my notes\n").unwrap();
        run(&with(&line, &[file])).refused("--force replaces the file");
        assert_eq!(fs::read(&path).unwrap(), b"my notes\n");
        run(&with(&line, &[file, "--force"])).fine();
        assert_ne!(fs::read(&path).unwrap(), b"my notes\n");
        run(&with(&line, &["-"])).refused("'-' cannot be written: what it holds is read again to go on with");
    }
    // The games of a match that goes on are its own, too.
    let (out, pgn) = (scratch("own.jsonl"), scratch("own.pgn"));
    let both = format!("match chess {two} --out {} --pgn {}", out.display(), pgn.display());
    let both: Vec<&str> = both.split(' ').collect();
    run(&both).fine();
    let games = fs::read_to_string(&pgn).unwrap();
    run(&both).fine();
    assert_eq!(fs::read_to_string(&pgn).unwrap(), games);
}

#[test]
fn a_saved_game_is_not_replaced_unasked() {
    let (mine, new) = (scratch("mine.game"), scratch("new.game"));
    fs::write(&mine, "mine").unwrap();
    let play = |text: &str| {
        let text = text.replace("MINE", mine.to_str().unwrap()).replace("NEW", new.to_str().unwrap());
        run_with_input(&["play", "tic-tac-toe", "--json"], &text).fine().json()
    };
    let events = play("save MINE\nsave NEW\nsave NEW\nquit\n");
    let words: Vec<&str> = events[1..].iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(words, ["error", "saved", "saved"], "{events:?}");
    assert!(events[1]["error"].as_str().unwrap().contains("already exists; expected another name, or --force"));
    assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
    play("save --force MINE\n");
    assert_eq!(fs::read(&mine).unwrap(), fs::read(&new).unwrap());
}

#[cfg(target_os = "linux")]
mod full {
    use super::*;
    use crate::common::{Run, full_device};
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

    /// Every file of a command: the exit code is 1, and one sentence names the file.
    #[test]
    fn a_full_disk_shows_in_the_exit_code() {
        let mut lines = writers();
        for line in ["tune connect-four:5x4 --samples 60 --out", "tune backgammon --games 1 --out"] {
            lines.push(line.split(' ').map(str::to_owned).collect());
        }
        let two = "match tic-tac-toe --engine name=A --engine name=B --nodes 1 --games 2 --out";
        lines.push(two.split(' ').map(str::to_owned).collect());
        let (pages, graphs, endings) = (scratch("full-pages"), scratch("full-graphs"), scratch("full-tables"));
        let folders: [(&[&str], &std::path::Path); 3] = [
            (&["man", "--out"], &pages),
            (&["annotate", CLASSICS, "--depth", "1", "--memory", "1M", "--svg"], &graphs),
            (&["table", "build", "checkers", "2", "--out"], &endings),
        ];
        let in_folders = folders.map(|(line, folder)| {
            let line = line.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
            (line, folder.to_str().unwrap().to_owned())
        });
        let in_files = lines.into_iter().enumerate().map(|(number, line)| {
            let path = scratch(&format!("full-{number}.html"));
            (line, path.to_str().unwrap().to_owned())
        });
        for (line, path) in in_files.chain(in_folders) {
            let run = run_where_files_stay_empty(&with(&line, &[&path]));
            assert_eq!((run.code, run.err.lines().count()), (1, 1), "{line:?}: {}", run.err);
            let named =
                run.err.contains(&format!("error: the file '{path}")) && run.err.contains("could not be written (");
            assert!(named, "{line:?}: {}", run.err);
            assert!(!std::path::Path::new(&path).is_file() || fs::read(&path).unwrap().is_empty(), "{line:?}");
        }
    }

    /// What is written to a device is what is written to a file, and it is not replaced by one.
    #[test]
    fn a_full_device_shows_in_the_exit_code() {
        for line in writers() {
            let device = full_device("outputs.html");
            let run = run(&with(&line, &[&device]));
            // A book grows beside its name, which a device has no room for.
            let growing = line[0] == "book" || line[0] == "annotate";
            if growing {
                run.refused(&format!("'{device}' cannot be written: what it holds is read again"));
                continue;
            }
            assert_eq!((run.code, run.err.lines().count()), (1, 1), "{line:?}: {}", run.err);
            let named = format!("error: the file '{device}' could not be written (");
            assert!(run.err.contains(&named), "{line:?}: {}", run.err);
            assert!(fs::symlink_metadata(&device).unwrap().is_symlink(), "{line:?} replaced the device");
        }
        let two = "match tic-tac-toe --engine name=A --engine name=B --nodes 1 --games 2 --out /dev/full";
        run(&two.split(' ').collect::<Vec<_>>()).refused("'/dev/full' cannot be written: what it holds is read again");
        let saved = run_with_input(&["play", "tic-tac-toe"], "b2\nsave /dev/full\nquit\n");
        assert_eq!(saved.code, 1, "{}", saved.err);
        assert!(saved.err.contains("the file '/dev/full' could not be written (") && saved.out.contains("move b2"));
    }

    #[test]
    fn a_full_stdout_shows_in_the_exit_code() {
        let commands = scratch("full-input.txt");
        fs::write(&commands, "uci\n").unwrap();
        for arguments in [
            &["games"][..],
            &["games", "--json"],
            &["--help"],
            &["--version"],
            &["help", "solve"],
            &["completions", "bash"],
            &["man"],
            &["solve", "tic-tac-toe"],
            &["solve", "tic-tac-toe", "--json"],
            &["trace", "tree:tree1", "--format", "svg"],
            &["exercise"],
            &["matrix", "1 2; 3 4"],
            &["play", "tic-tac-toe", "--json"],
            &["uci"],
        ] {
            let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            let input = fs::File::open(&commands).unwrap();
            let ended = crate::common::command(arguments).stdin(input).stdout(full).output().unwrap();
            let err = String::from_utf8(ended.stderr).unwrap();
            assert_eq!((ended.status.code(), err.lines().count()), (Some(1), 1), "{arguments:?}: {err}");
            assert!(err.starts_with("error: standard output could not be written ("), "{arguments:?}: {err}");
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
        let events = run.json();
        assert!(events[0]["weights"].as_str().unwrap().contains("open-two="));
        assert_eq!((&events[1]["event"], &events[1]["file"]), (&json!("unwritten"), &json!(weights)));
        assert!(events[1]["text"].as_str().unwrap().contains("open-two="));
    }
}

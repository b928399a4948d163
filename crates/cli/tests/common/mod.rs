//! Runs the built binary.
#![allow(dead_code, reason = "not every test file uses everything")]

pub mod schema;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

/// The result of a run.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The lines of stdout as JSON.
    pub fn json(&self) -> Vec<Value> {
        let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.out.lines().map(read).collect()
    }

    /// Asserts that the run succeeded.
    #[track_caller]
    pub fn fine(self) -> Run {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self
    }

    /// Asserts that a position was not solved, which the exit code says, and nothing else went wrong.
    #[track_caller]
    pub fn unsolved(self) -> Run {
        assert_eq!((self.code, self.err.as_str()), (1, ""), "{}", self.out);
        self
    }

    /// Asserts that the input was refused with one sentence that contains this text.
    #[track_caller]
    pub fn refused(self, text: &str) {
        assert_eq!((self.code, self.err.lines().count()), (2, 1), "{}", self.err);
        assert!(self.err.starts_with("error: ") && self.err.contains(text), "{}", self.err);
    }
}

/// A command for the binary with these arguments.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rootward"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it to its end.
pub fn run(arguments: &[&str]) -> Run {
    run_with_input(arguments, "")
}

/// Runs it to its end with this text on stdin.
pub fn run_with_input(arguments: &[&str], input: &str) -> Run {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().expect("the binary starts");
    // A program that ends early may leave input unread.
    let _ = child.stdin.take().expect("stdin is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the binary ends");
    let run = Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("stdout is text"),
        err: String::from_utf8(output.stderr).expect("stderr is text"),
    };
    if is_json(arguments) {
        check_lines(arguments, &run.out);
    }
    run
}

/// Whether a command prints JSON.
fn is_json(arguments: &[&str]) -> bool {
    arguments.contains(&"--json") || arguments.first() == Some(&"solve") && arguments.contains(&"--from")
}

/// Holds every line that a command printed against the schema: no test can print JSON that the schema does not describe.
pub fn check_lines(arguments: &[&str], out: &str) {
    let words: Vec<&str> = arguments.iter().filter(|word| !word.starts_with("--")).copied().collect();
    let command = match words[..] {
        [group @ ("book" | "table"), command, ..] => format!("command {group} {command}"),
        [command, ..] => format!("command {command}"),
        [] => return,
    };
    for line in out.lines() {
        let value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {line}"));
        let checked = schema::SCHEMA.check(&command, &value);
        checked.unwrap_or_else(|wrong| panic!("{arguments:?}: {wrong}\n{line}"));
    }
}

/// A name, with an ending that says a format, of a device that is always full.
#[cfg(target_os = "linux")]
pub fn full_device(name: &str) -> String {
    let link = scratch(&format!("device-{name}"));
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink("/dev/full", &link).expect("a link can be made");
    link.to_str().expect("a path of text").to_owned()
}

/// A path for a file that only this test uses. Nothing of an earlier run is there: files are not replaced unasked.
pub fn scratch(name: &str) -> PathBuf {
    static DIRECTORY: LazyLock<PathBuf> = LazyLock::new(|| {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory).expect("the directory can be made");
        directory
    });
    DIRECTORY.join(name)
}

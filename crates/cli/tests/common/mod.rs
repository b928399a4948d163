//! Runs the built binary.
#![allow(dead_code, reason = "not every test file uses everything")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

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
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("stdout is text"),
        err: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}

/// A path for a file that only this test uses.
pub fn scratch(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    directory.join(name)
}

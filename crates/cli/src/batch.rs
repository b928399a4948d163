//! `rootward batch`: jobs of many rows. They are part of the Python package, which this hands over to.

use std::ffi::OsString;
use std::process::Command;

use clap::Args as ClapArgs;
use rootward_session::Problem;

use crate::failure::{Code, Failure};

const HELP: &str = "\
Jobs: solve, analyze, annotate, match, book; resume goes on with a job that was stopped; export, plan and node belong to them. \
'rootward batch solve --help' lists the options of one.

The jobs run on the processes of this machine, or on a Ray cluster, with the same files and the same results. They need Python 3.10 or \
later with the package rootward: \"pip install './crates/python[batch]'\" in a copy of the project, and '[ray]' for a cluster. ROOTWARD_PYTHON names the \
interpreter, python3 without it. The manual is docs/cluster.md.";

/// Says in one sentence that the package is not there; a package that lacks something else says so itself.
const CALL: &str = "\
import sys
try:
    from rootward.batch.__main__ import main
except ModuleNotFoundError as error:
    print(f'error: {sys.executable}: {error}; expected the package, by pip install ./crates/python[batch] in a copy of the project', file=sys.stderr)
    sys.exit(2)
sys.exit(main(sys.argv[1:]))";

/// The options of `batch`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The job and its options
    #[arg(value_name = "JOB", trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    words: Vec<OsString>,
}

/// Runs the command.
pub fn run(args: &Args, json: bool) -> Result<Code, Failure> {
    let python = std::env::var_os("ROOTWARD_PYTHON").unwrap_or_else(|| "python3".into());
    let mut command = Command::new(&python);
    command.arg("-c").arg(CALL).args(&args.words).args(json.then_some("--json"));
    let error = handed_over(&mut command)?;
    let problem = format!("batch: '{}' cannot be started ({error})", python.display());
    Err(Problem::new(problem, "Python 3.10 or later, by the name in ROOTWARD_PYTHON").into())
}

/// Becomes the other process, so that its signals and exit code are its own. It returns only if it cannot.
#[cfg(unix)]
fn handed_over(command: &mut Command) -> Result<std::io::Error, Failure> {
    use std::os::unix::process::CommandExt;

    Ok(command.exec())
}

/// Waits for the other process, and ends with its code.
#[cfg(not(unix))]
fn handed_over(command: &mut Command) -> Result<std::io::Error, Failure> {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => Ok(error),
    }
}

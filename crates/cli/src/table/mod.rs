//! `rootward table`: tables of solved positions.

mod build;
mod info;
mod show;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use crate::failure::{Code, Failure};
use crate::output::Output;

/// The options of `table`.
#[derive(ClapArgs)]
#[command(subcommand_value_name = "COMMAND")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compute a table and write it into a file
    Build(build::Args),
    /// Check a table, and tell what is in it
    Info(info::Args),
    /// Look a position up
    Show(show::Args),
}

/// The tables that can be built.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Bearing off in backgammon
    BackgammonBearoff,
}

/// Makes a table, or reads one.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    match &args.command {
        Command::Build(args) => build::run(args, output),
        Command::Info(args) => info::run(args, output),
        Command::Show(args) => show::run(args, output),
    }
}

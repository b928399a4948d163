//! `rootward table`: tables of solved positions. The game decides which kind: backgammon's table of bearing off is one file,
//! endgame tables are a folder with a file for each ending.

mod bearoff;
mod build;
mod endgames;
mod folder;
mod info;
mod longest;
mod probe;
mod show;
mod step;
mod verify;
mod words;

use clap::{Args as ClapArgs, Subcommand};

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
    /// Compute tables and write them into files
    Build(build::Args),
    /// Tell what is in a table
    Info(info::Args),
    /// Look a position of bearing off up
    Show(show::Args),
    /// Check endgame tables: every byte, and random positions against their moves
    Verify(verify::Args),
    /// Look the value of a position and of its moves up in endgame tables
    Probe(probe::Args),
    /// Show the longest win of an ending, with its whole line
    Longest(longest::Args),
    /// Show the sweeps that solve an ending, one by one
    Step(step::Args),
}

/// Makes a table, or reads one.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    match &args.command {
        Command::Build(args) => build::run(args, output),
        Command::Info(args) => info::run(args, output),
        Command::Show(args) => show::run(args, output),
        Command::Verify(args) => verify::run(args, output),
        Command::Probe(args) => probe::run(args, output),
        Command::Longest(args) => longest::run(args, output),
        Command::Step(args) => step::run(args, output),
    }
}

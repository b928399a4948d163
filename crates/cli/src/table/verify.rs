//! `rootward table verify`.

use std::sync::atomic::Ordering;

use clap::Args as ClapArgs;
use rootward_session::endgame_tables::TableCheck;
use rootward_session::{NodeMeter, parse_count};

use super::folder::FolderArgs;
use crate::failure::{Code, Failure};
use crate::interrupt::flag_on_interrupt;
use crate::numbers::grouped;
use crate::output::{GUESSED, Output, PROVEN, styled};
use crate::progress::Progress;

const HELP: &str = "\
Two checks of each table: is every byte of the file as it was written, by its checksum; and is the value of random positions
that of their best move, by the rules and the tables alone. The exit code is 1 if a table fails.

Examples:
  rootward table verify chess --tables tables
  rootward table verify chess KQKR --positions 1M --seed 7";

/// The options of `table verify`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game, such as chess
    pub game: String,
    /// The endings, by name or by number of pieces; without one, all that are there
    names: Vec<String>,
    #[command(flatten)]
    folder: FolderArgs,
    /// How many positions of each table; each position of a table with no more than that
    #[arg(long, value_name = "N", default_value = "10k", value_parser = parse_count)]
    positions: u64,
    /// Which random positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Checks tables.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let tables = args.folder.open(&args.game)?;
    let names = tables.tables(&args.names)?;
    let stop = flag_on_interrupt();
    // A file that cannot be opened has failed, too, unless only others are asked for.
    let mut fine = !args.names.is_empty() || tables.damaged().is_empty();
    let progress = Progress::start("checking", &NodeMeter::default());
    for name in &names {
        if stop.load(Ordering::Relaxed) {
            return Ok(Code::Interrupted);
        }
        progress.label(&format!("checking {name}"));
        let checked = tables.check(name, args.positions, args.seed)?;
        fine &= checked.fine;
        let _quiet = progress.hush();
        tell(&checked, output)?;
    }
    Ok(if fine { Code::Fine } else { Code::Failed })
}

fn tell(checked: &TableCheck, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.object(checked);
    }
    let TableCheck { table, positions, problem, .. } = checked;
    let sentence = match problem {
        None => styled(PROVEN, &format!("{table}: whole, {} positions agree with their moves", grouped(*positions))),
        Some(problem) => styled(GUESSED, &format!("{table}: {problem}")),
    };
    Ok(output.line(&sentence)?)
}

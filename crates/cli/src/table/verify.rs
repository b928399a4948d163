//! `rootward table verify`.

use std::sync::atomic::Ordering;

use clap::Args as ClapArgs;
use rootward_endgames::{Endings, Tables};
use rootward_session::{NodeMeter, parse_count};
use serde::Serialize;

use super::folder::FolderArgs;
use super::games::{TableGame, Task};
use super::words::told;
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
    /// The game: chess or checkers
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

#[derive(Serialize)]
struct Checked {
    table: String,
    fine: bool,
    whole: bool,
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

impl Task for Args {
    fn run<E: TableGame>(&self, game: E, output: &mut Output) -> Result<Code, Failure> {
        let tables = self.folder.open(game)?;
        let slices = self.folder.slices(&tables, &self.names)?;
        let stop = flag_on_interrupt();
        // A file that cannot be opened has failed, too, unless only others are asked for.
        let mut fine = !self.names.is_empty() || tables.damaged().is_empty();
        let progress = Progress::start("checking", &NodeMeter::default());
        for slice in &slices {
            if stop.load(Ordering::Relaxed) {
                return Ok(Code::Interrupted);
            }
            progress.label(&format!("checking {slice}"));
            let checked = self.check(&tables, slice)?;
            fine &= checked.fine;
            let _quiet = progress.hush();
            tell(&checked, output)?;
        }
        Ok(if fine { Code::Fine } else { Code::Failed })
    }
}

impl Args {
    fn check<E: TableGame>(&self, tables: &Tables<E>, slice: &E::Slice) -> Result<Checked, Failure> {
        let game = tables.game();
        let whole = self.folder.table(tables, slice)?.is_whole();
        let mut checked = Checked { table: slice.to_string(), fine: whole, whole, positions: 0, problem: None };
        if !whole {
            checked.problem = Some("the file is damaged: its checksum differs".into());
            return Ok(checked);
        }
        if let Some(missing) = missing(tables, slice) {
            checked.fine = false;
            checked.problem =
                Some(format!("its moves cannot be checked: {missing}, which it converts into, is missing"));
            return Ok(checked);
        }
        let verified = tables.verify(slice, self.positions, self.seed);
        checked.positions = verified.checked;
        if let Some((number, stored, best)) = verified.wrong {
            checked.fine = false;
            let word = |value: Option<_>| value.map_or("unknown".into(), |value| told(value, tables.metric()));
            let position = game.position(slice, number).map_or(number.to_string(), |position| game.write(&position));
            checked.problem =
                Some(format!("{position} is stored as {}, its best move is {}", word(stored), word(best)));
        }
        Ok(checked)
    }
}

/// A table that this one converts into, and that is not there.
fn missing<E: Endings>(tables: &Tables<E>, slice: &E::Slice) -> Option<E::Slice> {
    tables.game().converts_into(slice).into_iter().find(|other| tables.table(other).is_none())
}

fn tell(checked: &Checked, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.object(checked);
    }
    let Checked { table, positions, problem, .. } = checked;
    let sentence = match problem {
        None => styled(PROVEN, &format!("{table}: whole, {} positions agree with their moves", grouped(*positions))),
        Some(problem) => styled(GUESSED, &format!("{table}: {problem}")),
    };
    Ok(output.line(&sentence)?)
}

//! `rootward table show`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use rootward_session::backgammon::{BearOff, BearOffChances};

use crate::failure::{Code, Failure};
use crate::output::{FAINT, GUESSED, Output, PROVEN, STRONG, styled};
use crate::source;

const HELP: &str = "\
Positions are the points that a side's checkers stand on, each as often as it has checkers there: 4,5,6 or 6,6. Without a table of
both sides, or with more checkers than it is for, the chance to win is that of two players who both hurry: an estimate, mostly right
to a thousandth.

Examples:
  rootward table show 1,2,3,4,5,6
  rootward table show 6,6 6,6 --table bearoff.table --json";

/// The options of `table show`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The checkers of the side on roll
    own: String,
    /// Those of the other side
    other: Option<String>,
    /// The file of a table of both sides, or - for stdin
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

/// Looks a position up.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let table = args.table.as_deref().map(|path| source::file(path, "table")).transpose()?;
    let chances = BearOff::open(table.as_deref())?.ask(&args.own, args.other.as_deref())?;
    if output.json {
        output.object(&chances)?;
    } else {
        tell(&chances, output)?;
    }
    Ok(Code::Fine)
}

fn tell(chances: &BearOffChances, output: &mut Output) -> Result<(), Failure> {
    output.line(&styled(STRONG, &format!("Mean number of rolls: {:.6}", chances.mean_rolls)))?;
    for (rolls, chance) in chances.rolls.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        output.line(&format!("  {rolls:>2}  {:>8.4} %", chance * 100.0))?;
    }
    if let (Some(win), Some(exact)) = (chances.win_probability, chances.exact) {
        let sentence = format!("Chance to win on roll: {win:.9}");
        let (style, source) = if exact {
            (PROVEN, "exact, from the table of both sides")
        } else {
            (GUESSED, "an estimate: both sides hurry")
        };
        output.line(&styled(style, &sentence))?;
        output.line(&styled(FAINT, source))?;
    }
    Ok(())
}

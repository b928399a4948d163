//! `rootward table build`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;
use rootward_session::backgammon::{TableBuild, TableInfo, TableProgress, build_table};
use rootward_session::{NodeMeter, Problem, parse_within};

use super::{Kind, info};
use crate::failure::{Code, Failure};
use crate::interrupt::{stop_on_interrupt, tell_stopped};
use crate::numbers::{grouped, time};
use crate::options::EngineArgs;
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::Progress;
use crate::target;

const HELP: &str = "\
backgammon-bearoff: how many rolls a player needs to bear off up to 15 checkers from the six points of the home board, and
the first one of fifteen (54,264 positions, the chance of every number of rolls); and who wins if both sides have at most
--checkers left, for every pair of positions. Everything is exact up to the rounding of floating point (1e-13). With 6
checkers it is a matter of a second, with 8 of half a minute, so a build that is interrupted is begun anew. FILE appears when it
is whole.

Examples:
  rootward table build backgammon-bearoff --out bearoff.table
  rootward table build backgammon-bearoff --checkers 8 --out large.table --threads 2
  rootward table show 4,5,6 1,2,3 --table bearoff.table";

/// How often JSON reports progress.
const BETWEEN_EVENTS: Duration = Duration::from_secs(5);

/// The options of `table build`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// Which table
    table: Kind,
    /// How many checkers a side may have in the part for both sides: 1 to 8
    #[arg(long, value_name = "N", default_value = "6", value_parser = parse_checkers)]
    checkers: u32,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    engine: EngineArgs,
}

fn parse_checkers(text: &str) -> Result<u32, Problem> {
    parse_within(text, "number of checkers", 1, 8)
}

/// How to go on after Ctrl-C.
const HOW: &str = "Nothing is kept; the same command begins anew.";

/// Makes a table.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let Kind::BackgammonBearoff = args.table;
    target::check([args.out.as_path()])?;
    let (stop, start) = (stop_on_interrupt(HOW), Instant::now());
    let (men, out, threads) = (args.checkers as u8, args.out.clone(), args.engine.threads);
    let wanted = TableBuild { men, out, threads, stop: stop.clone() };
    let progress = Progress::start("computing the table", &NodeMeter::default());
    let (mut last_event, mut written) = (Instant::now(), Ok(()));
    let info = build_table(&wanted, &mut |state| {
        progress.label(&label(state));
        if output.json && written.is_ok() && last_event.elapsed() >= BETWEEN_EVENTS {
            last_event = Instant::now();
            written = output.event("progress", state);
        }
        if written.is_err() {
            stop.raise();
        }
    });
    drop(progress);
    written?;
    match info? {
        Some(info) => tell(args, &info, start.elapsed(), output),
        None => tell_stopped(HOW, output),
    }
}

fn label(state: &TableProgress) -> String {
    format!("{} of {} pairs of positions", grouped(state.done as u64), grouped(state.total as u64))
}

fn tell(args: &Args, info: &TableInfo, elapsed: Duration, output: &mut Output) -> Result<Code, Failure> {
    if output.json {
        output.event("table", info)?;
        return Ok(Code::Fine);
    }
    output.line(&styled(STRONG, &format!("Written: {}", args.out.display())))?;
    info::tell(info, output)?;
    output.line(&styled(FAINT, &time(elapsed.as_secs_f64() * 1e3)))?;
    Ok(Code::Fine)
}

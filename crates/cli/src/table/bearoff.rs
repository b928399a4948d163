//! `rootward table build backgammon-bearoff`.

use std::path::Path;
use std::time::{Duration, Instant};

use rootward_session::NodeMeter;
use rootward_session::backgammon::{TableBuild, TableInfo, TableProgress, build_table};

use super::info;
use crate::failure::{Code, Failure};
use crate::interrupt::{stop_on_interrupt, tell_stopped};
use crate::numbers::{grouped, time};
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::{Progress, ProgressEvents};

/// Which table to make.
pub struct Wanted<'a> {
    /// How many checkers a side may have in the part for both sides.
    pub checkers: u8,
    /// The file.
    pub out: &'a Path,
    /// Threads.
    pub threads: usize,
}

/// How to go on after Ctrl-C.
const HOW: &str = "Nothing is kept; the same command starts again.";

/// Makes a table.
pub fn run(args: &Wanted<'_>, output: &mut Output) -> Result<Code, Failure> {
    let (stop, start) = (stop_on_interrupt(HOW), Instant::now());
    let (men, out, threads) = (args.checkers, args.out.to_owned(), args.threads);
    let wanted = TableBuild { men, out, threads, stop: stop.clone() };
    let progress = Progress::start("computing the table", &NodeMeter::default());
    let mut events = ProgressEvents::new(output, &stop);
    let info = build_table(&wanted, &mut |state| {
        progress.label(&label(state));
        events.progress(state);
    });
    drop(progress);
    events.finish()?;
    match info? {
        Some(info) => tell(args, &info, start.elapsed(), output),
        None => tell_stopped(HOW, output),
    }
}

fn label(state: &TableProgress) -> String {
    format!("{} of {} pairs of positions", grouped(state.done as u64), grouped(state.total as u64))
}

fn tell(args: &Wanted<'_>, info: &TableInfo, elapsed: Duration, output: &mut Output) -> Result<Code, Failure> {
    if output.json {
        output.event("table", info)?;
        return Ok(Code::Fine);
    }
    output.line(&styled(STRONG, &format!("Written: {}", args.out.display())))?;
    info::tell(info, output)?;
    output.line(&styled(FAINT, &time(elapsed.as_secs_f64() * 1e3)))?;
    Ok(Code::Fine)
}

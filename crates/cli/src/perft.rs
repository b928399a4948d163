//! `rootward perft`: counts lines of play, the test of move generation.

use std::time::Instant;

use clap::Args as ClapArgs;
use rootward_session::{Division, NodeMeter, open};
use serde::Serialize;

use crate::failure::{Code, Failure};
use crate::numbers::{grouped, millis, speed, time};
use crate::options::parse_depth;
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::Progress;

/// The options of `perft`.
#[derive(ClapArgs)]
#[command(override_usage = "rootward perft [OPTIONS] <GAME> [POSITION] <DEPTH>")]
pub struct Args {
    /// The game: NAME[:VARIANT]
    game: String,
    /// The position, if it is not the start, and how many plies
    #[arg(required = true, num_args = 1..=2, value_name = "POSITION DEPTH")]
    what: Vec<String>,
    /// Count by first move
    #[arg(long)]
    divide: bool,
}

#[derive(Serialize)]
struct Count<'a> {
    game: &'a str,
    position: &'a str,
    depth: u32,
    lines: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a [Division]>,
    elapsed_ms: f64,
}

/// Counts lines.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let (position, depth) = match args.what.as_slice() {
        [depth] => (None, depth),
        [position, depth] => (Some(position.as_str()), depth),
        _ => unreachable!("the parser allows one or two"),
    };
    let depth = parse_depth(depth)?;
    let session = open(&args.game, position)?;
    let view = session.view();
    let start = Instant::now();
    let progress = Progress::start("counting", &NodeMeter::default());
    let mut done = 0;
    let divisions = session.divide(depth, &mut |division| {
        done += 1;
        progress.label(&format!("counted {done} of {} moves, last {}", view.moves.len(), division.mv));
    });
    drop(progress);
    let elapsed_ms = (millis(start.elapsed()) * 1e3).round() / 1e3;
    let lines = divisions.iter().map(|division| division.lines).sum();
    if output.json {
        let moves = args.divide.then_some(divisions.as_slice());
        output.object(&Count { game: &view.game, position: &view.position, depth, lines, moves, elapsed_ms })?;
        return Ok(Code::Fine);
    }
    for division in divisions.iter().filter(|_| args.divide) {
        output.line(&format!("{:<6} {:>15}", division.mv, grouped(division.lines)))?;
    }
    output.line(&format!("{} lines of {depth} plies", styled(STRONG, &grouped(lines))))?;
    output.line(&styled(FAINT, &format!("{}, {}", time(elapsed_ms), speed(lines, elapsed_ms))))?;
    Ok(Code::Fine)
}

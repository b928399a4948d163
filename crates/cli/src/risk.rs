//! `rootward risk`: the chances in lost positions against players who err.

use clap::Args as ClapArgs;
use rootward_session::{Limits, NodeMeter, Problem, counted, parse_memory, parse_within};
use rootward_studies::risk::{RiskRow, RiskSettings, risk};

use crate::columns::aligned;
use crate::events::RowsDone;
use crate::failure::{Code, Failure};
use crate::interrupt::{stop_on_interrupt, tell_stopped};
use crate::options::GameArgs;
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::Progress;

const HELP: &str = "\
Lost positions are drawn from random games. In each, five ways of resisting meet opponents who err: one that plays perfectly \
but for a share of random moves, and some that choose by the game's evaluation (softmax: a move that looks one clear advantage \
better is e^STRENGTH times as likely). Every score is exact, by a table of the whole game; the error of 95 % is that of \
the choice of positions. Should the opponent let the win slip, every way plays on perfectly.

Examples:
  rootward risk connect-four:4x4
  rootward risk connect-four:5x4 --positions 500 --random 0.1 --random 0.3 --softmax 1
  rootward risk mnk:4,4,3 --json";

/// The options of `risk`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    at: GameArgs,
    /// Lost positions
    #[arg(long, default_value = "200", value_parser = parse_positions)]
    positions: usize,
    /// Leave out positions that are lost in fewer plies
    #[arg(long, default_value = "4", value_parser = parse_plies)]
    plies: u32,
    /// An opponent who plays perfectly but for this share of random moves [default: 0.1]
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    random: Vec<f64>,
    /// The strength of an opponent who chooses by the game's evaluation [default: 0.5 and 2]
    #[arg(long, value_name = "STRENGTH", value_parser = parse_strength)]
    softmax: Vec<f64>,
    /// The seed of random positions: the same seed gives the same ones
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Memory for a table of the whole game
    #[arg(long, default_value = "1G", value_parser = parse_memory)]
    memory: usize,
}

fn parse_positions(text: &str) -> Result<usize, Problem> {
    parse_within(text, "number of positions", 2, 1_000_000).map(|number| number as usize)
}

fn parse_plies(text: &str) -> Result<u32, Problem> {
    parse_within(text, "number of plies", 1, 1000)
}

fn parse_share(text: &str) -> Result<f64, Problem> {
    parse_real(text, 1.0).ok_or_else(|| Problem::new(format!("'{text}' is not a share"), "a number from 0 to 1"))
}

fn parse_strength(text: &str) -> Result<f64, Problem> {
    parse_real(text, 1000.0)
        .ok_or_else(|| Problem::new(format!("'{text}' is not a strength"), "a number from 0 to 1000"))
}

fn parse_real(text: &str, most: f64) -> Option<f64> {
    text.trim().parse().ok().filter(|number| (0.0..=most).contains(number))
}

/// Measures the winning probabilities.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let flag = stop_on_interrupt(HOW);
    let meter = NodeMeter::default();
    let usual = RiskSettings::default();
    let none_given = args.random.is_empty() && args.softmax.is_empty();
    let settings = RiskSettings {
        positions: args.positions,
        least_plies: args.plies,
        slips: if none_given { usual.slips } else { args.random.clone() },
        softmax: if none_given { usual.softmax } else { args.softmax.clone() },
        seed: args.seed,
        memory: args.memory,
        limits: Limits { stop: Some(flag.clone()), meter: Some(meter.clone()), ..Limits::default() },
    };
    let session = args.at.open()?;
    let progress = Progress::start("valuing positions", &meter);
    let (mut written, mut known) = (Ok(()), Vec::new());
    let rows = risk(&*session, &settings, &mut |row| {
        known.push(row.clone());
        progress.label(&format!("{}, {}: done; valuing positions", row.opponent, row.way.words()));
        if output.json && written.is_ok() {
            let _hush = progress.hush();
            written = output.event("row", row);
        }
    })?;
    drop(progress);
    written?;
    let Some(rows) = rows else {
        if !output.json {
            known.iter().try_for_each(|row| tell_row(row, output))?;
            output.line(&format!("{} measured.", counted(known.len() as u64, "way was", "ways were")))?;
        }
        return tell_stopped(HOW, output);
    };
    if output.json {
        output.event("end", &RowsDone { rows: rows.len(), seed: args.seed })?;
    } else {
        tell(args, &rows, output)?;
    }
    Ok(Code::Fine)
}

/// How to go on after Ctrl-C.
const HOW: &str = "The same command starts again.";

fn tell_row(row: &RiskRow, output: &mut Output) -> Result<(), Failure> {
    Ok(output.line(&format!("{}, {}: {:.3} ± {:.3}", row.opponent, row.way.words(), row.score, row.error))?)
}

/// Prints a table with one column for each opponent.
fn tell(args: &Args, rows: &[RiskRow], output: &mut Output) -> Result<(), Failure> {
    let count = rows.first().map_or(0, |row| row.positions);
    let positions = counted(count as u64, "lost position", "lost positions");
    let title = format!("{}: score from {positions} (win 1, draw ½), ± 95 %", args.at.game);
    output.line(&styled(STRONG, &title))?;
    let mut opponents: Vec<&str> = rows.iter().map(|row| row.opponent.as_str()).collect();
    opponents.dedup();
    let head = std::iter::once("way").chain(opponents.iter().copied()).map(str::to_owned).collect();
    let mut lines: Vec<Vec<String>> = vec![head];
    for way in rootward_studies::risk::Way::ALL {
        let figures =
            rows.iter().filter(|row| row.way == way).map(|row| format!("{:.3} ± {:.3}", row.score, row.error));
        lines.push(std::iter::once(way.words().to_owned()).chain(figures).collect());
    }
    for (place, line) in aligned(&lines).iter().enumerate() {
        output.line(&if place == 0 { styled(FAINT, line) } else { line.clone() })?;
    }
    Ok(())
}

//! `rootward tune`: the weights of an evaluation, fitted to positions whose value is proven.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use rootward_session::tune::{Quality, Sample, SampleSettings, Tuned, collect_samples, read_samples, tune};
use rootward_session::{NodeMeter, Problem, Session, StopFlag, parse_count, parse_within};

use crate::columns::aligned;
use crate::failure::{Code, Failure};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::grouped;
use crate::options::GameArgs;
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::Progress;

const HELP: &str = "\
Positions are reached by random play from the start (or from POSITION) and solved by the engine, or read from a file \
with a position on each line, then its result for the side to move (win, draw, loss, or a number whose sign says so); \
those without a result are solved. What is fitted is the chance of a win by logistic regression; every fifth position \
is held out, and the table says how well the results of those are foretold before and after.

Examples:
  rootward tune connect-four --samples 5000 --out solved.txt
  rootward tune connect-four --positions solved.txt
  rootward tune mnk:5,5,4 --json

With --out, each solved position is on file at once: after a kill the same command goes on where it was. The line of \
weights at the end is what analyze, compare, play and study take as --weights.";

/// The options of `tune`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    at: GameArgs,
    /// A file of positions, each with its result, or - for stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["samples", "seed", "nodes", "quiet", "out"])]
    positions: Option<PathBuf>,
    /// How many positions to draw and solve
    #[arg(long, default_value = "2000", value_parser = parse_samples)]
    samples: usize,
    /// Decides over the positions: the same seed gives the same ones
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave out positions that take more nodes to solve
    #[arg(long, default_value = "50k", value_parser = parse_count)]
    nodes: u64,
    /// Leave out positions that end by force within so many plies; 0 keeps them
    #[arg(long, default_value = "2", value_parser = parse_quiet)]
    quiet: u32,
    /// Keep the solved positions in a file, and go on with those it holds
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The weights to compare with, instead of the game's own: name=number,…
    #[arg(long, value_name = "WEIGHTS")]
    weights: Option<String>,
}

fn parse_samples(text: &str) -> Result<usize, Problem> {
    parse_within(text, "number of samples", 1, 10_000_000).map(|samples| samples as usize)
}

fn parse_quiet(text: &str) -> Result<u32, Problem> {
    parse_within(text, "number of plies", 0, 20)
}

/// Fits the weights.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let flag = stop_on_interrupt();
    let mut session = args.at.open()?;
    // Also where there is nothing to set: a game without weights is refused at once.
    session.set_weights(args.weights.as_deref().unwrap_or_default())?;
    let Some(samples) = samples(args, session.as_mut(), &flag)? else { return Ok(Code::Interrupted) };
    let tuned = tune(&session.view().game, &session.features(), &samples)?;
    if output.json {
        output.object(&tuned)?;
    } else {
        tell(&tuned, output)?;
    }
    Ok(Code::Fine)
}

/// The positions; none if the user ended it.
fn samples(args: &Args, session: &mut dyn Session, flag: &StopFlag) -> Result<Option<Vec<Sample>>, Failure> {
    let progress = Progress::start("solving positions", &NodeMeter::default());
    let samples = match &args.positions {
        Some(path) => {
            let each = &mut |count: usize| progress.label(&format!("{} positions read", grouped(count as u64)));
            read_samples(session, path, flag, each)?
        }
        None => {
            let Args { samples, seed, nodes, quiet, .. } = *args;
            let settings = SampleSettings { samples, seed, nodes, quiet, stop: flag.clone() };
            let of = grouped(samples as u64);
            let each =
                &mut |count: usize| progress.label(&format!("{} of {of} positions solved", grouped(count as u64)));
            collect_samples(session, &settings, args.out.as_deref(), each)?.samples
        }
    };
    Ok((!flag.is_raised()).then_some(samples))
}

fn tell(tuned: &Tuned, output: &mut Output) -> Result<(), Failure> {
    let number = |count: usize| grouped(count as u64);
    let [wins, draws, losses] = tuned.results.map(number);
    let (all, held) = (number(tuned.positions), number(tuned.held_out));
    output.line(&styled(STRONG, &format!("{}: {all} solved positions, {held} of them held out", tuned.game)))?;
    output.line(&format!("Won by MAX {wins}, drawn {draws}, lost {losses}"))?;
    output.line("")?;
    table(output, &["feature", "old", "new", "±", "share", "meaning"], &weights(tuned))?;
    output.line("")?;
    let forecasts = [
        ("no evaluation", tuned.forecasts.none),
        ("old weights", tuned.forecasts.old),
        ("new weights", tuned.forecasts.new),
    ];
    table(output, &["held-out positions", "log-loss", "winner named"], &forecasts.map(forecast))?;
    output.line("")?;
    Ok(output.line(&format!("--weights {}", tuned.weights))?)
}

fn table(output: &mut Output, head: &[&str], rows: &[Vec<String>]) -> Result<(), Failure> {
    let head = head.iter().map(|&text| text.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows.iter().cloned()).collect();
    for (place, line) in aligned(&rows).iter().enumerate() {
        output.line(&if place == 0 { styled(FAINT, line) } else { line.clone() })?;
    }
    Ok(())
}

fn weights(tuned: &Tuned) -> Vec<Vec<String>> {
    let row = |feature: &rootward_session::tune::TunedFeature| {
        let error = feature.error.map_or("–".to_owned(), |error| format!("{error:.1}"));
        let share = format!("{:.0} %", feature.share * 100.0);
        let (old, new) = (feature.old.to_string(), feature.new.to_string());
        vec![feature.name.to_owned(), old, new, error, share, feature.meaning.to_owned()]
    };
    tuned.features.iter().map(row).collect()
}

fn forecast((name, quality): (&str, Quality)) -> Vec<String> {
    vec![name.to_owned(), format!("{:.4}", quality.log_loss), format!("{:.1} %", quality.accuracy * 100.0)]
}

//! `rootward compare`: the cost of the same answer, as techniques are added one by one.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

use clap::Args as ClapArgs;
use rootward_draw::{Theme, cost_chart};
use rootward_session::{NodeMeter, Problem, parse_count};
use rootward_studies::compare::{CompareRow, CompareSettings, compare, table_text};

use crate::analyze::head;
use crate::failure::{Code, Failure};
use crate::interrupt::{stop_on_interrupt, tell_stopped, until_stopped};
use crate::options::{GameArgs, parse_depth};
use crate::output::Output;
use crate::progress::Progress;
use crate::target::ReplaceArgs;
use crate::{source, target};

/// The options of `compare`.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    at: GameArgs,
    /// The depths to compare: first..last, or a single one
    #[arg(long, default_value = "1..8", value_parser = parse_depths)]
    depths: RangeInclusive<u32>,
    /// Leave out searches that would take more nodes
    #[arg(long, default_value = "50M", value_parser = parse_count)]
    max_nodes: u64,
    /// Weights of the evaluation: name=number,… or a file of them ('rootward explain' lists them)
    #[arg(long, value_name = "WEIGHTS", value_parser = source::weights)]
    weights: Option<String>,
    /// Draw the comparison into an SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
}

fn parse_depths(text: &str) -> Result<RangeInclusive<u32>, Problem> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let last = last.strip_prefix('=').unwrap_or(last);
    let depths = parse_depth(first)?..=parse_depth(last)?;
    if depths.is_empty() {
        return Err(Problem::new(format!("'{text}' has no depths"), "the smaller depth first, such as 1..8"));
    }
    Ok(depths)
}

/// Compares the methods.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    args.replace.check(args.plot.as_deref())?;
    let mut session = args.at.open()?;
    if let Some(weights) = &args.weights {
        session.set_weights(weights)?;
    }
    let view = session.view();
    if view.outcome.is_some() {
        return Err(Problem::new("the game is over at this position", "a position with moves").into());
    }
    let stop = stop_on_interrupt("The same command starts again.");
    let (depths, max_nodes) = (args.depths.clone(), args.max_nodes);
    let settings = CompareSettings { depths, max_nodes, ..CompareSettings::default() };
    if !output.json {
        head(session.as_ref(), output)?;
    }
    let progress = Progress::start(&format!("depth {}", args.depths.start()), &NodeMeter::default());
    let mut rows = Vec::new();
    // In a thread that is left behind by Ctrl-C: searches that look for it would cost more time than those to be compared.
    let compared = until_stopped(&stop, move |sender: &Sender<CompareRow>| {
        compare(&*session, &settings, &mut |row| sender.send(row.clone()).unwrap_or_default());
    });
    for row in compared {
        progress.label(&format!("depth {}", row.depth + 1));
        if output.json {
            let _hush = progress.hush();
            output.object(&row)?;
        }
        rows.push(row);
    }
    drop(progress);
    if !output.json && !rows.is_empty() {
        output.text(&table_text(&rows))?;
    }
    if let Some(path) = &args.plot {
        let title = format!("{} {}", view.game, view.position);
        target::write(path, cost_chart(&rows, &title, Theme::default()).as_ref(), output)?;
    }
    if stop.is_raised() {
        let next = rows.last().map_or(*args.depths.start(), |row| row.depth + 1).min(*args.depths.end());
        return tell_stopped(&format!("To go on: --depths {next}..{}", args.depths.end()), output);
    }
    // All methods must find the same value; if they do not, a search is wrong.
    Ok(if rows.iter().all(|row| row.agree) { Code::Fine } else { Code::Failed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_a_range_or_a_number() {
        assert_eq!(parse_depths("1..8"), Ok(1..=8));
        assert_eq!(parse_depths("2..=3"), Ok(2..=3));
        assert_eq!(parse_depths("5"), Ok(5..=5));
        for text in ["", "..", "8..1", "0..3", "1..", "1..999", "a..b"] {
            assert!(parse_depths(text).is_err(), "{text}");
        }
    }
}

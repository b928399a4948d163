//! `rootward compare`: the cost of the same answer, as techniques are added one by one.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use rootward_draw::{Theme, cost_chart};
use rootward_session::{NodeMeter, Problem, parse_count, replace_file, weights_text};
use rootward_studies::compare::{CompareSettings, compare, table_text};

use crate::analyze::head;
use crate::failure::{Code, Failure};
use crate::options::{GameArgs, parse_depth};
use crate::output::Output;
use crate::progress::Progress;

/// The options of `compare`.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    at: GameArgs,
    /// The depths to compare: first..last, or a single one
    #[arg(long, default_value = "1..8", value_parser = parse_depths)]
    depths: RangeInclusive<u32>,
    /// Leave searches out that would take more nodes
    #[arg(long, default_value = "50M", value_parser = parse_count)]
    max_nodes: u64,
    /// Weights of the evaluation: name=number,… or a file of them ('rootward explain' lists them)
    #[arg(long, value_name = "WEIGHTS", value_parser = weights_text)]
    weights: Option<String>,
    /// Draw the comparison into an SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
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
    let mut session = args.at.open()?;
    if let Some(weights) = &args.weights {
        session.set_weights(weights)?;
    }
    let view = session.view();
    if view.outcome.is_some() {
        return Err(Problem::new("the game is over at this position", "a position with moves").into());
    }
    let settings =
        CompareSettings { depths: args.depths.clone(), max_nodes: args.max_nodes, ..CompareSettings::default() };
    if !output.json {
        head(session.as_ref(), output)?;
    }
    let progress = Progress::start(&format!("depth {}", args.depths.start()), &NodeMeter::default());
    let mut written = Ok(());
    let rows = compare(&*session, &settings, &mut |row| {
        progress.label(&format!("depth {}", row.depth + 1));
        if output.json && written.is_ok() {
            let _hush = progress.hush();
            written = output.object(row);
        }
    });
    drop(progress);
    written?;
    if !output.json {
        output.text(&table_text(&rows))?;
    }
    if let Some(path) = &args.plot {
        let title = format!("{} {}", view.game, view.position);
        let drawn = replace_file(path, &cost_chart(&rows, &title, Theme::default()));
        drawn.map_err(|error| Problem::sentence(format!("file '{}': {error}", path.display())))?;
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

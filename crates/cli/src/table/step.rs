//! `rootward table step`.

use clap::Args as ClapArgs;
use rootward_endgames::Metric;
use rootward_session::endgame_tables::{SweepsAsk, SweptCount, SweptTable, endgame_tables};
use rootward_session::{Kind, NodeMeter, Problem, Score};
use serde::Serialize;

use super::folder::parse_metric;
use super::words::length;
use crate::columns::aligned;
use crate::failure::{Code, Failure};
use crate::interrupt::flag_on_interrupt;
use crate::numbers::grouped;
use crate::output::{Output, STRONG, styled};
use crate::progress::Progress;

const HELP: &str = "\
Retrograde analysis begins where the game is over and goes back. Each sweep settles the positions that are won, or lost, in one ply
more. What no sweep settles is drawn. The ending is solved in memory; nothing is written.

Examples:
  rootward table step chess KQK
  rootward table step chess KRK --sweep 3";

/// The most memory for an ending that is shown step by step: this is for looking on, not for building.
const MOST: u64 = 1 << 30;
/// Positions shown of one sweep.
const SHOWN: usize = 8;

/// The options of `table step`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game, such as chess
    pub game: String,
    /// The ending, by name
    name: String,
    /// What distances count: dtm or dtc
    #[arg(long, default_value = "dtm", value_parser = parse_metric)]
    metric: Metric,
    /// Show the positions that this sweep solves, 0 the first
    #[arg(long, value_name = "N")]
    sweep: Option<usize>,
}

#[derive(Serialize)]
struct SweepJson {
    table: String,
    sweep: usize,
    score: Score,
    positions: usize,
    so_far: usize,
    example: Option<String>,
}

/// Shows the sweeps.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    if args.metric == Metric::Outcome {
        return Err(Problem::new("outcomes (wdl) are not shown sweep by sweep", "dtm or dtc").into());
    }
    let tables = endgame_tables(&args.game)?;
    let stop = flag_on_interrupt();
    let line = Progress::start("solving", &NodeMeter::default());
    let ask = SweepsAsk { name: &args.name, metric: args.metric, sweep: args.sweep, memory: MOST };
    let solved = tables.sweeps(&ask, &stop, &mut |table, sweep| {
        line.label(&format!("{table}, sweep {}, {} positions settled", sweep.plies, grouped(sweep.decided)));
    });
    drop(line);
    let Some(solved) = solved? else { return Ok(Code::Interrupted) };
    for swept in &solved {
        match args.sweep {
            None => list(swept, output)?,
            Some(sweep) => one(swept, sweep, output)?,
        }
    }
    Ok(Code::Fine)
}

/// What a sweep settles, for JSON.
fn score(sweep: &SweptCount) -> Score {
    Score::decided(if sweep.won { Kind::Win } else { Kind::Loss }, Some(sweep.plies), None)
}

fn outcome(sweep: &SweptCount) -> &'static str {
    if sweep.won { "win" } else { "loss" }
}

/// One row for each sweep.
fn list(swept: &SweptTable, output: &mut Output) -> Result<(), Failure> {
    let heading = ["sweep", "settles", "plies", "positions", "so far", "for example"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    let mut so_far = 0;
    for (number, sweep) in swept.sweeps.iter().enumerate() {
        let positions = sweep.positions;
        so_far += positions;
        let example = sweep.example.clone();
        if output.json {
            let (table, score) = (swept.table.clone(), score(sweep));
            output.object(&SweepJson { table, sweep: number, score, positions, so_far, example })?;
        } else {
            let numbers = [grouped(positions as u64), grouped(so_far as u64)];
            let mut row = vec![number.to_string(), outcome(sweep).to_owned(), sweep.plies.to_string()];
            row.extend(numbers);
            row.push(example.unwrap_or_default());
            rows.push(row);
        }
    }
    if !output.json {
        output.line(&styled(STRONG, &format!("{}, by sweeps; what is left is drawn", swept.table)))?;
        aligned(&rows).iter().try_for_each(|row| output.line(row))?;
    }
    Ok(())
}

/// The positions of one sweep.
fn one(swept: &SweptTable, number: usize, output: &mut Output) -> Result<(), Failure> {
    let (Some(sweep), Some(shown)) = (swept.sweeps.get(number), &swept.shown) else {
        let expected = format!("a sweep from 0 to {}", swept.sweeps.len().saturating_sub(1));
        return Err(Problem::new(format!("{} has no sweep {number}", swept.table), expected).into());
    };
    if output.json {
        #[derive(Serialize)]
        struct All<'a> {
            table: &'a str,
            sweep: usize,
            score: Score,
            positions: &'a [String],
        }
        let (table, positions) = (&swept.table, &shown.positions);
        return output.object(&All { table, sweep: number, score: score(sweep), positions });
    }
    let count = grouped(shown.positions.len() as u64);
    let won = format!("a {} in {}", outcome(sweep), length(sweep.plies));
    output.line(&styled(STRONG, &format!("{}, sweep {number}: {count} positions, {won}", swept.table)))?;
    if let Some(picture) = &shown.picture {
        output.text(picture)?;
    }
    shown.positions.iter().take(SHOWN).try_for_each(|position| output.line(position))?;
    if shown.positions.len() > SHOWN {
        output.line(&format!("and {} more", grouped((shown.positions.len() - SHOWN) as u64)))?;
    }
    Ok(())
}

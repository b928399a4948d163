//! `rootward table step`.

use std::sync::atomic::AtomicBool;

use clap::Args as ClapArgs;
use rootward_endgames::{Metric, Step, Unsolved, needs, solve_in_memory, steps};
use rootward_game::Notation;
use rootward_session::{Kind, NodeMeter, Problem, Score};
use serde::Serialize;

use super::folder::parse_metric;
use super::games::{TableGame, Task};
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
    /// The game: chess or checkers
    pub game: String,
    /// The ending, by name
    name: String,
    /// What distances count: dtm or dtc
    #[arg(long, default_value = "dtm", value_parser = parse_metric)]
    metric: Metric,
    /// Show the positions that this sweep settles, 0 the first
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

impl Task for Args {
    fn run<E: TableGame>(&self, game: E, output: &mut Output) -> Result<Code, Failure> {
        if self.metric == Metric::Outcome {
            return Err(Problem::new("outcomes (wdl) are not told sweep by sweep", "dtm or dtc").into());
        }
        let slices = game.named(&self.name).map_err(Problem::sentence)?;
        let memory = needs(&game, &slices, self.metric).memory;
        if memory > MOST {
            let needed = format!("{} needs {} bytes of memory, too many to look at", self.name, grouped(memory));
            return Err(Problem::new(needed, "a small ending; 'rootward table build' has room for it").into());
        }
        let stop = flag_on_interrupt();
        let Some(solved) = self.solve(&game, &slices, &stop)? else { return Ok(Code::Interrupted) };
        for (slice, steps) in &solved {
            match self.sweep {
                None => list(&game, slice, steps, output)?,
                Some(sweep) => one(&game, slice, steps, sweep, output)?,
            }
        }
        Ok(Code::Fine)
    }
}

/// Slices with their sweeps.
type Swept<E> = Vec<(<E as rootward_endgames::Endings>::Slice, Vec<Step>)>;

impl Args {
    fn solve<E: TableGame>(
        &self,
        game: &E,
        slices: &[E::Slice],
        stop: &AtomicBool,
    ) -> Result<Option<Swept<E>>, Problem> {
        let line = Progress::start("solving", &NodeMeter::default());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let solved = solve_in_memory(game, slices, self.metric, threads, stop, &mut |slice, sweep| {
            line.label(&format!("{slice}, sweep {}, {} positions settled", sweep.plies, grouped(sweep.decided)));
        });
        let known = match solved {
            Ok(known) => known,
            Err(Unsolved::Stopped) => return Ok(None),
            Err(Unsolved::TooFar) => return Err(Problem::sentence("some distance is more than 65,000 plies")),
        };
        let swept = |slice: &E::Slice| Some((slice.clone(), steps(game, slice, known.table(slice)?)));
        Ok(Some(slices.iter().filter_map(swept).collect()))
    }
}

/// What a sweep settles, for JSON.
fn score(step: &Step) -> Score {
    Score::decided(if step.won { Kind::Win } else { Kind::Loss }, Some(step.plies), None)
}

fn outcome(step: &Step) -> &'static str {
    if step.won { "win" } else { "loss" }
}

fn example<E: TableGame>(game: &E, slice: &E::Slice, step: &Step) -> Option<String> {
    game.position(slice, *step.numbers.first()?).map(|position| game.write(&position))
}

/// One row for each sweep.
fn list<E: TableGame>(game: &E, slice: &E::Slice, steps: &[Step], output: &mut Output) -> Result<(), Failure> {
    let heading = ["sweep", "settles", "plies", "positions", "so far", "for example"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    let mut so_far = 0;
    for (sweep, step) in steps.iter().enumerate() {
        let positions = step.numbers.len();
        so_far += positions;
        let example = example(game, slice, step);
        if output.json {
            let (table, score) = (slice.to_string(), score(step));
            output.object(&SweepJson { table, sweep, score, positions, so_far, example })?;
        } else {
            let numbers = [grouped(positions as u64), grouped(so_far as u64)];
            let mut row = vec![sweep.to_string(), outcome(step).to_owned(), step.plies.to_string()];
            row.extend(numbers);
            row.push(example.unwrap_or_default());
            rows.push(row);
        }
    }
    if !output.json {
        output.line(&styled(STRONG, &format!("{slice}, by sweeps; what is left is drawn")))?;
        aligned(&rows).iter().try_for_each(|row| output.line(row))?;
    }
    Ok(())
}

/// The positions of one sweep.
fn one<E: TableGame>(
    game: &E,
    slice: &E::Slice,
    steps: &[Step],
    sweep: usize,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(step) = steps.get(sweep) else {
        let expected = format!("a sweep from 0 to {}", steps.len().saturating_sub(1));
        return Err(Problem::new(format!("{slice} has no sweep {sweep}"), expected).into());
    };
    let positions: Vec<E::Position> = step.numbers.iter().filter_map(|&at| game.position(slice, at)).collect();
    if output.json {
        #[derive(Serialize)]
        struct All {
            table: String,
            sweep: usize,
            score: Score,
            positions: Vec<String>,
        }
        let positions = positions.iter().map(|position| game.write(position)).collect();
        return output.object(&All { table: slice.to_string(), sweep, score: score(step), positions });
    }
    let count = grouped(positions.len() as u64);
    let heading = format!("{slice}, sweep {sweep}: {count} positions, a {} in {}", outcome(step), length(step.plies));
    output.line(&styled(STRONG, &heading))?;
    if let Some(first) = positions.first() {
        output.text(&game.rules().draw(&game.state(first)))?;
    }
    positions.iter().take(SHOWN).try_for_each(|position| output.line(&game.write(position)))?;
    if positions.len() > SHOWN {
        output.line(&format!("and {} more", grouped((positions.len() - SHOWN) as u64)))?;
    }
    Ok(())
}

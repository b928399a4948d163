//! The sweeps that solve a small ending.

use std::sync::atomic::AtomicBool;

use rootward_endgames::{GameEndings, Metric, Step, Sweep, Unsolved, needs, solve_in_memory, steps};
use rootward_game::Notation;

use super::written;
use crate::{Problem, grouped};

/// Which sweeps to tell of.
#[derive(Clone, Copy, Debug)]
pub struct SweepsAsk<'a> {
    /// The ending.
    pub name: &'a str,
    /// What distances count.
    pub metric: Metric,
    /// The sweep whose positions are listed, 0 the first.
    pub sweep: Option<usize>,
    /// The most memory, in bytes.
    pub memory: u64,
}

impl Default for SweepsAsk<'_> {
    fn default() -> Self {
        SweepsAsk { name: "", metric: Metric::End, sweep: None, memory: 1 << 30 }
    }
}

/// The sweeps of one table.
#[derive(Clone, Debug)]
pub struct SweptTable {
    /// The table.
    pub table: String,
    /// Its sweeps, from the positions where the game is over.
    pub sweeps: Vec<SweptCount>,
    /// The positions of the sweep that was asked for; none if there is no such sweep.
    pub shown: Option<ShownSweep>,
}

/// What a sweep settles.
#[derive(Clone, Debug)]
pub struct SweptCount {
    /// The plies of the positions that it settles.
    pub plies: u32,
    /// They are won for the side to move; otherwise lost.
    pub won: bool,
    /// How many it settles.
    pub positions: usize,
    /// One of them.
    pub example: Option<String>,
}

/// The positions of one sweep.
#[derive(Clone, Debug)]
pub struct ShownSweep {
    /// The positions.
    pub positions: Vec<String>,
    /// The first as a picture.
    pub picture: Option<String>,
}

pub(super) fn run<E: GameEndings>(
    game: &E,
    ask: &SweepsAsk<'_>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&str, Sweep),
) -> Result<Option<Vec<SweptTable>>, Problem> {
    let slices = game.named(ask.name).map_err(Problem::sentence)?;
    let memory = needs(game, &slices, ask.metric).memory;
    if memory > ask.memory {
        let needed = format!("{} needs {} bytes of memory, too many to look at", ask.name, grouped(memory));
        return Err(Problem::new(needed, "a small ending; 'rootward table build' has room for it"));
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let known = match solve_in_memory(game, &slices, ask.metric, threads, stop, &mut |slice, sweep| {
        tell(&slice.to_string(), sweep);
    }) {
        Ok(known) => known,
        Err(Unsolved::Stopped) => return Ok(None),
        Err(Unsolved::TooFar) => return Err(Problem::sentence("some distance is more than 65,000 plies")),
        Err(Unsolved::Broken(message)) => return Err(Problem::sentence(message)),
    };
    let swept = |slice: &E::Slice| Some(table(game, slice, &steps(game, slice, known.table(slice)?), ask.sweep));
    Ok(Some(slices.iter().filter_map(swept).collect()))
}

fn table<E: GameEndings>(game: &E, slice: &E::Slice, steps: &[Step], shown: Option<usize>) -> SweptTable {
    let count = |step: &Step| {
        let first = step.numbers.first().and_then(|&at| game.position(slice, at));
        let example = first.map(|position| written(game, &position));
        SweptCount { plies: step.plies, won: step.won, positions: step.numbers.len(), example }
    };
    let all = |step: &Step| {
        let positions: Vec<E::Position> = step.numbers.iter().filter_map(|&at| game.position(slice, at)).collect();
        ShownSweep {
            picture: positions.first().map(|position| game.rules().draw(&game.state(position))),
            positions: positions.iter().map(|position| written(game, position)).collect(),
        }
    };
    SweptTable {
        table: slice.to_string(),
        sweeps: steps.iter().map(count).collect(),
        shown: shown.and_then(|sweep| steps.get(sweep)).map(all),
    }
}

//! Solving games of chance: not by a search, but by a table of every reachable position.

use std::ops::ControlFlow;

use rootward_game::{Knowledge, Notation, Side};
use rootward_tables::{Bracket, Choice, Ending, Progress, WholeGame, WholeGameSettings};

use crate::chance::is_thrown;
use crate::job::{Job, Title};
use crate::scribe::{millis, side_word};
use crate::stages::struck;
use crate::stoppable::Stopwatch;
use crate::{Expected, MoveValue, Points, Problem, Solution, SolveAsk};

/// Values are narrowed to this share of the range, if rounding permits.
const TOLERANCE: f64 = 1e-13;

/// The approximate memory of a growing table per position, in bytes.
const BYTES_A_POSITION: f64 = 80.0;

/// Is it a game of chance with distinguishable positions? Others, such as trees on paper, are searched to their end.
pub(crate) fn is_called_for<G: Notation>(game: &G) -> bool {
    // Each position has a value of its own, so nothing may depend on how it was reached.
    let own = !G::CAN_REPEAT && !G::NO_PROGRESS_RULE;
    own && game.has_chance() && (game.has_exact_keys() || game.position_count().is_some())
}

/// Computes the value of the position, and with it that of every other reachable one.
pub(crate) fn solve<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    Title { game, position, side_name, first_name }: Title,
    ask: &SolveAsk,
) -> Result<Solution, Problem> {
    refuse_the_vast(job.game, &game, ask.memory)?;
    let watch = Stopwatch::start(&ask.limits);
    let most = ask.limits.nodes.unwrap_or(u64::MAX);
    let mut each = |progress: &Progress| {
        if let Some(meter) = &ask.limits.meter {
            meter.show(progress.positions as u64);
        }
        let over = watch.must_end() || progress.positions as u64 >= most;
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let work = WholeGameSettings { tolerance: TOLERANCE, memory: ask.memory, each: &mut each };
    let table = WholeGame::value_all(job.game, job.judge.knowledge(), job.state, work);
    let table = table.map_err(|error| Problem::sentence(format!("{game} cannot be solved: {error}")))?;
    let scale = Scale::of(job.game, job.game.to_move(job.state), table.has_draws());
    let Some(value) = table.value(job.state) else { unreachable!("the work began there") };
    let write = |choice: &Choice<G::Move>| job.game.write_move(job.state, choice.mv);
    let move_value = |choice: &Choice<G::Move>| MoveValue {
        chance: Some(scale.expected(choice.value)),
        ..MoveValue::unknown(write(choice))
    };
    let whole = table.ending() == Ending::Whole;
    Ok(Solution {
        game,
        position,
        side: side_word(job.game.to_move(job.state)),
        side_name,
        first_name,
        is_thrown: is_thrown(job.game, job.state),
        value: None,
        payoff: None,
        fraction: None,
        plies: None,
        mate: None,
        best: table.best(job.state).as_ref().map(write),
        line: None,
        moves: ask.all_moves.then(|| table.choices(job.state).iter().map(move_value).collect()),
        source: None,
        proven: whole,
        at_least: None,
        at_most: None,
        chance: Some(scale.expected(value)),
        out_of_memory: table.ending() == Ending::OutOfMemory,
        stopped: !whole,
        ended_by: (table.ending() == Ending::Stopped).then(|| struck(&ask.limits, table.len() as u64)),
        depth: None,
        nodes: table.len() as u64,
        elapsed_ms: millis(watch.elapsed()),
    })
}

/// Refuses a table that cannot fit.
fn refuse_the_vast<G: Notation>(game: &G, name: &str, memory: usize) -> Result<(), Problem> {
    let advice = "a smaller variant, or 'rootward analyze', which looks only so far ahead";
    match game.position_count() {
        Some(count) if count * BYTES_A_POSITION > memory as f64 => {
            let problem = format!(
                "{name} has about {count:.0e} positions, and a table of all of them does not fit into {} MiB",
                memory >> 20
            );
            Err(Problem::new(problem, advice))
        }
        _ => Ok(()),
    }
}

/// How a value in the game's range is reported.
struct Scale {
    /// The least and the greatest result for the side to move, in points.
    ends: [f64; 2],
    /// The value of a point in the game's own unit, if it counts points.
    unit: Option<f64>,
    has_draws: bool,
}

impl Scale {
    fn of<G: Notation>(game: &G, side: Side, has_draws: bool) -> Scale {
        let range = game.range();
        let ends = match side {
            Side::First => [range.least, range.most],
            Side::Second => [-range.most, -range.least],
        };
        let unit = game.counts_points().then(|| Points::new(game, range.most).number() / f64::from(range.most));
        Scale { ends: ends.map(f64::from), unit, has_draws }
    }

    fn expected(&self, value: Bracket) -> Expected {
        let [least, most] = self.ends;
        let share = |value: f64| (value - least) / (most - least);
        let in_units = |value: f64| match self.unit {
            Some(unit) => value * unit,
            None if self.has_draws => 2.0 * share(value) - 1.0,
            None => share(value),
        };
        let middle = in_units(value.middle());
        let is_probability = self.unit.is_none() && !self.has_draws;
        Expected {
            win_probability: is_probability.then_some(middle),
            expected: (!is_probability).then_some(middle),
            error: (in_units(value.high) - in_units(value.low)).abs() / 2.0,
            lowest: in_units(value.low),
            highest: in_units(value.high),
        }
    }
}

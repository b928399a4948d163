//! Solving without files: for small games, tests, and as one step of a build.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::solve::{Failure, Solver, State, Wakes, Watch};
use crate::{Endings, Known, Metric, Solved, Sweep, order};

/// Why nothing was solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// The stop flag was set.
    Stopped,
    /// Some distance is beyond all codes: more than 65,000 plies.
    TooFar,
    /// The game broke a promise of its numbers: the sentence of [`Endings::broken`].
    Broken(String),
}

struct Tell<'a>(&'a mut dyn FnMut(Sweep));

impl<C> Watch<C> for Tell<'_> {
    fn sweep(&mut self, sweep: Sweep, _: &State<C>, _: &Wakes) {
        (self.0)(sweep);
    }
}

/// Solves one slice, with what it converts into already known: in bytes, or in two of them if distances are too long.
pub fn solve_slice<E: Endings>(
    game: &E,
    slice: &E::Slice,
    metric: Metric,
    known: &Known<E::Slice>,
    threads: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Sweep),
) -> Result<Solved, Unsolved> {
    let kernel = game.kernel(slice, metric.of_sweeps(), known);
    let by_moves = E::LAST_MOVE_WINS;
    match Solver::<_, u8>::new(&kernel, by_moves, threads, stop).run(metric, &mut Tell(tell)) {
        Ok(solved) => return Ok(solved),
        Err(Failure::Stopped) => return Err(Unsolved::Stopped),
        Err(Failure::TooFar) => {}
    }
    Solver::<_, u16>::new(&kernel, by_moves, threads, stop).run(metric, &mut Tell(tell)).map_err(
        |failure| match failure {
            Failure::Stopped => Unsolved::Stopped,
            Failure::TooFar => Unsolved::TooFar,
        },
    )
}

/// Solves these slices and all that they convert into, and keeps them in memory.
pub fn solve_in_memory<E: Endings>(
    game: &E,
    slices: &[E::Slice],
    metric: Metric,
    threads: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&E::Slice, Sweep),
) -> Result<Known<E::Slice>, Unsolved> {
    let mut known = Known::default();
    for slice in order(game, slices) {
        let solved = solve_slice(game, &slice, metric, &known, threads, stop, &mut |sweep| tell(&slice, sweep))?;
        if let Some(message) = game.broken() {
            return Err(Unsolved::Broken(message));
        }
        known.insert(slice, Arc::new(solved));
    }
    Ok(known)
}

//! Threads around the one recursion: all search the same root and share the table, so that each finds done what
//! another did first (the idea is known as lazy SMP), and near the root they keep out of each other's way ([`busy`]).
//!
//! [`busy`]: super::busy

use std::thread;

use rootward_game::{Game, Knowledge};

use super::{Plan, Shared, Worker};
use crate::{Iteration, Observer, Report, Table};

/// Long lines are followed by recursion: as much room as a program's first thread mostly has.
const STACK: usize = 8 << 20;

/// Runs a search with `threads` threads. The first one, which the observer watches, decides and reports.
pub(crate) fn run<G, K, T, O>(
    shared: Shared<'_, G, K, T>,
    threads: usize,
    state: &G::State,
    plan: Plan,
    observer: O,
    each: &mut dyn FnMut(&Iteration<G::Move>),
) -> Report<G::Move>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
{
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .filter_map(|number| {
                let help = move || {
                    let mut worker = Worker::new(shared, number, ());
                    worker.help(state, plan);
                    worker.counts
                };
                // If the system has no thread to spare, there is one helper less.
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help).ok()
            })
            .collect();
        let mut report = Worker::new(shared, 0, observer).deepen(state, plan, each);
        shared.clock.halt();
        for helper in helpers {
            report.counts += helper.join().expect("a helper thread panicked");
        }
        report
    })
}

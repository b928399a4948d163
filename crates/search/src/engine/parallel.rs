//! Threads around the one recursion (lazy SMP): all search the same root and share the table, so that each uses what another
//! found first. Near the root they avoid each other's subtrees ([`abdada`]). When solving, they work on one question at a
//! time ([`question`]), and leave subtrees that another thread has settled ([`ancestors`]).
//!
//! [`abdada`]: super::abdada
//! [`question`]: super::question
//! [`ancestors`]: super::ancestors

use std::thread;

use rootward_game::{Game, Knowledge};

use super::question::SharedQuestion;
use super::{Abdada, Plan, Scope, Shared, Worker};
use crate::limits::Clock;
use crate::{Iteration, Observer, Report, Table};

/// What several threads share besides the table.
pub(crate) struct Team<M> {
    pub abdada: Abdada,
    pub question: SharedQuestion<M>,
}

impl<M: Clone> Team<M> {
    pub(crate) fn new() -> Team<M> {
        Team { abdada: Abdada::new(), question: SharedQuestion::new() }
    }
}

/// Stops the helpers when it is dropped, even if the first thread panics: the run waits for them.
struct Dismissal<'a, M: Clone>(&'a Clock, Option<&'a Team<M>>);

impl<M: Clone> Drop for Dismissal<'_, M> {
    fn drop(&mut self) {
        self.0.halt();
        if let Some(team) = self.1 {
            team.question.close();
        }
    }
}

/// The stack of a helper thread, for the recursion along long lines: as large as that of most programs' main thread.
const STACK: usize = 8 << 20;

/// Runs a search with `threads` threads. The first one has the observer, decides and reports.
pub(crate) fn run<G, K, T, O, S>(
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
    S: Scope,
{
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .filter_map(|number| {
                let help = move || {
                    let mut worker = Worker::<_, _, _, _, S>::new(shared, number, ());
                    worker.help(state, plan);
                    worker.keep_histories();
                    worker.counts
                };
                // If the system cannot start a thread, there is one helper less.
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help).ok()
            })
            .collect();
        let dismissal = Dismissal(shared.clock, shared.team);
        let mut worker = Worker::<_, _, _, _, S>::new(shared, 0, observer);
        let mut report = worker.deepen(state, plan, each);
        drop(dismissal);
        worker.keep_histories();
        for helper in helpers {
            report.counts += helper.join().expect("a helper thread panicked");
        }
        report
    })
}

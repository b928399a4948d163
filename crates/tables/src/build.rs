//! Building a book: the deepest positions are solved, the values of the others follow by minimax.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use rootward_game::{Bound, Game, Knowledge, Score, legal_moves, outcome_at};
use rootward_search::{Limits, Search, SharedTable, StopFlag};

use crate::{Book, Openings, TableError, value};

/// Exact values by key.
pub type Values = HashMap<u64, Score>;

/// The threads that solve, and what they share.
pub struct Workers<'a> {
    /// The number of threads; each solves a position of its own.
    pub threads: usize,
    /// The table that they share, so that the entries of one position help with similar ones.
    pub table: &'a SharedTable,
    /// Ends the work when it is raised; the current positions are left unsolved.
    pub stop: StopFlag,
}

/// A solved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Its key.
    pub key: u64,
    /// Its value for the side to move.
    pub value: Score,
    /// The nodes that it took.
    pub nodes: u64,
}

/// Solves the deepest positions that have no value yet. Calls `each` after every one, in the order in which they finish.
pub fn solve_openings<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    openings: &Openings<G>,
    values: &mut Values,
    workers: &Workers<'_>,
    each: &mut dyn FnMut(Solved),
) -> Result<(), TableError> {
    let open: Vec<_> = openings.positions().filter(|(key, _)| !values.contains_key(key)).collect();
    let (open, next) = (open.as_slice(), &AtomicUsize::new(0));
    let (tell, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers.threads.max(1) {
            let tell = tell.clone();
            scope.spawn(move || {
                // Each thread takes the next position on the list, so that they work on similar positions at the same time.
                while let Some(&(key, state)) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(solved) = solve(game, knowledge, key, state, workers) else { return };
                    if tell.send(solved).is_err() {
                        return;
                    }
                }
            });
        }
        drop(tell);
        for solved in receiver {
            if value::to_byte(solved.value).is_none() {
                workers.stop.raise();
                return Err(TableError::Value(format!("{:?}", solved.value)));
            }
            values.insert(solved.key, solved.value);
            each(solved);
        }
        Ok(())
    })
}

/// The exact value of a position; `None` if the search was stopped.
fn solve<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    key: u64,
    state: &G::State,
    workers: &Workers<'_>,
) -> Option<Solved> {
    let limits = Limits::default().stop(&workers.stop);
    let search = Search::new(game).knowledge(knowledge).table(workers.table).limits(limits).resist(false);
    let report = search.solve(state);
    let is_exact = !report.stopped && report.proven && report.bound == Bound::Exact;
    is_exact.then_some(Solved { key, value: report.score, nodes: report.counts.nodes })
}

/// Backs up the values of the deepest positions to the start of the game, by plain minimax.
///
/// # Panics
/// If one of them has no value.
pub fn back_up<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    openings: &Openings<G>,
    mut values: Values,
    name: &str,
) -> Result<Book, TableError> {
    // A journal may hold further values; the book holds exactly its positions.
    let deepest: Values =
        openings.positions().map(|(key, _)| (key, values.remove(&key).expect("it is solved"))).collect();
    values = deepest;
    minimax(game, knowledge, &game.initial(), &mut values)?;
    Book::of(name, openings.counts().to_vec(), values.into_iter().collect())
}

/// The value of a position for the side to move; the values of all positions between it and the known ones are added.
fn minimax<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    state: &G::State,
    values: &mut Values,
) -> Result<Score, TableError> {
    let side = game.to_move(state);
    if let Some(outcome) = outcome_at(game, state) {
        return Ok(outcome.score_for(side));
    }
    let key = knowledge.table_key(game, state).ok_or(TableError::KeysNotExact)?.key;
    if let Some(&known) = values.get(&key) {
        return Ok(known);
    }
    let mut best = -Score::INFINITY;
    for mv in legal_moves(game, state) {
        let child = game.apply(state, mv);
        best = best.max(minimax(game, knowledge, &child, values)?.from_child(game.to_move(&child) != side));
    }
    values.insert(key, best);
    Ok(best)
}

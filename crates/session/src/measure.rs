//! The cost of one search by the engine, without everything that a session adds: book, opponent, choice among lost moves.

use std::time::Duration;

use rootward_game::{Knowledge, Notation, Score};
use rootward_search::{Counts, Limits, Search, SharedTable, Techniques};

use crate::Position;

/// A finished search.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The value, for MAX.
    pub value: Score,
    /// The counts of the last iteration.
    pub last: Counts,
    /// The counts of all iterations.
    pub all: Counts,
    /// The number of iterations.
    pub iterations: u64,
    /// The depth of the last iteration; none if the search is not by depth.
    pub depth: Option<u32>,
    /// The time of all iterations, without that for clearing the table.
    pub elapsed: Duration,
}

/// Searches the position with an empty table; none if a limit stopped the search.
pub fn measure<G: Notation, K: Knowledge<G>>(
    position: &Position<'_, G, K>,
    techniques: Techniques,
    limits: Limits,
    table: &mut SharedTable,
) -> Option<Measured> {
    table.clear();
    let Position { game, lesson, state, earlier, .. } = position;
    let search = Search::new(*game).knowledge(lesson.knowledge()).evaluator(lesson.evaluator()).table(&*table);
    let search = search.techniques(techniques).limits(limits).resist(false).earlier(earlier);
    let (mut last, mut iterations) = (Counts::default(), 0);
    let report = search.run_with(state, &mut |iteration| {
        last = iteration.counts;
        iterations += 1;
    });
    if report.stopped {
        return None;
    }
    let value = game.to_move(state).view(report.score);
    let (depth, elapsed) = (report.depth, report.elapsed);
    Some(Measured { value, last, all: report.counts, iterations, depth, elapsed })
}

//! Tables that grow with the task, so that an easy position does not pay for the memory of a hard one.
//!
//! An empty table of 256 MiB costs nothing to allocate, but every page that a search touches has to be mapped and
//! cleared: that was most of the time of an easy position. A small table also stays in the processor's caches. So
//! solving starts with a small table; a search that outgrows it starts again with one sixteen times as large, which
//! first copies all entries of the small one. The first table is empty: nothing depends on positions solved before.

use std::time::Duration;

use rootward_game::{Knowledge, Notation};
use rootward_search::{Ending, Limits, Report, StopFlag};

use crate::job::Job;
use crate::pool::LentTable;
use crate::{Problem, SolveAsk};

const GROWTH: usize = 16;
const SMALLEST: usize = 64 << 10;
/// An entry takes 16 bytes, so a table is nearly full when its stage ends.
const BYTES_A_NODE: usize = 16;
/// A longer stage is skipped: its work is repeated afterwards, though faster. The empty board of Connect Four with 1
/// GiB takes 58.2 M nodes with a stage of 4.2 M before the last one, 52.8 M without.
const MOST_NODES: u64 = 1 << 21;

/// The table sizes to try, each with its node limit; the last one has none of its own.
fn stages(memory: usize) -> Vec<(usize, Option<u64>)> {
    let smaller = std::iter::successors(Some(memory / GROWTH), |size| Some(size / GROWTH));
    let smaller = smaller.take_while(|&size| size >= SMALLEST).map(|size| (size, (size / BYTES_A_NODE) as u64));
    let smaller = smaller.filter(|&(_, nodes)| nodes <= MOST_NODES).map(|(size, nodes)| (size, Some(nodes)));
    let mut sizes: Vec<_> = [(memory, None)].into_iter().chain(smaller).collect();
    sizes.reverse();
    sizes
}

/// Proves a position stage by stage. The report counts the cost of all stages and comes with the last table.
pub(crate) fn prove<G: Notation, K: Knowledge<G>>(
    job: &Job<'_, G, K>,
    ask: &SolveAsk,
    lines: usize,
) -> Result<(Report<G::Move>, LentTable), Problem> {
    // Several threads are for hard positions, and do not stop at an exact node count.
    let mut sizes = if ask.threads > 1 { vec![(ask.memory, None)] } else { stages(ask.memory) }.into_iter().peekable();
    let mut nodes = 0;
    let mut elapsed = Duration::ZERO;
    let mut outgrown: Option<LentTable> = None;
    loop {
        let (size, good_for) = sizes.next().unwrap_or((ask.memory, None));
        let table = job.pool.take(size)?;
        if let Some(smaller) = outgrown.take() {
            table.learn(&smaller);
        }
        let rest = rest(&ask.limits, nodes, elapsed);
        let own = Limits { nodes: [rest.nodes, good_for].into_iter().flatten().min(), ..rest };
        let mut report = job.prove(&table, own, ask, lines);
        nodes += report.counts.nodes;
        elapsed += report.elapsed;
        if !report.stopped || sizes.peek().is_none() || is_over(&ask.limits, nodes, elapsed) {
            report.counts.nodes = nodes;
            report.elapsed = elapsed;
            return Ok((report, table));
        }
        outgrown = Some(table);
    }
}

/// The rest of the limits.
pub(crate) fn rest(limits: &Limits, nodes: u64, elapsed: Duration) -> Limits {
    Limits {
        depth: None,
        nodes: limits.nodes.map(|limit| limit.saturating_sub(nodes)),
        time: limits.time.map(|limit| limit.saturating_sub(elapsed)),
        ..limits.clone()
    }
}

pub(crate) fn is_over(limits: &Limits, nodes: u64, elapsed: Duration) -> bool {
    limits.nodes.is_some_and(|limit| nodes >= limit)
        || limits.time.is_some_and(|limit| elapsed >= limit)
        || limits.stop.as_ref().is_some_and(StopFlag::is_raised)
}

/// Which of the limits ended the searches that cost this many nodes, given that one did.
pub(crate) fn struck(limits: &Limits, nodes: u64) -> Ending {
    if limits.stop.as_ref().is_some_and(StopFlag::is_raised) {
        return Ending::Stop;
    }
    let by_nodes = limits.nodes.is_some_and(|limit| nodes >= limit || limits.time.is_none());
    if by_nodes { Ending::Nodes } else { Ending::Time }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_grow_to_the_memory_that_was_asked_for() {
        let sizes: Vec<usize> = stages(256 << 20).into_iter().map(|(size, _)| size).collect();
        assert_eq!(sizes, [64 << 10, 1 << 20, 16 << 20, 256 << 20]);
        assert_eq!(stages(1 << 20), [(64 << 10, Some(4096)), (1 << 20, None)]);
        assert_eq!(stages(4096), [(4096, None)]);
        assert_eq!(stages(1 << 30), [(256 << 10, Some(1 << 14)), (4 << 20, Some(1 << 18)), (1 << 30, None)]);
    }
}

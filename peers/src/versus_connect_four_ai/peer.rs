//! `connect-four-ai` at its best: its memory allocated beforehand, its table cleared in its own way.

use connect_four_ai::{Solver, TTFlag, TranspositionTable};

use super::positions::Problem;
use crate::measure::{Run, cpu_time};

/// The peer's table is cleared by incrementing an age of eight bits: old entries become valid again after this many times.
const AGES: usize = 1 << u8::BITS;

/// A solver without a book, and how often its table was cleared.
pub struct Peer {
    solver: Solver,
    cleared: usize,
}

impl Peer {
    pub fn new() -> Peer {
        Peer { solver: Solver::empty(), cleared: 0 }
    }

    pub fn solve(&mut self, problem: &Problem) -> Run {
        self.clear();
        let (cpu, score) = cpu_time(|| self.solver.solve(&problem.peers_state));
        Run { cpu, work: self.solver.explored_positions as u64, value: score.into() }
    }

    fn clear(&mut self) {
        if self.cleared.is_multiple_of(AGES - 1) {
            self.write_over();
        }
        self.solver.reset();
        self.cleared += 1;
    }

    /// Gives every entry the current age. The first time, this also makes the system provide the memory.
    fn write_over(&mut self) {
        for key in 0..TranspositionTable::MAX_SIZE as u64 {
            self.solver.transposition_table.put(key, 0, TTFlag::Exact, 0);
        }
    }
}

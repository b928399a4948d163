//! [`Histories`]: what a search has learned about the moves and the evaluation of a game, kept for the next search.
//!
//! The next move of a game leads to a similar position, where the same moves cause cut-offs and the evaluation is wrong in the
//! same way. So histories stay with the [transposition table](crate::SharedTable) from move to move and are dropped with its
//! entries. They change the order of moves, reductions and estimates, but nothing that is proven.

use std::fmt;

/// The history scores and corrections of one thread.
#[derive(Clone, Default)]
pub struct Histories {
    /// The history score of each slot and side: high if such moves often cause a cut-off.
    pub(crate) history: Vec<i16>,
    /// Capture history: the score of each capture slot and side; empty if it is off.
    pub(crate) captures: Vec<i16>,
    /// Continuation history: scores of a move after another. One table for the opponent's last move, one for the own move
    /// before it; empty if it is off.
    pub(crate) continuation: [Vec<i16>; 2],
    /// Correction history: for each key of a position and side, how far the static evaluation is off; empty if it is off.
    pub(crate) corrections: Vec<i32>,
}

/// How many scores of each kind there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HistorySizes {
    pub history: usize,
    pub captures: usize,
    pub continuation: usize,
    pub corrections: usize,
}

impl Histories {
    /// Nothing is learned yet.
    pub(crate) fn new(sizes: HistorySizes) -> Histories {
        Histories {
            history: vec![0; sizes.history],
            captures: vec![0; sizes.captures],
            continuation: [vec![0; sizes.continuation], vec![0; sizes.continuation]],
            corrections: vec![0; sizes.corrections],
        }
    }

    pub(crate) fn sizes(&self) -> HistorySizes {
        HistorySizes {
            history: self.history.len(),
            captures: self.captures.len(),
            continuation: self.continuation[0].len(),
            corrections: self.corrections.len(),
        }
    }
}

impl fmt::Debug for Histories {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Histories").field("sizes", &self.sizes()).finish_non_exhaustive()
    }
}

//! What a search reports at its end and after each iteration.

use std::cmp::Reverse;
use std::ops::{AddAssign, Sub};
use std::time::Duration;

use rootward_game::{Bound, Proof, Score, Verdict};

use crate::Ending;

/// What a search did, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions entered, the root included.
    pub nodes: u64,
    /// Positions where the game was over.
    pub terminals: u64,
    /// Static evaluations used as a value.
    pub evaluations: u64,
    /// Positions whose value came from the table.
    pub table_hits: u64,
    /// Positions whose value was proven without search by the game's knowledge.
    pub proofs: u64,
    /// Positions with a cut-off: the remaining moves could not matter.
    pub cuts: u64,
    /// Cut-offs by the first move tried.
    pub first_move_cuts: u64,
}

impl Counts {
    /// Positions whose value came from the game itself or from the evaluation: the leaves of the textbook.
    pub fn leaves(&self) -> u64 {
        self.terminals + self.evaluations
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.nodes += other.nodes;
        self.terminals += other.terminals;
        self.evaluations += other.evaluations;
        self.table_hits += other.table_hits;
        self.proofs += other.proofs;
        self.cuts += other.cuts;
        self.first_move_cuts += other.first_move_cuts;
    }
}

impl Sub for Counts {
    type Output = Counts;
    fn sub(self, earlier: Counts) -> Counts {
        Counts {
            nodes: self.nodes - earlier.nodes,
            terminals: self.terminals - earlier.terminals,
            evaluations: self.evaluations - earlier.evaluations,
            table_hits: self.table_hits - earlier.table_hits,
            proofs: self.proofs - earlier.proofs,
            cuts: self.cuts - earlier.cuts,
            first_move_cuts: self.first_move_cuts - earlier.first_move_cuts,
        }
    }
}

/// A line of play with its value for the side to move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The value.
    pub score: Score,
    /// How the value relates to the true one.
    pub bound: Bound,
    /// Nothing in the value rests on an estimate.
    pub proven: bool,
    /// The principal variation, as far as it is known; the value is that of its first move.
    pub moves: Vec<M>,
}

impl<M> Line<M> {
    /// The value with its label.
    pub fn verdict(&self, counts_points: bool) -> Verdict {
        Verdict::new(self.score, self.proven, counts_points)
    }

    /// Limits the value to what is proven about the position; if that changes it, the value is a bound.
    pub fn narrow(&mut self, known: &Proof) {
        let score = self.score.max(known.at_least).min(known.at_most);
        self.proven |= known.is_exact() || score != self.score;
        if score != self.score {
            self.bound = match (known.is_exact(), score > self.score) {
                (true, _) => Bound::Exact,
                (false, true) => Bound::AtLeast,
                (false, false) => Bound::AtMost,
            };
            self.score = score;
        }
    }
}

/// Sorts lines by their values, best first. Of equal ones, those whose value may be worse come last; others keep their order.
pub(crate) fn sort_best_first<M>(lines: &mut [Line<M>]) {
    lines.sort_by_key(|line| (Reverse(line.score), line.bound == Bound::AtMost));
}

/// One finished iteration of deepening.
#[derive(Clone, Debug)]
pub struct Iteration<M> {
    /// Its depth; none when solving to the end of the game.
    pub depth: Option<u32>,
    /// The lines, best first.
    pub lines: Vec<Line<M>>,
    /// The counts of this iteration, in the reporting thread.
    pub counts: Counts,
    /// Nodes since the search began, over all threads.
    pub total_nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The requested lines, best first. Empty only where the game is over; at a chance node, one line without moves.
    pub lines: Vec<Line<M>>,
    /// The value of the root where the game is over; otherwise that of the best line.
    pub score: Score,
    /// How it relates to the true value.
    pub bound: Bound,
    /// Nothing in it rests on an estimate.
    pub proven: bool,
    /// The last depth that was finished; none when the game was solved to its end, 0 when nothing was finished.
    pub depth: Option<u32>,
    /// The counts over all iterations and threads.
    pub counts: Counts,
    /// Wall time.
    pub elapsed: Duration,
    /// The proven limits of the root's value, also if a limit stopped the search.
    pub limits: Proof,
    /// A node limit, a time limit or a stop flag ended the search.
    pub stopped: bool,
    /// What ended the search.
    pub ended_by: Ending,
    /// How the move was chosen, if every move loses.
    pub resistance: Option<Resistance>,
    /// What the secondary search found, if there was one.
    pub secondary_search: Option<SecondarySearch<M>>,
}

impl<M> Report<M> {
    /// Takes these lines, best first; the first one's value is that of the root.
    pub(crate) fn take_lines(&mut self, lines: Vec<Line<M>>) {
        if let Some(best) = lines.first() {
            (self.score, self.bound, self.proven) = (best.score, best.bound, best.proven);
        }
        self.lines = lines;
    }
}

impl<M: Copy> Report<M> {
    /// The move to play.
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }

    /// The value with its label.
    pub fn verdict(&self, counts_points: bool) -> Verdict {
        Verdict::new(self.score, self.proven, counts_points)
    }
}

/// Every move loses against perfect play: the chosen move loses as late as possible and, among equals, leaves the opponent
/// the fewest replies that keep the win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Resistance {
    /// Plies until the loss.
    pub plies: u32,
    /// The number of moves that last that long.
    pub equals: usize,
    /// The number of the opponent's replies to the chosen move that keep the win.
    pub winning_replies: usize,
    /// The number of all replies to the chosen move.
    pub replies: usize,
    /// The depth to which the replies were searched: others may keep a win that is farther off. None if to the end.
    pub depth: Option<u32>,
}

/// What the secondary search below the end of the chosen line found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondarySearch<M> {
    /// The move that was chosen first.
    pub first_choice: M,
    /// Its value before the secondary search.
    pub before: Score,
    /// Its value after the secondary search.
    pub after: Score,
    /// Another move was chosen because of that.
    pub changed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_narrowed_to_what_is_proven() {
        let narrowed = |known: Proof| {
            let mut line = Line { score: Score::points(50), bound: Bound::Exact, proven: false, moves: vec![1, 2] };
            line.narrow(&known);
            (line.score, line.bound, line.proven)
        };
        assert_eq!(narrowed(Proof::at_least(Score::win_in(40))), (Score::win_in(40), Bound::AtLeast, true));
        assert_eq!(narrowed(Proof::at_most(Score::DRAW)), (Score::DRAW, Bound::AtMost, true));
        assert_eq!(narrowed(Proof::exactly(Score::DRAW)), (Score::DRAW, Bound::Exact, true));
        assert_eq!(narrowed(Proof::nothing()), (Score::points(50), Bound::Exact, false));
    }
}

//! The root's moves, kept in order from one iteration to the next.

use rootward_game::{Bound, Proof, Score};

use super::{Candidate, sort_by_rank};
use crate::Line;
use crate::report::sort_best_first;

/// A move at the root and what the current iteration says about it.
#[derive(Clone, Copy)]
pub(crate) struct RootMove<M> {
    pub mv: M,
    pub index: u16,
    /// Its value for the side to move, with its bound; none if not yet searched.
    pub value: Option<(Score, Bound)>,
    /// The nodes that the iteration has searched below it.
    pub effort: u64,
    /// What is proven about it: before the search, or by any iteration so far.
    pub limits: Proof,
}

impl<M> RootMove<M> {
    pub(crate) fn new(mv: M, index: u16, limits: Proof) -> RootMove<M> {
        RootMove { mv, index, value: None, effort: 0, limits }
    }
}

pub(crate) struct Root<M> {
    pub moves: Vec<RootMove<M>>,
    /// The number of moves at the front that may not be chosen at all.
    pub barred: usize,
    /// The number of moves at the front that are barred or belong to lines already found; they are not searched again.
    pub done: usize,
    /// The best line of the current iteration, as soon as a move has raised alpha.
    pub raised: Option<(Score, Vec<M>)>,
    /// The finished lines of the current iteration, best first.
    pub found: Vec<Line<M>>,
    /// The depth of the current iteration.
    pub depth: i32,
    /// The node count before the current move.
    pub nodes_before: u64,
    /// The number of doubts before the current move.
    pub doubts_before: u64,
    /// When solving: what is proven about the current line, and about the first one.
    pub limits: Proof,
    pub first_limits: Proof,
    /// When solving: the last answer about the current line.
    pub answer: Score,
    /// When solving: the number of doubts before the first question about the current line.
    pub doubts: u64,
}

impl<M> Default for Root<M> {
    fn default() -> Root<M> {
        Root {
            moves: Vec::new(),
            barred: 0,
            done: 0,
            raised: None,
            found: Vec::new(),
            depth: 0,
            nodes_before: 0,
            doubts_before: 0,
            limits: Proof::nothing(),
            first_limits: Proof::nothing(),
            answer: Score::DRAW,
            doubts: 0,
        }
    }
}

impl<M: Copy + Eq> Root<M> {
    /// The moves to choose among.
    pub(crate) fn open_moves(&self) -> &[RootMove<M>] {
        &self.moves[self.barred..]
    }

    pub(crate) fn hand_out(&self, stack: &mut Vec<Candidate<M>>) {
        let open = self.moves.iter().enumerate().skip(self.done);
        stack.extend(open.map(|(place, root)| Candidate::at_root(root.mv, root.index, place)));
    }

    pub(crate) fn note(&mut self, mv: M, score: Score, bound: Bound) {
        if let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) {
            root.value = Some((score, bound));
        }
    }

    /// Keeps what is proven about a move. A win or a loss is always proven, the bound that it is not is no proof.
    pub(crate) fn note_proof(&mut self, mv: M, score: Score, bound: Bound, proven: bool) {
        let proof: Proof = match bound {
            Bound::Exact if proven => Proof::exactly(score),
            Bound::AtLeast if proven => Proof::at_least(score),
            Bound::AtMost if proven => Proof::at_most(score),
            Bound::Exact | Bound::AtLeast if score.is_win() => Proof::at_least(score),
            Bound::Exact | Bound::AtMost if score.is_loss() => Proof::at_most(score),
            _ => return,
        };
        if let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) {
            root.limits = root.limits.and(proof);
        }
    }

    /// What is proven about the best of the moves to choose among.
    pub(crate) fn proven_by_moves(&self) -> Proof {
        let best = |end: fn(&Proof) -> Score| self.open_moves().iter().map(|root| end(&root.limits)).max();
        match (best(|limits| limits.at_least), best(|limits| limits.at_most)) {
            (Some(at_least), Some(at_most)) => Proof::between(at_least, at_most),
            _ => Proof::nothing(),
        }
    }

    /// A move that is proven to reach this value.
    pub(crate) fn reaches(&self, score: Score) -> Option<M> {
        self.open_moves().iter().find(|root| root.limits.at_least >= score).map(|root| root.mv)
    }

    /// Adds to the nodes that were searched below a move.
    pub(crate) fn note_effort(&mut self, mv: M, nodes: u64) {
        if let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) {
            root.effort += nodes;
        }
    }

    /// Sorts the moves after the first by the nodes that the last iteration searched below them: a move that was costly to
    /// refute may be good.
    pub(crate) fn sort_by_effort(&mut self) {
        if let Some(rest) = self.moves.get_mut(self.barred + 1..) {
            sort_by_rank(rest, |root| -i64::try_from(root.effort).unwrap_or(i64::MAX));
        }
    }

    /// Brings the first move of a line to the front of those not yet done; the others keep their order.
    pub(crate) fn promote(&mut self, mv: M) {
        if let Some(place) = self.moves.iter().position(|root| root.mv == mv) {
            let root = self.moves.remove(place);
            self.moves.insert(self.done.min(self.moves.len()), root);
        }
    }

    /// Sorts the lines found by their values, and the root's moves in the same way, for the next iteration. A later line may
    /// come out better than an earlier one: a speculative technique may have refuted its move too soon.
    pub(crate) fn put_best_first(&mut self) {
        sort_best_first(&mut self.found);
        for place in 0..self.found.len() {
            if let Some(&first) = self.found[place].moves.first() {
                self.done = self.barred + place;
                self.promote(first);
            }
        }
    }

    /// Has this iteration shown that a move is worth no more than `limit`?
    pub(crate) fn is_at_most(&self, mv: M, limit: Score) -> bool {
        let value = self.moves.iter().find(|root| root.mv == mv).and_then(|root| root.value);
        value.is_some_and(|(score, bound)| bound != Bound::AtLeast && score <= limit)
    }
}

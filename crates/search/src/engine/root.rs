//! The root's moves, kept in order from one iteration to the next.

use rootward_game::{Bound, Proof, Score};

use super::Candidate;
use crate::Line;

/// A move at the root and what the current iteration says about it.
#[derive(Clone, Copy)]
pub(crate) struct RootMove<M> {
    pub mv: M,
    pub index: u16,
    /// Its value for the side to move, with how it relates to the true one; none if not yet searched.
    pub value: Option<(Score, Bound)>,
    /// Nodes that the iteration has spent on it.
    pub effort: u64,
}

pub(crate) struct Root<M> {
    pub moves: Vec<RootMove<M>>,
    /// The first so many are not to be chosen at all.
    pub barred: usize,
    /// The first so many are barred or belong to lines already found, and are not searched again.
    pub done: usize,
    /// The best line of the iteration under way, as soon as a move has proved better than alpha.
    pub raised: Option<(Score, Vec<M>)>,
    /// The finished lines of the iteration under way, best first.
    pub found: Vec<Line<M>>,
    /// The depth of the iteration under way.
    pub depth: i32,
    /// The nodes there were before the move under way.
    pub nodes_before: u64,
    /// When solving: what is proven about the line under way, and about the first one.
    pub limits: Proof,
    pub first_limits: Proof,
    /// The last answer to a question about it.
    pub answer: Score,
    /// The doubts there were before the first question about it.
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
            limits: Proof::NOTHING,
            first_limits: Proof::NOTHING,
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

    /// Takes down that so many nodes were spent on a move.
    pub(crate) fn note_effort(&mut self, mv: M, nodes: u64) {
        if let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) {
            root.effort += nodes;
        }
    }

    /// Puts the moves behind the first in the order of what the last iteration spent on them: what was hard to refute may be
    /// good.
    pub(crate) fn sort_by_effort(&mut self) {
        if let Some(rest) = self.moves.get_mut(self.barred + 1..) {
            rest.sort_by_key(|root| std::cmp::Reverse(root.effort));
        }
    }

    /// Moves the best move of a line to the front of those not yet done; the others keep their order.
    pub(crate) fn promote(&mut self, mv: M) {
        if let Some(place) = self.moves.iter().position(|root| root.mv == mv) {
            let root = self.moves.remove(place);
            self.moves.insert(self.done.min(self.moves.len()), root);
        }
    }
}

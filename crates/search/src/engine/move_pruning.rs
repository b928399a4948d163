//! Speculative pruning of single moves: late move pruning, futility, static exchange evaluation; in quiescence, delta
//! pruning. Each has its own switch and counts as a doubt.

use rootward_game::{Game, Knowledge, Score, Window};

use super::pruning::Assessment;
use super::{Candidate, Node, Scope, Worker};
use crate::{Observer, Table};

/// Single moves are pruned by the static evaluation, by their place or by SEE up to this depth.
const MAX_DEPTH: i32 = 8;

/// Why a move is pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Omission {
    /// Late move pruning: it is quiet, comes late in the order, and the horizon is near.
    LateMove,
    /// Futility pruning: it is quiet, and the static evaluation plus a margin stays below the window.
    Futile,
    /// Delta pruning: in quiescence, the static evaluation plus the captured piece stays below the window.
    Delta,
    /// Pruning by static exchange evaluation (SEE): it loses material in the exchanges that follow at once.
    LosesMaterial,
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Why a move is pruned, if it is.
    #[inline]
    pub(super) fn omission(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: &Candidate<G::Move>,
        place: usize,
        best: Score,
        assessment: Assessment,
    ) -> Option<Omission> {
        if assessment.in_check {
            None
        } else if node.depth <= 0 {
            self.prunes_capture(node, window, candidate, assessment.static_eval)
        } else if place > 0 && !best.is_loss() {
            self.prunes_move(node, window, candidate, place, assessment)
        } else {
            None
        }
    }

    /// Prunes a move: counts the doubt, removes the mark, and tells the observer.
    #[inline(never)]
    pub(super) fn leave_out(&mut self, node: &Node<'_, G>, mv: G::Move, why: Omission, mark: Option<u64>) {
        self.doubts += 1;
        if mark.is_some() {
            self.release(mark);
        }
        if O::WATCHING {
            self.observer.left_out(node.ply, mv, why);
        }
    }

    /// Is a move near the horizon pruned, and why? Only asked after some move was searched that does not lose. Not inlined, like
    /// everything in the loop over the moves that only some searches use: inlined, it would take registers from all of them.
    #[inline(never)]
    pub(super) fn prunes_move(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: &Candidate<G::Move>,
        place: usize,
        assessment: Assessment,
    ) -> Option<Omission> {
        let speculative = self.shared.techniques.speculative;
        let depth = node.depth;
        // A move that gives check is not quiet.
        let spared = depth > MAX_DEPTH || node.ply == 0 || candidate.looks_good();
        if spared || self.shared.knowledge.gives_check(self.shared.game, node.state, candidate.mv) {
            return None;
        }
        if window.is_scout() && !self.shared.knowledge.is_noisy(self.shared.game, node.state, candidate.mv) {
            let late = (3 + depth * depth) / if assessment.improving { 1 } else { 2 };
            if speculative.late_move_pruning && place as i32 >= late {
                return Some(Omission::LateMove);
            }
            let margin = self.units(1, 1).saturating_add(self.units(3, 4).saturating_mul(depth));
            if speculative.futility && assessment.static_eval.plus(margin) <= window.alpha {
                return Some(Omission::Futile);
            }
        }
        let loss = self.units(1, 1).saturating_mul(-depth);
        let loses = speculative.see_pruning
            && !self.shared.knowledge.see_at_least(self.shared.game, node.state, candidate.mv, loss);
        loses.then_some(Omission::LosesMaterial)
    }

    /// Takes the quiet moves from `at` on off the stack: the reason that pruned one of them prunes all later ones.
    #[inline(never)]
    pub(super) fn drop_quiet(&mut self, node: &Node<'_, G>, at: usize, why: Omission) {
        let mut kept = at;
        for place in at..self.moves.len() {
            let candidate = self.moves[place];
            let stays = candidate.looks_bad()
                || self.shared.knowledge.gives_check(self.shared.game, node.state, candidate.mv)
                || self.shared.knowledge.is_noisy(self.shared.game, node.state, candidate.mv);
            if stays {
                self.moves[kept] = candidate;
                kept += 1;
            } else if O::WATCHING {
                self.observer.left_out(node.ply, candidate.mv, why);
            }
        }
        self.moves.truncate(kept);
    }

    /// Is a noisy move (a capture) pruned in quiescence, and why? It loses material by SEE, or wins too little to reach alpha
    /// (delta pruning).
    #[inline(never)]
    pub(super) fn prunes_capture(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: &Candidate<G::Move>,
        static_eval: Score,
    ) -> Option<Omission> {
        let speculative = self.shared.techniques.speculative;
        if speculative.see_pruning && candidate.looks_bad() {
            return Some(Omission::LosesMaterial);
        }
        let hopeless = speculative.delta_pruning && {
            let gain = self.shared.knowledge.gain(self.shared.game, node.state, candidate.mv);
            static_eval.plus(gain.saturating_add(self.units(2, 1))) <= window.alpha
        };
        hopeless.then_some(Omission::Delta)
    }
}

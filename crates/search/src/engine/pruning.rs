//! Speculative pruning of whole nodes: threshold, reverse futility, null move. Each has its own switch, counts as a
//! doubt, and never claims a win or a loss.

use rootward_game::{Bound, Game, Knowledge, Score, Window};

use super::node::Valued;
use super::{Node, Scope, Worker};
use crate::limits::Stopped;
use crate::{Entry, Observer, Remark, Table, Why};

/// The null move is tried from this depth on. Its reduction is a constant, plus a third of the depth, plus one ply for every two
/// units that the static evaluation is above beta, at most three.
const NULL_MOVE_MIN_DEPTH: i32 = 3;
const NULL_MOVE_REDUCTION: i32 = 3;
/// Reverse futility pruning takes the static evaluation less one unit a ply for the value of a node, up to this depth. With
/// more depth the search misses sacrifices (the Win at Chess suite, 40,000 nodes: 262 of 300 solved with 5, 232 with 8 and three
/// quarters of a unit).
const REVERSE_FUTILITY_MAX_DEPTH: i32 = 5;

/// What is known about a node before its moves are searched. The speculative techniques rest on it.
#[derive(Clone, Copy)]
pub(super) struct Assessment {
    /// The side to move is in check: it has to answer a threat at once, and the static evaluation says nothing.
    pub in_check: bool,
    /// The static evaluation for the side to move.
    pub own_eval: Score,
    /// The static evaluation for the side to move, or a better estimate from the table.
    pub static_eval: Score,
    /// The static evaluation is higher than two plies ago, at the last turn of the same side.
    pub improving: bool,
    /// The table entry is a lower bound: an earlier search of this node had a beta cut-off.
    pub expects_cutoff: bool,
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Assesses a node for the speculative techniques.
    pub(super) fn assessment(&mut self, node: &Node<'_, G>, entry: Option<Entry>) -> Assessment {
        if self.static_evals.len() <= node.ply {
            self.static_evals.resize(node.ply + 1, None);
        }
        if self.shared.knowledge.in_check(self.shared.game, node.state) {
            self.static_evals[node.ply] = None;
            let static_eval = -Score::INFINITY;
            return Assessment {
                in_check: true,
                own_eval: static_eval,
                static_eval,
                improving: false,
                expects_cutoff: false,
            };
        }
        let own = self.corrected_estimate(node);
        self.static_evals[node.ply] = Some(own);
        let earlier = node.ply.checked_sub(2).and_then(|ply| self.static_evals[ply]);
        let better = entry.filter(|entry| !entry.score.is_decided()).filter(|entry| match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => entry.score > own,
            Bound::AtMost => entry.score < own,
        });
        let static_eval = better.map_or(own, |entry| entry.score);
        let improving = earlier.is_some_and(|earlier| own > earlier);
        let expects_cutoff = entry.is_some_and(|entry| entry.bound == Bound::AtLeast);
        Assessment { in_check: false, own_eval: own, static_eval, improving, expects_cutoff }
    }

    /// Ends a node whose static evaluation is far outside the window, or that fails high even after a null move.
    pub(super) fn pruned(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        assessment: Assessment,
    ) -> Result<Option<Valued>, Stopped> {
        if node.ply == 0 || node.excluded.is_some() || assessment.in_check {
            return Ok(None);
        }
        if let Some(margin) = self.shared.techniques.speculative.threshold {
            let value = self.estimate(node.state, node.side, node.ply);
            let decided = !window.beta.is_decided() && value >= window.beta.plus(margin);
            let hopeless = !window.alpha.is_decided() && value <= window.alpha.plus(-margin);
            if decided || hopeless {
                return Ok(Some(self.static_cutoff(window, value, Why::Threshold)));
            }
        }
        if !window.is_scout()
            || window.beta.is_decided()
            || self.shared.knowledge.is_threatened(self.shared.game, node.state)
        {
            return Ok(None);
        }
        if let Some(value) = self.reverse_futility(node, window, assessment) {
            return Ok(Some(self.static_cutoff(window, value, Why::ReverseFutility)));
        }
        let worthwhile = self.shared.techniques.speculative.null_move
            && !node.after_null
            && node.depth >= NULL_MOVE_MIN_DEPTH
            && assessment.static_eval >= window.beta;
        if worthwhile { self.null_move(node, window, assessment) } else { Ok(None) }
    }

    /// Reverse futility pruning: the static evaluation less a margin a ply is the value of a node near the horizon, if that
    /// reaches beta.
    fn reverse_futility(&self, node: &Node<'_, G>, window: Window, assessment: Assessment) -> Option<Score> {
        if !self.shared.techniques.speculative.reverse_futility || node.depth > REVERSE_FUTILITY_MAX_DEPTH {
            return None;
        }
        let plies = node.depth - i32::from(assessment.improving);
        Some(assessment.static_eval.plus(-self.units(1, 1).saturating_mul(plies))).filter(|&value| value >= window.beta)
    }

    fn static_cutoff(&mut self, window: Window, value: Score, why: Why) -> Valued {
        self.doubts += 1;
        self.counts.evaluations += 1;
        Valued::new(value, window.judge(value), why)
    }

    /// A fraction of the evaluation's [unit](rootward_game::Evaluation::unit), at least one point.
    pub(super) fn units(&self, numerator: i32, denominator: i32) -> i32 {
        (self.shared.knowledge.unit().saturating_mul(numerator) / denominator).max(1)
    }

    /// Hundredths of the evaluation's unit, at least one point.
    pub(super) fn margin(&self, hundredths: i32) -> i32 {
        self.units(hundredths, 100)
    }

    /// Null-move pruning, by Don Beal and Chrilly Donninger: if the side to move reaches beta even without a move, some
    /// move will reach it, too.
    fn null_move(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        assessment: Assessment,
    ) -> Result<Option<Valued>, Stopped> {
        let Some(state) = self.shared.knowledge.null_move(self.shared.game, node.state) else { return Ok(None) };
        let side = self.shared.game.to_move(&state);
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::NullMove);
        }
        let above = assessment.static_eval.points_above(window.beta) / self.units(2, 1);
        let reduction = NULL_MOVE_REDUCTION + node.depth / 3 + above.clamp(0, 3);
        self.walk(node, None);
        let asked = window.for_child(side != node.side);
        let child = Node::child(node, &state, side, node.depth - 1 - reduction, asked);
        let score = self.node(&Node { after_null: true, cut_node: !node.cut_node, ..child })?;
        let score = score.from_child(side != node.side);
        if score < window.beta {
            return Ok(None);
        }
        // The null move is not legal, so a win after it proves nothing.
        self.doubts += 1;
        Ok(Some(Valued::new(score.as_estimate(), Bound::AtLeast, Why::NullMove)))
    }
}

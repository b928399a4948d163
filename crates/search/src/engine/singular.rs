//! The test for a singular move, and what follows from it: singular and negative extensions, and multi-cut.

use rootward_game::{Bound, Game, Knowledge, Score, Window};

use super::{Node, Scope, Worker};
use crate::limits::Stopped;
use crate::{Entry, Observer, Remark, Singular, Table};

/// A move is tested from this depth on.
const MIN_DEPTH: i32 = 7;
/// The table entry of a node that is tested is at most this many plies shallower than the node.
const MAX_DEPTH_GAP: i32 = 3;
/// A hash move that is not singular, though its value is above beta, is reduced by this many plies.
const NEGATIVE_EXTENSION: i32 = 2;

/// What becomes of the hash move.
pub(super) enum HashMove {
    /// It is searched, with another depth if there is an extension.
    Extended(Option<Extension>),
    /// Multi-cut: other moves reach beta, too. The value is an estimate.
    Cut(Score),
}

/// A hash move that is extended, or reduced if the number of plies is below 0.
#[derive(Clone, Copy)]
pub(super) struct Extension {
    pub index: u16,
    pub plies: i32,
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Tests whether the hash move is singular: all others are far worse. If so it is extended; in the lecture's form the others are
    /// taken off the move stack instead, and `left_out` is set.
    #[inline]
    pub(super) fn hash_move(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        entry: Option<Entry>,
        base: usize,
        left_out: &mut bool,
    ) -> Result<HashMove, Stopped> {
        let form = self.shared.techniques.speculative.singular_extension;
        if !S::ANYTHING || form == Singular::Off || node.ply == 0 || node.excluded.is_some() {
            return Ok(HashMove::Extended(None));
        }
        let tested = entry.and_then(|entry| Some((entry, entry.best?)));
        let Some((entry, best)) = tested.filter(|&(entry, _)| self.may_be_singular(node, entry)) else {
            return Ok(HashMove::Extended(None));
        };
        let limit = entry.score.plus(-self.units(node.depth, 48));
        let others = self.value_of_others(node, limit, best)?;
        if others < limit && form == Singular::PruneSiblings {
            *left_out |= self.prune_siblings(node, base, best);
            return Ok(HashMove::Extended(None));
        }
        if others < limit {
            // No line is extended beyond twice the depth of the iteration.
            let extends = node.ply < 2 * self.root.depth as usize;
            return Ok(HashMove::Extended(extends.then_some(Extension { index: best, plies: 1 })));
        }
        Ok(self.not_singular(node, window, entry, limit, best))
    }

    /// Is the table's entry good enough for the test?
    fn may_be_singular(&self, node: &Node<'_, G>, entry: Entry) -> bool {
        let known = entry.bound != Bound::AtMost && !entry.score.is_decided();
        let deep = node.depth >= MIN_DEPTH;
        known && deep && i32::from(entry.depth) >= node.depth - MAX_DEPTH_GAP
    }

    /// The value of all moves but the hash move, by a search to half the depth: is it below the limit?
    fn value_of_others(&mut self, node: &Node<'_, G>, limit: Score, best: u16) -> Result<Score, Stopped> {
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::SingularTest);
        }
        let window = Window::new(limit.next_down(), limit);
        let same = Node::new(node.state, node.side, node.ply, (node.depth - 1) / 2, window);
        self.node(&Node { excluded: Some(best), after_null: true, cut_node: node.cut_node, ..same })
    }

    /// The hash move is one of several good ones. If these reach beta, the node is cut (multi-cut); if only the hash move seems to
    /// reach it, or a cut-off is expected anyway, the move is reduced (negative extension).
    fn not_singular(&mut self, node: &Node<'_, G>, window: Window, entry: Entry, limit: Score, best: u16) -> HashMove {
        let on = self.shared.techniques.speculative.multi_cut && self.parameters.multi_cut;
        if !on || !window.is_scout() || window.beta.is_decided() {
            return HashMove::Extended(None);
        }
        if limit >= window.beta {
            self.doubts += 1;
            return HashMove::Cut(limit.as_estimate());
        }
        let plies = if entry.score >= window.beta {
            -NEGATIVE_EXTENSION
        } else if node.cut_node {
            -1
        } else {
            0
        };
        HashMove::Extended(Some(Extension { index: best, plies }))
    }

    /// Takes all moves but the singular one off the stack. Returns whether there were any.
    fn prune_siblings(&mut self, node: &Node<'_, G>, base: usize, best: u16) -> bool {
        let Some(place) = self.moves[base..].iter().position(|candidate| candidate.index == best) else { return false };
        let dropped = self.moves.len() - base - 1;
        self.moves.swap(base, base + place);
        self.moves.truncate(base + 1);
        self.doubts += u64::from(dropped > 0);
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::Width { kept: 1, dropped });
        }
        dropped > 0
    }
}

//! Correction history: the static evaluation of similar positions is wrong in a similar way, and the search learns how.
//!
//! A game names parts of a position by keys, such as the pawns. For each key and side the table holds the running average of the
//! difference between what the search found and what the static evaluation said.

use rootward_game::{Bound, Game, Knowledge, Score, Side};

use super::{Node, Scope, Worker};
use crate::{Observer, Table};

/// Slots for each key and side.
const SLOTS: usize = 1 << 14;
/// Corrections are kept in these parts of a point.
const GRAIN: i32 = 32;
/// The weight of a new difference is the depth, at most the first number, in parts of the second.
const MOST_WEIGHT: i32 = 16;
const WEIGHTS: i32 = 256;
/// The sum of the corrections is divided by this.
const SHARE: i32 = 2;

/// The number of corrections for this many keys of a position.
pub(super) fn size(keys: usize) -> usize {
    keys * 2 * SLOTS
}

fn slot(which: usize, side: Side, key: u64) -> usize {
    (which * 2 + side.index()) * SLOTS + (key >> 20) as usize % SLOTS
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// The static evaluation for the side to move, corrected by what the search has learned.
    #[inline]
    pub(super) fn corrected_estimate(&mut self, node: &Node<'_, G>) -> Score {
        let raw = self.estimate(node.state, node.side, node.ply);
        if K::CORRECTION_KEYS == 0 || self.move_history.learned.corrections.is_empty() {
            return raw;
        }
        let slots = (0..K::CORRECTION_KEYS).map(|which| self.correction_slot(node, which));
        let sum: i32 = slots.map(|slot| self.move_history.learned.corrections[slot]).sum();
        raw.plus(sum / (GRAIN * SHARE))
    }

    fn correction_slot(&self, node: &Node<'_, G>, which: usize) -> usize {
        slot(which, node.side, self.shared.knowledge.correction_key(self.shared.game, node.state, which))
    }

    /// Learns from a node that was searched: its value and bound, and the corrected static evaluation.
    pub(super) fn learn_correction(&mut self, node: &Node<'_, G>, static_eval: Score, score: Score, bound: Bound) {
        let says_nothing = match bound {
            Bound::Exact => false,
            Bound::AtLeast => score <= static_eval,
            Bound::AtMost => score >= static_eval,
        };
        if K::CORRECTION_KEYS == 0
            || self.move_history.learned.corrections.is_empty()
            || says_nothing
            || score.is_decided()
        {
            return;
        }
        let unit = self.shared.knowledge.unit();
        let difference = score.points_above(static_eval).clamp(-2 * unit, 2 * unit).saturating_mul(GRAIN);
        let weight = node.depth.clamp(1, MOST_WEIGHT);
        let most = unit.saturating_mul(GRAIN);
        for which in 0..K::CORRECTION_KEYS {
            let slot = self.correction_slot(node, which);
            let correction = &mut self.move_history.learned.corrections[slot];
            // The difference is to the corrected evaluation, so it is what is still missing.
            *correction = (*correction + difference / WEIGHTS * weight).clamp(-most, most);
        }
    }
}

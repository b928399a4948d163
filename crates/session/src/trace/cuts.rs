//! What a cut is about: the bound that was reached, who set it, and what was not looked at.

use rootward_game::{Notation, Side, outcome_at};

use super::count::size_below;
use super::replay::{Open, Replay};
use super::step::{CutEnd, CutNote, Skipped};

/// Counting what one cut saved may look at so many positions.
const COUNTED_AT_A_CUT: u64 = 5_000;

impl<G: Notation> Replay<'_, G> {
    pub(super) fn cut_note(&mut self, level: usize, skipped: &[G::Move]) -> CutNote {
        let leaves_skipped = self.leaves_skipped(level, skipped);
        let node = &self.open[level];
        let (bound, source) = node.ends.far(node.side);
        let plies_up = source.node.map_or(0, |setter| node.ply.saturating_sub(self.nodes[setter].ply));
        CutNote {
            kind: match node.side {
                Side::First => CutEnd::Beta,
                Side::Second => CutEnd::Alpha,
            },
            bound: self.value(bound),
            set: source.how,
            set_by: source.node,
            set_by_name: source.node.map(|setter| self.nodes[setter].name.clone()),
            plies_up,
            deep: plies_up > 1,
            skipped: skipped.iter().map(|&mv| self.skipped(node, mv)).collect(),
            leaves_skipped,
        }
    }

    fn skipped(&self, node: &Open<'_, G>, mv: G::Move) -> Skipped {
        let game = self.scene.game;
        let child = game.apply(node.state, mv);
        let by = game.write_move(node.state, mv);
        let utility = outcome_at(game, &child).map(|outcome| outcome.score_for(Side::First));
        Skipped {
            name: self.name_below(node, &child, &by),
            value: utility.map(|utility| self.value(utility.earlier_by(node.ply as u32 + 1))),
            by,
        }
    }

    /// The leaves below some moves of a node, to the depth of the search.
    fn leaves_skipped(&mut self, level: usize, skipped: &[G::Move]) -> Option<u64> {
        let node = &self.open[level];
        let depth = match node.depth {
            None => None,
            // Beyond the horizon the search follows some moves only.
            Some(depth) => Some(u32::try_from(depth - 1).ok()?),
        };
        let allowed = COUNTED_AT_A_CUT.min(self.counting_budget);
        let mut left = allowed;
        let leaves = skipped.iter().try_fold(0, |leaves, &mv| {
            let child = self.scene.game.apply(node.state, mv);
            Some(leaves + size_below(self.scene.game, &child, depth, &mut left)?.leaves)
        });
        self.counting_budget -= allowed - left;
        leaves
    }
}

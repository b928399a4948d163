//! What a cut is about: the bound that was reached, who set it, and what was not looked at.

use rootward_game::{Notation, Side, legal_moves, outcome_at};

use super::count::{Size, size_below, size_within};
use super::replay::Replay;
use super::step::{CutEnd, CutNote, Skipped};

/// Counting what one cut saved may look at so many positions.
const COUNTED_AT_A_CUT: u64 = 5_000;
/// What lies below one cut move is told if it has at most so many nodes: what fits on a page.
const DRAWN_AT_A_CUT: u64 = 400;
/// And at most so many plies: readers of JSON refuse what is nested too deeply.
const DRAWN_HEIGHT: u32 = 30;

impl<G: Notation> Replay<'_, G> {
    pub(super) fn cut_note(&mut self, level: usize, skipped: &[G::Move]) -> CutNote {
        let leaves_skipped = self.leaves_skipped(level, skipped);
        let skipped = skipped.iter().map(|&mv| self.skipped(level, mv)).collect();
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
            skipped,
            leaves_skipped,
        }
    }

    fn skipped(&mut self, level: usize, mv: G::Move) -> Skipped {
        let node = &self.open[level];
        let game = self.scene.game;
        let child = game.apply(node.state, mv);
        let by = game.write_move(node.state, mv);
        let name = self.name_below(node, &child, &by);
        let (ply, plies_left) = (node.ply + 1, node.depth.map(|depth| depth - 1));
        let allowed = DRAWN_AT_A_CUT.min(self.drawing_budget);
        let size = size_within(game, &child, None, allowed);
        let is_drawn = |size: &Size| {
            size.height <= DRAWN_HEIGHT && plies_left.is_none_or(|left| i64::from(size.height) <= i64::from(left))
        };
        let draws = size.filter(is_drawn).is_some_and(|size| size.height > 0);
        let mut drawn = 0;
        let skipped = self.skipped_at(&child, ply, by, name, draws, &mut drawn);
        self.drawing_budget -= drawn;
        skipped
    }

    /// A node that was not visited, with all that lies below it if that is to be drawn.
    fn skipped_at(
        &self,
        state: &G::State,
        ply: usize,
        by: String,
        name: String,
        draws: bool,
        drawn: &mut u64,
    ) -> Skipped {
        let game = self.scene.game;
        let utility = outcome_at(game, state).map(|outcome| outcome.score_for(Side::First));
        let moves = if draws && utility.is_none() { legal_moves(game, state) } else { Vec::new() };
        *drawn += moves.len() as u64;
        let mut below = Vec::new();
        for mv in moves {
            let child = game.apply(state, mv);
            let by = game.write_move(state, mv);
            let name_below = (self.scene.name_of)(&child).unwrap_or_else(|| format!("{name}.{by}"));
            below.push(self.skipped_at(&child, ply + 1, by, name_below, draws, drawn));
        }
        Skipped {
            value: utility.map(|utility| self.value(utility.earlier_by(ply as u32))),
            side: utility.is_none().then(|| game.to_move(state).into()),
            by,
            name,
            below,
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

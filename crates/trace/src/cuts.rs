//! The details of a cut: the bound that was reached, who set it, and what was not searched.

use rootward_game::{Notation, Score, Side, legal_moves, outcome_at};
use rootward_search::CutKind;

use super::chance::Odds;
use super::count::{Size, size_below, size_within};
use super::replay::Replay;
use super::step::{CutNote, Skipped};
use super::value::Role;

/// The greatest number of positions visited to count what one cut saved.
const COUNTED_AT_A_CUT: u64 = 5_000;
/// The subtree below a cut move is recorded if it has at most this many nodes: as many fit on a page.
const DRAWN_AT_A_CUT: u64 = 400;
/// And at most this many levels: JSON readers refuse deeper nesting.
const DRAWN_LEVELS: u32 = 31;

impl<G: Notation> Replay<'_, G> {
    /// `kind` says which end of the window was reached.
    pub(super) fn cut_note(&mut self, level: usize, kind: CutKind, skipped: &[G::Move]) -> CutNote {
        let leaves_skipped = self.leaves_skipped(level, skipped);
        let skipped = skipped.iter().map(|&mv| self.skipped(level, mv)).collect();
        let node = &self.open[level];
        // At a chance node the average can be out of reach of either end.
        let side = match kind {
            CutKind::Alpha => Side::Second,
            CutKind::Beta => Side::First,
        };
        let (bound, source) = node.ends.far(side);
        let plies_up = source.node.map_or(0, |setter| node.ply.saturating_sub(self.nodes[setter].ply));
        CutNote {
            kind,
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
        let game = self.input.game;
        let child = game.apply(node.state, mv);
        let by = game.write_move(node.state, mv);
        let name = self.name_below(node, &child, &by);
        let (ply, plies_left) = (node.ply + 1, node.depth_below());
        let probability = node.odds.as_ref().and_then(|odds| odds.probability(game, mv));
        let allowed = DRAWN_AT_A_CUT.min(self.drawing_budget);
        // A tree on paper is drawn to the horizon, as its visited part is: otherwise the drawing would give the cut away.
        let horizon = plies_left.filter(|_| self.is_on_paper());
        let size = size_within(game, &child, horizon.map(|left| left.max(0) as u32), allowed);
        let is_drawn = |size: &Size| {
            size.levels <= DRAWN_LEVELS && plies_left.is_none_or(|left| i64::from(size.height) <= i64::from(left))
        };
        let draws = size.filter(is_drawn).is_some_and(|size| size.levels > 1);
        let mut drawn = 0;
        let skipped = self.skipped_at(&child, (ply, horizon), by, name, draws, &mut drawn);
        self.drawing_budget -= drawn;
        Skipped { probability, ..skipped }
    }

    /// Is the game a tree that was drawn before the search? Its nodes have names of their own.
    fn is_on_paper(&self) -> bool {
        (self.input.name_of)(self.input.root).is_some()
    }

    /// An unvisited node `left` plies from the horizon, with its subtree if that is to be drawn.
    fn skipped_at(
        &self,
        state: &G::State,
        (ply, left): (usize, Option<i32>),
        by: String,
        name: String,
        draws: bool,
        drawn: &mut u64,
    ) -> Skipped {
        let game = self.input.game;
        let utility = outcome_at(game, state).map(|outcome| outcome.score_for(Side::First));
        let is_horizon = utility.is_none() && left.is_some_and(|left| left <= 0);
        let moves = if draws && utility.is_none() && !is_horizon { legal_moves(game, state) } else { Vec::new() };
        *drawn += moves.len() as u64;
        let mut below = Vec::new();
        let odds = Odds::at(game, state);
        // Chance takes no ply.
        let left_below = left.map(|left| left - i32::from(odds.is_none()));
        for mv in moves {
            let child = game.apply(state, mv);
            let by = game.write_move(state, mv);
            let name_below = (self.input.name_of)(&child).unwrap_or_else(|| format!("{name}.{by}"));
            let skipped = self.skipped_at(&child, (ply + 1, left_below), by, name_below, draws, drawn);
            let probability = odds.as_ref().and_then(|odds| odds.probability(game, mv));
            below.push(Skipped { probability, ..skipped });
        }
        let value = utility.map(|utility| utility.earlier_by(ply as u32));
        let value = value.or_else(|| is_horizon.then(|| Score::points((self.input.evaluate)(state))));
        Skipped {
            value: value.map(|value| self.value(value)),
            side: utility.is_none().then(|| Role::at(game.to_move(state), odds.is_some())),
            probability: None,
            by,
            name,
            below,
        }
    }

    /// The leaves below some moves of a node, to the depth of the search.
    fn leaves_skipped(&mut self, level: usize, skipped: &[G::Move]) -> Option<u64> {
        let node = &self.open[level];
        let depth = match node.depth_below() {
            None => None,
            // Beyond the horizon the search follows only some moves.
            Some(depth) => Some(u32::try_from(depth).ok()?),
        };
        let allowed = COUNTED_AT_A_CUT.min(self.counting_budget);
        let mut left = allowed;
        let leaves = skipped.iter().try_fold(0, |leaves, &mv| {
            let child = self.input.game.apply(node.state, mv);
            Some(leaves + size_below(self.input.game, &child, depth, &mut left)?.leaves)
        });
        self.counting_budget -= allowed - left;
        leaves
    }
}

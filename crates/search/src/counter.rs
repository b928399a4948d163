//! An observer that counts.

use std::collections::HashMap;

use rootward_game::Game;

use crate::{Cut, CutKind, Departure, Observer, Omission, Remark, Visit, Why};

/// Counts nodes by ply, cut-offs by kind and values by origin.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    /// Nodes entered at each ply.
    pub nodes: Vec<u64>,
    /// Cut-offs at MIN nodes.
    pub alpha_cuts: u64,
    /// Cut-offs at MAX nodes.
    pub beta_cuts: u64,
    /// Moves that were not searched because of a cut-off.
    pub skipped: u64,
    /// Values of nodes and of settled moves, by origin.
    pub reasons: HashMap<Why, u64>,
    /// Moves whose value was known without entering the position after them.
    pub settled: u64,
    /// Table entries found, whether or not they ended the node.
    pub table_finds: u64,
    /// Moves that were extended.
    pub extensions: u64,
    /// Moves that were reduced at first.
    pub reductions: u64,
    /// Moves that were pruned, by the reason.
    pub left_out: HashMap<Omission, u64>,
    /// Quiescence nodes where the side to move may stand pat.
    pub stand_pats: u64,
}

impl<G: Game> Observer<G> for Counter {
    fn enter(&mut self, visit: &Visit<'_, G>) {
        if self.nodes.len() <= visit.ply {
            self.nodes.resize(visit.ply + 1, 0);
        }
        self.nodes[visit.ply] += 1;
    }

    fn cut(&mut self, _: usize, cut: &Cut<'_, G::Move>) {
        self.skipped += cut.skipped.len() as u64;
        match cut.kind {
            CutKind::Alpha => self.alpha_cuts += 1,
            CutKind::Beta => self.beta_cuts += 1,
        }
    }

    fn settled(&mut self, _: usize, _: G::Move, departure: Departure) {
        self.settled += 1;
        *self.reasons.entry(departure.why).or_default() += 1;
    }

    fn left_out(&mut self, _: usize, _: G::Move, why: Omission) {
        *self.left_out.entry(why).or_default() += 1;
    }

    fn remark(&mut self, _: usize, remark: Remark) {
        match remark {
            Remark::TableHit { .. } => self.table_finds += 1,
            Remark::Extension(_) => self.extensions += 1,
            Remark::Reduction(_) => self.reductions += 1,
            Remark::StandPat(_) => self.stand_pats += 1,
            _ => {}
        }
    }

    fn leave(&mut self, _: usize, departure: Departure) {
        *self.reasons.entry(departure.why).or_default() += 1;
    }
}

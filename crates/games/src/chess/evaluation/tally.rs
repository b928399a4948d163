//! The receiver of what the evaluation's one pass over the board finds.
//!
//! The pass is written once. A search has it add up weights ([`Sum`]); showing or fitting the parts has it record the
//! counts ([`Counts`]). So the two cannot disagree.

use cozy_chess::{Color, Piece, Square};

use super::squares::half_square;
use super::terms::{FEATURES, MATERIAL, square_feature};
use super::weights::{Pair, Weights};

/// Receives what was found, for one side at a time.
pub(super) trait Tally {
    /// This side has `count` of a feature.
    fn add(&mut self, side: Color, feature: usize, count: i32);

    /// A piece of this side stands here.
    fn piece(&mut self, side: Color, piece: Piece, square: Square);

    /// This side has one of a feature.
    #[inline(always)]
    fn one(&mut self, side: Color, feature: usize) {
        self.add(side, feature, 1);
    }
}

/// The weighted sum, for White minus for Black.
pub(super) struct Sum<'a> {
    weights: &'a Weights,
    pub(super) total: Pair,
}

impl<'a> Sum<'a> {
    pub(super) fn new(weights: &'a Weights) -> Sum<'a> {
        Sum { weights, total: Pair::default() }
    }
}

/// 1 for White, -1 for Black.
#[inline(always)]
const fn sign(side: Color) -> i32 {
    match side {
        Color::White => 1,
        Color::Black => -1,
    }
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, side: Color, feature: usize, count: i32) {
        self.total.add(self.weights.pair(feature), count * sign(side));
    }

    #[inline(always)]
    fn piece(&mut self, side: Color, piece: Piece, square: Square) {
        self.total.add(self.weights.piece_on(piece, square.relative_to(side)), sign(side));
    }
}

/// The counts, for White minus for Black.
pub(super) struct Counts(pub(super) [i32; FEATURES]);

impl Counts {
    pub(super) fn new() -> Counts {
        Counts([0; FEATURES])
    }
}

impl Tally for Counts {
    fn add(&mut self, side: Color, feature: usize, count: i32) {
        self.0[feature] += count * sign(side);
    }

    fn piece(&mut self, side: Color, piece: Piece, square: Square) {
        if piece != Piece::King {
            self.one(side, MATERIAL + piece as usize);
        }
        self.one(side, square_feature(piece, half_square(square, side)));
    }
}

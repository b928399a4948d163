//! The evaluation: a weighted sum of named features, in hundredths of a pawn for White.
//!
//! Each feature is counted for White minus for Black and has two weights, one for the middlegame and one for the ending.
//! The phase, from the pieces left, interpolates between them ([`Stage`]). As a sum, a feature is two terms:
//!
//! ```text
//!                                     middlegame left            middlegame gone
//! Eval = scale factor × Σ ( w_mg·count · ─────────  +  w_eg·count · ───────── )
//!                                           all                        all
//! ```
//!
//! The scale factor is 1 except in endings that are hard to win whatever the advantage (opposite-coloured bishops, no
//! pawns). It depends on the material alone and belongs to the measure, so the evaluation stays a sum of weights times
//! measures.
//!
//! One pass over the board reports its findings to a `Tally`: a search adds them up, the fit and `explain` record them.

mod squares;
mod terms;
mod weights;
mod tally;
mod position_info;
mod pieces;
mod pawns;
mod king;
mod threats;
mod ending;
mod evaluator;
#[cfg(test)]
mod tests;

use cozy_chess::{Board, Color, Piece};

pub use evaluator::Evaluator;
pub use weights::Weights;

use ending::{FULL_SCALE, WHOLE_PHASE};
use position_info::PositionInfo;
use tally::{Counts, Sum, Tally};
use weights::Pair;

/// Measures are whole numbers, in units of 1 / `SCALE`.
pub const SCALE: i32 = WHOLE_PHASE * FULL_SCALE;

/// The factors of a count besides its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// How much of the middlegame is left, out of [`Stage::WHOLE_PHASE`].
    pub phase: i32,
    /// The scale factor: how much of an advantage counts, out of [`Stage::FULL_SCALE`].
    pub scale_factor: i32,
}

impl Stage {
    /// The phase with all pieces on the board.
    pub const WHOLE_PHASE: i32 = WHOLE_PHASE;
    /// The scale factor of an advantage that counts in full.
    pub const FULL_SCALE: i32 = FULL_SCALE;

    /// The stage of a position.
    #[inline]
    pub fn of(board: &Board) -> Stage {
        let phase = ending::phase(board);
        Stage { phase, scale_factor: ending::scale_factor(board, phase) }
    }

    /// The measures of a feature's two terms for this `count`, in units of 1 / [`SCALE`].
    fn measures(self, count: i32) -> [i32; 2] {
        [count * self.phase * self.scale_factor, count * (WHOLE_PHASE - self.phase) * self.scale_factor]
    }

    /// The points of a sum. Rounded towards 0, so that the value is the same for both sides.
    #[inline(always)]
    fn points(self, sum: Pair) -> i32 {
        let Stage { phase, scale_factor } = self;
        let parts =
            i64::from(sum.middlegame()) * i64::from(phase) + i64::from(sum.ending()) * i64::from(WHOLE_PHASE - phase);
        (parts * i64::from(scale_factor) / i64::from(SCALE)) as i32
    }
}

/// Points for White, in hundredths of a pawn.
pub fn evaluate(board: &Board, weights: &Weights) -> i32 {
    let mut sum = Sum::new(weights);
    look(board, &mut sum);
    Stage::of(board).points(sum.total)
}

/// Points for White by material and piece-square tables alone.
pub fn piece_squares(board: &Board, weights: &Weights) -> i32 {
    let mut total = Pair::default();
    for piece in Piece::ALL {
        let squares = |side| weights.pieces_on(piece, board.colored_pieces(side, piece).0, side);
        total.add(squares(Color::White), 1);
        total.add(squares(Color::Black), -1);
    }
    Stage::of(board).points(total)
}

/// The measure of every term, in units of 1 / [`SCALE`].
pub fn measure(board: &Board) -> Vec<i32> {
    let mut counts = Counts::new();
    look(board, &mut counts);
    let stage = Stage::of(board);
    counts.0.into_iter().flat_map(|count| stage.measures(count)).collect()
}

/// The one pass over the board.
#[inline(always)]
fn look(board: &Board, tally: &mut impl Tally) {
    let mut info = PositionInfo::of(board);
    pieces::pieces(&mut info, Color::White, tally);
    pieces::pieces(&mut info, Color::Black, tally);
    look_again(&info, Color::White, tally);
    look_again(&info, Color::Black, tally);
    tally.one(board.side_to_move(), terms::TEMPO);
}

/// The features that need the attacks of both sides.
#[inline(always)]
fn look_again(info: &PositionInfo<'_>, side: Color, tally: &mut impl Tally) {
    pawns::pawns(info, side, tally);
    king::king(info, side, tally);
    pawns::space(info, side, tally);
    threats::threats(info, side, tally);
    ending::lone_king(info, side, tally);
}

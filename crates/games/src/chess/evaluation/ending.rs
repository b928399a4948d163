//! Endings: the phase of the game, the scale factor where an advantage is hard to win, and driving a lone king.

use cozy_chess::{Board, Color, Piece};

use super::position_info::PositionInfo;
use super::squares::{DARK, distance};
use super::tally::Tally;
use super::terms;

/// The share of each kind of piece in the middlegame phase.
const PHASE_OF: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase with all pieces on the board.
pub(super) const WHOLE_PHASE: i32 = 24;
/// The scale factor of an advantage that counts in full.
pub(super) const FULL_SCALE: i32 = 16;

/// The usual values of the pieces in pawns, to tell which side is ahead. They are no weights: a scale factor that
/// depended on weights would make the evaluation something other than a weighted sum.
const WORTH: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// How much of the middlegame is left, from [`WHOLE_PHASE`] with all pieces on the board to 0 with none.
#[inline(always)]
pub(super) fn phase(board: &Board) -> i32 {
    let left = |piece: Piece| PHASE_OF[piece as usize] * board.pieces(piece).len() as i32;
    (left(Piece::Knight) + left(Piece::Bishop) + left(Piece::Rook) + left(Piece::Queen)).min(WHOLE_PHASE)
}

/// The scale factor, out of [`FULL_SCALE`]: lower where the material cannot win, or hardly.
#[inline(always)]
pub(super) fn scale_factor(board: &Board, phase: i32) -> i32 {
    // With a higher phase none of the cases below can occur.
    if phase > 14 {
        return FULL_SCALE;
    }
    let [white, black] = [Color::White, Color::Black].map(|side| pieces_worth(board, side));
    let pawns = |side| board.colored_pieces(side, Piece::Pawn).len() as i32;
    let lead = white + pawns(Color::White) - black - pawns(Color::Black);
    let ahead = if lead >= 0 { Color::White } else { Color::Black };
    let pieces_ahead = if lead >= 0 { white - black } else { black - white };
    if lead != 0 && pawns(ahead) == 0 {
        let only_knights = board.colors(ahead).len() == 1 + board.colored_pieces(ahead, Piece::Knight).len();
        if pieces_ahead <= 3 || (only_knights && pieces_ahead <= 6) {
            // No pawns, and at most a piece more: two rooks and a knight against two rooks, say.
            return if phase <= 2 { 1 } else { 4 };
        }
    }
    opposite_bishops(board, phase)
}

fn pieces_worth(board: &Board, side: Color) -> i32 {
    let worth = |piece: Piece| WORTH[piece as usize] * board.colored_pieces(side, piece).len() as i32;
    worth(Piece::Knight) + worth(Piece::Bishop) + worth(Piece::Rook) + worth(Piece::Queen)
}

/// Bishops of opposite colours: alone they draw most endings, with other pieces some.
fn opposite_bishops(board: &Board, phase: i32) -> i32 {
    let bishops = board.pieces(Piece::Bishop);
    let one_each =
        (bishops & board.colors(Color::White)).len() == 1 && (bishops & board.colors(Color::Black)).len() == 1;
    if !one_each || (bishops & DARK).len() != 1 {
        FULL_SCALE
    } else if phase == 2 {
        8
    } else {
        14
    }
}

/// Counts how far a side with mating material has driven a lone king.
#[inline(always)]
pub(super) fn lone_king(info: &PositionInfo<'_>, side: Color, tally: &mut impl Tally) {
    let (own, their) = (info.force(side), info.force(!side));
    if their.all.len() > 1 || pieces_worth(info.board, side) < WORTH[Piece::Rook as usize] {
        return;
    }
    let from_centre = |coordinate: i32| (coordinate - 4).max(3 - coordinate);
    let steps = from_centre(their.king.file() as i32) + from_centre(their.king.rank() as i32);
    tally.add(side, terms::CORNERED, steps);
    tally.add(side, terms::KINGS_NEAR, 7 - distance(own.king, their.king));
}

//! Sets of squares, relative to a side.

use cozy_chess::{BitBoard, Color, File, Rank, Square};

/// The files of one half of the board. Left and right make no difference to the value of a square, and half the number
/// of weights is fitted from twice the data.
pub(super) const HALF_BOARD: usize = 4;
pub(super) const FILES: [char; HALF_BOARD] = ['a', 'b', 'c', 'd'];
pub(super) const RANKS: [char; 8] = ['1', '2', '3', '4', '5', '6', '7', '8'];

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// The number of a square on the queen's half of the board, relative to a side.
#[inline(always)]
pub(super) fn half_square(square: Square, side: Color) -> usize {
    let index = square.relative_to(side) as usize;
    let file = index & 7;
    (index >> 3) * HALF_BOARD + if file < HALF_BOARD { file } else { 7 - file }
}

/// The rank of a square relative to a side: 0 is its own first rank.
#[inline(always)]
pub(super) fn rank_of(square: Square, side: Color) -> usize {
    square.rank().relative_to(side) as usize
}

/// A rank relative to a side.
#[inline(always)]
pub(super) fn rank(index: usize, side: Color) -> BitBoard {
    Rank::index(index).relative_to(side).bitboard()
}

/// King's moves between two squares (Chebyshev distance).
#[inline(always)]
pub(super) fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    let ranks = (a.rank() as i32 - b.rank() as i32).abs();
    files.max(ranks)
}

/// One step forward.
#[inline(always)]
pub(super) fn forward(set: BitBoard, side: Color) -> BitBoard {
    BitBoard(match side {
        Color::White => set.0 << 8,
        Color::Black => set.0 >> 8,
    })
}

/// One step back.
#[inline(always)]
pub(super) fn back(set: BitBoard, side: Color) -> BitBoard {
    forward(set, !side)
}

/// The squares themselves and all in front of them.
#[inline(always)]
pub(super) fn fill_forward(set: BitBoard, side: Color) -> BitBoard {
    let mut bits = set.0;
    match side {
        Color::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
        }
        Color::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
        }
    }
    BitBoard(bits)
}

/// All squares of the files on which the set has one.
#[inline(always)]
pub(super) fn fill_files(set: BitBoard) -> BitBoard {
    fill_forward(set, Color::White) | fill_forward(set, Color::Black)
}

/// The squares to the left and to the right.
#[inline(always)]
pub(super) fn beside(set: BitBoard) -> BitBoard {
    left(set) | right(set)
}

#[inline(always)]
fn left(set: BitBoard) -> BitBoard {
    BitBoard((set.0 & NOT_A) >> 1)
}

#[inline(always)]
fn right(set: BitBoard) -> BitBoard {
    BitBoard((set.0 & NOT_H) << 1)
}

/// The squares that pawns attack, and those that they attack twice.
#[inline(always)]
pub(super) fn pawn_attacks(pawns: BitBoard, side: Color) -> (BitBoard, BitBoard) {
    let ahead = forward(pawns, side);
    let (left, right) = (left(ahead), right(ahead));
    (left | right, left & right)
}

/// The three by three squares around a king. At the edge the zone is shifted one square inwards, so corners are no
/// refuge.
#[inline(always)]
pub(super) fn zone(king: Square) -> BitBoard {
    let file = File::index((king.file() as usize).clamp(1, 6));
    let rank = Rank::index((king.rank() as usize).clamp(1, 6));
    let centre = Square::new(file, rank);
    cozy_chess::get_king_moves(centre) | centre.bitboard()
}

/// The files c to f.
pub(super) const MIDDLE_FILES: BitBoard = BitBoard(0x3C3C_3C3C_3C3C_3C3C);
/// d4, e4, d5 and e5.
pub(super) const CENTRE: BitBoard = BitBoard(0x0000_0018_1800_0000);
/// Squares of the colour of a1.
pub(super) const DARK: BitBoard = BitBoard(0xAA55_AA55_AA55_AA55);

//! Legal moves, piece by piece: the one place where the move generator is compiled.
//!
//! `cozy-chess` is generic in what receives the moves, and each compiled copy of its generator brings the table of sliding
//! moves along (704 KB). Here the receiver is a trait object, so that every crate uses the same copy.

use cozy_chess::{BitBoard, Board, Piece, PieceMoves, Rank};

/// Calls `each` with the legal moves of each piece, until it returns true. Returns whether it did.
pub fn each_piece(board: &Board, each: &mut dyn FnMut(PieceMoves) -> bool) -> bool {
    each_piece_of(board, BitBoard::FULL, each)
}

/// The same for the pieces on these squares alone.
#[inline(never)]
pub fn each_piece_of(board: &Board, from: BitBoard, each: &mut dyn FnMut(PieceMoves) -> bool) -> bool {
    board.generate_moves_for(from, each)
}

/// Calls `each` with the captures and promotions of each piece that has any. Under-promotions are among them.
#[inline(never)]
pub(super) fn noisy(board: &Board, each: &mut dyn FnMut(PieceMoves)) {
    let side = board.side_to_move();
    let theirs = board.colors(!side);
    let last = Rank::Eighth.relative_to(side).bitboard();
    board.generate_moves(|mut moves| {
        moves.to &= match moves.piece {
            Piece::Pawn => cozy_chess::get_pawn_attacks(moves.from, side) | last,
            _ => theirs,
        };
        if !moves.to.is_empty() {
            each(moves);
        }
        false
    });
}

/// Is there a legal move?
#[inline(never)]
pub(super) fn any(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// The number of legal moves.
#[inline(never)]
pub(super) fn count(board: &Board) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len() as u64;
        false
    });
    count
}

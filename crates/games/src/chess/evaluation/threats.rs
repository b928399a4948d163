//! Threats: enemy pieces that a side attacks.

use cozy_chess::{BitBoard, Color, Piece};

use super::position_info::PositionInfo;
use super::squares::{forward, pawn_attacks, rank};
use super::tally::Tally;
use super::terms;

/// Counts the threats of one side. Needs all attacks recorded first.
#[inline(always)]
pub(super) fn threats(info: &PositionInfo<'_>, side: Color, tally: &mut impl Tally) {
    let (own, their) = (info.force(side), info.force(!side));
    let men = their.all - their.pawns - their.king.bitboard();
    let by_pawns = men & own.pawn_attacks;
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let attacked = by_pawns & info.board.pieces(piece);
        tally.add(side, terms::PAWN_THREAT + piece as usize - 1, attacked.len() as i32);
    }
    tally.add(side, terms::PUSH_THREAT, (pushes(info, side) & men & !own.pawn_attacks).len() as i32);

    let loose = their.all & !their.pawn_attacks;
    let rooks_and_queens = their.all & (info.board.pieces(Piece::Rook) | info.board.pieces(Piece::Queen));
    let queens = info.pieces(!side, Piece::Queen);
    let minor = own.by(Piece::Knight) | own.by(Piece::Bishop);
    by_kind(info, minor & (loose | rooks_and_queens), side, terms::MINOR_THREAT, tally);
    by_kind(info, own.by(Piece::Rook) & (loose | queens), side, terms::ROOK_THREAT, tally);

    let undefended = their.all & own.attacks & !their.attacks;
    tally.add(side, terms::KING_THREAT, (undefended & own.by(Piece::King)).len() as i32);
    tally.add(side, terms::HANGING_PAWN, (undefended & their.pawns).len() as i32);
    tally.add(side, terms::HANGING_PIECE, (undefended - their.pawns).len() as i32);
}

/// Counts attacked pieces by their kind.
#[inline(always)]
fn by_kind(info: &PositionInfo<'_>, attacked: BitBoard, side: Color, first: usize, tally: &mut impl Tally) {
    for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let count = (attacked & info.board.pieces(piece)).len();
        if count > 0 {
            tally.add(side, first + piece as usize, count as i32);
        }
    }
}

/// The squares that pawns would attack after a safe step of one or two squares.
#[inline(always)]
fn pushes(info: &PositionInfo<'_>, side: Color) -> BitBoard {
    let (own, their) = (info.force(side), info.force(!side));
    let free = !info.occupied;
    let one = info.steps(side) & free;
    let two = forward(one & rank(2, side), side) & free;
    let safe = (one | two) & !their.pawn_attacks & (!their.attacks | own.attacks);
    pawn_attacks(safe, side).0
}

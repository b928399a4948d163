//! Knights, bishops, rooks and queens: their squares, their mobility, their targets.

use cozy_chess::{BitBoard, Color, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves};

use super::position_info::PositionInfo;
use super::squares::{CENTRE, DARK, back, distance, rank, rank_of};
use super::tally::Tally;
use super::terms;

/// The attack on a king is counted in units: a number for each kind of attacker, and one for each square near the king
/// that it attacks. Only the total has a weight.
const ATTACKER_UNITS: [i32; 6] = [0, 3, 3, 4, 5, 0];

/// Counts the placement of one side's pieces, and records their attacks.
#[inline(always)]
pub(super) fn pieces(info: &mut PositionInfo<'_>, side: Color, tally: &mut impl Tally) {
    for square in info.force(side).pawns {
        tally.piece(side, Piece::Pawn, square);
    }
    tally.piece(side, Piece::King, info.force(side).king);
    let (own, their) = (*info.force(side), *info.force(!side));
    // Squares that enemy pawns attack do not count, nor those of the own pawns and the king.
    let safe = !(their.pawn_attacks | own.pawns | own.king.bitboard());
    let outposts = outposts(info, side);

    for square in info.pieces(side, Piece::Knight) {
        let attacks = get_knight_moves(square);
        seen(info, side, Piece::Knight, square, attacks, tally);
        tally.one(side, terms::KNIGHT_MOBILITY + (attacks & safe).len() as usize);
        if outposts.has(square) {
            tally.one(side, terms::KNIGHT_OUTPOST);
        } else if !(attacks & outposts & !own.all).is_empty() {
            tally.one(side, terms::OUTPOST_IN_REACH);
        }
    }

    let bishops = info.pieces(side, Piece::Bishop);
    // A piece does not block another that moves the same way (X-ray).
    let queens = info.pieces(side, Piece::Queen);
    for square in bishops {
        let attacks = get_bishop_moves(square, info.occupied - queens);
        seen(info, side, Piece::Bishop, square, attacks, tally);
        tally.one(side, terms::BISHOP_MOBILITY + (attacks & safe).len() as usize);
        let colour = if DARK.has(square) { DARK } else { !DARK };
        tally.add(side, terms::BISHOP_BLOCKED, (own.pawns & colour).len() as i32);
        if outposts.has(square) {
            tally.one(side, terms::BISHOP_OUTPOST);
        }
        if (get_bishop_moves(square, info.board.pieces(Piece::Pawn)) & CENTRE).len() == 2 {
            tally.one(side, terms::LONG_DIAGONAL);
        }
    }
    if !(bishops & DARK).is_empty() && !(bishops - DARK).is_empty() {
        tally.one(side, terms::BISHOP_PAIR);
    }
    let minors = bishops | info.pieces(side, Piece::Knight);
    let shielded = minors & back(info.board.pieces(Piece::Pawn), side);
    tally.add(side, terms::SHIELDED_MINOR, shielded.len() as i32);

    let rooks = info.pieces(side, Piece::Rook);
    for square in rooks {
        let attacks = get_rook_moves(square, info.occupied - queens - rooks);
        seen(info, side, Piece::Rook, square, attacks, tally);
        let reach = (attacks & safe).len() as usize;
        tally.one(side, terms::ROOK_MOBILITY + reach);
        rook(info, side, square, reach, tally);
    }

    for square in queens {
        let attacks = get_bishop_moves(square, info.occupied) | get_rook_moves(square, info.occupied);
        seen(info, side, Piece::Queen, square, attacks, tally);
        tally.one(side, terms::QUEEN_MOBILITY + (attacks & safe).len() as usize);
    }
}

/// The features of every piece: its square, its attacks, its attack on the other king.
#[inline(always)]
fn seen(
    info: &mut PositionInfo<'_>,
    side: Color,
    piece: Piece,
    square: Square,
    attacks: BitBoard,
    tally: &mut impl Tally,
) {
    tally.piece(side, piece, square);
    let zone = info.force(!side).zone;
    let force = info.force_mut(side);
    force.attack(piece, attacks);
    if matches!(piece, Piece::Knight | Piece::Bishop) {
        tally.add(side, terms::FAR_FROM_KING, distance(square, force.king));
    }
    let aimed = attacks & zone;
    if !aimed.is_empty() {
        force.attackers += 1;
        force.attack_units += ATTACKER_UNITS[piece as usize] + aimed.len() as i32;
        tally.one(side, terms::NEAR_KING + piece as usize - 1);
    }
}

/// Outposts: squares on ranks 4 to 6 that an own pawn defends and no enemy pawn can ever attack.
#[inline(always)]
fn outposts(info: &PositionInfo<'_>, side: Color) -> BitBoard {
    let ranks = rank(3, side) | rank(4, side) | rank(5, side);
    ranks & info.force(side).pawn_attacks & !info.force(!side).pawn_reach
}

#[inline(always)]
fn rook(info: &PositionInfo<'_>, side: Color, square: Square, reach: usize, tally: &mut impl Tally) {
    let (own, their) = (info.force(side), info.force(!side));
    let file = square.file().bitboard();
    if (file & own.pawns).is_empty() {
        let open = (file & their.pawns).is_empty();
        tally.one(side, if open { terms::ROOK_OPEN } else { terms::ROOK_HALF_OPEN });
    } else if reach <= 3 {
        let rights = info.board.castle_rights(side);
        let (king, rook) = (own.king.file() as usize, square.file() as usize);
        if rights.short.is_none() && rights.long.is_none() && (king >= 4) == (rook > king) {
            tally.one(side, terms::ROOK_TRAPPED);
        }
    }
    let seventh = rank(6, side);
    if seventh.has(square) && (rank_of(their.king, side) == 7 || !(their.pawns & seventh).is_empty()) {
        tally.one(side, terms::ROOK_SEVENTH);
    }
}

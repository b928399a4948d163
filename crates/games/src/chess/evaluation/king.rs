//! Kings: their pawn shelter, and the attack on them.

use cozy_chess::{BitBoard, Color, File, Piece, get_bishop_moves, get_knight_moves, get_rook_moves};

use super::position_info::{Force, PositionInfo};
use super::tally::Tally;
use super::terms;

/// Units of attack for a square near the king that no pawn or piece defends.
const WEAK_SQUARE_UNITS: i32 = 2;
/// Units of attack for a kind of piece that has a safe check.
const CHECK_UNITS: [i32; 4] = [5, 3, 5, 6];
/// Without a queen an attack seldom ends in mate.
const NO_QUEEN_UNITS: i32 = 8;

/// Counts the shelter of one side's king, and that side's attack on the other king. Needs all attacks recorded first.
#[inline(always)]
pub(super) fn king(info: &PositionInfo<'_>, side: Color, tally: &mut impl Tally) {
    shelter(info, side, tally);
    attack(info, side, tally);
    let rights = info.board.castle_rights(side);
    tally.add(side, terms::CASTLING, i32::from(rights.short.is_some()) + i32::from(rights.long.is_some()));
}

#[inline(always)]
fn shelter(info: &PositionInfo<'_>, side: Color, tally: &mut impl Tally) {
    let (own, their) = (info.force(side), info.force(!side));
    let king_file = own.king.file() as usize;
    let not_behind = at_or_before(own, side);
    for index in king_file.clamp(1, 6) - 1..=king_file.clamp(1, 6) + 1 {
        let file = File::index(index).bitboard() & not_behind;
        let own_rank = nearest(own.pawns & file, side);
        let first = if index == king_file { terms::SHELTER_FRONT } else { terms::SHELTER };
        tally.one(side, first + own_rank);
        let their_rank = nearest(their.pawns & file, side);
        let blocked = own_rank != 0 && their_rank == own_rank + 1;
        tally.one(side, if blocked { terms::STORM_BLOCKED } else { terms::STORM } + their_rank);
    }
}

/// The king's rank and all ranks in front of it.
#[inline(always)]
fn at_or_before(own: &Force, side: Color) -> BitBoard {
    let rank = own.king.rank() as u32;
    BitBoard(match side {
        Color::White => u64::MAX << (8 * rank),
        Color::Black => u64::MAX >> (8 * (7 - rank)),
    })
}

/// The rank, seen from its side, of the pawn nearest to its own first rank; 0 if there is none.
#[inline(always)]
fn nearest(pawns: BitBoard, side: Color) -> usize {
    if pawns.is_empty() {
        return 0;
    }
    (match side {
        Color::White => pawns.0.trailing_zeros() / 8,
        Color::Black => pawns.0.leading_zeros() / 8,
    }) as usize
}

#[inline(always)]
fn attack(info: &PositionInfo<'_>, side: Color, tally: &mut impl Tally) {
    let (own, their) = (info.force(side), info.force(!side));
    let has_queen = !info.pieces(side, Piece::Queen).is_empty();
    if own.attackers + i32::from(has_queen) < 2 {
        return;
    }
    let mut units = own.attack_units;
    // Squares that we attack and that only their king or queen defends, or nobody.
    let king_or_queen = their.by(Piece::King) | their.by(Piece::Queen);
    let weak = own.attacks & !their.attacks_twice & (!their.attacks | king_or_queen);
    units += WEAK_SQUARE_UNITS * (weak & their.zone).len() as i32;
    let free = !own.all & (!their.attacks | (weak & own.attacks_twice));
    for (kind, squares) in checks(info, their).into_iter().enumerate() {
        let checks = squares & own.attacks_by[kind + 1] & free;
        if !checks.is_empty() {
            units += CHECK_UNITS[kind];
            tally.add(side, terms::CHECKS + kind, checks.len() as i32);
        }
    }
    if !has_queen {
        units -= NO_QUEEN_UNITS;
    }
    let size = (units.max(0) / 2).min(terms::DANGERS as i32 - 1);
    tally.one(side, terms::DANGER + size as usize);
}

/// The squares from which a knight, bishop, rook or queen would give check.
#[inline(always)]
fn checks(info: &PositionInfo<'_>, their: &Force) -> [BitBoard; 4] {
    let bishop = get_bishop_moves(their.king, info.occupied);
    let rook = get_rook_moves(their.king, info.occupied);
    [get_knight_moves(their.king), bishop, rook, bishop | rook]
}

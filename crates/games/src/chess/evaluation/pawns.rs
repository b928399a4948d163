//! Pawns: pawn structure and passed pawns.

use cozy_chess::{BitBoard, Color, Piece, Square, get_rook_moves};

use super::position_info::PositionInfo;
use super::squares::{MIDDLE_FILES, back, beside, distance, fill_files, fill_forward, forward, rank, rank_of};
use super::tally::Tally;
use super::terms;

/// Counts the pawn structure of one side. Needs all attacks recorded first.
#[inline(always)]
pub(super) fn pawns(info: &PositionInfo<'_>, side: Color, tally: &mut impl Tally) {
    let (own, their) = (info.force(side), info.force(!side));
    let pawns = own.pawns;
    // Squares with an own pawn somewhere in front of them.
    let behind_own = fill_forward(back(pawns, side), !side);
    let behind_their = fill_forward(back(their.pawns, side), !side);
    tally.add(side, terms::DOUBLED, (pawns & behind_own).len() as i32);

    let isolated = pawns - beside(fill_files(pawns));
    let exposed = !(behind_own | behind_their);
    tally.add(side, terms::ISOLATED, isolated.len() as i32);
    tally.add(side, terms::ISOLATED_EXPOSED, (isolated & exposed).len() as i32);

    let unsafe_steps = forward(pawns, side) & their.pawn_attacks & !own.pawn_reach;
    let backward = back(unsafe_steps, side) - isolated;
    tally.add(side, terms::BACKWARD, backward.len() as i32);
    tally.add(side, terms::BACKWARD_EXPOSED, (backward & exposed).len() as i32);

    by_rank(pawns & beside(pawns), side, terms::PHALANX, tally);
    by_rank(pawns & own.pawn_attacks, side, terms::BACKED, tally);

    for pawn in pawns - behind_own - fill_forward(forward(their.pawns | beside(their.pawns), !side), !side) {
        passed(info, side, pawn, tally);
    }
}

/// Counts pawns by their rank.
#[inline(always)]
fn by_rank(pawns: BitBoard, side: Color, first: usize, tally: &mut impl Tally) {
    for pawn in pawns {
        tally.one(side, first + rank_of(pawn, side) - 1);
    }
}

#[inline(always)]
fn passed(info: &PositionInfo<'_>, side: Color, pawn: Square, tally: &mut impl Tally) {
    let (own, their) = (info.force(side), info.force(!side));
    let ranks = rank_of(pawn, side) - 1;
    tally.one(side, terms::PASSED + ranks);
    let step = forward(pawn.bitboard(), side);
    let path = fill_forward(step, side);
    if !(step & their.all).is_empty() {
        tally.one(side, terms::PASSED_BLOCKED + ranks);
    } else if (step & (info.occupied | their.attacks)).is_empty() {
        let whole = (path & (info.occupied | their.attacks)).is_empty();
        tally.one(side, if whole { terms::PASSED_SAFE_PATH } else { terms::PASSED_SAFE_STEP } + ranks);
    }
    if let Some(next) = step.next_square().filter(|_| ranks >= 2) {
        let weight = ranks as i32 - 1;
        tally.add(side, terms::PASSED_OWN_KING, distance(own.king, next) * weight);
        tally.add(side, terms::PASSED_THEIR_KING, distance(their.king, next) * weight);
    }
    rook_behind(info, side, pawn, tally);
    if runs(info, side, pawn, path) {
        tally.one(side, terms::PASSED_RUNS);
    }
}

#[inline(always)]
fn rook_behind(info: &PositionInfo<'_>, side: Color, pawn: Square, tally: &mut impl Tally) {
    let rooks = info.board.pieces(Piece::Rook) & pawn.file().bitboard();
    if rooks.is_empty() {
        return;
    }
    let behind = fill_forward(back(pawn.bitboard(), side), !side);
    let seen = rooks & behind & get_rook_moves(pawn, info.occupied);
    if !(seen & info.force(side).all).is_empty() {
        tally.one(side, terms::PASSED_ROOK);
    } else if !seen.is_empty() {
        tally.one(side, terms::PASSED_THEIR_ROOK);
    }
}

/// Is this a passed pawn that a lone enemy king cannot catch?
#[inline(always)]
fn runs(info: &PositionInfo<'_>, side: Color, pawn: Square, path: BitBoard) -> bool {
    let (own, their) = (info.force(side), info.force(!side));
    if their.all != their.pawns | their.king.bitboard() || !(path & (own.all | their.all)).is_empty() {
        return false;
    }
    let Some(queening) = (path & rank(7, side)).next_square() else { return false };
    // The first move of a pawn may be a double step.
    let steps = (7 - rank_of(pawn, side) as i32).min(5);
    let their_steps = distance(their.king, queening) - i32::from(info.board.side_to_move() != side);
    their_steps > steps
}

/// Counts one side's space: squares behind and beside its pawns in the middle.
#[inline(always)]
pub(super) fn space(info: &PositionInfo<'_>, side: Color, tally: &mut impl Tally) {
    let (own, their) = (info.force(side), info.force(!side));
    let ranks = rank(1, side) | rank(2, side) | rank(3, side);
    let room = MIDDLE_FILES & ranks & !own.pawns & !their.pawn_attacks;
    let behind = fill_forward(own.pawns, !side);
    // A square behind a pawn is safe to use as well, and counts twice.
    tally.add(side, terms::SPACE, (room.len() + (room & behind).len()) as i32);
}

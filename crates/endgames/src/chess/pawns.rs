//! Pawns in words of 64 positions: their steps, and pushes of two squares that may be captured en passant.
//!
//! A position with the right to capture en passant has no number. Such a push leads to the better, for the opponent, of the
//! position without that right and the capture. So the two halves of a sweep look at these few moves one by one.

use cozy_chess::Piece;

use super::conversions::ahead;
use super::geometry::{FILE_A, RANK_1, Set, bit};
use super::kernel::{ChessKernel, WordPosition};
use super::layout::{Man, Squares};
use crate::{Kernel, Value};

/// The fourth rank of a colour: where a pawn stands after two squares.
pub(super) const fn fourth_rank(color: usize) -> Set {
    RANK_1 << (24 + 8 * color as u32)
}

/// The squares beside those of a set.
pub(super) const fn beside(set: Set) -> Set {
    (set & !FILE_A) >> 1 | (set & !(FILE_A << 7)) << 1
}

/// One step forward of the pawns of a colour.
pub(super) const fn forward(color: usize, set: Set) -> Set {
    if color == 0 { set << 8 } else { set >> 8 }
}

impl ChessKernel {
    /// The squares of pawns of the other colour, the rider not included.
    pub(super) fn pawns(&self, position: &WordPosition, color: usize) -> Set {
        let pawns = self
            .fixed()
            .iter()
            .zip(&position.squares)
            .filter(|(man, _)| man.color == color && man.piece == Piece::Pawn);
        pawns.fold(0, |all, (_, &square)| all | bit(square))
    }

    /// Where a pawn of `color` may be captured en passant after two squares to `to`: all, some or no squares of the rider.
    pub(super) fn passing(&self, position: &WordPosition, color: usize, to: u8) -> Set {
        if !self.passes {
            return 0;
        }
        let neighbours = beside(bit(to));
        let rider = self.rider();
        if self.pawns(position, 1 - color) & neighbours != 0 {
            Set::MAX
        } else if rider.color != color && rider.piece == Piece::Pawn {
            neighbours
        } else {
            0
        }
    }

    /// The pawn steps of pieces with places: `visit` gets the word, the squares of the rider that leave the way free, and those
    /// with which a capture en passant may follow, with the slot and the square that the pawn has after the step.
    #[inline]
    pub(super) fn pawn_steps(
        &self,
        position: &WordPosition,
        color: usize,
        back: bool,
        mut visit: impl FnMut(usize, Set, Set, usize, u8),
    ) {
        let layout = &*self.layout;
        let step: i8 = if (color == 0) != back { 8 } else { -8 };
        for place in layout.places.iter().filter(|place| place.pawn && layout.men[place.slot].color == color) {
            for moved in 0..=usize::from(place.pair) {
                let slot = place.slot + moved;
                let (from, other) = (position.squares[slot], position.squares[place.slot + 1 - moved]);
                let base = position.word - place.part(from, other);
                let once = from.wrapping_add_signed(step);
                if !(8..56).contains(&once) || position.occupied & bit(once) != 0 {
                    continue;
                }
                visit(base + place.part(once, other), !bit(once), 0, slot, once);
                let twice = once.wrapping_add_signed(step);
                let lands = if back { from } else { twice };
                let starts = if back { twice } else { from };
                let two = bit(lands) & fourth_rank(color) != 0 && starts >> 3 == 1 + 5 * color as u8;
                if two && position.occupied & bit(twice) == 0 {
                    let passing = self.passing(position, color, lands);
                    visit(base + place.part(twice, other), !bit(once) & !bit(twice), passing, slot, twice);
                }
            }
        }
    }

    /// Is the move of `mover`'s pawn to this position, two squares forward with the slot `pushed`, a way to lose?
    pub(super) fn loses_by_push(
        &self,
        squares: &Squares,
        mover: usize,
        pushed: usize,
        plies: u32,
        won: &[u64],
    ) -> bool {
        let Some((word, rider)) = self.layout.locate(squares) else { return true };
        let won = won[(1 - mover) * self.layout.words + word] >> rider & 1 == 1;
        won || matches!(self.conversions.en_passant(squares, 1 - mover, pushed), Some(Value::Win(after)) if after <= plies)
    }

    /// Goes back from a position, `mover` to move, by the opponent's pawn in the slot `pushed`, which took two squares and may be
    /// captured en passant.
    pub(super) fn retract_push(
        &self,
        squares: &Squares,
        mover: usize,
        pushed: usize,
        decided: (u32, bool),
        emit: &mut impl FnMut(usize, u64),
        later: &mut impl FnMut(usize, u64, u32),
    ) {
        let (plies, lost) = decided;
        let mut before = *squares;
        before[pushed] = if mover == 1 { squares[pushed] - 16 } else { squares[pushed] + 16 };
        let Some((word, rider)) = self.layout.locate(&before) else { return };
        let word = (1 - mover) * self.layout.words + word;
        match self.conversions.en_passant(squares, mover, pushed) {
            _ if !lost => emit(word, 1 << rider),
            None => emit(word, 1 << rider),
            Some(Value::Loss(after)) if after <= plies => emit(word, 1 << rider),
            Some(Value::Loss(after)) => later(word, 1 << rider, after + 1),
            Some(_) => {}
        }
    }

    /// The pushes of two squares that may be answered en passant: `visit` gets the squares after the push and the pawn's slot.
    pub(super) fn pushes(&self, squares: &Squares, mover: usize, mut visit: impl FnMut(&Squares, usize)) {
        let men = &self.layout.men;
        let occupied = squares[..men.len()].iter().fold(0, |all, &square| all | bit(square));
        for (slot, man) in men.iter().enumerate() {
            let from = squares[slot];
            if man.color != mover || man.piece != Piece::Pawn || from >> 3 != 1 + 5 * mover as u8 {
                continue;
            }
            let once = ahead(mover, from);
            let to = ahead(mover, once);
            let enemy = |&(other, man): &(usize, &Man)| {
                man.color != mover && man.piece == Piece::Pawn && beside(bit(to)) & bit(squares[other]) != 0
            };
            if occupied & (bit(once) | bit(to)) == 0 && men.iter().enumerate().any(|pair| enemy(&pair)) {
                let mut after = *squares;
                after[slot] = to;
                visit(&after, slot);
            }
        }
    }

    /// The squares of the rider with which the side to move may have a push that can be answered en passant. Too many do no
    /// harm.
    pub(super) fn may_push(&self, position: &WordPosition) -> Set {
        let second = RANK_1 << (8 + 40 * position.mover as u32);
        let rider = self.rider();
        let own = self.pawns(position, position.mover) & second != 0;
        if rider.piece != Piece::Pawn {
            return if own { Set::MAX } else { 0 };
        }
        let fixed = own && self.pawns(position, 1 - position.mover) & fourth_rank(position.mover) != 0;
        match (fixed, rider.color == position.mover) {
            (true, _) => Set::MAX,
            (false, true) => second,
            (false, false) => fourth_rank(position.mover),
        }
    }

    /// What pushes that may be answered en passant decide at the start.
    pub(super) fn start_pushes(
        &self,
        squares: &Squares,
        mover: usize,
        closed: &[u64],
        wake: &mut impl FnMut(u32),
    ) -> Option<Value> {
        let mut best = None;
        self.pushes(squares, mover, |after, slot| {
            let Some((word, rider)) = self.layout.locate(after) else { return };
            let word = (1 - mover) * self.layout.words + word;
            if closed[word] >> rider & 1 == 1 {
                return;
            }
            match self.conversions.en_passant(after, 1 - mover, slot) {
                Some(Value::Win(plies)) => wake(plies),
                Some(value @ Value::Loss(_)) if self.is_stalemate(after, 1 - mover, word, rider, closed) => {
                    // The capture is the only move: without it, the position would be a draw.
                    best = best.max(Some(self.metric.through_move(value)));
                }
                _ => {}
            }
        });
        best
    }

    pub(super) fn is_stalemate(
        &self,
        squares: &Squares,
        mover: usize,
        word: usize,
        rider: u32,
        closed: &[u64],
    ) -> bool {
        self.in_check(&self.word_position(word), mover) >> rider & 1 == 0
            && self.forced(word, 1 << rider, 0, closed) != 0
            && self.conversions.best(squares, mover).is_none()
    }
}

//! The kernel of chess: 64 positions at a time, which differ in the square of the rider.

use std::sync::Arc;

use cozy_chess::Piece;

use super::conversions::{Conversions, ahead};
use super::geometry::{RANK_1, Set, attacks, between, bit, spread, turn_set, undo};
use super::layout::{Layout, Man, Squares};
use super::pawns::{beside, forward, fourth_rank};
use crate::by_moves::each;
use crate::{Kernel, Metric, Value};

/// What the solver asks about an ending of chess.
pub struct ChessKernel {
    pub(super) layout: Arc<Layout>,
    pub(super) conversions: Conversions,
    pub(super) metric: Metric,
    /// Both sides have pawns, so that they may capture en passant.
    pub(super) passes: bool,
}

/// A word taken apart: the side to move, and all pieces but the rider.
pub(super) struct WordPosition {
    pub(super) mover: usize,
    /// The number without the side to move.
    pub(super) word: usize,
    /// The number of the pair of kings.
    pair: usize,
    pub(super) squares: Squares,
    pub(super) occupied: Set,
}

impl ChessKernel {
    #[inline]
    pub(super) fn word_position(&self, word: usize) -> WordPosition {
        let (mover, word) = if word < self.layout.words { (0, word) } else { (1, word - self.layout.words) };
        let (pair, squares) = self.layout.squares(word);
        let occupied = squares[..self.layout.rider()].iter().fold(0, |all, &square| all | bit(square));
        WordPosition { mover, word, pair, squares, occupied }
    }

    #[inline]
    pub(super) fn fixed(&self) -> &[Man] {
        &self.layout.men[..self.layout.rider()]
    }

    #[inline]
    pub(super) fn rider(&self) -> Man {
        self.layout.men[self.layout.rider()]
    }

    #[inline]
    pub(super) fn full(&self, squares: &Squares, rider: u32) -> Squares {
        let mut squares = *squares;
        squares[self.layout.rider()] = rider as u8;
        squares
    }

    /// The squares of the rider with which `color`'s king is in check.
    pub(super) fn in_check(&self, position: &WordPosition, color: usize) -> Set {
        let king = position.squares[color];
        let mut checks = 0;
        for (man, &square) in self.fixed().iter().zip(&position.squares) {
            if man.color != color && attacks(man.piece, man.color, square, position.occupied) & bit(king) != 0 {
                checks |= !between(square, king);
            }
        }
        let rider = self.rider();
        if rider.color != color {
            // Whence the rider attacks the king: a piece of the king's own colour would attack it there, for pawns, too.
            checks |= attacks(rider.piece, color, king, position.occupied);
        }
        checks
    }

    /// The squares of the rider with which the side to move may have a capture or a promotion.
    fn may_convert(&self, position: &WordPosition) -> Set {
        let (mover, rider) = (position.mover, self.rider());
        let mut may = 0;
        for (man, &from) in self.fixed().iter().zip(&position.squares) {
            if man.color != mover {
                if rider.color == mover && man.piece != Piece::King {
                    may |= attacks(rider.piece, 1 - mover, from, position.occupied);
                }
                continue;
            }
            let reached = attacks(man.piece, mover, from, position.occupied);
            if rider.color != mover {
                may |= reached;
            }
            for (victim, &to) in self.fixed().iter().zip(&position.squares) {
                if victim.color != mover && victim.piece != Piece::King && reached & bit(to) != 0 {
                    may |= !between(from, to);
                }
            }
            if man.piece == Piece::Pawn && from >> 3 == 6 - 5 * mover as u8 {
                may |= !bit(ahead(mover, from));
            }
        }
        if rider.color == mover && rider.piece == Piece::Pawn {
            may |= RANK_1 << (48 - 40 * mover as u32);
        }
        may
    }

    /// Passes to `visit` the words that `color` reaches by moves of pieces with places, pawns excepted, each with the squares of the
    /// rider that leave the way free. It goes on as long as `visit` says so; returns whether it did to the end.
    #[inline]
    fn steps(&self, position: &WordPosition, color: usize, mut visit: impl FnMut(usize, Set) -> bool) -> bool {
        let layout = &*self.layout;
        for place in &layout.places {
            let piece = layout.men[place.slot].piece;
            if layout.men[place.slot].color != color || place.pawn {
                continue;
            }
            if !place.pair {
                let from = position.squares[place.slot];
                let base = position.word - place.stride * from as usize;
                for to in each(attacks(piece, color, from, position.occupied) & !position.occupied) {
                    let free = !(between(from, to as u8) | bit(to as u8));
                    if !visit(base + place.stride * to as usize, free) {
                        return false;
                    }
                }
                continue;
            }
            for moved in 0..2 {
                let (from, other) = (position.squares[place.slot + moved], position.squares[place.slot + 1 - moved]);
                let base = position.word - place.part(from, other);
                for to in each(attacks(piece, color, from, position.occupied) & !position.occupied) {
                    let free = !(between(from, to as u8) | bit(to as u8));
                    if !visit(base + place.part(to as u8, other), free) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The same for the king: `visit` gets the number of the pair of kings, the place of the other pieces in its part, the
    /// squares of the rider that leave the way free, and the reflection.
    #[inline]
    fn king_steps(&self, position: &WordPosition, color: usize, mut visit: impl FnMut(usize, usize, Set, u8) -> bool) {
        let layout = &*self.layout;
        let straight = position.word - position.pair * layout.rest;
        for to in each(attacks(Piece::King, color, position.squares[color], 0) & !position.occupied) {
            let to = to as u8;
            let kings = if color == 0 { (to, position.squares[1]) } else { (position.squares[0], to) };
            let Some((number, way)) = layout.kings.number(kings.0, kings.1) else { continue };
            let rest = if way == 0 { straight } else { layout.rest_of(&position.squares, way) };
            if !visit(number, rest, !bit(to), way) {
                return;
            }
        }
    }

    /// `forced` for moves of the rider itself.
    #[inline]
    fn rider_forced(&self, position: &WordPosition, mut bits: Set, plies: u32, won: &[u64]) -> Set {
        let (color, rider) = (position.mover, self.rider());
        let escapes = !won[(1 - color) * self.layout.words + position.word];
        if rider.piece != Piece::Pawn {
            return bits & !spread(rider.piece, escapes & !position.occupied, position.occupied);
        }
        let free = !position.occupied;
        let back = |set: Set| forward(1 - color, set);
        let (inner, second) = (0x00FF_FFFF_FFFF_FF00, RANK_1 << (8 + 40 * color as u32));
        bits &= !back(escapes & free & inner);
        let passing = if self.passes { beside(self.pawns(position, 1 - color)) & fourth_rank(color) } else { 0 };
        let pushed = |targets: Set| back(back(targets & fourth_rank(color) & free) & free) & second;
        bits &= !pushed(escapes & !passing);
        for from in each(bits & pushed(passing)) {
            let to = ahead(color, ahead(color, from as u8));
            let after = self.full(&position.squares, to.into());
            if !self.loses_by_push(&after, color, self.layout.rider(), plies, won) {
                bits &= !(1 << from);
            }
        }
        bits
    }

    /// `retract` for moves of the rider itself.
    #[inline]
    fn rider_retract(
        &self,
        position: &WordPosition,
        bits: Set,
        decided: (u32, bool),
        emit: &mut impl FnMut(usize, u64),
        later: &mut impl FnMut(usize, u64, u32),
    ) {
        let (rider, color) = (self.rider(), 1 - position.mover);
        let word = color * self.layout.words + position.word;
        if rider.piece != Piece::Pawn {
            emit(word, spread(rider.piece, bits, position.occupied));
            return;
        }
        let free = !position.occupied & 0x00FF_FFFF_FFFF_FF00;
        let back = |set: Set| forward(1 - color, set);
        let passing = if self.passes { beside(self.pawns(position, 1 - color)) } else { 0 };
        let twice = |set: Set| back(back(set & fourth_rank(color)) & free) & free;
        emit(word, back(bits) & free | twice(bits & !passing));
        for to in each(bits & passing & fourth_rank(color)).filter(|&to| twice(1 << to) != 0) {
            let squares = self.full(&position.squares, to);
            self.retract_push(&squares, position.mover, self.layout.rider(), decided, emit, later);
        }
    }
}

impl Kernel for ChessKernel {
    const RETRACTS: bool = true;

    fn words(&self) -> usize {
        2 * self.layout.words
    }

    fn second_side(&self) -> usize {
        self.layout.words
    }

    fn legal(&self, word: usize) -> u64 {
        let position = self.word_position(word);
        if position.occupied.count_ones() as usize != self.layout.rider() {
            return 0;
        }
        let on_board = if self.rider().piece == Piece::Pawn { 0x00FF_FFFF_FFFF_FF00 } else { Set::MAX };
        on_board & !position.occupied & !self.in_check(&position, 1 - position.mover)
    }

    fn start(
        &self,
        word: usize,
        legal: u64,
        closed: &[u64],
        set: &mut impl FnMut(u32, Value),
        wake: &mut impl FnMut(u32, u64),
    ) {
        let position = self.word_position(word);
        let stuck = self.forced(word, legal, 0, closed);
        let may_convert = self.may_convert(&position) & legal;
        let checks = if stuck == 0 { 0 } else { self.in_check(&position, position.mover) };
        let ask = may_convert | if self.passes { self.may_push(&position) & legal | stuck } else { stuck };
        for rider in each(ask) {
            let squares = self.full(&position.squares, rider);
            let is = |set: u64| set >> rider & 1 == 1;
            let best = if is(may_convert) { self.conversions.best(&squares, position.mover) } else { None };
            let pushes = if self.passes {
                self.start_pushes(&squares, position.mover, closed, &mut |plies| wake(plies, 1 << rider))
            } else {
                None
            };
            match best.max(pushes) {
                Some(Value::Loss(plies)) if is(stuck) => set(rider, Value::Loss(plies)),
                Some(Value::Loss(_)) => {}
                Some(value) => set(rider, value),
                None if is(stuck) => set(rider, if is(checks) { Value::Loss(0) } else { Value::Draw }),
                None => {}
            }
        }
    }

    fn retract(
        &self,
        word: usize,
        bits: u64,
        plies: u32,
        lost: bool,
        emit: &mut impl FnMut(usize, u64),
        later: &mut impl FnMut(usize, u64, u32),
    ) {
        let position = self.word_position(word);
        let color = 1 - position.mover;
        let side = color * self.layout.words;
        if self.rider().color == color {
            self.rider_retract(&position, bits, (plies, lost), emit, later);
        }
        self.steps(&position, color, |word, free| {
            if bits & free != 0 {
                emit(side + word, bits & free);
            }
            true
        });
        let layout = &*self.layout;
        self.king_steps(&position, color, |pair, rest, free, way| {
            let turned = turn_set(way, bits & free);
            if turned == 0 {
                return true;
            }
            emit(side + pair * layout.rest + rest, turned);
            // The reflection of a position in the diagonal needs its mark, too.
            if layout.kings_share(pair) {
                let rest = layout.rest_of(&position.squares, if way & 4 == 0 { way | 4 } else { way & 3 });
                emit(side + pair * layout.rest + rest, turn_set(4, turned));
            }
            true
        });
        self.pawn_steps(&position, color, true, |word, free, passing, slot, _| {
            let some = bits & free & !passing;
            if some != 0 {
                emit(side + word, some);
            }
            for rider in each(bits & free & passing) {
                let squares = self.full(&position.squares, rider);
                self.retract_push(&squares, position.mover, slot, (plies, lost), emit, later);
            }
        });
    }

    fn forced(&self, word: usize, bits: u64, plies: u32, won: &[u64]) -> u64 {
        let position = self.word_position(word);
        let color = position.mover;
        let side = (1 - color) * self.layout.words;
        let mut bits = bits;
        if self.rider().color == color {
            bits = self.rider_forced(&position, bits, plies, won);
        }
        if bits == 0 {
            return 0;
        }
        self.pawn_steps(&position, color, false, |word, free, passing, slot, to| {
            bits &= won[side + word] | !free | passing;
            for rider in each(bits & free & passing) {
                let mut squares = self.full(&position.squares, rider);
                squares[slot] = to;
                if !self.loses_by_push(&squares, color, slot, plies, won) {
                    bits &= !(1 << rider);
                }
            }
        });
        let on = self.steps(&position, color, |word, free| {
            bits &= won[side + word] | !free;
            bits != 0
        });
        if on {
            let rest_of = self.layout.rest;
            self.king_steps(&position, color, |pair, rest, free, way| {
                bits &= turn_set(undo(way), won[side + pair * rest_of + rest]) | !free;
                bits != 0
            });
        }
        bits
    }

    fn conversions(&self, word: usize, bits: u64, set: &mut impl FnMut(u32, Value)) {
        let position = self.word_position(word);
        for rider in each(bits & self.may_convert(&position)) {
            if let Some(best) = self.conversions.best(&self.full(&position.squares, rider), position.mover) {
                set(rider, best);
            }
        }
    }

    fn delays(&self, word: usize, bits: u64, plies: u32, set: &mut impl FnMut(u32, u32)) {
        if self.metric == Metric::Conversion {
            return;
        }
        let position = self.word_position(word);
        for rider in each(bits & self.may_convert(&position)) {
            let squares = self.full(&position.squares, rider);
            if let Some(Value::Loss(later)) = self.conversions.best(&squares, position.mover)
                && later > plies
            {
                set(rider, later);
            }
        }
    }
}

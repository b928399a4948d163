//! The kernel of chess: 64 positions at a time, which differ in the square of the rider.

use std::sync::Arc;

use cozy_chess::Piece;

use super::conversions::{Conversions, ahead};
use super::geometry::{FILE_A, RANK_1, Set, attacks, between, bit, spread, turn_set, undo};
use super::layout::{Layout, Man, Squares};
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
pub(super) struct Scene {
    pub(super) mover: usize,
    /// The number without the side to move.
    word: usize,
    /// The number of the pair of kings.
    pair: usize,
    pub(super) squares: Squares,
    occupied: Set,
}

/// The fourth rank of a colour: where a pawn stands after two squares.
const fn fourth_rank(color: usize) -> Set {
    RANK_1 << (24 + 8 * color as u32)
}

/// The squares beside those of a set.
const fn beside(set: Set) -> Set {
    (set & !FILE_A) >> 1 | (set & !(FILE_A << 7)) << 1
}

/// One step forward of the pawns of a colour.
const fn forward(color: usize, set: Set) -> Set {
    if color == 0 { set << 8 } else { set >> 8 }
}

impl ChessKernel {
    #[inline]
    pub(super) fn scene(&self, word: usize) -> Scene {
        let (mover, word) = if word < self.layout.words { (0, word) } else { (1, word - self.layout.words) };
        let (pair, squares) = self.layout.squares(word);
        let occupied = squares[..self.layout.rider()].iter().fold(0, |all, &square| all | bit(square));
        Scene { mover, word, pair, squares, occupied }
    }

    #[inline]
    fn fixed(&self) -> &[Man] {
        &self.layout.men[..self.layout.rider()]
    }

    #[inline]
    fn rider(&self) -> Man {
        self.layout.men[self.layout.rider()]
    }

    #[inline]
    fn full(&self, squares: &Squares, rider: u32) -> Squares {
        let mut squares = *squares;
        squares[self.layout.rider()] = rider as u8;
        squares
    }

    /// The squares of the rider with which `color`'s king is in check.
    fn in_check(&self, scene: &Scene, color: usize) -> Set {
        let king = scene.squares[color];
        let mut checks = 0;
        for (man, &square) in self.fixed().iter().zip(&scene.squares) {
            if man.color != color && attacks(man.piece, man.color, square, scene.occupied) & bit(king) != 0 {
                checks |= !between(square, king);
            }
        }
        let rider = self.rider();
        if rider.color != color {
            // Whence the rider attacks the king: a piece of the king's own colour would attack it there, for pawns, too.
            checks |= attacks(rider.piece, color, king, scene.occupied);
        }
        checks
    }

    /// The squares of the rider with which the side to move may have a capture or a promotion.
    fn may_convert(&self, scene: &Scene) -> Set {
        let (mover, rider) = (scene.mover, self.rider());
        let mut may = 0;
        for (man, &from) in self.fixed().iter().zip(&scene.squares) {
            if man.color != mover {
                if rider.color == mover && man.piece != Piece::King {
                    may |= attacks(rider.piece, 1 - mover, from, scene.occupied);
                }
                continue;
            }
            let reached = attacks(man.piece, mover, from, scene.occupied);
            if rider.color != mover {
                may |= reached;
            }
            for (victim, &to) in self.fixed().iter().zip(&scene.squares) {
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
    fn steps(&self, scene: &Scene, color: usize, mut visit: impl FnMut(usize, Set) -> bool) -> bool {
        let layout = &*self.layout;
        for place in &layout.places {
            let piece = layout.men[place.slot].piece;
            if layout.men[place.slot].color != color || place.pawn {
                continue;
            }
            if !place.pair {
                let from = scene.squares[place.slot];
                let base = scene.word - place.stride * from as usize;
                for to in each(attacks(piece, color, from, scene.occupied) & !scene.occupied) {
                    let free = !(between(from, to as u8) | bit(to as u8));
                    if !visit(base + place.stride * to as usize, free) {
                        return false;
                    }
                }
                continue;
            }
            for moved in 0..2 {
                let (from, other) = (scene.squares[place.slot + moved], scene.squares[place.slot + 1 - moved]);
                let base = scene.word - place.part(from, other);
                for to in each(attacks(piece, color, from, scene.occupied) & !scene.occupied) {
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
    fn king_steps(&self, scene: &Scene, color: usize, mut visit: impl FnMut(usize, usize, Set, u8) -> bool) {
        let layout = &*self.layout;
        let straight = scene.word - scene.pair * layout.rest;
        for to in each(attacks(Piece::King, color, scene.squares[color], 0) & !scene.occupied) {
            let to = to as u8;
            let kings = if color == 0 { (to, scene.squares[1]) } else { (scene.squares[0], to) };
            let Some((number, way)) = layout.kings.number(kings.0, kings.1) else { continue };
            let rest = if way == 0 { straight } else { layout.rest_of(&scene.squares, way) };
            if !visit(number, rest, !bit(to), way) {
                return;
            }
        }
    }

    /// The squares of pawns of the other colour, the rider not included.
    fn pawns(&self, scene: &Scene, color: usize) -> Set {
        let pawns =
            self.fixed().iter().zip(&scene.squares).filter(|(man, _)| man.color == color && man.piece == Piece::Pawn);
        pawns.fold(0, |all, (_, &square)| all | bit(square))
    }

    /// Where a pawn of `color` may be captured en passant after two squares to `to`: all, some or no squares of the rider.
    fn passing(&self, scene: &Scene, color: usize, to: u8) -> Set {
        if !self.passes {
            return 0;
        }
        let neighbours = beside(bit(to));
        let rider = self.rider();
        if self.pawns(scene, 1 - color) & neighbours != 0 {
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
    fn pawn_steps(&self, scene: &Scene, color: usize, back: bool, mut visit: impl FnMut(usize, Set, Set, usize, u8)) {
        let layout = &*self.layout;
        let step: i8 = if (color == 0) != back { 8 } else { -8 };
        for place in layout.places.iter().filter(|place| place.pawn && layout.men[place.slot].color == color) {
            for moved in 0..=usize::from(place.pair) {
                let slot = place.slot + moved;
                let (from, other) = (scene.squares[slot], scene.squares[place.slot + 1 - moved]);
                let base = scene.word - place.part(from, other);
                let once = from.wrapping_add_signed(step);
                if !(8..56).contains(&once) || scene.occupied & bit(once) != 0 {
                    continue;
                }
                visit(base + place.part(once, other), !bit(once), 0, slot, once);
                let twice = once.wrapping_add_signed(step);
                let lands = if back { from } else { twice };
                let starts = if back { twice } else { from };
                let two = bit(lands) & fourth_rank(color) != 0 && starts >> 3 == 1 + 5 * color as u8;
                if two && scene.occupied & bit(twice) == 0 {
                    let passing = self.passing(scene, color, lands);
                    visit(base + place.part(twice, other), !bit(once) & !bit(twice), passing, slot, twice);
                }
            }
        }
    }

    /// Is the move of `mover`'s pawn to this position, two squares forward with the slot `pushed`, a way to lose?
    fn loses_by_push(&self, squares: &Squares, mover: usize, pushed: usize, plies: u32, won: &[u64]) -> bool {
        let Some((word, rider)) = self.layout.locate(squares) else { return true };
        let won = won[(1 - mover) * self.layout.words + word] >> rider & 1 == 1;
        won || matches!(self.conversions.en_passant(squares, 1 - mover, pushed), Some(Value::Win(after)) if after <= plies)
    }

    /// Goes back from a position, `mover` to move, by the opponent's pawn in the slot `pushed`, which took two squares and may be
    /// captured en passant.
    fn retract_push(
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
    fn pushes(&self, squares: &Squares, mover: usize, mut visit: impl FnMut(&Squares, usize)) {
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
    fn may_push(&self, scene: &Scene) -> Set {
        let second = RANK_1 << (8 + 40 * scene.mover as u32);
        let rider = self.rider();
        let own = self.pawns(scene, scene.mover) & second != 0;
        if rider.piece != Piece::Pawn {
            return if own { Set::MAX } else { 0 };
        }
        let fixed = own && self.pawns(scene, 1 - scene.mover) & fourth_rank(scene.mover) != 0;
        match (fixed, rider.color == scene.mover) {
            (true, _) => Set::MAX,
            (false, true) => second,
            (false, false) => fourth_rank(scene.mover),
        }
    }

    /// What pushes that may be answered en passant decide at the start.
    fn start_pushes(
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
        self.in_check(&self.scene(word), mover) >> rider & 1 == 0
            && self.forced(word, 1 << rider, 0, closed) != 0
            && self.conversions.best(squares, mover).is_none()
    }

    /// `forced` for moves of the rider itself.
    #[inline]
    fn rider_forced(&self, scene: &Scene, mut bits: Set, plies: u32, won: &[u64]) -> Set {
        let (color, rider) = (scene.mover, self.rider());
        let escapes = !won[(1 - color) * self.layout.words + scene.word];
        if rider.piece != Piece::Pawn {
            return bits & !spread(rider.piece, escapes & !scene.occupied, scene.occupied);
        }
        let free = !scene.occupied;
        let back = |set: Set| forward(1 - color, set);
        let (inner, second) = (0x00FF_FFFF_FFFF_FF00, RANK_1 << (8 + 40 * color as u32));
        bits &= !back(escapes & free & inner);
        let passing = if self.passes { beside(self.pawns(scene, 1 - color)) & fourth_rank(color) } else { 0 };
        let pushed = |targets: Set| back(back(targets & fourth_rank(color) & free) & free) & second;
        bits &= !pushed(escapes & !passing);
        for from in each(bits & pushed(passing)) {
            let to = ahead(color, ahead(color, from as u8));
            let after = self.full(&scene.squares, to.into());
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
        scene: &Scene,
        bits: Set,
        decided: (u32, bool),
        emit: &mut impl FnMut(usize, u64),
        later: &mut impl FnMut(usize, u64, u32),
    ) {
        let (rider, color) = (self.rider(), 1 - scene.mover);
        let word = color * self.layout.words + scene.word;
        if rider.piece != Piece::Pawn {
            emit(word, spread(rider.piece, bits, scene.occupied));
            return;
        }
        let free = !scene.occupied & 0x00FF_FFFF_FFFF_FF00;
        let back = |set: Set| forward(1 - color, set);
        let passing = if self.passes { beside(self.pawns(scene, 1 - color)) } else { 0 };
        let twice = |set: Set| back(back(set & fourth_rank(color)) & free) & free;
        emit(word, back(bits) & free | twice(bits & !passing));
        for to in each(bits & passing & fourth_rank(color)).filter(|&to| twice(1 << to) != 0) {
            let squares = self.full(&scene.squares, to);
            self.retract_push(&squares, scene.mover, self.layout.rider(), decided, emit, later);
        }
    }
}

impl Kernel for ChessKernel {
    const RETRACTS: bool = true;

    fn words(&self) -> usize {
        2 * self.layout.words
    }

    fn legal(&self, word: usize) -> u64 {
        let scene = self.scene(word);
        if scene.occupied.count_ones() as usize != self.layout.rider() {
            return 0;
        }
        let on_board = if self.rider().piece == Piece::Pawn { 0x00FF_FFFF_FFFF_FF00 } else { Set::MAX };
        on_board & !scene.occupied & !self.in_check(&scene, 1 - scene.mover)
    }

    fn start(
        &self,
        word: usize,
        legal: u64,
        closed: &[u64],
        set: &mut impl FnMut(u32, Value),
        wake: &mut impl FnMut(u32, u64),
    ) {
        let scene = self.scene(word);
        let stuck = self.forced(word, legal, 0, closed);
        let may_convert = self.may_convert(&scene) & legal;
        let checks = if stuck == 0 { 0 } else { self.in_check(&scene, scene.mover) };
        let ask = may_convert | if self.passes { self.may_push(&scene) & legal | stuck } else { stuck };
        for rider in each(ask) {
            let squares = self.full(&scene.squares, rider);
            let is = |set: u64| set >> rider & 1 == 1;
            let best = if is(may_convert) { self.conversions.best(&squares, scene.mover) } else { None };
            let pushes = if self.passes {
                self.start_pushes(&squares, scene.mover, closed, &mut |plies| wake(plies, 1 << rider))
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
        let scene = self.scene(word);
        let color = 1 - scene.mover;
        let side = color * self.layout.words;
        if self.rider().color == color {
            self.rider_retract(&scene, bits, (plies, lost), emit, later);
        }
        self.steps(&scene, color, |word, free| {
            if bits & free != 0 {
                emit(side + word, bits & free);
            }
            true
        });
        let layout = &*self.layout;
        self.king_steps(&scene, color, |pair, rest, free, way| {
            let turned = turn_set(way, bits & free);
            if turned == 0 {
                return true;
            }
            emit(side + pair * layout.rest + rest, turned);
            // The reflection of a position in the diagonal needs its mark, too.
            if layout.kings_share(pair) {
                let rest = layout.rest_of(&scene.squares, if way & 4 == 0 { way | 4 } else { way & 3 });
                emit(side + pair * layout.rest + rest, turn_set(4, turned));
            }
            true
        });
        self.pawn_steps(&scene, color, true, |word, free, passing, slot, _| {
            let some = bits & free & !passing;
            if some != 0 {
                emit(side + word, some);
            }
            for rider in each(bits & free & passing) {
                let squares = self.full(&scene.squares, rider);
                self.retract_push(&squares, scene.mover, slot, (plies, lost), emit, later);
            }
        });
    }

    fn forced(&self, word: usize, bits: u64, plies: u32, won: &[u64]) -> u64 {
        let scene = self.scene(word);
        let color = scene.mover;
        let side = (1 - color) * self.layout.words;
        let mut bits = bits;
        if self.rider().color == color {
            bits = self.rider_forced(&scene, bits, plies, won);
        }
        if bits == 0 {
            return 0;
        }
        self.pawn_steps(&scene, color, false, |word, free, passing, slot, to| {
            bits &= won[side + word] | !free | passing;
            for rider in each(bits & free & passing) {
                let mut squares = self.full(&scene.squares, rider);
                squares[slot] = to;
                if !self.loses_by_push(&squares, color, slot, plies, won) {
                    bits &= !(1 << rider);
                }
            }
        });
        let on = self.steps(&scene, color, |word, free| {
            bits &= won[side + word] | !free;
            bits != 0
        });
        if on {
            let rest_of = self.layout.rest;
            self.king_steps(&scene, color, |pair, rest, free, way| {
                bits &= turn_set(undo(way), won[side + pair * rest_of + rest]) | !free;
                bits != 0
            });
        }
        bits
    }

    fn conversions(&self, word: usize, bits: u64, set: &mut impl FnMut(u32, Value)) {
        let scene = self.scene(word);
        for rider in each(bits & self.may_convert(&scene)) {
            if let Some(best) = self.conversions.best(&self.full(&scene.squares, rider), scene.mover) {
                set(rider, best);
            }
        }
    }

    fn delays(&self, word: usize, bits: u64, plies: u32, set: &mut impl FnMut(u32, u32)) {
        if self.metric == Metric::Conversion {
            return;
        }
        let scene = self.scene(word);
        for rider in each(bits & self.may_convert(&scene)) {
            let squares = self.full(&scene.squares, rider);
            if let Some(Value::Loss(later)) = self.conversions.best(&squares, scene.mover)
                && later > plies
            {
                set(rider, later);
            }
        }
    }
}

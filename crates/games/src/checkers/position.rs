//! A position: the pieces, whose turn it is, and how long nothing has changed for good.

use super::Move;
use super::squares::Squares;

/// The colour of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// At the top, squares 1 to 12, moving down.
    Black,
    /// At the bottom, squares 21 to 32, moving up.
    White,
}

impl Colour {
    /// The opponent.
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// The row where men of this colour are crowned.
    #[inline]
    pub const fn last_row(self) -> Squares {
        match self {
            Colour::Black => 0xF000_0000,
            Colour::White => 0x0000_000F,
        }
    }

    /// The letter of FEN.
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }
}

/// A position of draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of Black and of White.
    pieces: [Squares; 2],
    /// Those that are kings, of both.
    kings: Squares,
    /// Plies since the last capture or move of a man.
    clock: u16,
    turn: Colour,
}

impl Position {
    /// A position with these pieces; `kings` are those of `black` and `white` that are kings, and `clock` is the number of plies
    /// since the last capture or move of a man.
    ///
    /// The caller ensures that the sets of pieces are disjoint, of at most twelve pieces each, and that no man stands on
    /// the row where it is crowned.
    pub const fn new(black: Squares, white: Squares, kings: Squares, turn: Colour, clock: u16) -> Position {
        Position { pieces: [black, white], kings, clock, turn }
    }

    /// The pieces of a side.
    #[inline(always)]
    pub const fn pieces(&self, colour: Colour) -> Squares {
        self.pieces[colour as usize]
    }

    /// The men of a side.
    #[inline(always)]
    pub const fn men(&self, colour: Colour) -> Squares {
        self.pieces(colour) & !self.kings
    }

    /// The kings of a side.
    #[inline(always)]
    pub const fn kings(&self, colour: Colour) -> Squares {
        self.pieces(colour) & self.kings
    }

    /// The squares without a piece.
    #[inline(always)]
    pub const fn empty(&self) -> Squares {
        !(self.pieces[0] | self.pieces[1])
    }

    /// The side to move.
    #[inline(always)]
    pub const fn turn(&self) -> Colour {
        self.turn
    }

    /// Plies since the last capture or move of a man.
    #[inline(always)]
    pub const fn clock(&self) -> u16 {
        self.clock
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        let (from, to) = (1 << mv.from(), 1 << mv.to());
        let is_king = self.kings & from != 0;
        let mut next = *self;
        // A capture may go round and end where it began, so the piece is lifted before it is put down.
        let mine = &mut next.pieces[self.turn as usize];
        *mine = *mine & !from | to;
        next.pieces[self.turn.other() as usize] &= !mv.captured();
        next.kings &= !(mv.captured() | from);
        if is_king || mv.crowns() {
            next.kings |= to;
        }
        next.clock = if is_king && mv.captured() == 0 { self.clock.saturating_add(1) } else { 0 };
        next.turn = self.turn.other();
        next
    }

    /// The position with the piece of the side to move on another square, as in the middle of a capture.
    pub(super) fn with_piece_at(&self, from: u8, to: u8) -> Position {
        let mut next = *self;
        let is_king = self.kings >> from & 1 == 1;
        let mine = &mut next.pieces[self.turn as usize];
        *mine = *mine & !(1 << from) | 1 << to;
        next.kings = self.kings & !(1 << from) | u32::from(is_king) << to;
        next
    }

    /// The same position with colours changed and the board turned round.
    pub const fn turned(&self) -> Position {
        let [black, white] = self.pieces;
        Position {
            pieces: [white.reverse_bits(), black.reverse_bits()],
            kings: self.kings.reverse_bits(),
            clock: self.clock,
            turn: self.turn.other(),
        }
    }

    /// The same pieces with the other side to move.
    #[inline]
    pub const fn passed(&self) -> Position {
        Position { turn: self.turn.other(), ..*self }
    }

    /// A hash of the pieces and the side to move; the clock is no part of it.
    #[inline]
    pub fn hash(&self) -> u64 {
        let pieces = u64::from(self.pieces[0]) | u64::from(self.pieces[1]) << 32;
        // Two odd factors, each followed by a fold of the high half onto the low one: all bits of the sum depend on all squares.
        let first = fold(pieces ^ 0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9);
        let kings = u64::from(self.kings) << 1 | self.turn as u64;
        fold(first ^ kings.wrapping_mul(0xD6E8_FEB8_6659_FD93), 0x94D0_49BB_1331_11EB)
    }
}

/// Multiplication modulo 2⁶⁴ after and before a shift: a bijection, so that nothing is lost here.
#[inline(always)]
const fn fold(bits: u64, factor: u64) -> u64 {
    let mixed = (bits ^ bits >> 32).wrapping_mul(factor);
    mixed ^ mixed >> 29
}

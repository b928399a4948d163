//! A move: one step, or a capture with all its jumps.

use super::squares::Squares;

/// A move with its path. Two captures along different paths are different moves, even if they take the same pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The squares where the jumps of a capture end, five bits each, the first lowest. At most twelve pieces are taken.
    path: u64,
    captured: Squares,
    from: u8,
    to: u8,
    crowns: bool,
}

impl Move {
    /// A move without a capture. Squares are numbers from 0.
    #[inline(always)]
    pub(super) const fn quiet(from: u8, to: u8, crowns: bool) -> Move {
        Move { path: to as u64, captured: 0, from, to, crowns }
    }

    /// A capture that has yet to make its first jump.
    #[inline(always)]
    pub(super) const fn capture_from(from: u8) -> Move {
        Move { path: 0, captured: 0, from, to: from, crowns: false }
    }

    /// The capture with one more jump.
    #[inline(always)]
    pub(super) const fn with_jump(self, over: Squares, to: u8) -> Move {
        let jumps = self.captured.count_ones();
        Move { path: self.path | (to as u64) << (5 * jumps), captured: self.captured | over, to, ..self }
    }

    /// The same move of a man that becomes a king.
    #[inline(always)]
    pub(super) const fn crowned(self, crowns: bool) -> Move {
        Move { crowns, ..self }
    }

    /// The square it starts from, from 0.
    #[inline(always)]
    pub const fn from(self) -> u8 {
        self.from
    }

    /// The square where it ends, from 0.
    #[inline(always)]
    pub const fn to(self) -> u8 {
        self.to
    }

    /// The pieces that it takes.
    #[inline(always)]
    pub const fn captured(self) -> Squares {
        self.captured
    }

    /// Does a man become a king?
    #[inline(always)]
    pub const fn crowns(self) -> bool {
        self.crowns
    }

    /// The squares where its steps or jumps end, from 0, in order.
    pub fn path(self) -> impl Iterator<Item = u8> {
        (0..self.captured.count_ones().max(1)).map(move |jump| (self.path >> (5 * jump) & 31) as u8)
    }
}

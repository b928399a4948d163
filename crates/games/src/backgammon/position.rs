//! A position: the checkers, whose turn it is, and the dice if they were thrown.

use rootward_game::Side;

use super::{Checkers, Play, Roll};

/// The checkers of both sides, whose turn it is, and the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Of First and of Second, each in its own numbering.
    sides: [Checkers; 2],
    to_move: Side,
    dice: Option<Roll>,
}

impl Position {
    /// The checkers of First and of Second, and whose turn it is; the dice are not yet thrown. The caller ensures that
    /// no point is held by both.
    pub const fn new(first: Checkers, second: Checkers, to_move: Side) -> Position {
        Position { sides: [first, second], to_move, dice: None }
    }

    /// The same with these dice.
    #[must_use]
    #[inline]
    pub const fn with_dice(mut self, dice: Option<Roll>) -> Position {
        self.dice = dice;
        self
    }

    /// The checkers of a side, in its own numbering.
    #[inline]
    pub const fn checkers(&self, side: Side) -> &Checkers {
        &self.sides[side.index()]
    }

    /// The checkers of the side whose turn it is.
    #[inline]
    pub const fn mine(&self) -> &Checkers {
        self.checkers(self.to_move)
    }

    /// The checkers of the other side, in its own numbering.
    #[inline]
    pub const fn theirs(&self) -> &Checkers {
        self.checkers(self.to_move.other())
    }

    /// The side that throws the dice next, or plays them.
    #[inline]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// The dice, if they were thrown.
    #[inline]
    pub const fn dice(&self) -> Option<Roll> {
        self.dice
    }

    /// The position after a play: blots on the way are hit, and the other side is to throw.
    #[must_use]
    #[inline]
    pub fn after(&self, play: &Play) -> Position {
        let mut next = *self;
        let (mine, theirs) = (self.to_move.index(), self.to_move.other().index());
        for step in play.steps() {
            next.sides[mine].shift(step.from, step.to);
            if step.to != Checkers::OFF && next.sides[theirs].on(Checkers::across(step.to)) != 0 {
                next.sides[theirs].shift(Checkers::across(step.to), Checkers::BAR);
            }
        }
        next.to_move = self.to_move.other();
        next.dice = None;
        next
    }

    /// A hash of the position, almost surely different for different ones: pairs of words are multiplied, and both
    /// halves of the product kept.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let [first, second] = &self.sides;
        let mut hash = fold(self.turn() ^ SALT[0], SALT[1]);
        for (part, salt) in (0..4).zip(&SALT) {
            hash = fold(first.word(part) ^ hash, second.word(part) ^ salt);
        }
        fold(hash, SALT[0])
    }

    /// A unique number for every position with at most three checkers a side: 28 bits for each side.
    pub(super) fn small_key(&self) -> u64 {
        let [first, second] = self.sides.map(|side| side.unary() as u64);
        (first << 28 | second) << 6 | self.turn()
    }

    /// Whose turn it is and the dice, as a number below 44.
    #[inline]
    pub(super) const fn turn(&self) -> u64 {
        let dice = match self.dice {
            None => 0,
            Some(roll) => roll.index() as u64 + 1,
        };
        dice << 1 | self.to_move.index() as u64
    }
}

/// Odd numbers without a pattern: digits of π.
const SALT: [u64; 4] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7345, 0xA409_3822_299F_31D1, 0x082E_FA98_EC4E_6C89];

//! Othello on boards of 4×4, 6×6 and 8×8 squares.
//!
//! The value of a game is the difference of discs at its end, Black's minus White's. Empty squares count for nobody:
//! so counted, 4×4 is worth −8 (3 discs against 11, two squares stay empty) and 6×6 is worth −4 (16 against 20).

mod knowledge;
mod notation;

pub use knowledge::OthelloKnowledge;

use rootward_game::{Game, Outcome, Side, TextError};

/// A set of squares: bit 8·row + column, from a1 at the top left, whatever the size of the board.
type Squares = u64;

/// What a player does with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Puts a disc on this square, counted as 8·row + column.
    Place(u8),
    /// Has no square to play on, and the other side has.
    Pass,
}

/// The discs of both sides, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    discs: [Squares; 2],
    mover: Side,
}

impl Position {
    /// The discs of a side.
    pub const fn discs(&self, side: Side) -> u64 {
        self.discs[side.index()]
    }

    const fn own(&self) -> Squares {
        self.discs[self.mover.index()]
    }

    const fn others(&self) -> Squares {
        self.discs[self.mover.other().index()]
    }

    /// The discs of Black minus those of White.
    const fn difference(&self) -> i32 {
        self.discs[0].count_ones() as i32 - self.discs[1].count_ones() as i32
    }
}

/// The rules, for a board of a certain size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    size: u32,
    /// The squares of the board.
    inside: Squares,
    /// All columns but those at the edge.
    inner: Squares,
}

impl Default for Othello {
    fn default() -> Othello {
        Othello::of_size(8)
    }
}

/// A step to a neighbour: the shift of the bits, and the squares where it can end without leaving the row at its side.
const STEPS: [(i32, Squares); 8] = {
    let (east, west) = (!0x0101_0101_0101_0101, !0x8080_8080_8080_8080);
    [(1, east), (9, east), (-7, east), (-1, west), (-9, west), (7, west), (8, !0), (-8, !0)]
};

impl Othello {
    /// The game on a board of `size` × `size` squares: 4, 6 or 8.
    pub fn new(size: u32) -> Result<Othello, TextError> {
        match size {
            4 | 6 | 8 => Ok(Othello::of_size(size)),
            _ => Err(TextError::new(format!("a board of {size}x{size}"), "4x4, 6x6 or 8x8")),
        }
    }

    fn of_size(size: u32) -> Othello {
        let rows = |row: Squares| (0..size).map(|number| row << (8 * number)).sum();
        Othello { size, inside: rows((1 << size) - 1), inner: rows((1 << (size - 1)) - 2) }
    }

    /// The squares of a row or column.
    pub const fn size(&self) -> u32 {
        self.size
    }

    /// The neighbours of these squares in one direction.
    #[inline]
    const fn step(&self, squares: Squares, (shift, mask): (i32, Squares)) -> Squares {
        let moved = if shift > 0 { squares << shift } else { squares >> -shift };
        moved & mask & self.inside
    }

    /// The squares on which the owner of `own` may put a disc: beyond a straight line of discs of the other side.
    #[inline]
    fn places(&self, own: Squares, others: Squares) -> Squares {
        let beyond = |shift: u32, others: Squares| {
            let (mut up, mut down) = (own << shift & others, own >> shift & others);
            for _ in 3..self.size {
                up |= up << shift & others;
                down |= down >> shift & others;
            }
            up << shift | down >> shift
        };
        // A line to the side or along a diagonal turns over nothing in the columns at the edge: so no shift goes round it.
        let inner = others & self.inner;
        let all = beyond(1, inner) | beyond(7, inner) | beyond(8, others) | beyond(9, inner);
        all & self.inside & !(own | others)
    }

    /// The discs that a disc on this square turns over.
    #[inline]
    fn turned(&self, own: Squares, others: Squares, square: u8) -> Squares {
        let line = |direction| {
            let (mut line, mut next) = (0, self.step(1 << square, direction));
            while next & others != 0 {
                line |= next;
                next = self.step(next, direction);
            }
            if next & own != 0 { line } else { 0 }
        };
        STEPS.into_iter().fold(0, |all, direction| all | line(direction))
    }

    /// The board as a number in base 3, which is exact up to 6×6 squares; larger ones are hashed.
    fn number(&self, state: &Position) -> u64 {
        let [black, white] = state.discs;
        if self.size == 8 {
            return mixed(mixed(black) ^ white) / 2;
        }
        let rows = (0..self.size).map(|row| {
            let cells = |discs: Squares| TERNARY[(discs >> (8 * row)) as usize & 63];
            cells(black) + 2 * cells(white)
        });
        rows.fold(0, |number, row| 729 * number + row)
    }
}

/// The bits of an index as digits in base 3.
const TERNARY: [u64; 64] = {
    let mut table = [0; 64];
    let mut index = 1;
    while index < 64 {
        table[index] = 3 * table[index / 2] + index as u64 % 2;
        index += 1;
    }
    table
};

/// Every bit of the result depends on every bit of the argument.
const fn mixed(bits: u64) -> u64 {
    let once = (bits ^ bits >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (once ^ once >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

impl Game for Othello {
    type State = Position;
    type Move = Turn;

    const TURNS_ALTERNATE: bool = true;

    fn initial(&self) -> Position {
        let first = self.size / 2 - 1;
        let square = |column: u32, row: u32| 1 << (8 * row + column);
        let white = square(first, first) | square(first + 1, first + 1);
        let black = square(first + 1, first) | square(first, first + 1);
        Position { discs: [black, white], mover: Side::First }
    }

    fn to_move(&self, state: &Position) -> Side {
        state.mover
    }

    /// The game is over where neither side can put a disc.
    fn outcome(&self, state: &Position) -> Option<Outcome> {
        let (own, others) = (state.own(), state.others());
        let goes_on = self.places(own, others) != 0 || self.places(others, own) != 0;
        (!goes_on).then(|| Outcome::Payoff(state.difference()))
    }

    fn moves(&self, state: &Position, push: &mut impl FnMut(Turn)) {
        let mut places = self.places(state.own(), state.others());
        if places == 0 {
            push(Turn::Pass);
        }
        while places != 0 {
            push(Turn::Place(places.trailing_zeros() as u8));
            places &= places - 1;
        }
    }

    fn apply(&self, state: &Position, turn: Turn) -> Position {
        let mut next = Position { mover: state.mover.other(), ..*state };
        if let Turn::Place(square) = turn {
            let turned = self.turned(state.own(), state.others(), square);
            next.discs[state.mover.index()] |= turned | 1 << square;
            next.discs[state.mover.other().index()] ^= turned;
        }
        next
    }

    fn has_move(&self, _: &Position) -> bool {
        true
    }

    fn key(&self, state: &Position) -> Option<u64> {
        Some(2 * self.number(state) + state.mover as u64)
    }

    fn has_exact_keys(&self) -> bool {
        self.size < 8
    }

    fn with_sides_exchanged(&self, state: &Position) -> Option<Position> {
        let [black, white] = state.discs;
        Some(Position { discs: [white, black], mover: state.mover.other() })
    }

    fn position_count(&self) -> Option<f64> {
        (self.size > 4).then(|| 3f64.powi((self.size * self.size) as i32))
    }
}

//! The dark squares as bits, and the steps along the diagonals.
//!
//! Bit 0 is square 1, at the top; each row has four squares. The rows with an even number, from 0 at the top, begin one
//! column further right.

/// A set of squares: bit 0 is square 1, bit 31 is square 32.
pub type Squares = u32;

const EVEN_ROWS: Squares = 0x0F0F_0F0F;
const ODD_ROWS: Squares = 0xF0F0_F0F0;
/// Squares of even rows with a neighbour on the right, and of odd rows with one on the left.
const EVEN_NOT_LAST: Squares = 0x0707_0707;
const ODD_NOT_FIRST: Squares = 0xE0E0_E0E0;

/// A direction along a diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    DownLeft,
    DownRight,
    UpLeft,
    UpRight,
}

use Direction::{DownLeft, DownRight, UpLeft, UpRight};

impl Direction {
    /// Those of a man of Black, then those of a man of White.
    pub(super) const ALL: [Direction; 4] = [DownLeft, DownRight, UpLeft, UpRight];

    /// All squares of a set, one step on; those at the edge are gone.
    #[inline(always)]
    pub(super) const fn step(self, set: Squares) -> Squares {
        match self {
            DownLeft => (set & EVEN_ROWS) << 4 | (set & ODD_NOT_FIRST) << 3,
            DownRight => (set & EVEN_NOT_LAST) << 5 | (set & ODD_ROWS) << 4,
            UpLeft => (set & EVEN_ROWS) >> 4 | (set & ODD_NOT_FIRST) >> 5,
            UpRight => (set & EVEN_NOT_LAST) >> 3 | (set & ODD_ROWS) >> 4,
        }
    }

    #[inline(always)]
    pub(super) const fn opposite(self) -> Direction {
        match self {
            DownLeft => UpRight,
            DownRight => UpLeft,
            UpLeft => DownRight,
            UpRight => DownLeft,
        }
    }
}

/// The directions of a man that moves down or up, then the others.
#[inline(always)]
pub(super) const fn directions<const DOWN: bool>() -> [Direction; 4] {
    if DOWN { [DownLeft, DownRight, UpLeft, UpRight] } else { [UpLeft, UpRight, DownLeft, DownRight] }
}

/// The squares of a set, one after the other, as numbers from 0.
pub(super) fn each(mut set: Squares) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        square
    })
}

/// The row of a square, from 0 at the top.
pub(super) const fn row(square: u8) -> u32 {
    square as u32 / 4
}

/// The column of a square, from 0 at the left.
pub(super) const fn column(square: u8) -> u32 {
    2 * (square as u32 % 4) + (row(square) + 1) % 2
}

/// The dark square at this row and column.
pub(super) fn square_at(row: u32, column: u32) -> Option<u8> {
    (row < 8 && column < 8 && (row + column) % 2 == 1).then(|| (row * 4 + column / 2) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_rows_and_columns() {
        for square in 0..32 {
            assert_eq!(square_at(row(square), column(square)), Some(square));
            for (direction, down, right) in [(DownLeft, 1, -1), (DownRight, 1, 1), (UpLeft, -1, -1), (UpRight, -1, 1)] {
                let place = (row(square) as i32 + down, column(square) as i32 + right);
                let there = square_at(place.0 as u32, place.1 as u32).map_or(0, |there| 1 << there);
                assert_eq!(direction.step(1 << square), there, "{square} {direction:?}");
                assert!(there == 0 || direction.opposite().step(there) == 1 << square);
            }
        }
        assert_eq!(each(0b1011).collect::<Vec<_>>(), [0, 1, 3]);
    }
}

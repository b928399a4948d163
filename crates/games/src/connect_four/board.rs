//! The board as bits, for any width and height that fit.
//!
//! A set of cells is one `u64`. A column takes `height + 1` bits, its bottom cell lowest; the bit above its top cell
//! is spare and never holds a stone. The bit numbers on the 7×6 board:
//!
//! ```text
//!    6 13 20 27 34 41 48    spare
//!   ┌────────────────────┐
//!   │5 12 19 26 33 40 47 │
//!   │4 11 18 25 32 39 46 │
//!   │3 10 17 24 31 38 45 │
//!   │2  9 16 23 30 37 44 │
//!   │1  8 15 22 29 36 43 │
//!   │0  7 14 21 28 35 42 │
//!   └────────────────────┘
//!    1  2  3  4  5  6  7    columns as people number them
//! ```
//!
//! So the next cell up is one bit on, to the right `height + 1`, and along the two diagonals `height` and
//! `height + 2`. A line that would leave the board passes through a spare bit first, and no stone is there: this is why
//! no shift below needs a mask against wrapping round.

use rootward_game::{Side, TextError};

/// The stride of boards of the usual height.
pub(super) const USUAL_STRIDE: u32 = 7;
/// Stands for a stride that is not known before the program runs.
pub(super) const ANY_STRIDE: u32 = 0;

/// A set of cells, one bit each.
pub(super) type Cells = u64;

/// The shape of a board, with the masks that are needed at every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    width: u32,
    height: u32,
    /// How many stones fill the board.
    capacity: u32,
    /// Bits from a cell to its right neighbour: `height + 1`.
    stride: u32,
    /// The lowest cell of every column.
    bottom: Cells,
    /// Every cell, without the spare bits.
    all: Cells,
    /// The middle column, or the two in the middle of a board of even width.
    centre: Cells,
    /// Every second row, from the top row down.
    rows_from_top: Cells,
    /// For each side the rows that it gets in the last column; see [`Board::rows_falling_to`].
    rows_falling_to: [Cells; 2],
    /// The cells of each column.
    columns: [Cells; Board::MAX_WIDTH],
    /// The column of each bit.
    column_of_bit: [u8; Board::MAX_BITS as usize],
    /// The value of each cell by its place alone; see [`Board::standing`].
    standing: [i8; Board::MAX_BITS as usize],
}

impl Board {
    /// Narrower boards have no horizontal line, and shifts along a diagonal would exceed 64 bits.
    pub(super) const MIN_WIDTH: u32 = 4;
    /// A single row would be another game.
    pub(super) const MIN_HEIGHT: u32 = 2;
    /// One bit for each cell and a spare one for each column.
    pub(super) const MAX_BITS: u32 = 64;
    /// The columns of the widest board, which has the least height.
    const MAX_WIDTH: usize = (Self::MAX_BITS / (Self::MIN_HEIGHT + 1)) as usize;

    /// A board of this shape, if it fits.
    pub(super) fn new(width: u32, height: u32) -> Result<Board, TextError> {
        let bits = u64::from(width) * (u64::from(height) + 1);
        if width < Self::MIN_WIDTH || height < Self::MIN_HEIGHT || bits > u64::from(Self::MAX_BITS) {
            return Err(TextError::new(
                format!("no board is {width} wide and {height} high"),
                format!(
                    "width ≥ {}, height ≥ {} and width × (height + 1) ≤ {}, such as 7x6 or 8x7",
                    Self::MIN_WIDTH,
                    Self::MIN_HEIGHT,
                    Self::MAX_BITS
                ),
            ));
        }
        Ok(Board::that_fits(width, height))
    }

    fn that_fits(width: u32, height: u32) -> Board {
        let stride = height + 1;
        let bottom = (0..width).fold(0, |cells, column| cells | 1 << (column * stride));
        let column = (1 << height) - 1;
        let every_second_row = |lowest: u32| (lowest..height).step_by(2).fold(0, |rows, row| rows | bottom << row);
        // If the number of stones before the last column is even, First takes its lowest cell and every second above.
        let before = (width - 1) * height;
        let mut columns = [0; Self::MAX_WIDTH];
        let mut column_of_bit = [0; Self::MAX_BITS as usize];
        for n in 0..width {
            columns[n as usize] = column << (n * stride);
            column_of_bit[(n * stride) as usize..((n + 1) * stride) as usize].fill(n as u8);
        }
        let mut board = Board {
            columns,
            column_of_bit,
            standing: [0; Self::MAX_BITS as usize],
            width,
            height,
            capacity: width * height,
            stride,
            bottom,
            all: bottom * column,
            centre: column << ((width - 1) / 2 * stride) | column << (width / 2 * stride),
            rows_from_top: every_second_row((height - 1) % 2),
            rows_falling_to: [every_second_row(before % 2), every_second_row((before + 1) % 2)],
        };
        board.standing = board.measure_standing();
        board
    }

    /// Twice the number of lines through each cell, less three times its distance from the centre; relative to the best
    /// cell.
    fn measure_standing(&self) -> [i8; Self::MAX_BITS as usize] {
        let mut standing = [0; Self::MAX_BITS as usize];
        for (step, first) in self.steps().into_iter().flat_map(|step| (0..Self::MAX_BITS).map(move |bit| (step, bit))) {
            let line = [0, step, 2 * step, 3 * step].map(|along| first + along);
            let is_cell = |bit: u32| bit < Self::MAX_BITS && self.all >> bit & 1 == 1;
            if line.into_iter().all(is_cell) {
                line.into_iter().for_each(|bit| standing[bit as usize] += 2);
            }
        }
        for (standing, &column) in standing.iter_mut().zip(&self.column_of_bit) {
            *standing -= 3 * self.off_centre(u32::from(column)) as i8;
        }
        let best = standing.into_iter().max().unwrap_or_default();
        standing.map(|standing| standing - best)
    }

    /// Number of columns.
    #[inline]
    pub(super) const fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    #[inline]
    pub(super) const fn height(&self) -> u32 {
        self.height
    }

    /// How many stones fill the board.
    #[inline]
    pub(super) const fn capacity(&self) -> u32 {
        self.capacity
    }

    /// The cells without a stone.
    #[inline]
    pub(super) const fn empty(&self, taken: Cells) -> Cells {
        self.all & !taken
    }

    /// The cells that a stone can drop into now, one for each column that is not full.
    ///
    /// Adding 1 at the bottom of a column carries through its stones to the first empty cell, or to the spare bit of a
    /// full column. It never carries further, so even the highest bit of a 64-bit board cannot overflow.
    #[inline]
    pub(super) const fn playable(&self, taken: Cells) -> Cells {
        (taken + self.bottom) & self.all
    }

    /// The same cells with left and right exchanged.
    #[inline]
    pub(super) fn mirror(&self, cells: Cells) -> Cells {
        let column = self.column(0);
        (0..self.width).fold(0, |turned, n| (turned << self.stride) | ((cells >> (n * self.stride)) & column))
    }

    /// A number that is different for different positions, below 2^(width × (height + 1)).
    ///
    /// Each column's bits read as a number: 2^k for k stones, plus the stones of the side to move below it. Nothing
    /// carries into the next column, so the sums fit even if the board takes all 64 bits.
    #[inline]
    pub(super) const fn key(&self, mine: Cells, taken: Cells) -> u64 {
        taken + self.bottom + mine
    }

    /// All cells of one column, from 0.
    #[inline]
    pub(super) const fn column(&self, column: u32) -> Cells {
        ((1 << self.height) - 1) << (column * self.stride)
    }

    /// One cell, column and row from 0.
    #[inline]
    pub(super) const fn cell(&self, column: u32, row: u32) -> Cells {
        1 << (column * self.stride + row)
    }

    /// The cell that a stone in this column drops into; nothing if the column is full.
    #[inline]
    pub(super) const fn landing(&self, taken: Cells, column: u32) -> Cells {
        self.playable(taken) & self.columns[column as usize]
    }

    /// Calls back with the number of the column of each of these cells, from left to right.
    #[inline]
    pub(super) fn each_column(&self, cells: Cells, mut push: impl FnMut(u32)) {
        let mut rest = cells;
        while rest != 0 {
            push(u32::from(self.column_of_bit[rest.trailing_zeros() as usize & 63]));
            rest &= rest - 1;
        }
    }

    /// These cells and all those above any of them in its column.
    #[inline]
    pub(super) const fn upwards_from_each(&self, cells: Cells) -> Cells {
        let spare_bits = self.bottom << self.height;
        // In each column the negative of its bits has the same lowest one, and the opposite of every bit above.
        ((spare_bits - cells) | cells) & self.all
    }

    /// All cells of the column that this cell is in.
    #[inline]
    pub(super) const fn column_of(&self, cell: Cells) -> Cells {
        self.columns[self.column_of_bit[cell.trailing_zeros() as usize & 63] as usize]
    }

    /// The value of this cell by its place alone: 0 for the best of the board, negative for all others.
    #[inline]
    pub(super) const fn standing(&self, cell: Cells) -> i32 {
        self.standing[cell.trailing_zeros() as usize & 63] as i32
    }

    /// How far a column is from the middle of the board, in half columns.
    #[inline]
    pub(super) const fn off_centre(&self, column: u32) -> u32 {
        (2 * column + 1).abs_diff(self.width)
    }

    /// The middle column, or the two in the middle of a board of even width.
    #[inline]
    pub(super) const fn centre(&self) -> Cells {
        self.centre
    }

    /// The rows whose cells a side gets in the last column, when all other columns are full.
    ///
    /// Then neither side has a choice, and a winning cell there wins for the side that gets it (zugzwang).
    #[inline]
    pub(super) const fn rows_falling_to(&self, side: Side) -> Cells {
        self.rows_falling_to[side.index()]
    }

    /// Every second row, from the top row down.
    #[inline]
    pub(super) const fn rows_from_top(&self) -> Cells {
        self.rows_from_top
    }

    /// The bit distance of neighbours along a line: upwards, falling, across, rising.
    #[inline]
    pub(super) const fn steps(&self) -> [u32; 4] {
        self.lines::<ANY_STRIDE>().steps()
    }

    /// Is the board of the usual height, so that its [`Lines`] can be those of [`USUAL_STRIDE`]?
    #[inline]
    pub(super) const fn is_of_usual_height(&self) -> bool {
        self.stride == USUAL_STRIDE
    }

    /// Its lines; the stride is its own or [`ANY_STRIDE`].
    #[inline]
    pub(super) const fn lines<const STRIDE: u32>(&self) -> Lines<'_, STRIDE> {
        Lines { board: self }
    }

    /// Do these stones contain four in a line?
    #[inline]
    pub(super) fn has_four(&self, stones: Cells) -> bool {
        match self.is_of_usual_height() {
            true => self.lines::<USUAL_STRIDE>().has_four(stones),
            false => self.lines::<ANY_STRIDE>().has_four(stones),
        }
    }

    /// The empty cells that would complete four in a line for the owner of these stones, reachable now or later.
    #[inline]
    pub(super) fn winning_cells(&self, stones: Cells, taken: Cells) -> Cells {
        match self.is_of_usual_height() {
            true => self.lines::<USUAL_STRIDE>().winning_cells(stones, taken),
            false => self.lines::<ANY_STRIDE>().winning_cells(stones, taken),
        }
    }
}

/// The lines of a board, for code that uses them more than once: with a stride that the compiler knows, every shift
/// along them is by a constant.
#[derive(Clone, Copy)]
pub(super) struct Lines<'b, const STRIDE: u32> {
    board: &'b Board,
}

impl<'b, const STRIDE: u32> Lines<'b, STRIDE> {
    #[inline(always)]
    const fn steps(self) -> [u32; 4] {
        let stride = if STRIDE == ANY_STRIDE { self.board.stride } else { STRIDE };
        [1, stride - 1, stride, stride + 1]
    }

    /// The board of these lines.
    #[inline(always)]
    pub(super) const fn board(self) -> &'b Board {
        self.board
    }

    /// Do these stones contain four in a line?
    #[inline(always)]
    pub(super) fn has_four(self, stones: Cells) -> bool {
        let [up, falling, across, rising] = self.steps();
        let four = |step| fours_along(stones, step);
        four(up) | four(falling) | four(across) | four(rising) != 0
    }

    /// The same for horizontal lines alone. A side that gets whole rows of empty cells has its four there.
    #[inline(always)]
    pub(super) fn has_four_across(self, stones: Cells) -> bool {
        let [_, _, across, _] = self.steps();
        fours_along(stones, across) != 0
    }

    /// Could the owner of these stones still have four in a line, if it got every empty cell?
    #[inline(always)]
    pub(super) fn has_open_line(self, stones: Cells, taken: Cells) -> bool {
        let within = stones | self.board.empty(taken);
        self.has_four_across(within) || self.has_four(within)
    }

    /// The empty cells of lines that hold two of these stones and are open otherwise: a third stone there makes a
    /// threat.
    #[inline(always)]
    pub(super) fn cells_of_open_twos(self, stones: Cells, taken: Cells) -> Cells {
        let empty = self.board.empty(taken);
        open_twos(stones, empty, self.steps()) & empty
    }

    /// The empty cells that would complete four in a line for the owner of these stones, reachable now or later.
    #[inline(always)]
    pub(super) fn winning_cells(self, stones: Cells, taken: Cells) -> Cells {
        gaps(stones, self.steps()) & self.board.empty(taken)
    }
}

/// The first of these cells: the lowest one, if they are all in one column.
#[inline]
pub(super) const fn lowest(cells: Cells) -> Cells {
    cells & cells.wrapping_neg()
}

/// The cells whose neighbours along one direction hold three stones of some four that contains the cell.
///
/// Seen from the cell `x` the four is one of `bbbx`, `bbxa`, `bxaa`, `xaaa`: two neighbours on one side, and a third
/// that is either the next one on that side or the nearest on the other.
#[inline(always)]
fn gaps_along(stones: Cells, step: u32) -> Cells {
    let (before, after) = (stones << step, stones >> step);
    let two_before = before & (before << step);
    let two_after = after & (after >> step);
    (two_before & (after | stones << (3 * step))) | (two_after & (before | stones >> (3 * step)))
}

/// The cells that would complete four, whether empty or not.
#[inline(always)]
fn gaps(stones: Cells, [up, falling, across, rising]: [u32; 4]) -> Cells {
    // Only the topmost cell of an upright four can be empty.
    let upright = (stones << up) & (stones << (2 * up)) & (stones << (3 * up));
    upright | gaps_along(stones, falling) | gaps_along(stones, across) | gaps_along(stones, rising)
}

/// The first cells of fours along one direction.
#[inline(always)]
fn fours_along(stones: Cells, step: u32) -> Cells {
    let pairs = stones & (stones >> step);
    pairs & (pairs >> (2 * step))
}

#[inline(always)]
fn open_twos_along(stones: Cells, empty: Cells, step: u32) -> Cells {
    let open = stones | empty;
    let (a, b, c, d) = (stones, stones >> step, stones >> (2 * step), stones >> (3 * step));
    let pairs = open & (open >> step);
    let live = pairs & (pairs >> (2 * step));
    // Exactly two of the four.
    let lines = live & ((a & b) ^ (c & d) ^ ((a ^ b) & (c ^ d)));
    let halves = lines | (lines << step);
    halves | (halves << (2 * step))
}

#[inline(always)]
fn open_twos(stones: Cells, empty: Cells, [up, falling, across, rising]: [u32; 4]) -> Cells {
    let upright = (stones << up) & (stones << (2 * up)) & (empty >> up);
    let along = |step| open_twos_along(stones, empty, step);
    upright | along(falling) | along(across) | along(rising)
}

#[cfg(test)]
mod tests {
    use rootward_game::contract::Dice;

    use super::*;
    use crate::connect_four::oracle::{every_board, every_line};

    #[test]
    fn each_line_of_four_on_each_board_wins_and_nothing_less_does() {
        for board in every_board() {
            for line in every_line(&board) {
                assert!(board.has_four(line), "{board:?} {line:#x}");
                for cell in (0..64).map(|bit| 1 << bit).filter(|cell| line & cell != 0) {
                    assert!(!board.has_four(line & !cell), "{board:?} {line:#x} without {cell:#x}");
                }
            }
        }
    }

    #[test]
    fn a_four_is_found_exactly_where_the_list_of_lines_has_one() {
        let mut dice = Dice::new(4);
        for board in every_board() {
            let lines = every_line(&board);
            for _ in 0..300 {
                // Dense sets make many fours and near misses; it does not matter here that most stones float.
                let stones = (dice.bits() | dice.bits() & dice.bits()) & board.all;
                let four = lines.iter().any(|line| stones & line == *line);
                assert_eq!(board.has_four(stones), four, "{board:?} {stones:#x}");
                assert_eq!(board.lines::<ANY_STRIDE>().has_open_line(stones, board.all), four, "{board:?} {stones:#x}");
            }
        }
    }

    #[test]
    fn the_winning_cells_are_the_gaps_of_lines_with_three_stones() {
        let mut dice = Dice::new(5);
        for board in every_board() {
            let lines = every_line(&board);
            for _ in 0..300 {
                let taken = stacked(&board, &mut dice);
                let stones = taken & (dice.bits() | dice.bits());
                let one_short = lines.iter().filter(|line| (*line & stones).count_ones() == 3);
                let winning = one_short.fold(0, |cells, line| cells | line & !taken);
                assert_eq!(board.winning_cells(stones, taken), winning, "{board:?} {stones:#x} {taken:#x}");
            }
        }
    }

    /// Columns filled to random heights.
    fn stacked(board: &Board, dice: &mut Dice) -> Cells {
        let drops = dice.below(board.capacity() as usize + 1);
        (0..drops).fold(0, |taken, _| taken | board.landing(taken, dice.below(board.width() as usize) as u32))
    }

    #[test]
    fn stones_drop_onto_stones_until_the_column_is_full() {
        for board in every_board() {
            for column in 0..board.width() {
                let mut taken = 0;
                for row in 0..board.height() {
                    assert_eq!(board.landing(taken, column), board.cell(column, row));
                    assert_eq!(board.playable(taken) & board.column(column), board.cell(column, row));
                    taken |= board.landing(taken, column);
                }
                assert_eq!(taken, board.column(column));
                assert_eq!(board.landing(taken, column), 0);
                assert_eq!(board.playable(taken).count_ones(), board.width() - 1);
            }
            assert_eq!(board.playable(board.all), 0, "a full board must not overflow");
        }
    }

    #[test]
    fn the_largest_boards_fit_and_larger_ones_are_refused() {
        for (width, height) in [(8, 7), (16, 3), (21, 2), (4, 15), (9, 6), (7, 6)] {
            assert!(Board::new(width, height).is_ok(), "{width}x{height}");
        }
        for (width, height) in [(8, 8), (3, 6), (7, 1), (22, 2), (0, 0), (u32::MAX, u32::MAX)] {
            assert!(Board::new(width, height).is_err(), "{width}x{height}");
        }
    }

    #[test]
    fn the_column_of_a_cell_and_the_cells_upwards_from_it_end_at_the_top() {
        for board in every_board() {
            for (column, row) in (0..board.width()).flat_map(|c| (0..board.height()).map(move |r| (c, r))) {
                let expected = (row..board.height()).fold(0, |cells, row| cells | board.cell(column, row));
                assert_eq!(board.upwards_from_each(board.cell(column, row)), expected, "{board:?}");
                assert_eq!(board.column_of(board.cell(column, row)), board.column(column), "{board:?}");
            }
        }
    }

    #[test]
    fn the_first_side_gets_odd_rows_of_the_last_column_unless_an_odd_number_of_stones_comes_before() {
        // Rows counted from 0 here: what people call the odd rows are 0, 2, 4.
        let rows = |board: &Board, rows: &[u32]| rows.iter().fold(0, |cells, row| cells | board.bottom << row);
        let usual = Board::new(7, 6).unwrap();
        assert_eq!(usual.rows_falling_to(Side::First), rows(&usual, &[0, 2, 4]));
        assert_eq!(usual.rows_falling_to(Side::Second), rows(&usual, &[1, 3, 5]));
        let odd = Board::new(8, 7).unwrap();
        assert_eq!(odd.rows_falling_to(Side::First), rows(&odd, &[1, 3, 5]));
        assert_eq!(odd.rows_falling_to(Side::Second), rows(&odd, &[0, 2, 4, 6]));
    }

    #[test]
    fn a_mirror_image_exchanges_left_and_right() {
        for board in every_board() {
            for (column, row) in (0..board.width()).flat_map(|c| (0..board.height()).map(move |r| (c, r))) {
                let image = board.cell(board.width() - 1 - column, row);
                assert_eq!(board.mirror(board.cell(column, row)), image, "{board:?}");
            }
        }
    }

    #[test]
    fn the_centre_is_one_column_or_two() {
        let seven = Board::new(7, 6).unwrap();
        assert_eq!(seven.centre(), seven.column(3));
        let eight = Board::new(8, 7).unwrap();
        assert_eq!(eight.centre(), eight.column(3) | eight.column(4));
    }
}

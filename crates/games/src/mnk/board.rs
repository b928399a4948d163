//! The board as bits: which sets of cells hold a line.
//!
//! Cell 0 is a1, at the bottom left; cells are counted along the rows from there. On the board of tic-tac-toe:
//!
//! ```text
//!  3 | 6 7 8      along a row       +1
//!  2 | 3 4 5      up a column       +3 (the width)
//!  1 | 0 1 2      up and to the right +4
//!      a b c      up and to the left  +2
//! ```
//!
//! A line is `k` cells in one direction. Shifting a set of cells by one step and intersecting it with itself leaves the
//! cells from which two in that direction belong to the set; so a few shifts find all lines at once. Shifts would run
//! over the edge of the board and come in again on the other side: a mask holds the cells where a line can begin.

use rootward_game::TextError;

/// A set of cells, one bit each.
pub type Cells = u64;

/// The size of a board and the lines on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    columns: u32,
    rows: u32,
    in_a_row: u32,
    directions: [Direction; 4],
}

/// The lines in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Direction {
    /// The distance from a cell to the next on the line.
    step: u32,
    /// The cells where a line begins. Empty, with a step of 0, if there is no line in this direction.
    starts: Cells,
}

impl Direction {
    /// The cells where `length` cells of the set follow one another in this direction. They need not stay on the board;
    /// [`starts`](Direction::starts) says which do.
    #[inline]
    fn runs(self, cells: Cells, length: u32) -> Cells {
        let mut runs = cells;
        let mut reached = 1;
        // Two runs that touch make one of twice the length; the last two overlap if the length is no power of two.
        while 2 * reached <= length {
            runs &= runs >> (reached * self.step);
            reached *= 2;
        }
        runs & (runs >> ((length - reached) * self.step))
    }
}

impl Board {
    pub(super) const MOST_CELLS: u32 = 64;
    pub(super) const LONGEST_SIDE: u32 = 16;

    pub(super) fn new(columns: u32, rows: u32, in_a_row: u32) -> Result<Board, TextError> {
        let (most, longest) = (Board::MOST_CELLS, Board::LONGEST_SIDE);
        if !(1..=longest).contains(&columns) || !(1..=longest).contains(&rows) {
            let problem = format!("a board of {columns} columns and {rows} rows");
            return Err(TextError::new(problem, format!("from 1 to {longest} of each")));
        }
        if columns * rows > most {
            let problem = format!("a board of {columns}×{rows} = {} cells", columns * rows);
            return Err(TextError::new(problem, format!("at most {most} cells")));
        }
        if !(1..=columns.max(rows)).contains(&in_a_row) {
            let problem = format!("{in_a_row} in a row on a board of {columns}×{rows}");
            return Err(TextError::new(problem, format!("from 1 to {} in a row", columns.max(rows))));
        }
        let mut board = Board { columns, rows, in_a_row, directions: [Direction::default(); 4] };
        let ways: &[(u32, i32)] = if in_a_row == 1 { &[(0, 1)] } else { &[(0, 1), (1, 0), (1, 1), (1, -1)] };
        for (direction, &(up, right)) in board.directions.iter_mut().zip(ways) {
            *direction = lines_that_go(columns, rows, in_a_row, up, right);
        }
        Ok(board)
    }

    pub(super) const fn columns(&self) -> u32 {
        self.columns
    }

    pub(super) const fn rows(&self) -> u32 {
        self.rows
    }

    pub(super) const fn in_a_row(&self) -> u32 {
        self.in_a_row
    }

    pub(super) const fn cell_count(&self) -> u32 {
        self.columns * self.rows
    }

    /// All cells.
    #[inline]
    pub(super) const fn all(&self) -> Cells {
        Cells::MAX >> (Board::MOST_CELLS - self.cell_count())
    }

    /// Do these cells hold a whole line?
    #[inline]
    pub(super) fn has_line(&self, cells: Cells) -> bool {
        let lines = |way: &Direction| way.runs(cells, self.in_a_row) & way.starts;
        self.directions.iter().fold(0, |found, way| found | lines(way)) != 0
    }

    /// The number of lines wholly within these cells.
    #[inline]
    pub(super) fn count_lines(&self, cells: Cells) -> u32 {
        let lines = |way: &Direction| way.runs(cells, self.in_a_row) & way.starts;
        self.directions.iter().map(|way| lines(way).count_ones()).sum()
    }

    /// The cells that would complete a line of `stones`, whether they are empty or not.
    pub(super) fn completing(&self, stones: Cells) -> Cells {
        let mut found = 0;
        for way in self.directions.iter().filter(|way| way.starts != 0) {
            for gap in 0..self.in_a_row {
                let before = if gap == 0 { Cells::MAX } else { way.runs(stones, gap) };
                let after = match self.in_a_row - 1 - gap {
                    0 => Cells::MAX,
                    length => way.runs(stones, length) >> ((gap + 1) * way.step),
                };
                found |= (before & after & way.starts) << (gap * way.step);
            }
        }
        found & !stones
    }

    /// Every line as the set of its cells.
    pub(super) fn lines(&self) -> impl Iterator<Item = Cells> {
        let length = self.in_a_row;
        self.directions.into_iter().flat_map(move |way| {
            let line = (0..length).fold(0, |line, index| line | 1 << (index * way.step));
            each(way.starts).map(move |start| line << start)
        })
    }
}

/// The lines with this slope: up by 0 or 1, right by −1, 0 or 1.
fn lines_that_go(columns: u32, rows: u32, in_a_row: u32, up: u32, right: i32) -> Direction {
    let length = in_a_row as i32 - 1;
    let fits = |column: u32, row: u32| {
        let last_column = column as i32 + length * right;
        let last_row = row as i32 + length * up as i32;
        (0..columns as i32).contains(&last_column) && last_row < rows as i32
    };
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let starts = cells.filter(|&(column, row)| fits(column, row));
    let starts = starts.fold(0, |starts, (column, row)| starts | 1 << (row * columns + column));
    let step = (columns * up).wrapping_add_signed(right);
    Direction { step: if starts == 0 { 0 } else { step }, starts }
}

/// The numbers of the cells of a set.
#[inline]
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros());
        cells &= cells.wrapping_sub(1);
        cell
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn every_board() -> impl Iterator<Item = Board> {
        let sizes = (1..=16).flat_map(|columns| (1..=16).map(move |rows| (columns, rows)));
        sizes.flat_map(|(columns, rows)| (1..=16).filter_map(move |k| Board::new(columns, rows, k).ok()))
    }

    /// The lines, by stepping from every cell in each of eight directions.
    fn lines_the_slow_way(board: &Board) -> BTreeSet<Cells> {
        let (columns, rows, k) = (board.columns() as i32, board.rows() as i32, board.in_a_row() as i32);
        let mut lines = BTreeSet::new();
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            for (right, up) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
                let cells: Vec<(i32, i32)> = (0..k).map(|i| (column + i * right, row + i * up)).collect();
                if cells.iter().all(|&(x, y)| (0..columns).contains(&x) && (0..rows).contains(&y)) {
                    lines.insert(cells.iter().fold(0, |line, &(x, y)| line | 1 << (y * columns + x)));
                }
            }
        }
        lines
    }

    #[test]
    fn every_board_has_the_lines_that_walking_finds() {
        for board in every_board() {
            let lines = lines_the_slow_way(&board);
            assert_eq!(board.lines().collect::<BTreeSet<_>>(), lines, "{board:?}");
            assert_eq!(board.lines().count(), lines.len(), "{board:?}: a line comes twice");
            assert_eq!(board.count_lines(board.all()) as usize, lines.len(), "{board:?}");
        }
    }

    #[test]
    fn tic_tac_toe_has_eight_lines() {
        assert_eq!(Board::new(3, 3, 3).unwrap().lines().count(), 8);
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        let error = |columns, rows, k| Board::new(columns, rows, k).unwrap_err().to_string();
        assert_eq!(error(0, 3, 3), "a board of 0 columns and 3 rows; expected from 1 to 16 of each");
        assert_eq!(error(4, 17, 3), "a board of 4 columns and 17 rows; expected from 1 to 16 of each");
        assert_eq!(error(9, 9, 5), "a board of 9×9 = 81 cells; expected at most 64 cells");
        assert_eq!(error(4, 3, 5), "5 in a row on a board of 4×3; expected from 1 to 4 in a row");
        assert_eq!(error(4, 3, 0), "0 in a row on a board of 4×3; expected from 1 to 4 in a row");
    }

    proptest! {
        #[test]
        fn shifts_find_what_a_list_of_lines_finds(columns in 1u32..=16, rows in 1u32..=16, k in 1u32..=6, a: u64, b: u64) {
            let Ok(board) = Board::new(columns, rows, k) else { return Ok(()) };
            for cells in [a & b, a, a | b].map(|cells| cells & board.all()) {
                let within = |cells: Cells| board.lines().filter(|&line| line & !cells == 0).count();
                prop_assert_eq!(board.count_lines(cells) as usize, within(cells));
                prop_assert_eq!(board.has_line(cells), within(cells) > 0);
                let completes = |&cell: &u32| cells >> cell & 1 == 0 && within(cells | 1 << cell) > within(cells);
                let expected = each(board.all()).filter(completes).fold(0, |found, cell| found | 1 << cell);
                prop_assert_eq!(board.completing(cells), expected);
            }
        }
    }
}

//! The rules: put a stone on an empty cell, `k` in a row win, a full board is a draw.

use rootward_game::{Game, Outcome, Side, TextError, contract::Dice};

use super::board::{Board, Cells, each};

/// A cell of the board, and the move that puts a stone there. Counted along the rows from a1, at the bottom left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// The number of the cell: 0 is a1, 1 is b1.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that holds this cell alone.
    #[inline]
    pub(super) const fn bit(self) -> Cells {
        1 << self.0
    }
}

/// The stones on the board, whose turn it is, and whether the last stone won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones of [`Side::First`] and [`Side::Second`].
    stones: [Cells; 2],
    to_move: Side,
    /// The side that moved last has a line. Computed once, when the stone is placed, and needed often.
    is_won: bool,
}

impl Position {
    /// The cells on which a side has stones; bit 0 is a1, bit 1 is b1.
    #[inline]
    pub const fn stones(&self, side: Side) -> Cells {
        self.stones[side.index()]
    }

    /// The cells with a stone of either side.
    #[inline]
    pub const fn taken(&self) -> Cells {
        self.stones[0] | self.stones[1]
    }

    /// The side to move.
    #[inline]
    pub(super) const fn mover(&self) -> Side {
        self.to_move
    }
}

/// An m,n,k game: m columns, n rows, and k stones in a row, a column or a diagonal win.
///
/// ```
/// use rootward_game::{Game, Notation, Outcome, Side};
/// use rootward_games::mnk::Mnk;
///
/// let game = Mnk::default();
/// let state = game.parse_position("XOO/.X./..X")?;
/// assert_eq!(game.outcome(&state), Some(Outcome::Win(Side::First)));
/// # Ok::<(), rootward_game::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mnk {
    board: Board,
    /// The number of lines through each cell.
    lines_through: [u8; Board::MOST_CELLS as usize],
}

impl Mnk {
    /// The game on a board of up to 64 cells, at most 16 in a row or column. A line is at most as long as the longer
    /// side.
    ///
    /// ```
    /// use rootward_games::mnk::Mnk;
    ///
    /// assert!(Mnk::new(8, 8, 5).is_ok());
    /// assert_eq!(Mnk::new(9, 9, 5).unwrap_err().expected, "at most 64 cells");
    /// ```
    pub fn new(columns: u32, rows: u32, in_a_row: u32) -> Result<Mnk, TextError> {
        let board = Board::new(columns, rows, in_a_row)?;
        let mut lines_through = [0; Board::MOST_CELLS as usize];
        board.lines().flat_map(each).for_each(|cell| lines_through[cell as usize] += 1);
        Ok(Mnk { board, lines_through })
    }

    /// m, the number of columns.
    pub const fn columns(&self) -> u32 {
        self.board.columns()
    }

    /// n, the number of rows.
    pub const fn rows(&self) -> u32 {
        self.board.rows()
    }

    /// k, the number of stones in a row that wins.
    pub const fn in_a_row(&self) -> u32 {
        self.board.in_a_row()
    }

    /// The cell in this column and row, both counted from 0, from the left and from the bottom.
    pub fn cell(&self, column: u32, row: u32) -> Option<Cell> {
        let is_on_board = column < self.columns() && row < self.rows();
        is_on_board.then(|| Cell((row * self.columns() + column) as u8))
    }

    /// The owner of the stone on a cell.
    pub fn stone_at(&self, state: &Position, cell: Cell) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|&side| state.stones(side) & cell.bit() != 0)
    }

    /// The number of lines through a cell.
    #[inline]
    pub fn lines_through(&self, cell: Cell) -> u32 {
        u32::from(self.lines_through[cell.index()])
    }

    /// open(n, j) of the lectures: the number of lines that are still possible for `side` if it gets all empty cells.
    ///
    /// ```
    /// use rootward_game::{Notation, Side};
    /// use rootward_games::mnk::Mnk;
    ///
    /// let game = Mnk::default();
    /// let state = game.parse_position(".../.X./...")?;
    /// assert_eq!(game.open_lines(&state, Side::First), 8);
    /// assert_eq!(game.open_lines(&state, Side::Second), 4);
    /// # Ok::<(), rootward_game::TextError>(())
    /// ```
    #[inline]
    pub fn open_lines(&self, state: &Position, side: Side) -> u32 {
        self.board.count_lines(self.board.all() & !state.stones(side.other()))
    }

    /// The cells of the lines that won the game, if it was won.
    pub fn winning_cells(&self, state: &Position) -> Option<Cells> {
        let stones = state.stones(state.to_move.other());
        let lines = || self.board.lines().filter(|line| line & !stones == 0).fold(0, |cells, line| cells | line);
        state.is_won.then(lines)
    }

    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// The empty cells.
    #[inline]
    pub(super) const fn empty(&self, state: &Position) -> Cells {
        self.board.all() & !state.taken()
    }

    /// The empty cells on which `side` would win at once.
    pub(super) fn threats(&self, state: &Position, side: Side) -> Cells {
        self.board.completing(state.stones(side)) & self.empty(state)
    }

    /// The position with these stones; their numbers give the side to move. The caller ensures that the numbers fit and
    /// that no stone was placed after a win.
    pub(super) fn position(&self, stones: [Cells; 2]) -> Position {
        let [first, second] = stones;
        let to_move = if first.count_ones() > second.count_ones() { Side::Second } else { Side::First };
        Position { stones, to_move, is_won: self.board.has_line(stones[to_move.other().index()]) }
    }
}

impl Default for Mnk {
    /// Tic-tac-toe.
    fn default() -> Mnk {
        Mnk::new(3, 3, 3).expect("nine cells fit into 64")
    }
}

impl Game for Mnk {
    type State = Position;
    type Move = Cell;

    const LAST_MOVE_WINS: bool = true;

    fn initial(&self) -> Position {
        Position { stones: [0; 2], to_move: Side::First, is_won: false }
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Side {
        state.to_move
    }

    #[inline]
    fn outcome(&self, state: &Position) -> Option<Outcome> {
        if state.is_won {
            Some(Outcome::Win(state.to_move.other()))
        } else if state.taken() == self.board.all() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, state: &Position, push: &mut impl FnMut(Cell)) {
        each(self.empty(state)).for_each(|cell| push(Cell(cell as u8)));
    }

    #[inline]
    fn apply(&self, state: &Position, cell: Cell) -> Position {
        debug_assert!(self.empty(state) & cell.bit() != 0, "cell {} is not empty", cell.0);
        let mut stones = state.stones;
        let mine = &mut stones[state.to_move.index()];
        *mine |= cell.bit();
        let is_won = self.board.has_line(*mine);
        Position { stones, to_move: state.to_move.other(), is_won }
    }

    /// A full board is an outcome, so before an outcome there is always a move.
    #[inline]
    fn has_move(&self, _: &Position) -> bool {
        true
    }

    /// Up to 32 cells, both sides' stones fit into one number and the key is exact: mixing keeps different numbers
    /// different. On larger boards there are more positions than keys, and two may collide, as with any hash. The side
    /// to move follows from the number of stones.
    #[inline]
    fn key(&self, state: &Position) -> Option<u64> {
        let [first, second] = state.stones;
        let both = if self.board.cell_count() <= 32 { first | second << 32 } else { first ^ mixed(second) };
        Some(mixed(both))
    }

    fn has_exact_keys(&self) -> bool {
        self.board.cell_count() <= 32
    }

    #[inline]
    fn plies_played(&self, state: &Position) -> Option<u32> {
        Some(state.taken().count_ones())
    }

    fn with_sides_exchanged(&self, state: &Position) -> Option<Position> {
        let [first, second] = state.stones;
        Some(Position { stones: [second, first], to_move: state.to_move.other(), ..*state })
    }
}

/// Mixes a number over all 64 bits, since a table may use any of them.
#[inline]
fn mixed(bits: u64) -> u64 {
    Dice::new(bits).bits()
}

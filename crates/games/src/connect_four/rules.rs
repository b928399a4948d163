//! The rules: drop a stone into a column, four in a line win, a full board is a draw.

use std::fmt;

use rootward_game::{Game, Outcome, Side, TextError};

use super::board::{Board, Cells};

/// Connect Four on a board of a given size.
///
/// ```
/// use rootward_game::{Game, Notation, Outcome, Side};
/// use rootward_games::connect_four::ConnectFour;
///
/// let game = ConnectFour::default();
/// let won = game.parse_position("4152637").unwrap();
/// assert_eq!(game.outcome(&won), Some(Outcome::Win(Side::First)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    board: Board,
}

impl ConnectFour {
    /// Width and height of the ordinary board.
    pub const USUAL_SIZE: (u32, u32) = (7, 6);

    /// The game on a board of this size: at least 4 wide and 2 high, and `width × (height + 1) ≤ 64`.
    ///
    /// ```
    /// use rootward_games::connect_four::ConnectFour;
    ///
    /// assert!(ConnectFour::new(8, 7).is_ok());
    /// assert!(ConnectFour::new(8, 8).is_err());
    /// ```
    pub fn new(width: u32, height: u32) -> Result<ConnectFour, TextError> {
        Ok(ConnectFour { board: Board::new(width, height)? })
    }

    /// The number of columns.
    pub const fn width(&self) -> u32 {
        self.board.width()
    }

    /// The number of rows.
    pub const fn height(&self) -> u32 {
        self.board.height()
    }

    /// The owner of the stone in this cell. Column and row are counted from 0, from the left and from the bottom.
    ///
    /// ```
    /// use rootward_game::{Notation, Side};
    /// use rootward_games::connect_four::ConnectFour;
    ///
    /// let game = ConnectFour::default();
    /// let state = game.parse_position("44").unwrap();
    /// assert_eq!(game.stone_at(&state, 3, 0), Some(Side::First));
    /// assert_eq!(game.stone_at(&state, 3, 1), Some(Side::Second));
    /// assert_eq!(game.stone_at(&state, 3, 2), None);
    /// assert_eq!(game.stone_at(&state, 7, 0), None);
    /// ```
    pub fn stone_at(&self, state: &Position, column: u32, row: u32) -> Option<Side> {
        if column >= self.width() || row >= self.height() {
            return None;
        }
        let cell = self.board.cell(column, row);
        let owner = |side: &Side| state.stones_of(*side) & cell != 0;
        [Side::First, Side::Second].into_iter().find(owner)
    }

    /// The shape of the board and its bit operations.
    #[inline]
    pub(super) const fn board(&self) -> &Board {
        &self.board
    }
}

impl Default for ConnectFour {
    /// Seven wide, six high.
    fn default() -> ConnectFour {
        let (width, height) = ConnectFour::USUAL_SIZE;
        ConnectFour::new(width, height).expect("49 bits fit into 64")
    }
}

/// The stones on the board and whose turn it is, without the order in which they were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones of the side to move.
    mine: Cells,
    /// The stones of both sides.
    taken: Cells,
    /// The number of stones, kept up to date, because counting bits is slow without the processor's instruction for it.
    stones: u8,
}

impl Position {
    /// The number of stones played.
    ///
    /// ```
    /// use rootward_game::Notation;
    /// use rootward_games::connect_four::ConnectFour;
    ///
    /// assert_eq!(ConnectFour::default().parse_position("4453").unwrap().stones(), 4);
    /// ```
    #[inline]
    pub const fn stones(&self) -> u32 {
        self.stones as u32
    }

    /// Whose turn it is: Second's if First has moved once more.
    #[inline]
    pub(super) const fn mover(&self) -> Side {
        if self.stones & 1 == 0 { Side::First } else { Side::Second }
    }

    /// The stones of the side to move.
    #[inline]
    pub(super) const fn mine(&self) -> Cells {
        self.mine
    }

    /// The stones of the side that has just moved.
    #[inline]
    pub(super) const fn theirs(&self) -> Cells {
        self.mine ^ self.taken
    }

    /// The stones of both sides.
    #[inline]
    pub(super) const fn taken(&self) -> Cells {
        self.taken
    }

    /// The stones of one side.
    #[inline]
    pub fn stones_of(&self, side: Side) -> u64 {
        if side == self.mover() { self.mine() } else { self.theirs() }
    }
}

/// A move: the column that a stone is dropped into. Written from 1, and from the tenth column on as `a`, `b`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(u8);

impl Column {
    /// The column with this number, from 0 at the left.
    ///
    /// ```
    /// use rootward_games::connect_four::Column;
    ///
    /// assert_eq!(Column::new(3).to_string(), "4");
    /// assert_eq!(Column::new(9).to_string(), "a");
    /// ```
    #[inline]
    pub const fn new(index: u8) -> Column {
        Column(index)
    }

    /// Its number, from 0 at the left.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.index() + 1;
        match char::from_digit(number, 36) {
            Some(label) => write!(f, "{label}"),
            None => write!(f, "{number}"),
        }
    }
}

impl Game for ConnectFour {
    type State = Position;
    type Move = Column;
    const TURNS_ALTERNATE: bool = true;

    const LAST_MOVE_WINS: bool = true;

    fn initial(&self) -> Position {
        Position { mine: 0, taken: 0, stones: 0 }
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Side {
        state.mover()
    }

    /// Only the side that has just moved can have completed four.
    #[inline]
    fn outcome(&self, state: &Position) -> Option<Outcome> {
        if self.board.has_four(state.theirs()) {
            Some(Outcome::Win(state.mover().other()))
        } else if state.stones() == self.board.capacity() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// From left to right.
    #[inline]
    fn moves(&self, state: &Position, push: &mut impl FnMut(Column)) {
        self.board.each_column(self.board.playable(state.taken), |column| push(Column(column as u8)));
    }

    /// A board without a move is full, and `outcome` has reported that.
    #[inline]
    fn has_move(&self, _: &Position) -> bool {
        true
    }

    #[inline]
    fn apply(&self, state: &Position, mv: Column) -> Position {
        let landing = self.board.landing(state.taken, mv.index());
        debug_assert_ne!(landing, 0, "column {mv} is full");
        Position { mine: state.theirs(), taken: state.taken | landing, stones: state.stones + 1 }
    }

    /// Exact: different positions have different keys, below 2^(width × (height + 1)).
    #[inline]
    fn key(&self, state: &Position) -> Option<u64> {
        Some(self.board.key(state.mine, state.taken))
    }

    fn has_exact_keys(&self) -> bool {
        true
    }

    #[inline]
    fn plies_played(&self, state: &Position) -> Option<u32> {
        Some(u32::from(state.stones))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;
    use rootward_game::contract::{Dice, random_game};
    use rootward_game::{legal_moves, perft};

    use super::*;
    use crate::connect_four::oracle::every_board;

    #[test]
    fn a_position_is_small() {
        assert!(size_of::<Position>() <= 24);
    }

    #[test]
    fn perft_from_the_empty_board_matches_the_published_counts() {
        let game = ConnectFour::default();
        for (depth, lines) in [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234].into_iter().enumerate() {
            assert_eq!(perft(&game, &game.initial(), depth as u32 + 1), lines);
        }
    }

    #[test]
    fn keys_are_exact_on_every_board_up_to_the_last_stone() {
        let mut dice = Dice::new(11);
        for board in every_board() {
            let game = ConnectFour { board };
            let mut owners: HashMap<u64, Position> = HashMap::new();
            for _ in 0..60 {
                for state in random_game(&game, &mut dice, 64) {
                    let key = game.key(&state).unwrap();
                    assert!(u128::from(key) < 1 << (game.width() * (game.height() + 1)));
                    assert_eq!(*owners.entry(key).or_insert(state), state, "{board:?}");
                }
            }
        }
    }

    #[test]
    fn a_board_of_64_bits_fills_up_without_overflow() {
        let game = ConnectFour::new(8, 7).unwrap();
        let state = full_board(&game, |outcome| outcome == Outcome::Draw);
        assert!(legal_moves(&game, &state).is_empty());
        assert!(game.key(&state).is_some());
    }

    #[test]
    fn the_stone_that_fills_the_board_may_win() {
        let game = ConnectFour::new(4, 4).unwrap();
        let state = full_board(&game, |outcome| outcome == Outcome::Win(Side::Second));
        assert!(legal_moves(&game, &state).is_empty());
    }

    /// The first full board with the wanted result in a reproducible series of random games.
    fn full_board(game: &ConnectFour, wanted: impl Fn(Outcome) -> bool) -> Position {
        let mut dice = Dice::new(1);
        let full = |state: &Position| state.stones() == game.width() * game.height();
        let fits = |state: &Position| full(state) && game.outcome(state).is_some_and(&wanted);
        (0..100_000).find_map(|_| random_game(game, &mut dice, 64).pop().filter(fits)).expect("one in thousands fits")
    }

    proptest! {
        #[test]
        fn the_sides_take_turns_and_stones_never_move(seed: u64) {
            let game = ConnectFour::default();
            let states = random_game(&game, &mut Dice::new(seed), 42);
            for (ply, pair) in states.windows(2).enumerate() {
                let side = if ply % 2 == 0 { Side::First } else { Side::Second };
                prop_assert_eq!(game.to_move(&pair[0]), side);
                prop_assert_eq!(pair[1].stones_of(side).count_ones(), pair[0].stones_of(side).count_ones() + 1);
                prop_assert_eq!(pair[1].stones_of(side.other()), pair[0].stones_of(side.other()));
                prop_assert_eq!(pair[1].stones_of(side) & pair[0].stones_of(side), pair[0].stones_of(side));
            }
        }
    }
}

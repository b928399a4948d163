//! The rules: slide, join, and a random new tile.

use rootward_game::{Game, Outcome, Range, Side, TextError};
use rootward_support::random::{GOLDEN, mix};

use super::grid::{Cells, Grid};

/// The direction in which the tiles slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// To the top.
    Up,
    /// To the bottom.
    Down,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

    /// The word for it in notation.
    pub const fn word(self) -> &'static str {
        match self {
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Up => "up",
            Direction::Down => "down",
        }
    }
}

/// A move of the player, or a chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The player slides all tiles.
    Slide(Direction),
    /// Chance puts a tile on an empty cell.
    Tile {
        /// The number of the cell, along the rows from the top left.
        cell: u8,
        /// 1 for a tile of the number 2, 2 for one of 4.
        power: u8,
    },
}

/// The tiles on the board, and the number of new tiles before the player slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiles {
    pub(super) cells: Cells,
    pub(super) to_come: u8,
}

/// 2048 on a board of a given size, to a given target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game2048 {
    grid: Grid,
    /// The power of 2 that wins.
    goal: u32,
}

impl Default for Game2048 {
    /// The usual game: four by four, to 2048.
    fn default() -> Game2048 {
        Game2048 { grid: Grid { columns: 4, rows: 4 }, goal: 11 }
    }
}

impl Game2048 {
    /// The lengths of a board's sides.
    pub(super) const SIDES: std::ops::RangeInclusive<u32> = 2..=4;
    /// The powers of 2 that can be the target: larger than a new tile, and at most what four bits hold.
    pub(super) const GOALS: std::ops::RangeInclusive<u32> = 3..=15;
    /// The number of new tiles on an empty board.
    pub(super) const AT_FIRST: u8 = 2;
    /// Out of ten new tiles, this many are a 2 and the others a 4.
    const TWOS: u32 = 9;
    const FOURS: u32 = 1;
    /// A win, in points.
    pub(super) const WIN: i32 = 10_000;

    /// A board with this many columns and rows, and the tile that wins.
    ///
    /// ```
    /// use rootward_games::game_2048::Game2048;
    ///
    /// assert!(Game2048::new(3, 3, 128).is_ok());
    /// assert_eq!(Game2048::new(3, 3, 100).unwrap_err().problem, "a target of 100");
    /// ```
    pub fn new(columns: u32, rows: u32, target: u32) -> Result<Game2048, TextError> {
        if !Game2048::SIDES.contains(&columns) || !Game2048::SIDES.contains(&rows) {
            return Err(TextError::new(format!("a board of {columns}×{rows}"), "from 2 to 4 columns and rows"));
        }
        let goal = target.checked_ilog2().filter(|goal| target.is_power_of_two() && Game2048::GOALS.contains(goal));
        let wrong = || TextError::new(format!("a target of {target}"), "a power of 2 from 8 to 32768");
        Ok(Game2048 { grid: Grid { columns, rows }, goal: goal.ok_or_else(wrong)? })
    }

    /// The number of columns.
    pub const fn columns(&self) -> u32 {
        self.grid.columns
    }

    /// The number of rows.
    pub const fn rows(&self) -> u32 {
        self.grid.rows
    }

    /// The number of the tile that wins.
    pub const fn target(&self) -> u32 {
        1 << self.goal
    }

    /// The largest number on the board; 0 if it is empty.
    pub fn largest(&self, state: &Tiles) -> u32 {
        let power = (0..self.grid.count()).map(|cell| Grid::tile(state.cells, cell)).max().unwrap_or(0);
        if power == 0 { 0 } else { 1 << power }
    }

    pub(super) const fn grid(&self) -> Grid {
        self.grid
    }

    pub(super) fn slid(&self, cells: Cells, direction: Direction) -> Cells {
        let fold = |lanes: &mut dyn Iterator<Item = _>| lanes.fold(cells, Grid::slide);
        match direction {
            Direction::Left => fold(&mut self.grid.lanes_across(false)),
            Direction::Right => fold(&mut self.grid.lanes_across(true)),
            Direction::Up => fold(&mut self.grid.lanes_along(false)),
            Direction::Down => fold(&mut self.grid.lanes_along(true)),
        }
    }

    /// A key for a board: exact where its cells leave two bits free.
    pub(super) fn key_of(&self, cells: Cells, to_come: u8) -> u64 {
        if self.has_exact_keys() {
            return cells << 2 | u64::from(to_come);
        }
        // One-to-one for each number of tiles to come (a step of SplitMix64), so boards of the same turn never collide.
        mix(cells.wrapping_add(u64::from(to_come).wrapping_mul(GOLDEN)))
    }
}

impl Game for Game2048 {
    type State = Tiles;
    type Move = Step;
    const HAS_CHANCE: bool = true;

    fn initial(&self) -> Tiles {
        Tiles { cells: 0, to_come: Game2048::AT_FIRST }
    }

    /// The player, also where chance decides.
    fn to_move(&self, _: &Tiles) -> Side {
        Side::First
    }

    fn outcome(&self, state: &Tiles) -> Option<Outcome> {
        Grid::has(state.cells, self.goal).then_some(Outcome::Win(Side::First))
    }

    fn moves(&self, state: &Tiles, push: &mut impl FnMut(Step)) {
        if self.is_chance(state) {
            let put = |cell, power| Step::Tile { cell: cell as u8, power };
            self.grid.empty(state.cells).flat_map(|cell| [put(cell, 1), put(cell, 2)]).for_each(push);
        } else {
            let moves_something = |direction: &Direction| self.slid(state.cells, *direction) != state.cells;
            Direction::ALL.into_iter().filter(moves_something).map(Step::Slide).for_each(push);
        }
    }

    fn apply(&self, state: &Tiles, step: Step) -> Tiles {
        match step {
            Step::Slide(direction) => Tiles { cells: self.slid(state.cells, direction), to_come: 1 },
            Step::Tile { cell, power } => Tiles {
                cells: Grid::put(state.cells, u32::from(cell), u32::from(power)),
                to_come: state.to_come.saturating_sub(1),
            },
        }
    }

    /// No slide is possible: the world has won.
    fn stuck(&self, _: &Tiles) -> Outcome {
        Outcome::Win(Side::Second)
    }

    fn is_chance(&self, state: &Tiles) -> bool {
        state.to_come > 0
    }

    fn weight(&self, _: &Tiles, step: Step) -> u32 {
        match step {
            Step::Tile { power: 2, .. } => Game2048::FOURS,
            _ => Game2048::TWOS,
        }
    }

    fn range(&self) -> Range {
        Range::symmetric(Game2048::WIN)
    }

    fn key(&self, state: &Tiles) -> Option<u64> {
        Some(self.key_of(state.cells, state.to_come))
    }

    fn has_exact_keys(&self) -> bool {
        self.grid.count() <= 15
    }

    /// From twelve cells on there are too many positions to list. On smaller boards most positions are unreachable, and
    /// the number of reachable ones is known only after enumeration.
    fn position_count(&self) -> Option<f64> {
        let cells = self.grid.count();
        (cells >= 12).then(|| f64::from(self.goal).powi(cells as i32) / 4.0)
    }
}

//! Tic-tac-toe and other small m,n,k games: a slice for each number of stones. Every move converts, so that a slice takes one sweep.

use rootward_game::{Game, Side};
use rootward_games::mnk::{Cell, Mnk, Position};

use crate::{ByMoves, Endings, GameEndings, Known, Metric, Value};

/// All positions of an m,n,k game, reflections and rotations folded.
pub struct MnkEndings {
    game: Mnk,
    cells: Vec<Cell>,
    /// The symmetries of the board: where each takes every cell.
    images: Vec<Vec<usize>>,
    /// Pascal's triangle.
    choose: Vec<Vec<u64>>,
}

impl MnkEndings {
    /// The endings of a game on a board of at most 16 cells.
    pub fn new(game: Mnk) -> Result<MnkEndings, String> {
        let (columns, rows) = (game.columns() as usize, game.rows() as usize);
        let count = columns * rows;
        if count > 16 {
            return Err(format!(
                "a board of {count} cells is too large for a table of all positions: expected at most 16"
            ));
        }
        let cells = (0..count as u32).filter_map(|at| game.cell(at % game.columns(), at / game.columns())).collect();
        let mut images = Vec::new();
        for way in 0..if columns == rows { 8 } else { 4 } {
            let image = |at: usize| {
                let (column, row) = (at % columns, at / columns);
                let column = if way & 1 == 0 { column } else { columns - 1 - column };
                let row = if way & 2 == 0 { row } else { rows - 1 - row };
                if way & 4 == 0 { row * columns + column } else { column * columns + row }
            };
            images.push((0..count).map(image).collect());
        }
        let mut choose = vec![vec![1]];
        for n in 1..=count {
            let above = &choose[n - 1];
            let row = (0..=n).map(|k| above.get(k).unwrap_or(&0) + if k > 0 { above[k - 1] } else { 0 }).collect();
            choose.push(row);
        }
        Ok(MnkEndings { game, cells, images, choose })
    }

    /// The rank of a set among those of its size, in the order of numbers.
    fn rank(&self, set: u64) -> u64 {
        let places = crate::by_moves::each(set).enumerate();
        places.map(|(at, cell)| self.choose[cell as usize].get(at + 1).copied().unwrap_or(0)).sum()
    }

    /// The set of this size and rank.
    fn set(&self, size: usize, mut rank: u64) -> u64 {
        let mut set = 0;
        for at in (1..=size).rev() {
            let below = |cell: &usize| self.choose[*cell].get(at).copied().unwrap_or(0) <= rank;
            let cell = (0..self.cells.len()).rev().find(below).unwrap_or(0);
            rank -= self.choose[cell].get(at).copied().unwrap_or(0);
            set |= 1 << cell;
        }
        set
    }

    fn sizes(&self, stones: u32) -> (usize, usize) {
        (stones.div_ceil(2) as usize, stones as usize / 2)
    }

    /// The cells that the second side has, counted without those of the first.
    fn squeeze(&self, first: u64, second: u64) -> u64 {
        let free = crate::by_moves::each(!first).take(self.cells.len());
        free.enumerate().filter(|(_, cell)| second >> cell & 1 == 1).map(|(at, _)| 1 << at).sum()
    }

    fn number_of(&self, first: u64, second: u64) -> u64 {
        let (many, few) = (first.count_ones() as usize, second.count_ones() as usize);
        self.rank(first) * self.choose[self.cells.len() - many][few] + self.rank(self.squeeze(first, second))
    }

    fn stones(&self, stones: u32, number: u64) -> (u64, u64) {
        let (many, few) = self.sizes(stones);
        let seconds = self.choose[self.cells.len() - many][few];
        let first = self.set(many, number / seconds);
        let squeezed = self.set(few, number % seconds);
        let free = crate::by_moves::each(!first).take(self.cells.len());
        let second = free.enumerate().filter(|(at, _)| squeezed >> at & 1 == 1).map(|(_, cell)| 1 << cell).sum();
        (first, second)
    }

    /// The lowest number of all images.
    fn lowest(&self, first: u64, second: u64) -> u64 {
        let turn =
            |image: &[usize], set: u64| crate::by_moves::each(set).map(|cell| 1u64 << image[cell as usize]).sum();
        self.images.iter().map(|image| self.number_of(turn(image, first), turn(image, second))).min().unwrap_or(0)
    }
}

impl Endings for MnkEndings {
    /// The number of stones.
    type Slice = u32;
    type Position = Position;
    type Kernel<'a> = ByMoves<'a, MnkEndings>;

    const LAST_MOVE_WINS: bool = true;
    const HAS_PREDECESSORS: bool = true;

    fn game(&self) -> String {
        format!("mnk {},{},{}", self.game.columns(), self.game.rows(), self.game.in_a_row())
    }

    fn slice(&self, name: &str) -> Result<u32, String> {
        let most = self.cells.len();
        let stones = name.trim().parse().ok().filter(|&stones: &u32| stones as usize <= most);
        stones.ok_or_else(|| {
            let name = crate::endings::shown(name);
            format!("'{name}' is not a number of stones: expected 0 to {most}, with all that have more")
        })
    }

    fn converts_into(&self, stones: &u32) -> Vec<u32> {
        if (*stones as usize) < self.cells.len() { vec![stones + 1] } else { Vec::new() }
    }

    fn count(&self, stones: &u32) -> u64 {
        let (many, few) = self.sizes(*stones);
        self.choose[self.cells.len()][many] * self.choose[self.cells.len() - many][few]
    }

    fn position(&self, stones: &u32, number: u64) -> Option<Position> {
        let (first, second) = self.stones(*stones, number);
        if self.lowest(first, second) != number {
            return None;
        }
        // Stones are put down in turn; only the last may make a line.
        let (mut firsts, mut seconds) = (crate::by_moves::each(first), crate::by_moves::each(second));
        let mut position = self.game.initial();
        for stone in 0..*stones {
            let cell = if stone % 2 == 0 { firsts.next() } else { seconds.next() }?;
            let before_last = stone + 2 == *stones;
            position = self.game.apply(&position, self.cells[cell as usize]);
            if before_last && self.game.outcome(&position).is_some() {
                return None;
            }
        }
        Some(position)
    }

    fn number(&self, position: &Position) -> Option<(u32, u64)> {
        let (first, second) = (position.stones(Side::First), position.stones(Side::Second));
        Some((position.taken().count_ones(), self.lowest(first, second)))
    }

    fn end(&self, position: &Position) -> Option<Value> {
        let side = self.game.to_move(position);
        self.game.outcome(position).map(|outcome| {
            if outcome == rootward_game::Outcome::Draw {
                Value::Draw
            } else if outcome == rootward_game::Outcome::Win(side) {
                Value::Win(0)
            } else {
                Value::Loss(0)
            }
        })
    }

    fn moves(&self, position: &Position, push: &mut impl FnMut(Position)) {
        self.game.moves(position, &mut |mv| push(self.game.apply(position, mv)));
    }

    /// None in the same slice.
    fn predecessors(&self, _: &u32, _: u64, _: &mut impl FnMut(u64)) -> bool {
        true
    }

    fn side(&self, stones: &u32, _: u64) -> usize {
        (stones % 2) as usize
    }

    fn kernel<'a>(&'a self, slice: &u32, metric: Metric, known: &'a Known<u32>) -> ByMoves<'a, MnkEndings> {
        ByMoves::new(self, slice, metric, known)
    }
}

impl GameEndings for MnkEndings {
    type Game = Mnk;

    fn of(game: &Mnk) -> Result<MnkEndings, String> {
        MnkEndings::new(*game)
    }

    fn rules(&self) -> &Mnk {
        &self.game
    }

    fn state(&self, position: &Position) -> Position {
        *position
    }

    fn numbered(&self, state: &Position) -> Position {
        *state
    }
}

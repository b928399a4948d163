//! Positions and moves as text.
//!
//! A position is its rows from the top with `/` between them, the cells of a row with `,`: `2,.,4/.,8,./.,.,2`. A `+` at the
//! end stands for each tile that is to come before the player slides: `.,./.,.++` is the empty board.

use rootward_game::{Board, BoardMove, BoardStyle, Game, Notation, Square, TextError, legal_moves};

use super::grid::{Cells, Grid};
use super::rules::{Direction, Game2048, Step, Tiles};

impl Game2048 {
    /// The game that is written like `3x3` or `3x3:128`: columns, rows, and the tile that wins.
    ///
    /// ```
    /// use rootward_games::game_2048::Game2048;
    ///
    /// assert_eq!(Game2048::parse_variant("3x3:128"), Game2048::new(3, 3, 128));
    /// assert!(Game2048::parse_variant("3").is_err());
    /// ```
    pub fn parse_variant(text: &str) -> Result<Game2048, TextError> {
        let wrong = || TextError::new(format!("'{}'", text.trim()), "COLUMNSxROWS[:TARGET], such as 3x3:128");
        let (size, target) = text.split_once(':').map_or((text, None), |(size, target)| (size, Some(target)));
        let (columns, rows) = size.split_once(['x', 'X']).ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let (columns, rows) = (number(columns)?, number(rows)?);
        let target = target.map(number).transpose()?;
        Game2048::new(columns, rows, target.unwrap_or_else(|| usual_target(columns.saturating_mul(rows))))
    }

    fn read_cells(&self, text: &str) -> Result<Cells, TextError> {
        let (columns, count) = (self.columns() as usize, self.grid().count() as usize);
        let rows: Vec<&str> = text.split('/').collect();
        let shape = || format!("{} rows of {columns} cells, such as {}", self.rows(), self.write_cells(0));
        if rows.len() != self.rows() as usize {
            return Err(TextError::new(format!("{} rows", rows.len()), shape()).at(text, 0));
        }
        let mut cells = 0;
        let mut offset = 0;
        for (row, written) in rows.iter().enumerate() {
            let tiles: Vec<&str> = written.split(',').collect();
            if tiles.len() != columns {
                let problem = format!("{} cells in row {} from the top", tiles.len(), row + 1);
                return Err(TextError::new(problem, shape()).at(text, offset));
            }
            for (column, tile) in tiles.into_iter().enumerate() {
                let power = self.read_tile(tile).map_err(|error| error.at(text, offset))?;
                let cell = row * columns + column;
                debug_assert!(cell < count);
                cells = Grid::put(cells, cell as u32, power);
                offset += tile.len() + 1;
            }
        }
        Ok(cells)
    }

    fn read_tile(&self, text: &str) -> Result<u32, TextError> {
        if let "." | "0" | "_" | "-" = text.trim() {
            return Ok(0);
        }
        let number: Option<u32> = text.trim().parse().ok();
        let tile = number.filter(|&number| number.is_power_of_two() && (2..=self.target()).contains(&number));
        let expected = || format!("'.' or a power of 2 from 2 to {}", self.target());
        let tile = tile.ok_or_else(|| TextError::new(format!("{:?} is not a tile", text.trim()), expected()))?;
        Ok(tile.ilog2())
    }

    fn write_cells(&self, cells: Cells) -> String {
        let write_row = |row| (0..self.columns()).map(|column| self.write_tile(cells, column, row)).collect::<Vec<_>>();
        (0..self.rows()).map(|row| write_row(row).join(",")).collect::<Vec<_>>().join("/")
    }

    /// The tile in a column and a row from the top.
    fn write_tile(&self, cells: Cells, column: u32, row: u32) -> String {
        match Grid::tile(cells, row * self.columns() + column) {
            0 => ".".to_owned(),
            power => (1u32 << power).to_string(),
        }
    }

    fn cell_name(&self, cell: u32) -> String {
        let (column, row) = (cell % self.columns(), cell / self.columns());
        format!("{}{}", char::from(b'a' + column as u8), self.rows() - row)
    }

    /// A cell to click for a slide: one in the middle of the edge that tiles slide to.
    fn edge(&self, direction: Direction) -> u32 {
        let (columns, rows) = (self.columns(), self.rows());
        let (column, row) = match direction {
            Direction::Left => (0, rows / 2),
            Direction::Right => (columns - 1, (rows - 1) / 2),
            Direction::Up => ((columns - 1) / 2, 0),
            Direction::Down => (columns / 2, rows - 1),
        };
        row * columns + column
    }

    fn board_move(&self, state: &Tiles, step: Step) -> BoardMove {
        let text = self.write_move(state, step);
        let (cell, choice) = match step {
            Step::Slide(direction) => (self.edge(direction), format!("slides {}", direction.word())),
            Step::Tile { cell, power } => (u32::from(cell), format!("a tile of {}", 1u32 << power)),
        };
        BoardMove { choice: Some(choice), ..BoardMove::onto(self.cell_name(cell), text) }
    }
}

/// The usual target for a board with this many cells.
fn usual_target(cells: u32) -> u32 {
    match cells {
        ..=4 => 16,
        5..=6 => 64,
        7..=9 => 128,
        _ => 2048,
    }
}

impl Notation for Game2048 {
    fn name(&self) -> String {
        match (self.columns(), self.rows(), self.target()) {
            (4, 4, 2048) => "2048".to_owned(),
            (columns, rows, target) => format!("2048:{columns}x{rows}:{target}"),
        }
    }

    /// `0`, `_` and `-` are empty cells, too.
    fn parse_position(&self, text: &str) -> Result<Tiles, TextError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(self.initial());
        }
        let board = text.trim_end_matches('+');
        let to_come = text.len() - board.len();
        let cells = self.read_cells(board)?;
        let room = self.grid().empty(cells).count();
        if to_come > usize::from(Game2048::AT_FIRST) || to_come > room {
            let problem = format!("{to_come} tiles to come, and room for {room}");
            return Err(TextError::new(problem, "at most two, and a cell for each").at(text, board.len()));
        }
        // Without a tile there is nothing to slide: the game has not begun.
        let to_come = if cells == 0 { Game2048::AT_FIRST } else { to_come as u8 };
        Ok(Tiles { cells, to_come })
    }

    fn write_position(&self, state: &Tiles) -> String {
        self.write_cells(state.cells) + &"+".repeat(state.to_come.into())
    }

    /// `left`, `right`, `up`, `down`; a new tile is its number and its cell, counted from the bottom left: `2@b3`.
    fn write_move(&self, _: &Tiles, step: Step) -> String {
        match step {
            Step::Slide(direction) => direction.word().to_owned(),
            Step::Tile { cell, power } => format!("{}@{}", 1u32 << power, self.cell_name(cell.into())),
        }
    }

    fn draw(&self, state: &Tiles) -> String {
        let width = self.largest(state).max(8).to_string().len() + 1;
        let mut picture = String::new();
        for row in 0..self.rows() {
            picture += &format!("{:>2} ", self.rows() - row);
            for column in 0..self.columns() {
                picture += &format!(" {:>width$}", self.write_tile(state.cells, column, row));
            }
            picture.push('\n');
        }
        picture += "\n   ";
        for column in 0..self.columns() {
            picture += &format!(" {:>width$}", char::from(b'a' + column as u8));
        }
        if self.is_chance(state) {
            picture += &format!("\n    {} to come", if state.to_come == 1 { "a tile" } else { "two tiles" });
        }
        picture + "\n"
    }

    /// From −1, certainly lost, to +1. It is no winning probability: the evaluation is not calibrated.
    fn points_per_unit(&self) -> i32 {
        Game2048::WIN
    }

    fn write_points(&self, points: i32) -> String {
        format!("{:+.4}", f64::from(points) / f64::from(Game2048::WIN))
    }

    /// A win.
    fn great_advantage(&self) -> i32 {
        Game2048::WIN
    }

    fn board(&self, state: &Tiles) -> Option<Board> {
        let square = |cell: u32| {
            let (column, row) = (cell % self.columns(), cell / self.columns());
            let piece = Some(self.write_tile(state.cells, column, row)).filter(|tile| tile != ".");
            Square { name: self.cell_name(cell), column, row, piece }
        };
        Some(Board {
            columns: self.columns(),
            rows: self.rows(),
            style: BoardStyle::Place,
            check: None,
            squares: (0..self.grid().count()).map(square).collect(),
            moves: legal_moves(self, state).into_iter().map(|step| self.board_move(state, step)).collect(),
        })
    }
}

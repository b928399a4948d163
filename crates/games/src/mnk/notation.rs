//! Positions and moves as text.
//!
//! A position is its rows from the top, with `/` between them: `X.O/.X./..O`. Whose turn it is follows from the number
//! of stones.

use rootward_game::{BoardMove, BoardStyle, Notation, Side, Square, TextError, legal_moves};

use super::board::{Board, Cells};
use super::rules::{Cell, Mnk, Position};

impl Mnk {
    /// The game whose numbers are written like `5,5,4`: columns, rows, and how many in a row win.
    ///
    /// ```
    /// use rootward_games::mnk::Mnk;
    ///
    /// assert_eq!(Mnk::parse_variant("5,5,4"), Mnk::new(5, 5, 4));
    /// let error = Mnk::parse_variant("5,5").unwrap_err();
    /// assert_eq!(error.to_string(), "'5,5' has 2 numbers; expected columns,rows,in-a-row, such as 5,5,4");
    /// ```
    pub fn parse_variant(text: &str) -> Result<Mnk, TextError> {
        let wrong = |problem: String| TextError::new(problem, "columns,rows,in-a-row, such as 5,5,4");
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let &[columns, rows, in_a_row] = parts.as_slice() else {
            let numbers = if parts.len() == 1 { "number" } else { "numbers" };
            return Err(wrong(format!("'{}' has {} {numbers}", text.trim(), parts.len())));
        };
        let number = |part: &str| part.parse().map_err(|_| wrong(format!("'{part}' is not a whole number")));
        Mnk::new(number(columns)?, number(rows)?, number(in_a_row)?)
    }

    /// The stones of both sides, as the text shows them.
    fn read_stones(&self, text: &str) -> Result<[Cells; 2], TextError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.rows() as usize {
            let problem = format!("{} instead of {}", counted(rows.len(), "row"), self.rows());
            return Err(TextError::new(problem, self.expected_position()).at(text, 0));
        }
        let mut stones = [0; 2];
        let mut offset = 0;
        for (row, letters) in (0..self.rows()).rev().zip(rows) {
            self.read_row(row, letters, &mut stones).map_err(|(error, place)| error.at(text, offset + place))?;
            offset += letters.len() + 1;
        }
        Ok(stones)
    }

    /// Puts the stones of one row on the board; an error comes with its place in the row.
    fn read_row(&self, row: u32, letters: &str, stones: &mut [Cells; 2]) -> Result<(), (TextError, usize)> {
        let count = letters.chars().count();
        if count != self.columns() as usize {
            let problem = format!("{} instead of {} in row {}", counted(count, "cell"), self.columns(), row + 1);
            return Err((TextError::new(problem, self.expected_position()), 0));
        }
        for (column, (place, letter)) in letters.char_indices().enumerate() {
            let bit = 1 << (row * self.columns() + column as u32);
            match letter {
                'X' | 'x' => stones[Side::First.index()] |= bit,
                'O' | 'o' => stones[Side::Second.index()] |= bit,
                '.' | '-' | '_' => {}
                _ => return Err((TextError::new(format!("{letter:?} is not a cell"), "'X', 'O' or '.'"), place)),
            }
        }
        Ok(())
    }

    fn expected_position(&self) -> String {
        let row = ".".repeat(self.columns() as usize);
        format!("{} like {row}, with '/' between them", counted(self.rows() as usize, "row"))
    }

    /// Can these stones be the end of a game, judging by their numbers and their lines?
    fn check_stones(&self, [first, second]: [Cells; 2]) -> Result<(), TextError> {
        let (x, o) = (first.count_ones(), second.count_ones());
        if x != o && x != o + 1 {
            let problem = format!("there are {x} X and {o} O");
            return Err(TextError::new(problem, "as many X as O, or one more, since X begins"));
        }
        match (self.board().has_line(first), self.board().has_line(second)) {
            (true, true) => Err(TextError::new("both sides have won", "at most one winner")),
            (true, false) if x == o => {
                Err(TextError::new("O has moved after X won", "no stone after the end of the game"))
            }
            (false, true) if x > o => {
                Err(TextError::new("X has moved after O won", "no stone after the end of the game"))
            }
            _ => Ok(()),
        }
    }

    fn letter_at(&self, state: &Position, column: u32, row: u32) -> char {
        match self.cell(column, row).and_then(|cell| self.stone_at(state, cell)) {
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
            None => '.',
        }
    }

    fn square(&self, state: &Position, column: u32, row: u32) -> Square {
        let piece = Some(self.letter_at(state, column, row)).filter(|&letter| letter != '.');
        let name = format!("{}{}", column_letter(column), row + 1);
        Square { name, column, row: self.rows() - 1 - row, piece: piece.map(String::from) }
    }

    /// The rows from the top, with the same text between all cells of a row.
    fn write_rows(&self, state: &Position, between: &str) -> Vec<String> {
        let write_row = |row| {
            let letters = (0..self.columns()).map(|column| self.letter_at(state, column, row).to_string());
            letters.collect::<Vec<_>>().join(between)
        };
        (0..self.rows()).rev().map(write_row).collect()
    }
}

impl Notation for Mnk {
    fn name(&self) -> String {
        match (self.columns(), self.rows(), self.in_a_row()) {
            (3, 3, 3) => "tic-tac-toe".to_owned(),
            (columns, rows, in_a_row) => format!("mnk:{columns},{rows},{in_a_row}"),
        }
    }

    /// Letter case does not matter, and `-` and `_` are empty cells, too. That the position can be reached is checked
    /// only by the numbers of stones and by who has won.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let rows = text.trim();
        let stones = if rows.is_empty() { [0; 2] } else { self.read_stones(rows)? };
        self.check_stones(stones).map_err(|error| error.at(rows, 0))?;
        Ok(self.position(stones))
    }

    fn write_position(&self, state: &Position) -> String {
        self.write_rows(state, "").join("/")
    }

    /// The letter of the column and the number of the row, counted from the bottom left: `b2`.
    fn write_move(&self, _: &Position, cell: Cell) -> String {
        let (column, row) = (u32::from(cell.0) % self.columns(), u32::from(cell.0) / self.columns());
        format!("{}{}", column_letter(column), row + 1)
    }

    fn draw(&self, state: &Position) -> String {
        let mut picture = String::new();
        for (row, letters) in (1..=self.rows()).rev().zip(self.write_rows(state, " ")) {
            picture += &format!("{row:>2}  {letters}\n");
        }
        let letters: Vec<String> = (0..self.columns()).map(|column| column_letter(column).to_string()).collect();
        picture + &format!("\n    {}\n", letters.join(" "))
    }

    fn board(&self, state: &Position) -> Option<rootward_game::Board> {
        let squares = (0..self.rows()).rev().flat_map(|row| (0..self.columns()).map(move |column| (column, row)));
        let onto = |cell| BoardMove::onto(self.write_move(state, cell), self.write_move(state, cell));
        Some(rootward_game::Board {
            columns: self.columns(),
            rows: self.rows(),
            style: BoardStyle::Place,
            check: None,
            squares: squares.map(|(column, row)| self.square(state, column, row)).collect(),
            moves: legal_moves(self, state).into_iter().map(onto).collect(),
        })
    }
}

fn column_letter(column: u32) -> char {
    debug_assert!(column < Board::LONGEST_SIDE);
    char::from(b'a' + column as u8)
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

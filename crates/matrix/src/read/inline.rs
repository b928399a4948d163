//! A matrix on one line: `3,4 1,2; 4,1 2,3`.

use super::payoff_table::PayoffTable;
use super::{TextError, error_at};
use crate::game::Game;

/// Reads a matrix whose rows end with a semicolon or a line break and whose cells are separated by blanks; a cell is
/// one number, or two with a comma, with or without parentheses.
///
/// ```
/// let game = rootward_matrix::read_inline("(3, 4) (1, 2); (4, 1) (2, 3)").unwrap();
/// assert_eq!(game.row_payoffs[1][0].to_string(), "4");
/// assert!(!game.one_number);
/// ```
pub fn read_inline(text: &str) -> Result<Game, TextError> {
    let mut table = PayoffTable::new();
    let mut reader = Reader { cell: String::new(), start: (1, 1), in_row: false, depth: false };
    let (mut line, mut column) = (1, 1);
    for c in text.chars() {
        let opens = reader.cell.is_empty();
        match c {
            '(' if opens => {
                reader.begin(c, line, column);
                reader.depth = true;
            }
            ')' => {
                reader.begin(c, line, column);
                reader.depth = false;
                reader.end_cell(&mut table)?;
            }
            ';' | '\n' if !reader.depth => {
                reader.end_cell(&mut table)?;
                // Blank lines and a semicolon at a line's end are not rows.
                if reader.in_row {
                    table.end_row(line, column)?;
                } else if c == ';' {
                    return Err(error_at(line, column, "a row without cells", "payoffs before ';'"));
                }
                reader.in_row = false;
            }
            c if c.is_whitespace() && !reader.depth => {
                // A blank may follow a comma.
                if !reader.cell.ends_with(',') {
                    reader.end_cell(&mut table)?;
                }
            }
            c => reader.begin(c, line, column),
        }
        (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    reader.end_cell(&mut table)?;
    if reader.in_row {
        table.end_row(line, column)?;
    }
    table.into_game(error_at(1, 1, "there is no matrix", "rows of payoffs such as 3,4 1,2; 4,1 2,3"))
}

/// Writes a matrix in the notation of [`read_inline`]. Names are left out.
///
/// ```
/// let game = rootward_matrix::read_inline("(3, 4) (0.5, 2)").unwrap();
/// assert_eq!(rootward_matrix::write_inline(&game), "3,4 1/2,2");
/// ```
pub fn write_inline(game: &Game) -> String {
    let cell = |row: usize, column: usize| match game.one_number {
        true => game.row_payoffs[row][column].to_string(),
        false => format!("{},{}", game.row_payoffs[row][column], game.column_payoffs[row][column]),
    };
    let line = |row: usize| (0..game.columns.len()).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
    (0..game.rows.len()).map(line).collect::<Vec<_>>().join("; ")
}

struct Reader {
    cell: String,
    start: (usize, usize),
    in_row: bool,
    /// Between parentheses.
    depth: bool,
}

impl Reader {
    fn begin(&mut self, c: char, line: usize, column: usize) {
        if self.cell.is_empty() {
            self.start = (line, column);
        }
        self.cell.push(c);
    }

    fn end_cell(&mut self, table: &mut PayoffTable) -> Result<(), TextError> {
        if self.cell.is_empty() {
            return Ok(());
        }
        if !self.in_row {
            table.begin_row();
            self.in_row = true;
        }
        let cell = std::mem::take(&mut self.cell);
        table.push(&cell, self.start.0, self.start.1)
    }
}

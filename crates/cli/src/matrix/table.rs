//! The matrix as a table, with best replies marked.

use std::io;

use rootward_matrix::{Game, best_replies};

use crate::output::{FAINT, Output, STRONG, styled};

/// The maximum numbers of rows and columns shown.
const MOST_ROWS: usize = 24;
const MOST_COLUMNS: usize = 16;

/// Prints the matrix, or only its size.
pub fn draw(game: &Game, output: &mut Output) -> io::Result<()> {
    let [row_player, column_player] = &game.players;
    if !game.title.trim().is_empty() {
        output.line(&styled(STRONG, game.title.trim()))?;
    }
    let (height, width) = (game.rows.len(), game.columns.len());
    if height > MOST_ROWS || width > MOST_COLUMNS {
        output.line(&format!("{height} × {width} payoffs, too many to be shown"))?;
        return output.line("");
    }
    let marks = best_replies(game);
    let mark = |marked: bool| if marked { "*" } else { "" };
    let cell = |row: usize, column: usize| {
        let first = format!("{}{}", game.row_payoffs[row][column], mark(marks.row[row][column]));
        // With one number per cell, the second payoff is the negative of the first: its mark is a second star.
        match game.one_number {
            true => format!("{first}{}", mark(marks.column[row][column]).replace('*', "°")),
            false => format!("{first},{}{}", game.column_payoffs[row][column], mark(marks.column[row][column])),
        }
    };
    let cells: Vec<Vec<String>> = (0..height).map(|row| (0..width).map(|column| cell(row, column)).collect()).collect();
    grid(&game.rows, &game.columns, &cells, output)?;
    let note = match game.one_number {
        true => format!("* best for {row_player} in its column, ° best for {column_player} in its row"),
        false => format!("rows: {row_player}, columns: {column_player}; * marks a best reply"),
    };
    output.line(&styled(FAINT, &note))?;
    output.line("")
}

/// Prints names and cells, right-aligned.
pub fn grid(rows: &[String], columns: &[String], cells: &[Vec<String>], output: &mut Output) -> io::Result<()> {
    let length = |text: &str| text.chars().count();
    let name_width = rows.iter().map(|name| length(name)).max().unwrap_or(0);
    let cell_width = |column: usize| {
        let widest = cells.iter().map(|row| length(&row[column])).max().unwrap_or(0);
        widest.max(length(&columns[column]))
    };
    let widths: Vec<usize> = (0..columns.len()).map(cell_width).collect();
    let pad = |text: &str, width: usize| format!("{}{text}", " ".repeat(width - length(text)));
    let head: Vec<String> = columns.iter().zip(&widths).map(|(name, &width)| pad(name, width)).collect();
    output.line(&styled(FAINT, &format!("{}  {}", " ".repeat(name_width), head.join("  "))))?;
    for (name, row) in rows.iter().zip(cells) {
        let row: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| pad(cell, width)).collect();
        output.line(&format!("{}  {}", styled(FAINT, &pad(name, name_width)), row.join("  ")))?;
    }
    Ok(())
}

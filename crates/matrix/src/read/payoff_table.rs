//! Tables of payoffs, whatever their notation.

use super::{TextError, error_at, no_common_denominator, quoted};
use crate::game::{Game, MOST_CELLS};
use crate::rational::Rational;

/// A cell's payoffs: one number, or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Payoffs {
    One(Rational),
    Two(Rational, Rational),
}

/// Reads `3`, `3,4`, `3;4`, `3 4`, `(3, 4)`. `None` if it is none of these.
pub(crate) fn cell(text: &str) -> Option<Payoffs> {
    let text = text.trim();
    let text = text.strip_prefix('(').map_or(Some(text), |inner| inner.strip_suffix(')'))?;
    let mut numbers = text.split([',', ';', ' ', '\t']).filter(|part| !part.is_empty());
    let first = numbers.next()?.parse().ok()?;
    match (numbers.next(), numbers.next()) {
        (None, _) => Some(Payoffs::One(first)),
        (Some(second), None) => Some(Payoffs::Two(first, second.parse().ok()?)),
        _ => None,
    }
}

/// The cells read so far with their places, row by row.
pub(crate) struct PayoffTable {
    pub rows: Vec<Vec<Payoffs>>,
    one_number: bool,
}

impl PayoffTable {
    pub fn new() -> PayoffTable {
        PayoffTable { rows: Vec::new(), one_number: true }
    }

    pub fn begin_row(&mut self) {
        self.rows.push(Vec::new());
    }

    /// Adds a cell to the last row.
    pub fn push(&mut self, text: &str, line: usize, column: usize) -> Result<(), TextError> {
        let payoffs = cell(text).ok_or_else(|| {
            error_at(line, column, format!("{} is not a payoff", quoted(text)), "a number, or two with a comma")
        })?;
        let one = matches!(payoffs, Payoffs::One(_));
        let is_first = self.rows.first().is_some_and(Vec::is_empty);
        if is_first {
            self.one_number = one;
        } else if self.one_number != one {
            let (problem, expected) = match one {
                true => ("one number", "two, as in the first cell"),
                false => ("two numbers", "one, as in the first cell"),
            };
            return Err(error_at(line, column, format!("{} holds {problem}", quoted(text)), expected));
        }
        let width = self.rows.first().map_or(0, Vec::len);
        check_size(self.rows.len(), width.max(1), line, column)?;
        if let Some(row) = self.rows.last_mut() {
            row.push(payoffs);
        }
        Ok(())
    }

    /// Ends the last row: it must be as long as the first.
    pub fn end_row(&mut self, line: usize, column: usize) -> Result<(), TextError> {
        let first = self.rows.first().map_or(0, Vec::len);
        match self.rows.last().map_or(0, Vec::len) {
            last if last == first && last > 0 => Ok(()),
            0 => Err(error_at(line, column, "a row without cells", "payoffs")),
            last => {
                let cells = if last == 1 { "cell" } else { "cells" };
                let problem = format!("row {} has {last} {cells}", self.rows.len());
                Err(error_at(line, column, problem, format!("{first}, as in the first row")))
            }
        }
    }

    /// The game, or `nothing` if there is no cell.
    pub fn into_game(self, nothing: TextError) -> Result<Game, TextError> {
        if self.rows.is_empty() {
            return Err(nothing);
        }
        let part = |pick: fn(&Payoffs) -> &Rational| -> Vec<Vec<Rational>> {
            self.rows.iter().map(|row| row.iter().map(|cell| pick(cell).clone()).collect()).collect()
        };
        let first = part(|cell| match cell {
            Payoffs::One(first) | Payoffs::Two(first, _) => first,
        });
        let one_number = self.one_number;
        let second = part(|cell| match cell {
            Payoffs::One(second) | Payoffs::Two(_, second) => second,
        });
        let game = if one_number { Game::zero_sum(first) } else { Game::bimatrix(first, second) };
        // Rows were checked one by one: only the denominators can be wrong.
        game.ok_or_else(no_common_denominator)
    }
}

/// Refuses matrices that are too large.
pub(crate) fn check_size(rows: usize, columns: usize, line: usize, column: usize) -> Result<(), TextError> {
    match rows.checked_mul(columns) {
        Some(cells) if cells <= MOST_CELLS => Ok(()),
        _ => Err(error_at(line, column, format!("{rows} rows of {columns} cells"), "1,000,000 cells at most")),
    }
}

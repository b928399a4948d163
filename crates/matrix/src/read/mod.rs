//! Text to games: Gambit's files, CSV, and matrices written on one line.

mod lexer;
mod nfg;
mod efg;
mod csv;
mod inline;
mod payoff_table;

pub use csv::read_csv;
pub use efg::read_efg;
pub use inline::{read_inline, write_inline};
pub use nfg::read_nfg;
pub use rootward_support::TextError;

use std::fmt::Display;

use crate::game::Game;
use crate::rational::MOST_DENOMINATOR_BITS;
use crate::tree::GameTree;

/// The most characters of a text.
pub const MOST_TEXT: usize = 64 << 20;

/// The format of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Gambit's strategic games, with payoffs or with outcomes.
    Nfg,
    /// Gambit's extensive games.
    Efg,
    /// A table separated by commas, semicolons or tabs.
    Csv,
    /// `3,4 1,2; 4,1 2,3`: rows end with a semicolon or a line break, cells with a blank.
    Inline,
}

/// The game read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A matrix.
    Matrix(Game),
    /// A tree.
    Tree(GameTree),
}

/// Gambit's formats begin with their name; everything else is a table.
pub fn recognise(text: &str) -> Format {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    match () {
        () if start.starts_with("NFG") => Format::Nfg,
        () if start.starts_with("EFG") => Format::Efg,
        () => Format::Csv,
    }
}

/// Reads a game.
pub fn read(text: &str, format: Format) -> Result<Reading, TextError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.len() > MOST_TEXT {
        return Err(error_at(1, 1, format!("the text has {} bytes", text.len()), "64 MiB at most"));
    }
    match format {
        Format::Nfg => read_nfg(text).map(Reading::Matrix),
        Format::Efg => read_efg(text).map(Reading::Tree),
        Format::Csv => read_csv(text).map(Reading::Matrix),
        Format::Inline => read_inline(text).map(Reading::Matrix),
    }
}

/// An error at a line and column, both from 1.
fn error_at(line: usize, column: usize, problem: impl Display, expected: impl Display) -> TextError {
    TextError::new(problem.to_string(), expected.to_string()).in_line(line, column)
}

/// Text quoted in an error.
fn quoted(text: &str) -> String {
    rootward_support::text::quoted(text, 30)
}

/// Payoffs whose denominators have few common factors are refused: exact arithmetic would be too slow.
fn no_common_denominator() -> TextError {
    let problem = format!("the payoffs' least common denominator has more than {MOST_DENOMINATOR_BITS} bits");
    error_at(1, 1, problem, "simpler fractions, or decimals")
}

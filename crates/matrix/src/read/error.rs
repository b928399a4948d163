//! Errors in a text, with their places.

use std::fmt;

/// One sentence: the place, the problem, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// The problem.
    pub problem: String,
    /// What was expected.
    pub expected: String,
}

impl ReadError {
    /// An error at this place.
    pub fn new(line: usize, column: usize, problem: impl fmt::Display, expected: impl fmt::Display) -> ReadError {
        ReadError { line, column, problem: problem.to_string(), expected: expected.to_string() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadError { line, column, problem, expected } = self;
        write!(f, "line {line}, column {column}: {problem}; expected {expected}")
    }
}

impl std::error::Error for ReadError {}

/// Text quoted in a sentence: on one line, and shortened.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 30;
    let line: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() { format!("'{line}…'") } else { format!("'{line}'") }
}

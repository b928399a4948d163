//! Reading a text from its beginning to its end: the place reached, and errors that name a place.

use std::fmt;

/// What is wrong with a text: one sentence that names the place, the problem, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// What is wrong, naming the text in question.
    pub problem: String,
    /// What would have been right.
    pub expected: String,
    /// Line and column, both from 1, counted in characters.
    pub place: Option<(usize, usize)>,
}

impl TextError {
    /// An error without a place.
    pub fn new(problem: impl Into<String>, expected: impl Into<String>) -> TextError {
        TextError { problem: problem.into(), expected: expected.into(), place: None }
    }

    /// The same error at a byte offset of `text`.
    pub fn at(self, text: &str, offset: usize) -> TextError {
        let before = text.get(..offset.min(text.len())).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        self.in_line(line, column)
    }

    /// The same error at this line and column.
    pub fn in_line(self, line: usize, column: usize) -> TextError {
        TextError { place: Some((line, column)), ..self }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "{}; expected {}", self.problem, self.expected)
    }
}

impl std::error::Error for TextError {}

/// A text and the place reached in it.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t str,
    offset: usize,
    line: usize,
    column: usize,
}

impl<'t> Cursor<'t> {
    /// Starts at the beginning.
    pub fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, offset: 0, line: 1, column: 1 }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    /// The number of bytes read.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Line and column of the next character, both from 1.
    pub fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads the next character.
    pub fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.offset += c.len_utf8();
        (self.line, self.column) = if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        Some(c)
    }

    /// Reads this many characters.
    pub fn skip(&mut self, count: usize) {
        (0..count).for_each(|_| {
            self.take();
        });
    }

    /// Reads characters as long as they are wanted.
    pub fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let start = self.offset;
        while self.peek().is_some_and(&wanted) {
            self.take();
        }
        &self.text[start..self.offset]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_lines_and_characters_from_one() {
        let text = "ab\ncä!d";
        let mut cursor = Cursor::new(text);
        assert_eq!(cursor.take_while(|c| c != '!'), "ab\ncä");
        assert_eq!((cursor.offset(), cursor.place(), cursor.peek()), (6, (2, 3), Some('!')));
        let error = TextError::new("'!' is not a number", "a number").at(text, cursor.offset());
        assert_eq!(error.to_string(), "line 2, column 3: '!' is not a number; expected a number");
        assert_eq!(error.place, Some(cursor.place()));
        assert_eq!((cursor.take(), cursor.take(), cursor.take(), cursor.rest()), (Some('!'), Some('d'), None, ""));
    }
}

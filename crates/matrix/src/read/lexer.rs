//! The words of Gambit's formats: braces, quoted labels, and everything else between blanks.

use rootward_support::Cursor;

use super::{TextError, error_at, quoted};
use crate::rational::Rational;

/// A word and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: Kind,
    pub line: usize,
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Open,
    Close,
    Label(String),
    Word(String),
    End,
}

impl Kind {
    fn describe(&self) -> String {
        match self {
            Kind::Open => "'{'".to_owned(),
            Kind::Close => "'}'".to_owned(),
            Kind::Label(text) => format!("the label {}", quoted(text)),
            Kind::Word(text) => quoted(text),
            Kind::End => "the text ends".to_owned(),
        }
    }
}

impl Token {
    pub fn error(&self, expected: impl std::fmt::Display) -> TextError {
        self.problem(self.kind.describe(), expected)
    }

    pub fn problem(&self, problem: impl std::fmt::Display, expected: impl std::fmt::Display) -> TextError {
        error_at(self.line, self.column, problem, expected)
    }
}

/// Reads words one after the other, with one word of lookahead.
pub(crate) struct Lexer<'a> {
    cursor: Cursor<'a>,
    ahead: Option<Token>,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { cursor: Cursor::new(text), ahead: None }
    }

    pub fn peek(&mut self) -> Result<&Token, TextError> {
        let token = self.next()?;
        Ok(self.ahead.insert(token))
    }

    pub fn next(&mut self) -> Result<Token, TextError> {
        match self.ahead.take() {
            Some(token) => Ok(token),
            None => self.scan(),
        }
    }

    fn scan(&mut self) -> Result<Token, TextError> {
        // Commas between Gambit's payoffs are optional: they count as blanks.
        self.cursor.take_while(|c| c.is_whitespace() || c == ',');
        let (line, column) = self.cursor.place();
        let kind = match self.cursor.peek() {
            None => Kind::End,
            Some('"') => Kind::Label(self.label(line, column)?),
            Some(c @ ('{' | '}')) => {
                self.cursor.take();
                if c == '{' { Kind::Open } else { Kind::Close }
            }
            Some(_) => {
                let is_part = |c: char| !c.is_whitespace() && !matches!(c, ',' | '{' | '}' | '"');
                Kind::Word(self.cursor.take_while(is_part).to_owned())
            }
        };
        Ok(Token { kind, line, column })
    }

    fn label(&mut self, line: usize, column: usize) -> Result<String, TextError> {
        self.cursor.take();
        let mut text = String::new();
        loop {
            match self.cursor.take() {
                Some('"') => return Ok(text),
                Some('\\') if matches!(self.cursor.peek(), Some('"' | '\\')) => text.extend(self.cursor.take()),
                Some(c) => text.push(c),
                None => return Err(error_at(line, column, "a label that begins here does not end", "'\"'")),
            }
        }
    }

    pub fn expect_open(&mut self, what: &str) -> Result<Token, TextError> {
        let token = self.next()?;
        if token.kind == Kind::Open { Ok(token) } else { Err(token.error(format!("'{{' and {what}"))) }
    }

    /// Reads the heading of Gambit's files, `EFG 2 R "title"`, and returns the title.
    pub fn heading(&mut self, format: &str, version: &str) -> Result<String, TextError> {
        self.expect_word(format, &format!("a file that begins with '{format} {version} R'"))?;
        self.expect_word(version, &format!("the version of the format, which is {version}"))?;
        let numbers = self.next()?;
        if !matches!(&numbers.kind, Kind::Word(word) if word == "R" || word == "D") {
            return Err(numbers.error("'R' or 'D', how numbers are meant"));
        }
        self.label_or("the game's title in quotes")
    }

    pub fn expect_word(&mut self, word: &str, what: &str) -> Result<(), TextError> {
        let token = self.next()?;
        match &token.kind {
            Kind::Word(found) if found == word => Ok(()),
            _ => Err(token.error(what)),
        }
    }

    pub fn label_or(&mut self, what: &str) -> Result<String, TextError> {
        let token = self.next()?;
        match token.kind {
            Kind::Label(text) => Ok(text),
            _ => Err(token.error(what)),
        }
    }

    /// A label if there is one.
    pub fn optional_label(&mut self) -> Result<Option<String>, TextError> {
        if matches!(self.peek()?.kind, Kind::Label(_)) { self.label_or("a label").map(Some) } else { Ok(None) }
    }

    /// A number. What was expected is written only for an error: a file has many numbers.
    pub fn number(&mut self, what: impl std::fmt::Display) -> Result<(Rational, Token), TextError> {
        let token = self.next()?;
        let number = match &token.kind {
            Kind::Word(word) => word.parse().ok(),
            _ => None,
        };
        match number {
            Some(number) => Ok((number, token)),
            None => Err(token.error(what)),
        }
    }

    /// A whole number of at least `least`.
    pub fn count(&mut self, least: usize, what: impl std::fmt::Display) -> Result<(usize, Token), TextError> {
        let token = self.next()?;
        let number = match &token.kind {
            Kind::Word(word) => word.parse::<usize>().ok().filter(|&number| number >= least),
            _ => None,
        };
        match number {
            Some(number) => Ok((number, token)),
            None => Err(token.error(what)),
        }
    }

    /// Labels between braces.
    pub fn labels(&mut self, what: &str) -> Result<Vec<String>, TextError> {
        self.expect_open(what)?;
        let mut labels = Vec::new();
        loop {
            let token = self.next()?;
            match token.kind {
                Kind::Label(text) => labels.push(text),
                Kind::Close => return Ok(labels),
                _ => return Err(token.error(format!("{what}, or '}}'"))),
            }
        }
    }

    pub fn expect_end(&mut self) -> Result<(), TextError> {
        let token = self.next()?;
        if token.kind == Kind::End { Ok(()) } else { Err(token.error("the end of the text")) }
    }
}

//! The words of Gambit's formats: braces, quoted labels, and everything else between blanks.

use super::error::{ReadError, quoted};
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
    pub fn error(&self, expected: impl std::fmt::Display) -> ReadError {
        self.problem(self.kind.describe(), expected)
    }

    pub fn problem(&self, problem: impl std::fmt::Display, expected: impl std::fmt::Display) -> ReadError {
        ReadError::new(self.line, self.column, problem, expected)
    }
}

/// Reads words one after the other, with one word of lookahead.
pub(crate) struct Lexer<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    column: usize,
    ahead: Option<Token>,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { rest: text.chars().peekable(), line: 1, column: 1, ahead: None }
    }

    pub fn peek(&mut self) -> Result<&Token, ReadError> {
        if self.ahead.is_none() {
            self.ahead = Some(self.scan()?);
        }
        match &self.ahead {
            Some(token) => Ok(token),
            None => Err(ReadError::new(self.line, self.column, "the text ends", "more")),
        }
    }

    pub fn next(&mut self) -> Result<Token, ReadError> {
        match self.ahead.take() {
            Some(token) => Ok(token),
            None => self.scan(),
        }
    }

    fn advance(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn scan(&mut self) -> Result<Token, ReadError> {
        // Commas between Gambit's payoffs are optional: they count as blanks.
        while self.rest.peek().is_some_and(|&c| c.is_whitespace() || c == ',') {
            self.advance();
        }
        let (line, column) = (self.line, self.column);
        let kind = match self.rest.peek() {
            None => Kind::End,
            Some('{') => {
                self.advance();
                Kind::Open
            }
            Some('}') => {
                self.advance();
                Kind::Close
            }
            Some('"') => Kind::Label(self.label(line, column)?),
            Some(_) => Kind::Word(self.word()),
        };
        Ok(Token { kind, line, column })
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(&c) = self.rest.peek() {
            if c.is_whitespace() || matches!(c, ',' | '{' | '}' | '"') {
                break;
            }
            word.push(c);
            self.advance();
        }
        word
    }

    fn label(&mut self, line: usize, column: usize) -> Result<String, ReadError> {
        self.advance();
        let mut text = String::new();
        loop {
            match self.advance() {
                Some('"') => return Ok(text),
                Some('\\') if matches!(self.rest.peek(), Some('"' | '\\')) => text.extend(self.advance()),
                Some(c) => text.push(c),
                None => return Err(ReadError::new(line, column, "a label that begins here does not end", "'\"'")),
            }
        }
    }

    pub fn expect_open(&mut self, what: &str) -> Result<Token, ReadError> {
        let token = self.next()?;
        if token.kind == Kind::Open { Ok(token) } else { Err(token.error(format!("'{{' and {what}"))) }
    }

    /// Reads the heading of Gambit's files, `EFG 2 R "title"`, and returns the title.
    pub fn heading(&mut self, format: &str, version: &str) -> Result<String, ReadError> {
        self.expect_word(format, &format!("a file that begins with '{format} {version} R'"))?;
        self.expect_word(version, &format!("the version of the format, which is {version}"))?;
        let numbers = self.next()?;
        if !matches!(&numbers.kind, Kind::Word(word) if word == "R" || word == "D") {
            return Err(numbers.error("'R' or 'D', how numbers are meant"));
        }
        self.label_or("the game's title in quotes")
    }

    pub fn expect_word(&mut self, word: &str, what: &str) -> Result<(), ReadError> {
        let token = self.next()?;
        match &token.kind {
            Kind::Word(found) if found == word => Ok(()),
            _ => Err(token.error(what)),
        }
    }

    pub fn label_or(&mut self, what: &str) -> Result<String, ReadError> {
        let token = self.next()?;
        match token.kind {
            Kind::Label(text) => Ok(text),
            _ => Err(token.error(what)),
        }
    }

    /// A label if there is one.
    pub fn optional_label(&mut self) -> Result<Option<String>, ReadError> {
        if matches!(self.peek()?.kind, Kind::Label(_)) { self.label_or("a label").map(Some) } else { Ok(None) }
    }

    pub fn number(&mut self, what: &str) -> Result<(Rational, Token), ReadError> {
        let token = self.next()?;
        let number = match &token.kind {
            Kind::Word(word) => word.parse().ok(),
            _ => None,
        };
        number.map(|number| (number, token.clone())).ok_or_else(|| token.error(what))
    }

    /// A whole number of at least `least`.
    pub fn count(&mut self, least: usize, what: &str) -> Result<(usize, Token), ReadError> {
        let token = self.next()?;
        let number = match &token.kind {
            Kind::Word(word) => word.parse::<usize>().ok().filter(|&number| number >= least),
            _ => None,
        };
        number.map(|number| (number, token.clone())).ok_or_else(|| token.error(what))
    }

    /// Labels between braces.
    pub fn labels(&mut self, what: &str) -> Result<Vec<String>, ReadError> {
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

    pub fn expect_end(&mut self) -> Result<(), ReadError> {
        let token = self.next()?;
        if token.kind == Kind::End { Ok(()) } else { Err(token.error("the end of the text")) }
    }
}

//! From characters to tokens: signs, numbers, words. Spaces, line breaks and `#` comments separate them.

use rootward_game::TextError;
use rootward_support::Cursor;

use super::number::{Number, excerpt};

/// The kinds of token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A bracket or one of `, : = ~`.
    Sign(char),
    /// A number.
    Number(Number),
    /// A name, a label, a key or a side. A quoted word is never a side.
    Word { text: String, quoted: bool },
    /// The end of the text.
    End,
}

/// A token and its bytes in the text.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) token: Token,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Spot {
    /// The token as it is named in an error message.
    pub(super) fn describe(&self, text: &str) -> String {
        match self.token {
            Token::End => "the end of the text".to_owned(),
            _ => format!("'{}'", excerpt(&text[self.start..self.end])),
        }
    }

    /// Is it this sign?
    pub(super) fn is(&self, sign: char) -> bool {
        self.token == Token::Sign(sign)
    }
}

/// Can `text` stand as a name without quotes?
pub(super) fn is_identifier(text: &str) -> bool {
    text.starts_with(begins_word) && text.chars().all(continues_word)
}

fn begins_word(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn continues_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

fn begins_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '+' | '-' | '−' | '.')
}

/// Every character that could be meant as part of a number, so that `1e-5` is refused as one piece.
fn continues_number(c: char) -> bool {
    begins_number(c) || continues_word(c) || c == '/'
}

/// Reads tokens one after the other.
pub(super) struct Scanner<'t> {
    cursor: Cursor<'t>,
}

impl<'t> Scanner<'t> {
    /// Starts at the beginning.
    pub(super) fn new(text: &'t str) -> Scanner<'t> {
        Scanner { cursor: Cursor::new(text) }
    }

    /// The next token.
    pub(super) fn advance(&mut self) -> Result<Spot, TextError> {
        self.skip_blanks();
        let start = self.cursor.offset();
        let token = match self.cursor.peek() {
            None => Token::End,
            Some('"') => Token::Word { text: self.quoted()?, quoted: true },
            Some(sign @ ('(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' | '=' | '~')) => {
                self.cursor.take();
                Token::Sign(sign)
            }
            Some(c) if begins_number(c) => {
                let number = Number::parse(self.cursor.take_while(continues_number));
                Token::Number(number.map_err(|error| error.at(self.cursor.text(), start))?)
            }
            Some(c) if begins_word(c) => {
                Token::Word { text: self.cursor.take_while(continues_word).to_owned(), quoted: false }
            }
            Some(c) => {
                let problem = format!("{c:?} has no meaning here");
                return Err(self.error(start, problem, "a number, a name or a bracket"));
            }
        };
        Ok(Spot { token, start, end: self.cursor.offset() })
    }

    fn skip_blanks(&mut self) {
        // Some editors begin a file with a byte order mark.
        self.cursor.take_while(|c| c.is_whitespace() || c == '\u{feff}');
        while self.cursor.peek() == Some('#') {
            self.cursor.take_while(|c| c != '\n');
            self.cursor.take_while(char::is_whitespace);
        }
    }

    /// A string in double quotes with the escapes of JSON. It must be visible text on one line, since names end up in
    /// sentences and lists of moves.
    fn quoted(&mut self) -> Result<String, TextError> {
        let start = self.cursor.offset();
        self.cursor.take();
        let mut text = String::new();
        loop {
            let place = self.cursor.offset();
            match self.cursor.take() {
                None | Some('\n') => {
                    return Err(self.error(start, "the quotes are never closed", "'\"' on the same line"));
                }
                Some('"') => break,
                Some('\\') => text.push(self.escape(place)?),
                Some(c) => text.push(c),
            }
            if text.ends_with(char::is_control) {
                return Err(self.error(place, "a control character inside quotes", "text that can be seen"));
            }
        }
        if text.trim().is_empty() {
            return Err(self.error(start, "there is nothing between the quotes", "a name"));
        }
        Ok(text)
    }

    /// What follows a backslash at `start`.
    fn escape(&mut self, start: usize) -> Result<char, TextError> {
        match self.cursor.take() {
            Some(c @ ('"' | '\\' | '/')) => Ok(c),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => self.code_point(start),
            _ => Err(self.error(start, "there is no such escape", r#"\" \\ \/ \b \f \n \r \t or \u and four digits"#)),
        }
    }

    /// Four hexadecimal digits, or two groups of them where JSON needs two (a surrogate pair).
    fn code_point(&mut self, start: usize) -> Result<char, TextError> {
        let first = self.four_digits(start)?;
        let mut units = vec![first];
        if (0xD800..0xDC00).contains(&first) && self.cursor.rest().starts_with("\\u") {
            self.cursor.skip(2);
            units.push(self.four_digits(start)?);
        }
        let mut decoded = char::decode_utf16(units);
        match (decoded.next(), decoded.next()) {
            (Some(Ok(c)), None) => Ok(c),
            _ => Err(self.error(start, "this escape is half a character", "a pair of surrogates")),
        }
    }

    fn four_digits(&mut self, start: usize) -> Result<u16, TextError> {
        let digits = self.cursor.rest().get(..4).unwrap_or("");
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(self.error(start, "\\u without its digits", "four hexadecimal digits, like \\u00e9"));
        }
        self.cursor.skip(4);
        u16::from_str_radix(digits, 16).map_err(|_| self.error(start, "\\u without its digits", "four digits"))
    }

    fn error(&self, offset: usize, problem: impl Into<String>, expected: &str) -> TextError {
        TextError::new(problem, expected).at(self.cursor.text(), offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Result<String, String> {
        match Scanner::new(text).advance() {
            Ok(Spot { token: Token::Word { text, .. }, .. }) => Ok(text),
            Ok(spot) => panic!("{text}: no word but {:?}", spot.token),
            Err(error) => Err(error.problem),
        }
    }

    #[test]
    fn words_may_have_letters_of_any_script_digits_and_primes() {
        for text in ["A", "_x", "B'", "knoten_ä", "a₁", "α2"] {
            assert_eq!(word(text).as_deref(), Ok(text));
            assert!(is_identifier(text));
        }
        for text in ["", "1a", "'", "a b", "a-b", "a.b"] {
            assert!(!is_identifier(text), "{text:?} passes for a name");
        }
    }

    #[test]
    fn quotes_know_the_escapes_of_json() {
        assert_eq!(word(r#""go \"left\" \\ \/""#).as_deref(), Ok(r#"go "left" \ /"#));
        assert_eq!(word(r#""\u00e9 \ud83c\udf33""#).as_deref(), Ok("é 🌳"));
    }

    #[test]
    fn quotes_that_hold_no_visible_line_are_refused() {
        assert_eq!(word("\"open").unwrap_err(), "the quotes are never closed");
        assert_eq!(word("\"two\nlines\"").unwrap_err(), "the quotes are never closed");
        assert_eq!(word("\" \"").unwrap_err(), "there is nothing between the quotes");
        assert_eq!(word(r#""a\nb""#).unwrap_err(), "a control character inside quotes");
        assert_eq!(word(r#""\x41""#).unwrap_err(), "there is no such escape");
        assert_eq!(word(r#""\ud83c""#).unwrap_err(), "this escape is half a character");
        assert_eq!(word(r#""\ud83c\u0041""#).unwrap_err(), "this escape is half a character");
        assert_eq!(word(r#""\u12é9""#).unwrap_err(), "\\u without its digits");
        assert_eq!(word(r#""\u12""#).unwrap_err(), "\\u without its digits");
    }

    #[test]
    fn comments_and_blanks_separate_tokens() {
        let mut scanner = Scanner::new("\u{feff} # one\n  # two\n(3# three");
        assert!(scanner.advance().unwrap().is('('));
        assert_eq!(scanner.advance().unwrap().token, Token::Number(Number::whole(3)));
        assert_eq!(scanner.advance().unwrap().token, Token::End);
    }
}

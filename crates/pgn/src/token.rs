//! The tokenizer.

use std::io::Read;

use rootward_game::TextError;

use crate::record::GameResult;
use crate::source::{Source, decoded};
use crate::{Comment, Nag};

/// The tokens of a game. Move numbers are redundant and skipped.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// `[Name "value"]`
    Tag(String, String),
    /// `{…}` or `; …`
    Comment(Comment),
    /// A move, or other text in its place: see [`Tokens::word`].
    Word,
    /// A mark on the last move.
    Nag(Nag),
    /// `(`
    Open,
    /// `)`
    Close,
    /// How the game ended.
    Result(GameResult),
    /// The end of the file.
    End,
}

/// Words are short; anything longer is not a word.
const LONGEST_WORD: usize = 64;

/// A comment or tag of this size means that the file is not PGN.
const LONGEST_TEXT: usize = 1 << 20;

pub(crate) struct Tokens<R> {
    pub(crate) source: Source<R>,
    /// The bytes of the current token.
    bytes: Vec<u8>,
    /// The place where the current token begins.
    pub(crate) place: (usize, usize),
    /// Comments are skipped.
    pub(crate) skips_comments: bool,
}

impl<R: Read> Tokens<R> {
    pub(crate) fn new(reader: R) -> Tokens<R> {
        Tokens { source: Source::new(reader), bytes: Vec::new(), place: (1, 1), skips_comments: false }
    }

    /// The text of the last [`Token::Word`].
    pub(crate) fn word(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// An error at the current token.
    pub(crate) fn error(&self, problem: impl Into<String>, expected: impl Into<String>) -> TextError {
        TextError { place: Some(self.place), ..TextError::new(problem, expected) }
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Result<Token, TextError> {
        loop {
            self.place = self.source.place();
            let Some(byte) = self.source.peek() else { return Ok(Token::End) };
            match byte {
                // A byte order mark may occur wherever files were concatenated.
                0xEF if self.source.starts_with(b"\xEF\xBB\xBF") => self.source.skip_unseen(3),
                // Dots belong to move numbers.
                b'.' => drop(self.source.next()),
                byte if byte.is_ascii_whitespace() || byte == 0x0B => drop(self.source.next()),
                b'%' if self.place.1 == 1 => self.skip_line(),
                _ => match self.token(byte)? {
                    Some(token) => return Ok(token),
                    None => continue,
                },
            }
        }
    }

    /// The token that begins with this byte; `None` if it is skipped.
    fn token(&mut self, byte: u8) -> Result<Option<Token>, TextError> {
        let single = match byte {
            b'(' => Some(Token::Open),
            b')' => Some(Token::Close),
            b'*' => Some(Token::Result(GameResult::Unknown)),
            _ => None,
        };
        if single.is_some() {
            self.source.next();
            return Ok(single);
        }
        match byte {
            b'[' => self.tag().map(Some),
            b'{' => self.comment(),
            b';' => Ok(self.rest_of_line()),
            b'$' => self.nag().map(Some),
            b'!' | b'?' => self.suffix(),
            _ if is_part_of_word(byte) => self.symbol(),
            _ => {
                let found = if byte.is_ascii_graphic() { char::from(byte).to_string() } else { format!("byte {byte}") };
                Err(self.error(format!("'{found}' cannot stand here"), "a move, a comment, a variation or a result"))
            }
        }
    }

    fn skip_line(&mut self) {
        while self.source.next().is_some_and(|byte| byte != b'\n') {}
    }

    /// `[Name "value"]`. A quotation mark inside the value should have a backslash; without one it ends the value only
    /// where the bracket follows.
    fn tag(&mut self) -> Result<Token, TextError> {
        self.source.next();
        self.skip_blanks();
        self.take_while(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'"' | b'[' | b']' | b'{' | b'}'));
        let name = decoded(&self.bytes);
        self.skip_blanks();
        let opens = self.source.peek() == Some(b'"');
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name || !opens {
            return Err(self.error("this is no tag", "[Name \"value\"]"));
        }
        self.source.next();
        self.bytes.clear();
        loop {
            match self.source.next() {
                None | Some(b'\n') => {
                    return Err(self.error(format!("the value of {name} is not closed"), "'\"]' on the same line"));
                }
                Some(b'\\') if matches!(self.source.peek(), Some(b'"' | b'\\')) => {
                    self.bytes.extend(self.source.next());
                }
                Some(b'"') => {
                    if self.closes_tag() {
                        break;
                    }
                }
                Some(byte) => self.push(byte)?,
            }
        }
        Ok(Token::Tag(name, decoded(&self.bytes)))
    }

    /// After a quotation mark: is it the end of the tag? Then the bracket is consumed; otherwise the mark belongs to
    /// the value.
    fn closes_tag(&mut self) -> bool {
        let mut blanks = 0;
        while self.source.peek().is_some_and(|byte| matches!(byte, b' ' | b'\t')) {
            self.source.next();
            blanks += 1;
        }
        match self.source.peek() {
            Some(b']') => {
                self.source.next();
                true
            }
            // Some files lack the bracket.
            None | Some(b'\n' | b'\r') => true,
            _ => {
                self.bytes.push(b'"');
                self.bytes.extend(std::iter::repeat_n(b' ', blanks));
                false
            }
        }
    }

    /// `{…}`. An unclosed comment would swallow the rest of the file, so it ends where the next game begins.
    fn comment(&mut self) -> Result<Option<Token>, TextError> {
        self.source.next();
        self.bytes.clear();
        loop {
            self.take_more(|byte| byte != b'}' && byte != b'\n');
            match self.source.next() {
                Some(b'\n') if self.source.starts_with(b"[Event ") => return Err(self.unclosed()),
                Some(b'\n') => self.push(b'\n')?,
                Some(_) => break,
                None => return Err(self.unclosed()),
            }
        }
        Ok(self.commented())
    }

    fn unclosed(&self) -> TextError {
        self.error("this comment is not closed", "'}' before the next game")
    }

    fn rest_of_line(&mut self) -> Option<Token> {
        self.source.next();
        self.take_while(|byte| byte != b'\n');
        self.commented()
    }

    fn commented(&self) -> Option<Token> {
        if self.skips_comments {
            return None;
        }
        let comment = Comment::new(&decoded(&self.bytes));
        (!comment.is_empty()).then_some(Token::Comment(comment))
    }

    fn nag(&mut self) -> Result<Token, TextError> {
        self.source.next();
        self.take_while(|byte| byte.is_ascii_digit());
        match self.word().parse() {
            Ok(number) => Ok(Token::Nag(Nag(number))),
            Err(_) => Err(self.error(format!("'${}' is not a mark", self.word()), "$ and a number from 0 to 255")),
        }
    }

    fn suffix(&mut self) -> Result<Option<Token>, TextError> {
        self.take_while(|byte| matches!(byte, b'!' | b'?'));
        let written = self.word();
        // Some people write more marks than the standard has.
        let strongest = written.get(..2).unwrap_or(&written);
        Ok(Nag::from_text(strongest).map(Token::Nag))
    }

    /// A word: a result, a move number, a separate mark, or presumably a move.
    fn symbol(&mut self) -> Result<Option<Token>, TextError> {
        self.take_while(is_part_of_word);
        if self.bytes.len() > LONGEST_WORD {
            let shown = String::from_utf8_lossy(&self.bytes[..20]).into_owned();
            return Err(self.error(format!("'{shown}…' is not a move"), "a move"));
        }
        // Engines write a null move like this.
        if self.bytes == b"0000" {
            return Ok(Some(Token::Word));
        }
        if self.bytes.iter().all(u8::is_ascii_digit) {
            return Ok(None);
        }
        if let Some(result) = GameResult::read(&self.bytes) {
            return Ok(Some(Token::Result(result)));
        }
        if self.bytes[0].is_ascii_alphabetic() {
            return Ok(Some(Token::Word));
        }
        Ok(Some(Nag::from_text(&self.word()).map_or(Token::Word, Token::Nag)))
    }

    fn skip_blanks(&mut self) {
        while self.source.peek().is_some_and(|byte| matches!(byte, b' ' | b'\t')) {
            self.source.next();
        }
    }

    fn take_while(&mut self, belongs: impl Fn(u8) -> bool) {
        self.bytes.clear();
        self.take_more(belongs);
    }

    /// Bytes beyond the limit are dropped: the word is refused, or the comment is long enough.
    fn take_more(&mut self, belongs: impl Fn(u8) -> bool) {
        let Tokens { source, bytes, .. } = self;
        source.take_while(belongs, |taken| {
            let room = LONGEST_TEXT.saturating_sub(bytes.len());
            bytes.extend_from_slice(&taken[..taken.len().min(room)]);
        });
    }

    fn push(&mut self, byte: u8) -> Result<(), TextError> {
        if self.bytes.len() == LONGEST_TEXT {
            return Err(self.error("this text is longer than 1 MiB", "a comment or tag of a game"));
        }
        self.bytes.push(byte);
        Ok(())
    }
}

fn is_part_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#' | b'=' | b'-' | b'/' | b':' | b'_') || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &[u8]) -> Vec<String> {
        let mut tokens = Tokens::new(text);
        let mut all = Vec::new();
        loop {
            match tokens.next() {
                Ok(Token::End) => return all,
                Ok(Token::Word) => all.push(tokens.word().into_owned()),
                Ok(Token::Comment(comment)) => all.push(format!("{{{comment}}}")),
                Ok(Token::Nag(nag)) => all.push(nag.to_string()),
                Ok(Token::Tag(name, value)) => all.push(format!("{name}={value}")),
                Ok(token) => all.push(format!("{token:?}")),
                Err(error) => {
                    all.push(error.to_string());
                    return all;
                }
            }
        }
    }

    #[test]
    fn a_line_of_everything_is_cut_into_tokens() {
        let text = b"\xEF\xBB\xBF[White \"A \\\"B\\\" \\\\\"]\r\n%ignored\r\n12.e4!? $18 12...O-O-O?! ; rest\n{two\nlines} (d4 +-) 1/2-1/2";
        let expected = [
            "White=A \"B\" \\",
            "e4",
            "$5",
            "$18",
            "O-O-O",
            "$6",
            "{rest}",
            "{two lines}",
            "Open",
            "d4",
            "$18",
            "Close",
            "Result(Draw)",
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn careless_files_are_understood() {
        assert_eq!(tokens(b"[Event \"The \"big\" one\" ]"), ["Event=The \"big\" one"]);
        assert_eq!(tokens(b"[Site \"K\xf6ln\"]"), ["Site=Köln"]);
        assert_eq!(tokens(b"[Site \"K\"\n1. e4???"), ["Site=K", "e4", "$4"]);
        assert_eq!(tokens("½-½ 0-0 0-1".as_bytes()), ["Result(Draw)", "0-0", "Result(Black)"]);
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_place() {
        for (text, said) in [
            ("e4\n  $x", "line 2, column 3: '$' is not a mark; expected $ and a number from 0 to 255"),
            ("[Event]", "line 1, column 1: this is no tag; expected [Name \"value\"]"),
            ("[Event \"x", "line 1, column 1: the value of Event is not closed; expected '\"]' on the same line"),
            ("{ä} {b", "line 1, column 5: this comment is not closed; expected '}' before the next game"),
            ("{a\n[Event \"x\"]", "line 1, column 1: this comment is not closed; expected '}' before the next game"),
            ("<x>", "line 1, column 1: '<' cannot stand here; expected a move, a comment, a variation or a result"),
        ] {
            assert_eq!(tokens(text.as_bytes()).last().unwrap(), said);
        }
    }
}

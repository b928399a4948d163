//! Reads games one after the other.

use std::fmt;
use std::io::{self, Read};
use std::marker::PhantomData;

use rootward_game::TextError;
use rootward_games::checkers::Checkers;
use rootward_games::chess::Chess;

use crate::format::Format;
use crate::moves::{Finished, Moves, unclosed};
use crate::token::{Token, Tokens};
use crate::{GameResult, Line, Record, Tags};

/// A longer game is no record: no person ever needed more than some hundred thousand bytes.
const LONGEST: u64 = 16 << 20;

/// Reads games from a source of bytes, one at a time. An iterator over games, or the reason why there is none.
///
/// It accepts what files on the net contain: missing tags and results, Latin-1, byte order marks, quotation marks
/// within tags, unclosed comments. Null moves (`--`), marks attached to moves and stray brackets are read as far as
/// they make sense, and reported: see [`Reader::remarks`].
///
/// [`Reader::new`] reads chess, [`Reader::of_draughts`] draughts, [`Reader::from_here`] the game of its type.
#[must_use]
pub struct Reader<R, G = Chess> {
    tokens: Tokens<R>,
    /// A token of the next game that was read already: its first tag.
    ahead: Option<Token>,
    games: u64,
    has_ended: bool,
    wants_line_only: bool,
    /// The number of plies of the main line to read.
    most_plies: usize,
    /// The tags of the current game have been read.
    is_in_moves: bool,
    /// The remarks about the last game.
    remarks: Vec<Remark>,
    game: PhantomData<fn() -> G>,
}

/// A reading that differs from the text, in a game that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The game's number in the file, from 1.
    pub number: u64,
    /// Its players, if the tags name them.
    pub players: Option<String>,
    /// Line and column in the file.
    pub place: (usize, usize),
    /// The text there, and how it was read.
    pub said: String,
}

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadGame {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Its players, if the tags name them.
    pub players: Option<String>,
    /// The problem, its place, and what was expected.
    pub error: TextError,
}

/// Why there is no game.
#[derive(Debug)]
pub enum ReadError {
    /// This one cannot be read; the next one follows.
    Game(BadGame),
    /// The system could not read on: nothing follows.
    System(io::Error),
}

/// `game 3 (A – B)`
fn write_game(f: &mut fmt::Formatter<'_>, number: u64, players: Option<&str>) -> fmt::Result {
    write!(f, "game {number}")?;
    players.map_or(Ok(()), |players| write!(f, " ({players})"))
}

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_game(f, self.number, self.players.as_deref())?;
        write!(f, ", {}", self.error)
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_game(f, self.number, self.players.as_deref())?;
        write!(f, ", line {}, column {}: {}", self.place.0, self.place.1, self.said)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Game(game) => game.fmt(f),
            ReadError::System(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl<R: Read> Reader<R> {
    /// Reads games of chess (PGN) from the current place on. The source need not be buffered.
    pub fn new(reader: R) -> Reader<R> {
        Reader::from_here(reader)
    }
}

impl<R: Read> Reader<R, Checkers> {
    /// Reads games of draughts (PDN) from the current place on.
    pub fn of_draughts(reader: R) -> Reader<R, Checkers> {
        Reader::from_here(reader)
    }
}

impl<R: Read, G: Format> Reader<R, G> {
    /// Reads games of this kind from the current place on.
    pub fn from_here(reader: R) -> Reader<R, G> {
        Reader {
            tokens: Tokens::new(reader),
            ahead: None,
            games: 0,
            has_ended: false,
            wants_line_only: false,
            most_plies: usize::MAX,
            is_in_moves: false,
            remarks: Vec::new(),
            game: PhantomData,
        }
    }

    /// The readings that differ from the text, in the last game. A refused game has its error instead.
    pub fn remarks(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.remarks)
    }

    /// Skips comments and variations without parsing them: for fast reading of moves alone.
    pub fn main_line_only(mut self) -> Reader<R, G> {
        self.wants_line_only = true;
        self.tokens.skips_comments = true;
        self
    }

    /// Skips everything after this many plies without parsing it.
    pub fn first_plies(mut self, most: usize) -> Reader<R, G> {
        self.most_plies = most;
        self
    }

    /// Bytes read so far, to show progress.
    pub fn bytes_read(&self) -> u64 {
        self.tokens.source.consumed
    }

    fn token(&mut self) -> Result<Token, TextError> {
        match self.ahead.take() {
            Some(token) => Ok(token),
            None => self.tokens.next(),
        }
    }

    /// A game; `None` at the end of the file.
    fn game(&mut self, tags: &mut Tags) -> Result<Option<Record<G>>, TextError> {
        let mut line = Line::default();
        let mut start_place = None;
        self.is_in_moves = false;
        self.remarks.clear();
        let mut token = self.token()?;
        loop {
            match token {
                Token::Tag(name, value) => {
                    if G::is_start_tag(&name) {
                        start_place = Some(self.tokens.place);
                    }
                    if tags.get(&name).is_none() {
                        tags.set(&name, &value);
                    }
                }
                Token::Comment(comment) if tags.is_empty() => line.intro.push(comment),
                Token::End if tags.is_empty() && line.intro.is_empty() => return Ok(None),
                _ => break,
            }
            token = self.token()?;
        }
        self.is_in_moves = true;
        let (game, start) = G::from_tags(tags).map_err(|error| TextError { place: start_place, ..error })?;
        let known = |text: String| GameResult::read(text.trim().as_bytes()).or_else(|| G::read_result(text.trim()));
        let result = tags.remove("Result").and_then(known);
        let mut moves = Moves::new(game, start.clone(), line);
        let ended = self.moves(token, &mut moves)?;
        let Finished { game, line, remarks } = moves.finish()?;
        let number = self.games + 1;
        let remark = |(place, said)| Remark { number, players: tags.players(), place, said };
        self.remarks = remarks.into_iter().map(remark).collect();
        let result = ended.or(result).unwrap_or_default();
        Ok(Some(Record { tags: std::mem::take(tags), game, start, line, result }))
    }

    /// Reads the moves, from this token on, and the result after them.
    fn moves(&mut self, first: Token, moves: &mut Moves<G>) -> Result<Option<GameResult>, TextError> {
        let begin = self.bytes_read();
        let mut token = first;
        loop {
            match token {
                Token::End => return Ok(None),
                Token::Tag(..) => {
                    self.ahead = Some(token);
                    return Ok(None);
                }
                Token::Result(result) if moves.is_main_line() => return Ok(Some(result)),
                // In a variation it is the result of the variation.
                Token::Result(_) => {}
                Token::Comment(comment) => moves.comment(comment),
                Token::Nag(nag) => moves.nag(nag),
                Token::Open if self.wants_line_only => self.skip_variation()?,
                Token::Open => moves.open(self.tokens.place)?,
                Token::Close => {
                    if moves.close().is_none() {
                        moves.remark(self.tokens.place, "')' closes nothing and is left out".to_owned());
                    }
                }
                Token::Word if moves.is_main_line() && moves.plies() >= self.most_plies => {}
                Token::Word => {
                    let place = self.tokens.place;
                    let word = self.tokens.word();
                    if let Some(result) = G::read_result(&word) {
                        if moves.is_main_line() {
                            return Ok(Some(result));
                        }
                        token = self.token()?;
                        continue;
                    }
                    let played = moves.play(&word, place);
                    played.map_err(|error| TextError { place: Some(place), ..error })?;
                }
            }
            if self.bytes_read() - begin > LONGEST {
                return Err(self.tokens.error("this game is longer than 16 MiB", "its result"));
            }
            token = self.token()?;
        }
    }

    /// Skips to the bracket that closes the one just read.
    fn skip_variation(&mut self) -> Result<(), TextError> {
        let (mut depth, place) = (1, self.tokens.place);
        while depth > 0 {
            match self.tokens.next()? {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                token @ (Token::End | Token::Tag(..)) => {
                    self.ahead = Some(token);
                    return Err(unclosed(place));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Skips to the beginning of the next game: an Event tag, or any tag once moves have been read. Without tags only
    /// an empty line separates games.
    fn skip_game(&mut self, had_tags: bool) {
        if self.ahead.is_some() {
            return;
        }
        let mut had_moves = self.is_in_moves;
        let source = &mut self.tokens.source;
        loop {
            if source.place().1 == 1 {
                match source.peek() {
                    None => return,
                    Some(b'[') if source.starts_with(b"[Event ") || had_moves && source.is_at_tag() => return,
                    Some(b'[') => {}
                    Some(b'\n' | b'\r') if !had_tags => return,
                    Some(b'\n' | b'\r') => {}
                    Some(_) => had_moves = true,
                }
            }
            while source.next().is_some_and(|byte| byte != b'\n') {}
            if source.peek().is_none() {
                return;
            }
        }
    }
}

impl<R: Read, G: Format> Iterator for Reader<R, G> {
    type Item = Result<Record<G>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        if self.games == 0 && self.tokens.source.is_utf_16() {
            self.has_ended = true;
            let error = self.tokens.error("this file is written in UTF-16", "UTF-8 or Latin-1");
            return Some(Err(ReadError::Game(BadGame { number: 1, players: None, error })));
        }
        let mut tags = Tags::default();
        let found = self.game(&mut tags);
        if let Some(error) = self.tokens.source.error.take() {
            self.has_ended = true;
            return Some(Err(ReadError::System(error)));
        }
        self.games += u64::from(!matches!(found, Ok(None)));
        match found {
            Ok(Some(record)) => Some(Ok(record)),
            Ok(None) => {
                self.has_ended = true;
                None
            }
            Err(error) => {
                self.skip_game(!tags.is_empty());
                Some(Err(ReadError::Game(BadGame { number: self.games, players: tags.players(), error })))
            }
        }
    }
}

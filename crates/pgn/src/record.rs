//! A game as it is written down: tags, moves, comments, variations, result.

use std::fmt;

use cozy_chess::Square;
use rootward_games::chess::{Chess, Move, Position};

use crate::{Comment, Nag, Tags};

/// A game with everything that was noted about it.
#[derive(Clone, Debug)]
pub struct Record {
    /// Who, where and when.
    pub tags: Tags,
    /// The rules: standard chess, or that of the 960 starts.
    pub chess: Chess,
    /// The first position.
    pub start: Position,
    /// What was played.
    pub line: Line,
    /// How it ended.
    pub result: GameResult,
}

/// Moves one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said before the first move.
    pub intro: Vec<Comment>,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// A move, with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move; from a square to itself for a [null move](Ply::null).
    pub mv: Move,
    /// Marks.
    pub nags: Vec<Nag>,
    /// What is said behind it.
    pub comments: Vec<Comment>,
    /// What might have been played instead.
    pub variations: Vec<Line>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// White won: `1-0`.
    White,
    /// Black won: `0-1`.
    Black,
    /// Nobody won: `1/2-1/2`.
    Draw,
    /// It goes on, or nobody knows: `*`.
    #[default]
    Unknown,
}

impl Ply {
    /// A move without a word about it.
    #[must_use]
    pub fn new(mv: Move) -> Ply {
        Ply { mv, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }

    /// A null move: the side to move does nothing. No player can make it, but annotators write it (`--`) to show what the other
    /// side is up to.
    #[must_use]
    pub fn null() -> Ply {
        Ply::new(Move { from: Square::A1, to: Square::A1, promotion: None })
    }

    /// Is it a null move?
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.mv.from == self.mv.to
    }

    /// The position after it; none after a null move in check, which no reader lets in.
    #[must_use]
    pub fn after(&self, position: &Position) -> Option<Position> {
        if self.is_null() { position.after_null_move() } else { Some(position.after(self.mv)) }
    }
}

impl Line {
    /// Moves without a word about them.
    pub fn of(moves: impl IntoIterator<Item = Move>) -> Line {
        Line { intro: Vec::new(), plies: moves.into_iter().map(Ply::new).collect() }
    }

    /// The moves, as far as they can be played: up to the first null move.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().take_while(|ply| !ply.is_null()).map(|ply| ply.mv)
    }
}

impl GameResult {
    /// Reads it as it is written, with some patience.
    pub(crate) fn read(text: &[u8]) -> Option<GameResult> {
        match text {
            b"1-0" => Some(GameResult::White),
            b"0-1" => Some(GameResult::Black),
            b"1/2-1/2" | b"1/2" | b"\xC2\xBD-\xC2\xBD" | b"\xC2\xBD" => Some(GameResult::Draw),
            _ => None,
        }
    }
}

/// As the standard writes it.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

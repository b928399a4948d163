//! A game as it is written down: tags, moves, comments, variations, result.

use std::fmt;

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
    /// The move.
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
}

impl Line {
    /// Moves without a word about them.
    pub fn of(moves: impl IntoIterator<Item = Move>) -> Line {
        Line { intro: Vec::new(), plies: moves.into_iter().map(Ply::new).collect() }
    }

    /// The moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().map(|ply| ply.mv)
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

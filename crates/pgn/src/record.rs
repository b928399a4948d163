//! A recorded game: tags, moves, comments, variations, result.

use std::fmt;

use cozy_chess::Square;
use rootward_game::Notation;
use rootward_games::chess::{Chess, Move, Position};

use crate::{Comment, Nag, Tags};

/// A game with all its annotations; of chess, unless another game is named.
#[derive(Clone, Debug)]
pub struct Record<G: Notation = Chess> {
    /// Players, place and date.
    pub tags: Tags,
    /// The rules, such as standard chess or Chess960.
    pub game: G,
    /// The first position.
    pub start: G::State,
    /// The moves played.
    pub line: Line<G::Move>,
    /// How it ended.
    pub result: GameResult,
}

/// A sequence of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M = Move> {
    /// The comments before the first move.
    pub intro: Vec<Comment>,
    /// The moves.
    pub plies: Vec<Ply<M>>,
}

impl<M> Default for Line<M> {
    fn default() -> Line<M> {
        Line { intro: Vec::new(), plies: Vec::new() }
    }
}

/// A move with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply<M = Move> {
    /// The move; in chess, from a square to itself for a [null move](Ply::null).
    pub mv: M,
    /// Marks.
    pub nags: Vec<Nag>,
    /// The comments after it.
    pub comments: Vec<Comment>,
    /// The alternatives to it.
    pub variations: Vec<Line<M>>,
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
    /// The game is not over, or the result is unknown: `*`.
    #[default]
    Unknown,
}

impl<M> Ply<M> {
    /// A move without annotations.
    pub fn new(mv: M) -> Ply<M> {
        Ply { mv, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

impl Ply {
    /// A null move: the side to move passes. No player can make it, but annotators write it (`--`) to show the other
    /// side's plan.
    pub fn null() -> Ply {
        Ply::new(Move { from: Square::A1, to: Square::A1, promotion: None })
    }

    /// Is it a null move?
    pub fn is_null(&self) -> bool {
        self.mv.from == self.mv.to
    }

    /// The position after it; `None` after a null move in check, which no reader accepts.
    pub fn after(&self, position: &Position) -> Option<Position> {
        if self.is_null() { position.after_null_move() } else { Some(position.after(self.mv)) }
    }
}

impl<M> Line<M> {
    /// Moves without annotations.
    pub fn of(moves: impl IntoIterator<Item = M>) -> Line<M> {
        Line { intro: Vec::new(), plies: moves.into_iter().map(Ply::new).collect() }
    }
}

impl Line {
    /// The moves that can be played: up to the first null move.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().take_while(|ply| !ply.is_null()).map(|ply| ply.mv)
    }
}

impl GameResult {
    /// Reads a result, with some tolerance.
    pub(crate) fn read(text: &[u8]) -> Option<GameResult> {
        match text {
            b"1-0" => Some(GameResult::White),
            b"0-1" => Some(GameResult::Black),
            b"1/2-1/2" | b"1/2" | b"\xC2\xBD-\xC2\xBD" | b"\xC2\xBD" => Some(GameResult::Draw),
            _ => None,
        }
    }
}

/// In the notation of the standard.
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

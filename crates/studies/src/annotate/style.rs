//! What differs between the annotations of one game and another.

use rootward_games::checkers::{Checkers, Colour};
use rootward_games::chess::Chess;
use rootward_pgn::Format;

/// A game whose files are annotated.
pub(super) trait Annotated: Format {
    /// How its games are judged and talked about.
    fn style(&self) -> AnnotationStyle;
}

/// How the games of a file are judged and talked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnnotationStyle {
    /// White makes the first move.
    pub(super) white_begins: bool,
    /// The advantage, in hundredths, with which ten games are won for one that is lost.
    pub(super) ten_to_one: f64,
    /// Its words.
    pub(super) words: &'static Words,
}

/// The words of a game.
#[derive(Debug, PartialEq, Eq)]
pub struct Words {
    /// What a side does in a won game: `mates`.
    pub wins: &'static str,
    /// What is said where the game is decided on the board: `mate`.
    pub over: &'static str,
    /// What a hundredth is: `centipawns`.
    pub hundredths: &'static str,
}

/// The words of chess.
pub(super) const CHESS: Words = Words { wins: "mates", over: "mate", hundredths: "centipawns" };
const DRAUGHTS: Words = Words { wins: "wins", over: "no move is left", hundredths: "hundredths of a man" };

/// Four pawns are ten to one: S. Fischer and P. Kannan found this curve in 405,460 computer games (Chess Programming Wiki, "Pawn
/// Advantage, Win Percentage, and Elo").
impl Annotated for Chess {
    fn style(&self) -> AnnotationStyle {
        AnnotationStyle { white_begins: true, ten_to_one: 400.0, words: &CHESS }
    }
}

/// A man is worth far more than a pawn of chess.
impl Annotated for Checkers {
    fn style(&self) -> AnnotationStyle {
        AnnotationStyle { white_begins: self.rules().first == Colour::White, ten_to_one: 200.0, words: &DRAUGHTS }
    }
}

//! The small objects of JSON that are no answer of the library: what was played, typed, thrown or written.

use std::path::Path;

use rootward_session::{Chosen, Line, OutcomeData, Suggestion};
use serde::Serialize;

/// A move of a game, or what was thrown.
#[derive(Default, Serialize)]
pub struct Moved<'a> {
    /// `human`, `engine`, `chance` or `dice`.
    pub by: &'a str,
    /// Whose dice they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'a str>,
    #[serde(rename = "move")]
    pub mv: &'a str,
    /// The position after it.
    pub position: &'a str,
    /// The engine's move was a deliberate slip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slip: Option<bool>,
}

/// What the engine's last move rests on.
#[derive(Serialize)]
pub struct Reasons<'a> {
    pub choice: &'a Chosen,
    pub alternatives: &'a [Line],
}

/// The end of a game.
#[derive(Serialize)]
pub struct Over<'a> {
    pub position: &'a str,
    pub outcome: Option<&'a OutcomeData>,
}

/// A sentence.
#[derive(Serialize)]
pub struct Said<'a> {
    pub text: &'a str,
}

/// A mistake that does not end the command.
#[derive(Serialize)]
pub struct Refused {
    pub error: String,
}

/// A game that Ctrl-C has ended, and the file that goes on with it.
#[derive(Serialize)]
pub struct Stopped<'a> {
    pub event: &'static str,
    pub text: &'a str,
    pub file: Option<&'a Path>,
}

/// What a weighted book says about a position: opinions.
#[derive(Serialize)]
pub struct Opinions<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<&'a str>,
    pub source: &'static str,
    pub moves: &'a [Suggestion],
}

impl<'a> Opinions<'a> {
    pub fn new(moves: &'a [Suggestion]) -> Opinions<'a> {
        Opinions { game: None, position: None, source: "opinion", moves }
    }
}

/// A file that could not be written, and what it would have held.
#[derive(Serialize)]
pub struct Unwritten<'a> {
    pub file: String,
    pub text: &'a str,
}

/// Games played so far, of all.
#[derive(Serialize)]
pub struct GamesDone {
    pub games: u64,
    pub total: u64,
}

/// The end of a list of rows.
#[derive(Serialize)]
pub struct RowsDone {
    pub rows: usize,
    pub seed: u64,
}

/// The page can be opened.
#[derive(Serialize)]
pub struct Listening<'a> {
    pub url: &'a str,
}

/// Nothing but the event itself.
#[derive(Serialize)]
pub struct Nothing {}

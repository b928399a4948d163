//! [`Player`]: somebody who chooses moves. What it is asked, what it answers, and what can go wrong.

use std::time::Duration;

use rootward_session::{Problem, StopFlag};

use crate::{Allowance, Clock};

/// Somebody who can play games, one after the other.
pub trait Player: Send {
    /// Gets ready for a game from this position, with these limits.
    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Fault>;

    /// Chooses a move. The time it takes is measured by the player's own driver, from the question to the answer.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault>;

    /// The game is over; the text is the result as programs are told it.
    fn end(&mut self, result: &str) {
        let _ = result;
    }

    /// Makes it able to play again after a fault.
    fn revive(&mut self) -> Result<(), Problem> {
        Ok(())
    }
}

/// How a game begins.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The position, in the game's notation.
    pub start: &'a str,
    /// What the player may spend.
    pub allowance: &'a Allowance,
    /// Tells the games of a match apart, for players that throw dice.
    pub seed: u64,
    /// Ends the game without a result.
    pub cancel: &'a StopFlag,
}

/// The question to a player.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The moves played since the start, in the game's notation.
    pub moves: &'a [String],
    /// What the player may spend.
    pub allowance: &'a Allowance,
    /// Its clock, if it has one.
    pub clock: Option<&'a Clock>,
    /// The other side's clock.
    pub other_clock: Option<&'a Clock>,
    /// Does the player have the first side?
    pub is_first: bool,
    /// How long the referee waits for the answer.
    pub patience: Duration,
    /// Ends the game without a result.
    pub cancel: &'a StopFlag,
}

/// A move, and what it cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The move, in the game's notation or in coordinates.
    pub mv: String,
    /// Time from the question to the answer.
    pub time: Duration,
    /// What the player thinks of its position, in hundredths of a pawn or the game's own points; a win or a loss is
    /// [`WON`] or its negative.
    pub score: Option<i32>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// Nodes it visited.
    pub nodes: Option<u64>,
}

/// The score of a position that its owner believes won.
pub const WON: i32 = 1_000_000;

/// Why a player did not choose a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The program ended, or its answer makes no sense.
    Crashed(String),
    /// No answer, not even when told to stop.
    Hung,
    /// No answer in time.
    Late,
    /// It gives up.
    Resigned,
    /// It says that the game is drawn.
    ClaimsDraw,
    /// It says that it has won.
    ClaimsWin,
    /// The match was ended from outside; nobody is to blame.
    Cancelled,
}

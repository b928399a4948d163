//! [`Player`]: chooses moves. What it is asked, what it answers, and what can go wrong.

use std::time::Duration;

use rootward_session::{Problem, StopFlag};

use crate::{Allowance, Clock, Timekeeping};

/// A player that can play games one after the other.
pub trait Player: Send {
    /// Prepares for a game from this position, with these limits.
    fn begin(&mut self, setup: &Setup<'_>) -> Result<(), Fault>;

    /// Chooses a move. The player's driver measures the time from the question to the answer.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Fault>;

    /// The game is over; `result` is in the form that engines expect.
    fn end(&mut self, result: &str) {
        let _ = result;
    }

    /// Makes it able to play again after a fault.
    fn revive(&mut self) -> Result<(), Problem> {
        Ok(())
    }
}

/// The start of a game.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The position, in the game's notation.
    pub start: &'a str,
    /// The player's limits.
    pub allowance: &'a Allowance,
    /// Distinguishes the games of a match, for players that use randomness.
    pub seed: u64,
    /// Ends the game without a result.
    pub cancel: &'a StopFlag,
}

/// The question to a player.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The moves played since the start, in the game's notation.
    pub moves: &'a [String],
    /// The player's limits.
    pub allowance: &'a Allowance,
    /// Its clock, if it has one.
    pub clock: Option<&'a Clock>,
    /// The other side's clock.
    pub other_clock: Option<&'a Clock>,
    /// Whether the player has the first side.
    pub is_first: bool,
    /// What the clocks measure.
    pub timekeeping: Timekeeping,
    /// How long the referee waits for the answer, by the player's clock if it has one.
    pub move_timeout: Duration,
    /// How long a player may do nothing at all before it counts as hung, where the clock does not show that.
    pub patience: Duration,
    /// Ends the game without a result.
    pub cancel: &'a StopFlag,
}

/// A move, and its cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The move, in the game's notation or in coordinates.
    pub mv: String,
    /// Time from the question to the answer, or the CPU time for it.
    pub time: Duration,
    /// The player's score of its position, in centipawns or the game's own points; a win or a loss is [`WON`] or its
    /// negative.
    pub score: Option<i32>,
    /// The depth that it searched to.
    pub depth: Option<u32>,
    /// Nodes it visited.
    pub nodes: Option<u64>,
}

/// The score of a position that the player considers won.
pub const WON: i32 = 1_000_000;

/// Why a player did not choose a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The program ended, or its answer makes no sense.
    Crashed(String),
    /// No answer, not even to a stop command.
    Hung,
    /// No answer in time.
    Late,
    /// It resigns.
    Resigned,
    /// It claims a draw.
    ClaimsDraw,
    /// It claims a win.
    ClaimsWin,
    /// The match was ended from outside; nobody is at fault.
    Cancelled,
}

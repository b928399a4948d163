//! How a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// A position occurred for the third time.
    Repetition,
    /// It reached the number of plies after which a match counts a draw.
    Length,
    /// A player resigned.
    Resignation,
    /// Both players agreed for long enough that it is drawn.
    AgreedDraw,
    /// Both players agreed for long enough who wins.
    AgreedWin,
    /// A player took too long.
    TimeLoss,
    /// A player did not answer at all.
    Hang,
    /// A player's program ended, or its answer made no sense.
    Crash,
    /// A player chose an illegal move.
    IllegalMove,
    /// A player claimed a result that the position does not have.
    FalseClaim,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Rules => "by the rules",
            Ending::Repetition => "repetition",
            Ending::Length => "length",
            Ending::Resignation => "resignation",
            Ending::AgreedDraw => "adjudicated draw",
            Ending::AgreedWin => "adjudicated win",
            Ending::TimeLoss => "time loss",
            Ending::Hang => "hang",
            Ending::Crash => "crash",
            Ending::IllegalMove => "illegal move",
            Ending::FalseClaim => "false claim",
        })
    }
}

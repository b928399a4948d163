//! Connect Four, on the usual board and on any other that fits into 64 bits.
//!
//! Two sides drop stones into the columns of an upright board; a stone falls onto the topmost one there. Four of one
//! side in a line, in any of the four directions, win; a full board is a draw. First is drawn as `X`, Second as `O`.
//!
//! * [`ConnectFour`] is the game on a board of a given size, [`Position`] a position, [`Column`] a move.
//! * [`ConnectFourKnowledge`] proves what the next plies decide, leaves out moves that lose at once, orders the
//!   rest, and evaluates positions as a weighted sum of features.
//!
//! ```
//! use rootward_game::{Game, Notation};
//! use rootward_games::connect_four::{Column, ConnectFour};
//!
//! let game = ConnectFour::default();
//! let state = game.apply(&game.initial(), Column::new(3));
//! assert_eq!(game.write_position(&state), "4");
//! ```

mod board;
mod rules;
mod history;
mod notation;
mod knowledge;
mod evaluation;
mod proof;
mod tactics;
mod zugzwang;

#[cfg(test)]
mod oracle;

pub use knowledge::ConnectFourKnowledge;
pub use rules::{Column, ConnectFour, Position};

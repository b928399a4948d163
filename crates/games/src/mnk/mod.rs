//! m,n,k games: two sides put stones on a board of m columns and n rows, and k in a row win. Tic-tac-toe is 3,3,3; five
//! in a row on a larger board is a small gomoku. A full board is a draw. First is drawn as `X`, Second as `O`.
//!
//! * [`Mnk`] is the game on a board of up to 64 cells, [`Position`] a position, [`Cell`] a move.
//! * [`MnkKnowledge`] evaluates a position by the lines that are still open to each side.
//!
//! ```
//! use rootward_game::{Game, Notation};
//! use rootward_games::mnk::Mnk;
//!
//! let game = Mnk::default();
//! let state = game.parse_position("X.O/.X./..O")?;
//! let state = game.apply(&state, game.parse_move(&state, "c2")?);
//! assert_eq!(game.write_position(&state), "X.O/.XX/..O");
//! # Ok::<(), rootward_game::TextError>(())
//! ```

mod board;
mod rules;
mod knowledge;
mod notation;
#[cfg(test)]
mod tests;

pub use board::Cells;
pub use knowledge::MnkKnowledge;
pub use rules::{Cell, Mnk, Position};

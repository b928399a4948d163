//! Draughts on the 32 dark squares of a board of eight by eight: English draughts (checkers), and Russian and Brazilian
//! draughts by the same code with other [`Rules`].
//!
//! * [`Checkers`] is the game, [`Position`] a position, [`Move`] a move with all its jumps.
//! * [`CheckersKnowledge`] has a linear evaluation with two weights for each feature, for many pieces and for few.
//!
//! Black has the squares 1 to 12 at the top and moves down; White has 21 to 32 and moves up. In English draughts Black
//! begins, so [`Side::First`](rootward_game::Side::First) is Black there, and White in the others.
//!
//! ```
//! use rootward_game::{Game, Notation};
//! use rootward_games::checkers::Checkers;
//!
//! let game = Checkers::default();
//! let state = game.parse_position("W:W22,K31:B18,11,2")?;
//! let state = game.apply(&state, game.parse_move(&state, "22x15x8")?);
//! assert_eq!(game.write_position(&state), "B:W8,K31:B2");
//! # Ok::<(), rootward_game::TextError>(())
//! ```

mod squares;
mod position;
mod moves;
mod rules;
mod generate;
mod features;
mod knowledge;
mod fen;
mod move_text;
mod notation;
mod steps;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;

pub use knowledge::CheckersKnowledge;
pub use moves::Move;
pub use position::{Colour, Position};
pub use rules::{Checkers, Crowning, Rules, SquareNames};
pub use squares::Squares;

//! 2048: the world as an opponent. One player slides all tiles of a board to one side, equal tiles that meet become one of
//! twice the number, and after every slide chance puts a 2 (nine times of ten) or a 4 on an empty cell. The player
//! ([`Side::First`](rootward_game::Side::First)) wins by making a tile of the target's number, and loses when nothing can be
//! slid; the other side is the world, which has no choices.
//!
//! * [`Game2048`] is the game, on a board of 2 to 4 columns and rows; [`Tiles`] a position, [`Step`] a slide or a new tile.
//! * [`Game2048Knowledge`] evaluates a position by its room, its pairs and its order, and treats mirror images as equal.
//!
//! ```
//! use rootward_game::{Game, Notation};
//! use rootward_games::game_2048::Game2048;
//!
//! let game = Game2048::parse_variant("2x2:16")?;
//! let state = game.parse_position("2,2/4,.")?;
//! let state = game.apply(&state, game.parse_move(&state, "left")?);
//! assert_eq!(game.write_position(&state), "4,./4,.+");
//! # Ok::<(), rootward_game::TextError>(())
//! ```

mod grid;
mod knowledge;
mod notation;
mod rules;
#[cfg(test)]
mod tests;

pub use knowledge::Game2048Knowledge;
pub use rules::{Direction, Game2048, Step, Tiles};

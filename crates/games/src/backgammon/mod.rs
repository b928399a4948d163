//! Backgammon for money without the cube, and its small variant hypergammon.
//!
//! Two sides move their checkers home past each other and bear them off, by the throw of two dice. A single game counts
//! one point, a gammon two (the loser has borne off nothing), a backgammon three (the loser also has a checker on the
//! bar or in the winner's home). Points are counted in millionths, so that averages of averages keep their digits: see
//! [`GAME_POINT`].
//!
//! * [`Backgammon`] is the game, [`Position`] a position: the [`Checkers`] of each side, whose turn it is, the dice if thrown.
//! * [`Move`] is a roll (a chance event) or a [`Play`]: all its steps together. Of the plays that lead to the same
//!   position just one is generated.
//!
//! ```
//! use rootward_game::{Game, legal_moves, perft};
//! use rootward_games::backgammon::{Backgammon, Move, Roll};
//!
//! let game = Backgammon::default();
//! let thrown = game.apply(&game.initial(), Move::Roll(Roll::new(3, 1).unwrap()));
//! assert_eq!(legal_moves(&game, &thrown).len(), 16);
//! assert_eq!(perft(&game, &game.initial(), 1), 447);
//! ```

mod checkers;
mod moves;
mod position;
mod position_id;
mod generate;
mod rules;
mod notation;
mod play_text;
mod picture;
mod steps;
pub mod bearoff;
mod chances;
pub mod network;
mod linear;
mod linear_fit;
mod knowledge;
mod training;
mod samples;
mod trainer;
mod rollout;

#[cfg(test)]
mod tests;

pub use chances::Chances;
pub use checkers::Checkers;
pub use knowledge::BackgammonKnowledge;
pub use linear::LinearKnowledge;
pub use linear_fit::LinearFit;
pub use moves::{Move, Play, Roll, Step};
pub use notation::position_in_line;
pub use position::Position;
pub use rollout::{Rollout, RolloutGame};
pub use rules::{Backgammon, GAME_POINT};
pub use samples::{SampleGames, TrainingSample};
pub use trainer::{SampleError, StateError, Trainer, TrainingSettings};
pub use training::{Rate, Training};

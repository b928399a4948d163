//! Pig, the dice game, and Piglet, the same with a coin.
//!
//! On a turn a player throws a die any number of times. A 1 ends the turn, and its throws count for nothing; every
//! other number is added to the turn's total, which is kept by holding. The player who first reaches the goal, by score
//! and total together, wins. In Piglet tails ends the turn, and heads counts one.
//!
//! * [`Pig`] is the game to a given goal, [`Position`] a position, [`Action`] a decision or what the die shows.
//! * [`PigKnowledge`] estimates the winning probability: what it would be if both followed a rule of thumb.
//!
//! The game need not end: two players may throw 1 forever. It is solved by value iteration, not by a search to the end.
//!
//! ```
//! use rootward_game::{Game, Notation};
//! use rootward_games::pig::{Action, Pig};
//!
//! let game = Pig::default();
//! let thrown = game.apply(&game.initial(), Action::Throw);
//! assert!(game.is_chance(&thrown));
//! assert_eq!(game.write_position(&game.apply(&thrown, Action::Shows(6))), "0,0,6");
//! ```

mod rules;
mod notation;
mod knowledge;

#[cfg(test)]
mod tests;

pub use knowledge::PigKnowledge;
pub use rules::{Action, Pig, Position, Thrown};

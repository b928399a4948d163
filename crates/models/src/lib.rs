//! Models of imperfect players, whose moves are chance nodes.
//!
//! * [`Weakness`] says how a weaker player chooses among moves of known value; every player that is weaker on purpose uses it.
//! * A [`MixedStrategy`] gives the probability of each move; [`Softmax`] is one with an evaluation, a strength, and slips.
//! * [`Fallible`] is any game with one side (or both) played by a strategy: that side's turns are chance nodes. Every search of
//!   games with chance then finds the best response to an imperfect player; no search needs special code for it.
//!
//! ```
//! use rootward_game::{Game, Notation};
//! use rootward_games::mnk::{Mnk, MnkKnowledge};
//! use rootward_models::{Fallible, Model, Softmax};
//!
//! let (game, knowledge) = (Mnk::default(), MnkKnowledge::default());
//! let strategy = Softmax::new(&knowledge, Model::parse("softmax:1").unwrap());
//! let against = Fallible::new(&game).second(&strategy);
//! let state = game.parse_position("X../.../...").unwrap();
//! assert!(against.is_chance(&state) && !against.is_chance(&game.initial()));
//! ```

mod fallible;
mod knowledge;
mod mixed_strategy;
mod model;
mod softmax;
mod weakness;
#[cfg(test)]
mod tests;

pub use fallible::Fallible;
pub use knowledge::{Against, TablesAgainst};
pub use mixed_strategy::{MixedStrategy, PARTS};
pub use model::Model;
pub use softmax::Softmax;
pub use weakness::{Choice, Error, Weakness};

//! Bear-off tables, computed exactly: the phase of backgammon in which no checker can be hit any more and all are at
//! home.
//!
//! * [`OneSided`] holds how many rolls a player needs, ignoring the opponent: the probability of each number of rolls
//!   until the last checker is off, and until the first one is (which saves a gammon), for all 54,264 ways to have up
//!   to 15 checkers on six points. It takes a moment to compute, so no file is needed.
//! * [`TwoSided`] holds the winning probability, if both sides have few checkers left. It is computed backwards from
//!   the end of the game, and larger tables are worth keeping in a file.
//!
//! Probabilities are `f64` sums of at most 21 terms a roll; their error is below 10⁻¹³.
//!
//! ```
//! use rootward_games::backgammon::bearoff::{Home, OneSided, TwoSided};
//!
//! let alone = OneSided::shared();
//! let ace_and_six = Home::new([1, 0, 0, 0, 0, 1]).unwrap();
//! assert_eq!(alone.last_off(ace_and_six).chance(1), 15.0 / 36.0);
//!
//! let both = TwoSided::build(2, 1, &mut |_| true).unwrap();
//! let six = Home::new([0, 0, 0, 0, 0, 1]).unwrap();
//! // 27 rolls of 36 bear a checker off from the 6-point.
//! assert_eq!(both.win(six, six), Some(27.0 / 36.0 + 9.0 / 36.0 * 9.0 / 36.0));
//! ```

mod home;
mod one_sided;
mod rolls;
mod two_sided;

pub use home::{CHECKERS, Home};
pub use one_sided::{OneSided, Rolls};
pub use rolls::ROLLS;
pub use two_sided::{MOST_MEN, TwoSided};

#[cfg(test)]
mod tests;

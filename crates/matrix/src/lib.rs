//! Payoff matrices: dominated strategies, the value of a zero-sum game, equilibria.
//!
//! ```
//! use rootward_matrix::{Halt, extreme_equilibria, eliminate_strictly, read_inline};
//!
//! let game = read_inline("3,4 1,2; 4,1 2,3").unwrap();
//! let steps = eliminate_strictly(&game, &Halt::NEVER).steps;
//! assert_eq!(steps[0].sentence, "row player: r1 is strictly dominated by r2");
//! let found = extreme_equilibria(&game, &Halt::NEVER);
//! assert_eq!(found.equilibria[0].payoffs[0].to_string(), "2");
//! ```
//!
//! Payoffs are fractions ([`Rational`]), in whatever form they were written, so results can be exact, and are unless
//! they say otherwise. Floating point is used for fast guesses; a guess is checked exactly, or labelled with its error.
//! [`Equilibrium`] can only be constructed by a check that it is one.
//!
//! All functions take and return plain data that can be serialised. Nothing here prints, reads files or uses the clock,
//! except that [`Halt`] compares it with a deadline.

mod rational;
mod halt;
mod game;
mod tree;
mod read;
mod best_reply;
mod dominance;
mod elimination;
mod zero_sum;
mod equilibria;
mod components;
mod lemke_howson;
mod curves;
mod nature;
mod induction;
mod report;
pub mod words;
mod linear;
mod numeric;
mod square;
mod polytope;
mod vertices;
mod dictionary;
mod whole;

pub use best_reply::{Cell, Marks, Security, best_against, best_replies, pure_equilibria, security};
pub use components::{Component, Components, MOST_SUBSETS, NashSubset, components};
pub use curves::{Curve, Point, best_reply_curves};
pub use dominance::{Share, Strength};
pub use elimination::{
    Dominance, Elimination, MOST_CELLS_FOR_MIXTURES, Step, eliminate_strictly, eliminate_weakly, weakly_dominated,
};
pub use equilibria::{Equilibrium, Extreme, can_enumerate, extreme_equilibria};
pub use game::{Game, MOST_CELLS, Player};
pub use halt::{Halt, Halted};
pub use induction::{Decision, Induction, Method, backward_induction};
pub use lemke_howson::{Walked, lemke_howson};
pub use nature::{Choice, Criterion, Nature, against_nature, regrets};
pub use rational::{MOST_DENOMINATOR_BITS, MOST_DIGITS, NotANumber, Rational};
pub use read::{
    Format, MOST_TEXT, Reading, TextError, read, read_csv, read_efg, read_inline, read_nfg, recognise, write_inline,
};
pub use report::{Equilibria, Extent, Found, Report, Settings, analyse};
pub use tree::{Branch, GameTree, MOST_NODES, MOST_PLAYERS, TreeNode, Turn};
pub use zero_sum::{EXACT_BITS, Number, Solution, solve_zero_sum};

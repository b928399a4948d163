//! The vocabulary that every part of Rootward speaks; it depends on nothing of ours.
//!
//! * [`Game`] states the **rules** of a two-player zero-sum game with perfect information.
//! * [`Knowledge`] gives **advice** about it: an evaluation, a move order, proofs that need no search. Advice never
//!   changes the rules, and `()` knows nothing.
//! * [`Notation`] turns positions and moves into **text** and back.
//! * [`Average`] is how chance averages values: weights, one rounding rule, bounds.
//! * [`Score`], [`Bound`] and [`Window`] hold *all* arithmetic on values: signs, distances to the end, bounds.
//!
//! A value is either proven, a bound, or an estimate. The number alone cannot say which (a search that saw a draw on
//! one branch and guessed on another returns 0 as well), so a search reports a [`Verdict`], which can.
//!
//! The [`contract`] module is the kit of checks that every game passes.

mod board;
mod chance;
pub mod contract;
mod knowledge;
mod linear;
mod notation;
mod perft;
mod rules;
mod score;
mod verdict;

pub use board::{Board, BoardMove, BoardStyle, Square, Steps};
pub use chance::{Average, Range, Term};
pub use knowledge::{Knowledge, Proof, TableKey};
pub use linear::{Feature, Linear};
pub use notation::{Notation, TextError};
pub use perft::{divide, perft};
pub use rules::{Game, Outcome, Side, final_outcome, legal_moves, outcome_at, state_hash};
pub use score::{Bound, Score, ScoreKind, Window};
pub use verdict::Verdict;

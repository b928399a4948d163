//! The types and traits that every part of Rootward uses; this crate depends on no other crate of the workspace.
//!
//! * [`Game`] states the **rules** of a two-player zero-sum game with perfect information.
//! * [`Knowledge`] is what a search may know about it: [`Evaluation`], [`MoveOrdering`], [`Tactics`], [`Proofs`]. It never
//!   changes the rules, and `()` knows nothing. A [`Tablebase`] holds values that were computed before, and an
//!   [`Evaluator`], such as a learned network, replaces the evaluation.
//! * [`Notation`] turns positions and moves into **text** and back.
//! * [`Average`] is the average of a chance node: weights, one rounding rule, bounds.
//! * [`Score`], [`Bound`] and [`Window`] hold *all* arithmetic on values: signs, distances to the end, bounds.
//!
//! A value is either proven, a bound, or an estimate. The number alone does not say which (0 may be a proven draw or an even
//! evaluation), so a search reports a [`Verdict`], which does.
//!
//! The [`contract`] module holds the checks that every game passes.

mod board;
mod chance;
pub mod contract;
mod evaluation;
mod knowledge;
mod linear;
mod move_ordering;
mod notation;
mod perft;
mod proofs;
mod rules;
mod score;
mod search_parameters;
mod tablebase;
mod tactics;
mod verdict;

pub use board::{Board, BoardMove, BoardStep, BoardStyle, Square, Steps};
pub use chance::{Average, Range, Term, weighted_place};
pub use evaluation::{Evaluation, Evaluator, PathEvaluation};
pub use knowledge::Knowledge;
pub use linear::{Feature, Linear};
pub use move_ordering::MoveOrdering;
pub use notation::Notation;
pub use perft::{divide, perft};
pub use proofs::{Proof, Proofs, TableKey};
pub use rootward_support::TextError;
pub use rules::{Game, Outcome, Side, final_outcome, legal_moves, outcome_at, state_hash};
pub use score::{Bound, Score, ScoreKind, Window};
pub use search_parameters::SearchParameters;
pub use tablebase::{RootMoves, Tablebase, Tablebases};
pub use tactics::Tactics;
pub use verdict::Verdict;

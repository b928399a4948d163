//! Experiments and long jobs over many positions. They use sessions from outside, as any front end does.
//!
//! * [`compare`]: the cost of the same answer with better and better methods; [`risk`]: ways to resist when lost.
//! * [`bench()`]: the signature of the engine; [`Suite`] and [`read_perft_suite`]: chess positions with known answers.
//! * [`tune`] and [`study`]: weights of an evaluation, fitted and measured; [`annotate`]: games judged move by move.
//! * [`backgammon`]: rollouts, and the training of its network.

mod bench;
mod suite;
mod perft_suite;
pub mod backgammon;
pub mod compare;
pub mod tune;
pub mod study;
pub mod risk;
pub mod annotate;

pub use bench::{BenchRow, Signature, bench};
pub use perft_suite::{PerftCase, read_perft_suite};
pub use suite::{Suite, SuiteRow, SuiteSummary};

/// Makes sessions of a game with this knowledge fit for [`compare`] and [`risk`].
pub fn register<G, K>()
where
    G: rootward_game::Notation + Send + 'static,
    K: rootward_game::Knowledge<G> + Send + 'static,
{
    compare::register::<G, K>();
    risk::register::<G, K>();
}

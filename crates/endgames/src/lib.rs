//! Endgame tables by retrograde analysis, for every game whose positions can be numbered.
//!
//! * [`Endings`] is how a game numbers its positions, in slices that moves leave for good. Moves forward are enough; a [`Kernel`] of
//!   its own makes a game fast.
//! * [`build`] solves slices and all that they convert into, and writes them into a folder. It can be interrupted at any time.
//! * [`Tables`] opens a folder: [`probe`](Tables::probe), [`verify`](Tables::verify), [`line`](Tables::line).
//! * [`Tables::solved`] and [`solve_in_memory`] do without files; [`count`] and [`steps`] say what a solved slice holds, and how it came about.
//! * [`GameEndings`] are those of a game with rules and notation: commands can name them, and [`TableProofs`] gives them to a
//!   search as proofs. [`ByRules`] makes them from the rules and a [`Numbering`], for a game of one's own.
//! * [`chess`] has every ending of up to six pieces, [`checkers`] of up to five, [`mnk`] small boards.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use rootward_endgames::{Endings, Metric, Value, count, solve_in_memory};
//! use rootward_endgames::chess::ChessEndings;
//!
//! let chess = ChessEndings::default();
//! let slice = chess.slice("KQK")?;
//! let known = solve_in_memory(&chess, &[slice], Metric::End, 1, &AtomicBool::new(false), &mut |_, _| {}).unwrap();
//! let (slice, number) = chess.number(&"8/8/8/5k2/8/8/1Q6/K7 w - - 0 1".parse().unwrap()).unwrap();
//! assert_eq!(known.value(&slice, number), Some(Value::Win(19)));
//! let counts = count(&chess, &slice, known.table(&slice).unwrap(), 1);
//! assert_eq!((counts.sides[0].wins, counts.sides[1].draws), (18_081, 2_896));
//! # Ok::<(), String>(())
//! ```

mod value;
mod endings;
mod by_moves;
mod by_rules;
mod of_game;
mod order;
mod solve;
mod memory;
mod counts;
mod file;
mod tables;
mod build;
mod verify;
mod steps;
mod proofs;
pub mod checkers;
pub mod chess;
pub mod mnk;

pub use build::{BuildError, Needs, Options, Progress, Written, build, needs};
pub use by_moves::ByMoves;
pub use by_rules::{ByRules, Numbering};
pub use counts::{Counts, SideCounts, count};
pub use endings::{Endings, Kernel};
pub use file::Table;
pub use memory::{Unsolved, solve_in_memory, solve_slice};
pub use of_game::{GameEndings, MoveOf, StateOf};
pub use order::order;
pub use proofs::TableProofs;
pub use solve::{Known, Solved, Sweep};
pub use steps::{Step, steps};
pub use tables::Tables;
pub use value::{Codes, Metric, Value};
pub use verify::Verified;

//! Endgame tables by retrograde analysis, for every game whose positions can be numbered.

mod value;
mod endings;
mod by_moves;
mod order;
mod solve;
mod memory;
mod counts;
mod file;
mod tables;
mod build;
mod verify;
mod steps;
pub mod chess;
pub mod mnk;

pub use build::{Needs, Options, Progress, Trouble, Written, build, needs};
pub use by_moves::ByMoves;
pub use counts::{Counts, SideCounts, count};
pub use endings::{Endings, Kernel};
pub use file::Table;
pub use memory::{Unsolved, solve_in_memory, solve_slice};
pub use order::order;
pub use solve::{Known, Solved, Sweep};
pub use steps::{Step, steps};
pub use tables::Tables;
pub use value::{Codes, Metric, Value};
pub use verify::Verified;

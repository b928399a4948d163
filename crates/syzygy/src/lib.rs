//! Chess endgames from Syzygy tablebases (by Ronald de Man): every position with few pieces, solved.
//!
//! * [`Tablebase`] reads a folder of tables and probes the [outcome](Tablebase::wdl) of a position and its [distance to
//!   the next capture or pawn move](Tablebase::dtz).
//! * [`Syzygy`] gives them to the search as proofs.
//! * [`Tablebase::root_moves`] gives the moves to choose from where the root position itself is in the tables.
//!
//! The reader is safe code and checks what it reads: a damaged file counts as missing.

mod bytes;
mod squares;
mod material;
mod pairs;
mod part;
mod table;
mod tablebase;
mod root;
mod probe;

pub use probe::{FARTHEST, Syzygy};
pub use tablebase::{Tablebase, Wdl};

//! Chess endgames from Syzygy tablebases (by Ronald de Man): every position with few pieces, solved.
//!
//! * [`Tablebase`] reads a folder of tables and probes the [outcome](Tablebase::wdl) of a position and its [distance to
//!   the next capture or pawn move](Tablebase::dtz).
//! * [`WithSyzygy`] adds the tables to chess knowledge as proofs: the search needs no separate step for them.
//! * [`Tablebase::advise`] gives the moves to choose from where the root position itself is in the tables.
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
mod with_syzygy;

pub use root::Advice;
pub use tablebase::{Tablebase, Wdl};
pub use with_syzygy::{FARTHEST, WithSyzygy};

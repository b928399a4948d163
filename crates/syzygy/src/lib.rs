//! Chess endgames from Syzygy tables (by Ronald de Man): every position with few pieces, solved.
//!
//! * [`Tablebase`] reads a folder of tables and says of a position [who wins](Tablebase::wdl) and [how far off the next
//!   capture or pawn's move is](Tablebase::dtz).
//! * [`WithSyzygy`] puts the tables before chess knowledge, as proofs: the one search needs no step for them.
//! * [`Tablebase::advise`] gives the moves to choose among where the position itself is in the tables.
//!
//! The reader is written in safe code and checks what it reads: a damaged file is one that is not there.

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

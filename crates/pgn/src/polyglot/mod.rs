//! Opening books in the format of Polyglot, which most chess programs read: moves with weights for positions by key.
//!
//! A book is an opinion, not a proof: a weight says how often and how well a move was played, or how its author rates
//! it.

mod random;
mod key;
mod entry;
mod book;
mod build;

pub use book::{BookTrouble, Choice, Polyglot};
pub use build::{BookGames, Gathered};
pub use entry::{ENTRY_BYTES, Entry};
pub use key::polyglot_key;

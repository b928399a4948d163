//! The tests of this crate from outside, as one program.
//!
//! `cargo test -p rootward-games --test all NAME::` runs one file. A new file is listed here; a test of `rootward-cli`
//! finds the one that is not.

mod backgammon_fuzz;
mod tree_fuzz;

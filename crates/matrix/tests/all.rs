//! The tests of this crate from outside, as one program.
//!
//! `cargo test -p rootward-matrix --test all NAME::` runs one file. A new file is listed here; a test of `rootward-cli`
//! finds the one that is not.

mod fuzz;
mod known;
mod properties;

//! The tests of this crate from outside, as one program: each test program of its own would link all games and searches
//! again.
//!
//! `cargo test -p rootward-lab --test all NAME::` runs one file. A new file is listed here; a test of `rootward-cli`
//! finds the one that is not.

mod access;
mod api;
mod chance;
mod common;
mod endgames;
mod fuzz;
mod game_files;
mod json_schema;
mod matrix;
mod searches;
mod trace;

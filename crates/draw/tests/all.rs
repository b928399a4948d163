//! The tests of this crate from outside, as one program: each test program of its own would link all games and searches
//! again.
//!
//! `cargo test -p rootward-draw --test all NAME::` runs one file. A new file is listed here; a test of `rootward-cli`
//! finds the one that is not.

mod chance;
mod cost_chart;
mod exercises;
mod golden_svg;
mod grading;
mod large;
mod quiz;
mod random_traces;

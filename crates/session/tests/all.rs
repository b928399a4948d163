//! The tests of this crate from outside, as one program: each test program of its own would link all games and searches
//! again.
//!
//! `cargo test -p rootward-session --test all NAME::` runs one file. A new file is listed here;
//! a test of `rootward-cli` finds the one that is not.

mod against;
mod book_choice;
mod chance;
mod checkers;
mod clocks;
mod consistent;
mod dice;
mod efg;
mod endgames;
mod endless;
mod explain;
mod game_name;
mod horizon;
mod level;
mod network;
mod played;
mod registry;
mod saved;
mod solution_json;
mod solve;
mod techniques_page;
mod textbook;
mod typed;
mod whole;
mod words;

//! The tests of the command `rootward`, as one program: each test program of its own would be linked again.
//!
//! `cargo test -p rootward-cli --test all NAME::` runs one file. A new file is listed here; a test of `rootward-cli`
//! finds the one that is not.

mod analyze;
mod annotate;
mod backgammon;
mod book;
mod chance;
mod chess_books;
mod commands;
mod common;
mod endgame_tables;
mod every_file_runs;
mod exercise_check;
mod exports;
mod interrupts;
mod json_schema;
mod match_play;
mod matrix;
mod more_games;
mod networks;
mod new_game;
mod no_false_proof;
mod outputs;
mod play;
mod refusals;
mod serve;
mod site;
mod shells;
mod signals;
mod solve;
mod stdin;
mod stochastic;
mod suite;
mod tune;
mod uci;

//! The games that come with Rootward, each with its rules, knowledge, notation and tests.
//!
//! No game depends on a search.

pub mod tree;
pub mod mnk;
pub mod connect_four;
pub mod checkers;
pub mod chess;
pub mod pig;
pub mod backgammon;
pub mod game_2048;

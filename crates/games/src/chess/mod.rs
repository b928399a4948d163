//! Chess.

pub mod evaluation;

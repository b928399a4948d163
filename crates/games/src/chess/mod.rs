//! Chess and Chess960: the rules from the move generator `cozy-chess`, everything else from here.
//!
//! The generator's types are used as they are (a move is its [`Move`], castling is "king takes own rook"), but only this
//! module makes positions and moves from them, so another generator could replace it.

mod check;
pub mod evaluation;
mod see;
mod fen;
mod en_passant;
mod knowledge;
mod moves;
mod notation;
mod rules;

pub mod coordinates;
pub mod epd;
pub mod movegen;
pub mod puzzle;
pub mod san;

#[cfg(test)]
mod tests;

pub use cozy_chess::Move;
pub use knowledge::ChessKnowledge;
pub use notation::position_in_line;
pub use rules::{Chess, Position};

//! [`ChessTables`]: the tables as proofs for the search.

use cozy_chess::{Board, Color};
use rootward_games::chess::{Chess, Position};

use super::{ChessEndings, Material};
use crate::proofs::{Searched, TableProofs};

/// Tables of chess endings as proofs for the search.
pub type ChessTables = TableProofs<ChessEndings>;

fn may_castle(board: &Board) -> bool {
    [Color::White, Color::Black].iter().any(|&color| {
        let rights = board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    })
}

impl Searched for ChessEndings {
    type Game = Chess;

    fn pieces(material: &Material) -> u32 {
        material.pieces() as u32
    }

    fn asked(_: &Chess, state: &Position, most: u32) -> Option<Board> {
        let board = state.board();
        (board.occupied().len() <= most && !may_castle(board)).then(|| board.clone())
    }
}

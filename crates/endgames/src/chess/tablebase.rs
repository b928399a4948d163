//! The endings as those of the game of chess, and [`ChessTables`]: the tables as proofs for the search.

use cozy_chess::Board;
use rootward_games::chess::{Chess, Position};

use super::{ChessEndings, MOST_PIECES, Material};
use crate::{Endings, GameEndings, TableProofs};

/// Tables of chess endings as proofs for the search.
pub type ChessTables = TableProofs<ChessEndings>;

impl GameEndings for ChessEndings {
    type Game = Chess;

    /// Chess960 differs by castling alone, which tables leave out.
    fn of(_: &Chess) -> Result<ChessEndings, String> {
        Ok(ChessEndings::default())
    }

    fn rules(&self) -> &Chess {
        &self.rules
    }

    fn state(&self, board: &Board) -> Position {
        Position::from_board(board.clone())
    }

    fn numbered(&self, state: &Position) -> Board {
        state.board().clone()
    }

    fn pieces(&self, material: &Material) -> u32 {
        material.pieces() as u32
    }

    fn pieces_of(&self, state: &Position) -> u32 {
        state.board().occupied().len()
    }

    fn named(&self, name: &str) -> Result<Vec<Material>, String> {
        let Ok(pieces) = name.trim().parse::<usize>() else { return Ok(vec![self.slice(name)?]) };
        if (3..=MOST_PIECES).contains(&pieces) {
            return Ok(Material::all(pieces));
        }
        Err(format!("'{name}' is not a number of pieces: expected 3 to {MOST_PIECES}, kings included"))
    }

    fn no_table_for(&self, state: &Position) -> String {
        let pieces = self.pieces_of(state);
        if pieces as usize > MOST_PIECES {
            return format!("it has {pieces} pieces; expected at most {MOST_PIECES}, kings included");
        }
        "endgame tables leave castling out; expected a position without the right to castle".into()
    }
}

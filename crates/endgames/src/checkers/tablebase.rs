//! The endings as those of a game of draughts, and [`CheckersTables`]: the tables as proofs for the search.

use rootward_game::Notation;
use rootward_games::checkers::{Checkers, Position, Rules};

use super::{CheckersEndings, MOST_PIECES, Pieces, without_clock};
use crate::{Endings, GameEndings, TableProofs};

/// Tables of endings of English draughts as proofs for the search.
pub type CheckersTables = TableProofs<CheckersEndings>;

impl GameEndings for CheckersEndings {
    type Game = Checkers;

    /// With three pieces 61 plies are published, though some position is lost in 62.
    const LONGEST_OF_EITHER: bool = false;

    /// Other kinds of draughts have other values.
    fn of(game: &Checkers) -> Result<CheckersEndings, String> {
        if *game.rules() == Rules::ENGLISH {
            return Ok(CheckersEndings::default());
        }
        Err(format!("there are no endgame tables of {}: expected checkers, which is English draughts", game.name()))
    }

    fn rules(&self) -> &Checkers {
        &self.rules
    }

    fn state(&self, position: &Position) -> Position {
        *position
    }

    fn numbered(&self, state: &Position) -> Position {
        without_clock(state)
    }

    fn pieces(&self, pieces: &Pieces) -> u32 {
        pieces.count() as u32
    }

    fn pieces_of(&self, state: &Position) -> u32 {
        (!state.empty()).count_ones()
    }

    fn named(&self, name: &str) -> Result<Vec<Pieces>, String> {
        let Ok(pieces) = name.trim().parse::<usize>() else { return Ok(vec![self.slice(name)?]) };
        if (2..=MOST_PIECES).contains(&pieces) {
            return Ok(Pieces::all(pieces));
        }
        Err(format!("'{name}' is not a number of pieces: expected 2 to {MOST_PIECES}, those of both sides together"))
    }

    fn no_table_for(&self, state: &Position) -> String {
        let pieces = self.pieces_of(state);
        format!("it has {pieces} pieces; expected at most {MOST_PIECES}, those of both sides together")
    }
}

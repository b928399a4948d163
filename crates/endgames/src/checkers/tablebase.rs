//! [`CheckersTables`]: the tables as proofs for the search.

use rootward_games::checkers::{Checkers, Position, Rules};

use super::{CheckersEndings, Pieces, without_clock};
use crate::proofs::{Searched, TableProofs};

/// Tables of endings of English draughts as proofs for the search.
pub type CheckersTables = TableProofs<CheckersEndings>;

impl Searched for CheckersEndings {
    type Game = Checkers;

    fn pieces(pieces: &Pieces) -> u32 {
        pieces.count() as u32
    }

    /// Other kinds of draughts have other values.
    fn asked(game: &Checkers, state: &Position, most: u32) -> Option<Position> {
        let few = (!state.empty()).count_ones() <= most;
        (few && *game.rules() == Rules::ENGLISH).then(|| without_clock(state))
    }
}

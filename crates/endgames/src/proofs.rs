//! [`TableProofs`]: the tables of a game as proofs for its search.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rootward_game::{Game, Proof, Score, Tablebase};

use crate::{Endings, Metric, Tables, Value};

/// Endings whose tables the search of a game can ask.
pub trait Searched: Endings {
    /// The game that is searched.
    type Game: Game;

    /// The number of pieces of a slice.
    fn pieces(slice: &Self::Slice) -> u32;

    /// The position as the tables number it; `None` with more pieces than `most`, and where the tables do not apply.
    fn asked(game: &Self::Game, state: &<Self::Game as Game>::State, most: u32) -> Option<Self::Position>;
}

/// Endgame tables that are probed where few pieces are left, and a count of the positions found.
///
/// The tables do not count moves without progress. A win within the plies that the game's rule about them leaves is certain; one
/// that is farther away is at least no loss, and is nearer in no case. Without distances to the end of the game, a win is at
/// least no loss. A draw is a draw.
pub struct TableProofs<E: Searched> {
    tables: Arc<Tables<E>>,
    most_pieces: u32,
    hits: AtomicU64,
}

impl<E: Searched + Default> TableProofs<E> {
    /// The tables in a folder; a sentence if there are none.
    pub fn open(folder: &Path) -> Result<Tables<E>, String> {
        Tables::open(E::default(), folder, None)
    }
}

impl<E: Searched> TableProofs<E> {
    /// The tables, with no position found so far.
    #[must_use]
    pub fn new(tables: Arc<Tables<E>>) -> TableProofs<E> {
        let most_pieces = tables.slices().iter().map(E::pieces).max().unwrap_or(0);
        TableProofs { tables, most_pieces, hits: AtomicU64::new(0) }
    }
}

impl<E: Searched> Tablebase<E::Game> for TableProofs<E>
where
    Tables<E>: Send + Sync,
{
    fn probe(&self, game: &E::Game, state: &<E::Game as Game>::State) -> Option<Proof> {
        let position = E::asked(game, state, self.most_pieces)?;
        let value = self.tables.probe(&position)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(proof(value, self.tables.metric() == Metric::End, game.plies_to_draw(state)))
    }

    fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }
}

/// What a value of the tables proves where a draw by moves without progress is `left` plies away. Distances are those to the end
/// of the game, or say nothing.
fn proof(value: Value, to_end: bool, left: u32) -> Proof {
    match value {
        Value::Draw => Proof::exactly(Score::DRAW),
        Value::Win(plies) if to_end && plies <= left => Proof::exactly(Score::win_in(plies)),
        Value::Win(plies) if to_end => Proof::between(Score::DRAW, Score::win_in(plies)),
        Value::Win(_) => Proof::at_least(Score::DRAW),
        Value::Loss(plies) if to_end && plies <= left => Proof::exactly(Score::loss_in(plies)),
        Value::Loss(plies) if to_end => Proof::between(Score::loss_in(plies), Score::DRAW),
        Value::Loss(_) => Proof::at_most(Score::DRAW),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_holds_within_the_plies_that_the_rule_leaves() {
        assert_eq!(proof(Value::Win(9), true, 9), Proof::exactly(Score::win_in(9)));
        assert_eq!(proof(Value::Win(9), true, 8), Proof::between(Score::DRAW, Score::win_in(9)));
        assert_eq!(proof(Value::Loss(8), true, 8), Proof::exactly(Score::loss_in(8)));
        assert_eq!(proof(Value::Loss(8), true, 7), Proof::between(Score::loss_in(8), Score::DRAW));
        assert_eq!(proof(Value::Win(1), false, 100), Proof::at_least(Score::DRAW));
        assert_eq!(proof(Value::Loss(0), false, 100), Proof::at_most(Score::DRAW));
        assert_eq!(proof(Value::Draw, false, 0), Proof::exactly(Score::DRAW));
    }
}

//! [`TableProofs`]: the tables of a game as proofs for its search.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rootward_game::{Game, Proof, Score, Tablebase};

use crate::{GameEndings, Metric, StateOf, Tables, Value};

/// Endgame tables that are probed where few pieces are left, and a count of the positions found.
///
/// The tables do not count moves without progress. A win within the plies that the game's rule about them leaves is certain; one
/// that is farther away is at least no loss, and is nearer in no case. Without distances to the end of the game, a win is at
/// least no loss. A draw is a draw.
pub struct TableProofs<E: GameEndings> {
    tables: Arc<Tables<E>>,
    most_pieces: u32,
    hits: AtomicU64,
}

impl<E: GameEndings> TableProofs<E> {
    /// The tables of a game in a folder; a sentence if there are none.
    pub fn open(game: &E::Game, folder: &Path) -> Result<Tables<E>, String> {
        Tables::open(E::of(game)?, folder, None)
    }

    /// The tables, with no position found so far.
    pub fn new(tables: Arc<Tables<E>>) -> TableProofs<E> {
        let game = tables.game();
        let most_pieces = tables.slices().iter().map(|slice| game.pieces(slice)).max().unwrap_or(0);
        TableProofs { tables, most_pieces, hits: AtomicU64::new(0) }
    }
}

impl<E: GameEndings> Tablebase<E::Game> for TableProofs<E>
where
    Tables<E>: Send + Sync,
{
    fn probe(&self, game: &E::Game, state: &StateOf<E>) -> Option<Proof> {
        let endings = self.tables.game();
        if endings.pieces_of(state) > self.most_pieces {
            return None;
        }
        let value = self.tables.probe(&endings.numbered(state))?;
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

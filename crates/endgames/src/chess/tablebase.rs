//! [`ChessTables`]: the tables as proofs for the search.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cozy_chess::{Board, Color};
use rootward_game::{Game, Proof, Score, Tablebase};
use rootward_games::chess::{Chess, Position};

use super::ChessEndings;
use crate::{Metric, Tables, Value};

/// Tables of chess endings that are probed where few pieces are left, and a count of the positions found.
///
/// The tables do not count moves without progress. A mate within the plies that the fifty-move rule leaves is certain; one that
/// is farther away is at least no loss, and is nearer in no case. Without distances to mate, a win is at least no loss. A draw is
/// a draw.
pub struct ChessTables {
    tables: Arc<Tables<ChessEndings>>,
    most_pieces: u32,
    hits: AtomicU64,
}

impl ChessTables {
    /// The tables, with no position found so far.
    #[must_use]
    pub fn new(tables: Arc<Tables<ChessEndings>>) -> ChessTables {
        let most_pieces = tables.slices().iter().map(|slice| slice.pieces() as u32).max().unwrap_or(0);
        ChessTables { tables, most_pieces, hits: AtomicU64::new(0) }
    }

    /// The tables in a folder; a sentence if there are none.
    pub fn open(folder: &Path) -> Result<Tables<ChessEndings>, String> {
        Tables::open(ChessEndings::default(), folder, None)
    }
}

fn may_castle(board: &Board) -> bool {
    [Color::White, Color::Black].iter().any(|&color| {
        let rights = board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    })
}

impl Tablebase<Chess> for ChessTables {
    fn probe(&self, game: &Chess, state: &Position) -> Option<Proof> {
        let board = state.board();
        if board.occupied().len() > self.most_pieces || may_castle(board) {
            return None;
        }
        let value = self.tables.probe(board)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(proof(value, self.tables.metric() == Metric::End, game.plies_to_draw(state)))
    }

    fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }
}

/// What a value of the tables proves where a draw by the fifty-move rule is `left` plies away. Distances are those to mate, or
/// say nothing.
fn proof(value: Value, to_mate: bool, left: u32) -> Proof {
    match value {
        Value::Draw => Proof::exactly(Score::DRAW),
        Value::Win(plies) if to_mate && plies <= left => Proof::exactly(Score::win_in(plies)),
        Value::Win(plies) if to_mate => Proof::between(Score::DRAW, Score::win_in(plies)),
        Value::Win(_) => Proof::at_least(Score::DRAW),
        Value::Loss(plies) if to_mate && plies <= left => Proof::exactly(Score::loss_in(plies)),
        Value::Loss(plies) if to_mate => Proof::between(Score::loss_in(plies), Score::DRAW),
        Value::Loss(_) => Proof::at_most(Score::DRAW),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_holds_within_the_plies_that_the_fifty_move_rule_leaves() {
        assert_eq!(proof(Value::Win(9), true, 9), Proof::exactly(Score::win_in(9)));
        assert_eq!(proof(Value::Win(9), true, 8), Proof::between(Score::DRAW, Score::win_in(9)));
        assert_eq!(proof(Value::Loss(8), true, 8), Proof::exactly(Score::loss_in(8)));
        assert_eq!(proof(Value::Loss(8), true, 7), Proof::between(Score::loss_in(8), Score::DRAW));
        assert_eq!(proof(Value::Win(1), false, 100), Proof::at_least(Score::DRAW));
        assert_eq!(proof(Value::Loss(0), false, 100), Proof::at_most(Score::DRAW));
        assert_eq!(proof(Value::Draw, false, 0), Proof::exactly(Score::DRAW));
    }
}

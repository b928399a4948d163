//! [`Syzygy`]: the tablebases as proofs for the search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rootward_game::{Proof, RootMoves, Score};
use rootward_games::chess::{Chess, Move, Position};

use crate::{Tablebase, Wdl};

/// A win in the tables is certain, but they do not give the distance to mate. It is no more than this many plies: with
/// at most seven pieces there are at most five captures and five pawns with six moves each to come, each within the
/// hundred plies of the fifty-move rule, and then the mate. So the true distance is at most this, as a bound requires.
pub const FARTHEST: u32 = (5 + 5 * 6 + 1) * 100;

/// Tables that are probed for a proof where few pieces are left, and a count of the positions found.
///
/// Outcomes in the tables hold if the count of the fifty-move rule starts at 0. With a higher count, a draw is still a
/// draw, and a win is at least not a loss.
pub struct Syzygy {
    tables: Arc<Tablebase>,
    hits: AtomicU64,
}

impl Syzygy {
    /// The tables, with no position found so far.
    pub fn new(tables: Arc<Tablebase>) -> Syzygy {
        Syzygy { tables, hits: AtomicU64::new(0) }
    }
}

impl rootward_game::Tablebase<Chess> for Syzygy {
    fn probe(&self, _: &Chess, state: &Position) -> Option<Proof> {
        if !self.tables.covers(state.board()) {
            return None;
        }
        let wdl = self.tables.wdl(state.board())?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        let fresh = state.board().halfmove_clock() == 0;
        Some(match wdl {
            Wdl::Win if fresh => Proof::at_least(Score::win_in(FARTHEST)),
            Wdl::Win => Proof::at_least(Score::DRAW),
            Wdl::Loss if fresh => Proof::at_most(Score::loss_in(FARTHEST)),
            Wdl::Loss => Proof::at_most(Score::DRAW),
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Proof::exactly(Score::DRAW),
        })
    }

    fn root_moves(&self, _: &Chess, state: &Position) -> Option<RootMoves<Move>> {
        self.tables.root_moves(state.board())
    }

    fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }
}

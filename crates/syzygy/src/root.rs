//! Root moves where the tables know the position: those that keep the result and make progress.

use cozy_chess::{Board, Move};
use rootward_game::{Proof, RootMoves, Score};

use crate::Tablebase;
use crate::probe::FARTHEST;
use crate::tablebase::moves;

/// The rank of a move, worst first. A won position is played by the shortest way to the next capture, pawn move or
/// mate, so that it makes progress; a lost one by the longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Loss(i32),
    BlessedLoss(i32),
    Draw,
    CursedWin(i32),
    Win(i32),
}

/// Plies without a capture or a pawn move after which a game is drawn.
const FIFTY_MOVES: i32 = 100;

impl Rank {
    /// The rank by distance, with `played` plies since the last capture or pawn move.
    fn new(distance: i32, played: i32) -> Rank {
        // A distance may be a ply too short where a table counts moves.
        let in_time = distance.abs() + played < FIFTY_MOVES || distance.abs() == 1;
        match (distance.signum(), in_time) {
            (1, true) => Rank::Win(-distance),
            (1, false) => Rank::CursedWin(-distance),
            (-1, true) => Rank::Loss(-distance),
            (-1, false) => Rank::BlessedLoss(-distance),
            _ => Rank::Draw,
        }
    }

    /// The proof about a position whose best move has this rank.
    fn proof(self, played: i32) -> Proof {
        // Exactly at the limit the outcome is uncertain, as a ply may be missing.
        let surely_late = |distance: i32| distance + played > FIFTY_MOVES;
        match self {
            Rank::Win(_) => Proof::at_least(Score::win_in(FARTHEST)),
            Rank::Loss(_) => Proof::at_most(Score::loss_in(FARTHEST)),
            Rank::CursedWin(distance) if !surely_late(-distance) => Proof::at_least(Score::DRAW),
            Rank::BlessedLoss(distance) if !surely_late(distance) => Proof::at_most(Score::DRAW),
            Rank::Draw | Rank::CursedWin(_) | Rank::BlessedLoss(_) => Proof::exactly(Score::DRAW),
        }
    }
}

impl Tablebase {
    /// The moves to choose from at a root position: best by distance, under the fifty-move rule. `None` if the tables do not
    /// know every move.
    pub fn root_moves(&self, board: &Board) -> Option<RootMoves<Move>> {
        if !self.covers(board) {
            return None;
        }
        let played = i32::from(board.halfmove_clock());
        let rank = |mv: Move| Some((Rank::new(self.distance_after(board, mv)?, played), mv));
        let ranked = moves(board).into_iter().map(rank).collect::<Option<Vec<_>>>()?;
        let best = ranked.iter().map(|&(rank, _)| rank).max()?;
        let moves = ranked.into_iter().filter(|&(rank, _)| rank == best).map(|(_, mv)| mv).collect();
        Some(RootMoves { moves, proof: best.proof(played) })
    }
}

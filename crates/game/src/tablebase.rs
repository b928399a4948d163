//! [`Tablebase`]: values that were computed before, as proofs for the search.

use std::sync::Arc;

use crate::{Game, Proof};

/// A store of proven values: an endgame tablebase, or a book of solved openings. It is probed beside the game's own
/// [`Proofs`](crate::Proofs); what both say is taken together.
pub trait Tablebase<G: Game>: Send + Sync {
    /// What is proven about a position, for the side to move; `None` if it is not in the tables. Called only where the game is
    /// not over. The promises of [`Proofs::prove`](crate::Proofs::prove) hold here, too.
    fn probe(&self, game: &G, state: &G::State) -> Option<Proof>;

    /// The root's moves that keep its value and make progress, with what is proven about the root; `None` if the tables do not
    /// say. For tables whose values alone do not lead to the win, such as those without distances.
    fn root_moves(&self, game: &G, state: &G::State) -> Option<RootMoves<G::Move>> {
        let _ = (game, state);
        None
    }

    /// The number of positions found so far.
    fn hits(&self) -> u64 {
        0
    }
}

/// The moves to choose among at the root, and what is proven about it.
#[derive(Clone, Debug)]
pub struct RootMoves<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// The limits of the root's value.
    pub proof: Proof,
}

/// Several tablebases together: what each of them says is taken together, and the first that names moves at the root decides.
pub struct Tablebases<G>(pub Vec<Arc<dyn Tablebase<G>>>);

impl<G: Game> Tablebase<G> for Tablebases<G> {
    fn probe(&self, game: &G, state: &G::State) -> Option<Proof> {
        let mut known: Option<Proof> = None;
        for tables in &self.0 {
            if let Some(proof) = tables.probe(game, state) {
                let proof = known.map_or(proof, |known| known.and(proof));
                if proof.is_exact() {
                    return Some(proof);
                }
                known = Some(proof);
            }
        }
        known
    }

    fn root_moves(&self, game: &G, state: &G::State) -> Option<RootMoves<G::Move>> {
        // A table that gives the exact value of every move needs no advice: the search finds the shortest way by itself.
        let exact = |tables: &Arc<dyn Tablebase<G>>| tables.probe(game, state).is_some_and(|proof| proof.is_exact());
        if self.0.iter().any(|tables| exact(tables) && tables.root_moves(game, state).is_none()) {
            return None;
        }
        self.0.iter().find_map(|tables| tables.root_moves(game, state))
    }

    fn hits(&self) -> u64 {
        self.0.iter().map(|tables| tables.hits()).sum()
    }
}

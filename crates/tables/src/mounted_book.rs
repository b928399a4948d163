//! [`MountedBook`]: a book as proofs for the search.

use rootward_game::{Game, Proof, Proofs, Score, Tablebase, legal_moves, outcome_at};

use crate::Book;

/// A book of a game's openings, with the proofs whose [keys](Proofs::table_key) it was built with. The search ends at its
/// positions, as at every other proof.
///
/// Beyond the book's plies there is no look-up, if the game tells [how many were played](Game::plies_played).
#[derive(Clone, Copy, Debug)]
pub struct MountedBook<'a, K> {
    proofs: &'a K,
    book: &'a Book,
    plies: u32,
}

impl<'a, K> MountedBook<'a, K> {
    /// Mounts a book. The caller has [checked](Book::check) that it is a book of this game.
    pub fn new(proofs: &'a K, book: &'a Book) -> MountedBook<'a, K> {
        MountedBook { proofs, book, plies: book.plies() }
    }

    /// The number of plies that it covers.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The book's value of a position for the side to move; where the game is over, the value of the outcome.
    pub fn value<G: Game>(&self, game: &G, state: &G::State) -> Option<Score>
    where
        K: Proofs<G>,
    {
        match outcome_at(game, state) {
            Some(outcome) => Some(outcome.score_for(game.to_move(state))),
            None => self.look_up(game, state),
        }
    }

    /// The value of a move for the side that plays it.
    pub fn value_of_move<G: Game>(&self, game: &G, state: &G::State, mv: G::Move) -> Option<Score>
    where
        K: Proofs<G>,
    {
        let child = game.apply(state, mv);
        let turn_passed = game.to_move(&child) != game.to_move(state);
        self.value(game, &child).map(|score| score.from_child(turn_passed))
    }

    /// The best move and its value, if the book has the values of all moves; the first of equals.
    pub fn best_move<G: Game>(&self, game: &G, state: &G::State) -> Option<(G::Move, Score)>
    where
        K: Proofs<G>,
    {
        let mut best: Option<(G::Move, Score)> = None;
        for mv in legal_moves(game, state) {
            let score = self.value_of_move(game, state, mv)?;
            if best.is_none_or(|(_, so_far)| score > so_far) {
                best = Some((mv, score));
            }
        }
        best
    }

    #[inline]
    fn look_up<G: Game>(&self, game: &G, state: &G::State) -> Option<Score>
    where
        K: Proofs<G>,
    {
        if game.plies_played(state).is_some_and(|plies| plies > self.plies) {
            return None;
        }
        self.proofs.table_key(game, state).and_then(|key| self.book.get(key.key))
    }
}

impl<G: Game, K: Proofs<G>> Tablebase<G> for MountedBook<'_, K> {
    fn probe(&self, game: &G, state: &G::State) -> Option<Proof> {
        self.look_up(game, state).map(Proof::exactly)
    }
}

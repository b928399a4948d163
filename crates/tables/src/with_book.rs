//! [`WithBook`]: a game's knowledge together with a book.

use rootward_game::{Game, Knowledge, Proof, Score, TableKey, Window, legal_moves, outcome_at};

use crate::Book;

/// A game's knowledge and a book of its openings. For a position of the book, its exact value is a
/// [proof](Knowledge::prove), so the search ends there, as at every other proof. Everything else comes from the knowledge.
///
/// Beyond the book's plies there is no look-up, if the game tells [how many were played](Game::plies_played).
#[derive(Clone, Copy, Debug)]
pub struct WithBook<'a, K> {
    knowledge: &'a K,
    book: &'a Book,
    plies: u32,
}

impl<'a, K> WithBook<'a, K> {
    /// Adds a book to the knowledge. The caller has [checked](Book::check) that it is a book of this game.
    pub fn new(knowledge: &'a K, book: &'a Book) -> WithBook<'a, K> {
        WithBook { knowledge, book, plies: book.plies() }
    }

    /// The book's value of a position for the side to move; where the game is over, the value of the outcome.
    pub fn value<G: Game>(&self, game: &G, state: &G::State) -> Option<Score>
    where
        K: Knowledge<G>,
    {
        match outcome_at(game, state) {
            Some(outcome) => Some(outcome.score_for(game.to_move(state))),
            None => self.look_up(game, state),
        }
    }

    /// The value of a move for the side that plays it.
    pub fn value_of_move<G: Game>(&self, game: &G, state: &G::State, mv: G::Move) -> Option<Score>
    where
        K: Knowledge<G>,
    {
        let child = game.apply(state, mv);
        let turn_passed = game.to_move(&child) != game.to_move(state);
        self.value(game, &child).map(|score| score.from_child(turn_passed))
    }

    /// The best move and its value, if the book has the values of all moves; the first of equals.
    pub fn best_move<G: Game>(&self, game: &G, state: &G::State) -> Option<(G::Move, Score)>
    where
        K: Knowledge<G>,
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
        K: Knowledge<G>,
    {
        if game.plies_played(state).is_some_and(|plies| plies > self.plies) {
            return None;
        }
        self.knowledge.table_key(game, state).and_then(|key| self.book.get(key.key))
    }
}

impl<G: Game, K: Knowledge<G>> Knowledge<G> for WithBook<'_, K> {
    const FORESEES_THE_END: bool = K::FORESEES_THE_END;
    const NEAR_END: u32 = K::NEAR_END;
    const HISTORY_PER_POINT: Option<i32> = K::HISTORY_PER_POINT;

    #[inline]
    fn prove(&self, game: &G, state: &G::State, window: Window) -> Proof {
        match self.look_up(game, state) {
            Some(score) => Proof::exactly(score),
            None => self.knowledge.prove(game, state, window),
        }
    }

    #[inline]
    fn prove_after_candidate(&self, game: &G, state: &G::State, window: Window, before: Option<u64>) -> Proof {
        match self.look_up(game, state) {
            Some(score) => Proof::exactly(score),
            None => self.knowledge.prove_after_candidate(game, state, window, before),
        }
    }

    #[inline]
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        self.knowledge.evaluate(game, state)
    }

    fn unit(&self) -> i32 {
        self.knowledge.unit()
    }

    #[inline]
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        self.knowledge.priority(game, state, mv)
    }

    #[inline]
    fn priority_with_note(&self, game: &G, state: &G::State, mv: G::Move, note: u64) -> i32 {
        self.knowledge.priority_with_note(game, state, mv, note)
    }

    fn is_noisy(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        self.knowledge.is_noisy(game, state, mv)
    }

    fn in_check(&self, game: &G, state: &G::State) -> bool {
        self.knowledge.in_check(game, state)
    }

    fn gives_check(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        self.knowledge.gives_check(game, state, mv)
    }

    fn gain(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        self.knowledge.gain(game, state, mv)
    }

    fn see_at_least(&self, game: &G, state: &G::State, mv: G::Move, points: i32) -> bool {
        self.knowledge.see_at_least(game, state, mv, points)
    }

    #[inline]
    fn noisy_moves(&self, game: &G, state: &G::State, push: &mut impl FnMut(G::Move)) {
        self.knowledge.noisy_moves(game, state, push);
    }

    fn uses_continuation_history(&self) -> bool {
        self.knowledge.uses_continuation_history()
    }

    fn history_slots(&self) -> usize {
        self.knowledge.history_slots()
    }

    #[inline]
    fn history_slot(&self, game: &G, state: &G::State, mv: G::Move) -> usize {
        self.knowledge.history_slot(game, state, mv)
    }

    fn null_move(&self, game: &G, state: &G::State) -> Option<G::State> {
        self.knowledge.null_move(game, state)
    }

    #[inline]
    fn candidates(&self, game: &G, state: &G::State, note: Option<u64>, push: &mut impl FnMut(G::Move)) {
        self.knowledge.candidates(game, state, note, push);
    }

    #[inline]
    fn value_key(&self, game: &G, state: &G::State) -> Option<u64> {
        self.knowledge.value_key(game, state)
    }

    fn table_key(&self, game: &G, state: &G::State) -> Option<TableKey> {
        self.knowledge.table_key(game, state)
    }
}

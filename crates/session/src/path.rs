//! [`Path`]: the positions of a game from the first to the current one.

use rootward_game::{Game, Outcome, final_outcome, outcome_at};

/// The positions of a game, with the moves between them.
pub(crate) struct Path<G: Game> {
    /// The text of the first position as the user gave it.
    pub(crate) given: Option<String>,
    /// All positions, the current one last.
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<G: Game> Path<G> {
    /// A game that begins here.
    pub(crate) fn from(state: G::State, given: Option<String>) -> Path<G> {
        Path { given, states: vec![state], moves: Vec::new() }
    }

    /// A copy with room for this many more moves.
    pub(crate) fn copy(&self, more: usize) -> Path<G> {
        let mut states = Vec::with_capacity(self.states.len() + more);
        states.extend_from_slice(&self.states);
        let mut moves = Vec::with_capacity(self.moves.len() + more);
        moves.extend_from_slice(&self.moves);
        Path { given: self.given.clone(), states, moves }
    }

    /// Plays a move of the current position.
    pub(crate) fn push(&mut self, game: &G, mv: G::Move) {
        self.states.push(game.apply(self.state(), mv));
        self.moves.push(mv);
    }

    /// Takes the last move back.
    pub(crate) fn pop(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.states.pop();
        Some(mv)
    }

    /// The current position.
    pub(crate) fn state(&self) -> &G::State {
        &self.states[self.states.len() - 1]
    }

    /// The positions before it, oldest first.
    pub(crate) fn before(&self) -> &[G::State] {
        &self.states[..self.states.len() - 1]
    }

    /// The first position.
    pub(crate) fn first(&self) -> &G::State {
        &self.states[0]
    }

    /// The moves played.
    pub(crate) fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The outcome, if the game is over: by its rules, or by threefold repetition.
    pub(crate) fn outcome(&self, game: &G) -> Option<Outcome> {
        self.outcome_by_rules(game).or((self.occurrences(game) >= 3).then_some(Outcome::Draw))
    }

    /// The outcome without repetition. A claimable draw counts as claimed, except in a position that was given.
    pub(crate) fn outcome_by_rules(&self, game: &G) -> Option<Outcome> {
        if self.moves.is_empty() { final_outcome(game, self.state()) } else { outcome_at(game, self.state()) }
    }

    /// The number of occurrences of the current position, itself included.
    pub(crate) fn occurrences(&self, game: &G) -> usize {
        let key = game.key(self.state()).filter(|_| G::CAN_REPEAT);
        let same = |state: &&G::State| key.is_some() && game.key(state) == key;
        1 + self.before().iter().filter(same).count()
    }

    /// The keys of the positions before the current one, oldest first.
    pub(crate) fn earlier(&self, game: &G) -> Vec<u64> {
        self.before().iter().filter_map(|state| game.key(state)).collect()
    }
}

//! The algorithms as the lecture teaches them: slow, short, and right.
//!
//! They use the terms MAX and MIN, keep every value for MAX, and use no further techniques. The engine is tested against
//! them.

mod minimax;
mod alpha_beta;
mod expectiminimax;

use rootward_game::{Evaluation, Game, Outcome, Score, Side, final_outcome, outcome_at};

pub use alpha_beta::{AlphaBeta, CutRule, Fail, Order};
pub use minimax::Minimax;

use crate::{Counts, Observer};

/// What a textbook search found.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The backed-up value at the root, for MAX.
    pub value: Score,
    /// The decision: the first move that leads to it; none where the game is over or at a chance node.
    pub best: Option<M>,
    /// Best play by both sides, as far as it was searched, and up to the next chance node.
    pub line: Vec<M>,
    /// What it cost.
    pub counts: Counts,
    /// No evaluation was used: the value is the game's own.
    pub proven: bool,
}

/// What all textbook searches share: the game, its evaluation, the current path, the counts and the observer.
struct TreeSearch<'a, G: Game, E, O> {
    game: &'a G,
    evaluation: &'a E,
    observer: O,
    counts: Counts,
    path: Vec<u64>,
}

/// A value for MAX and the line that leads to it, last move first.
type Backed<M> = (Score, Vec<M>);

impl<'a, G: Game, E: Evaluation<G>, O: Observer<G>> TreeSearch<'a, G, E, O> {
    fn new(game: &'a G, evaluation: &'a E, observer: O) -> Self {
        TreeSearch { game, evaluation, observer, counts: Counts::default(), path: Vec::new() }
    }

    /// UTILITY(s), if the game is over at `state`, reached after `ply` plies. A repeated position is a draw. A draw that may be
    /// claimed at the root has not been claimed.
    fn utility(&mut self, state: &G::State, ply: usize) -> Option<Score> {
        let outcome = if ply == 0 { final_outcome(self.game, state) } else { outcome_at(self.game, state) };
        let outcome = outcome.or_else(|| self.repeated(state).then_some(Outcome::Draw))?;
        self.counts.terminals += 1;
        Some(outcome.score_for(Side::First).earlier_by(ply as u32))
    }

    /// EVAL(s): the static estimate at the cut-off.
    fn eval(&mut self, state: &G::State) -> Score {
        self.counts.evaluations += 1;
        Score::points(self.range().clamp(self.evaluation.evaluate(self.game, state)))
    }

    fn repeated(&self, state: &G::State) -> bool {
        G::CAN_REPEAT
            && self.game.key(state).is_some_and(|key| {
                let reach = self.game.reversible_plies(state);
                self.path.iter().rev().take(reach).any(|&earlier| earlier == key)
            })
    }

    /// Goes one ply down: runs `search` with `state` on the path.
    fn below<R>(&mut self, state: &G::State, search: impl FnOnce(&mut Self) -> R) -> R {
        self.path.push(self.game.key(state).unwrap_or_default());
        let result = search(self);
        self.path.pop();
        result
    }

    fn result(self, (value, mut line): Backed<G::Move>) -> SearchResult<G::Move> {
        line.reverse();
        SearchResult {
            value,
            best: line.first().copied(),
            line,
            counts: self.counts,
            proven: self.counts.evaluations == 0,
        }
    }
}

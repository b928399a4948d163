//! Chance nodes of the textbook: the value is the weighted average of the outcomes, and the weights are probabilities.
//!
//! With them minimax becomes expectiminimax. (Dividing by the number of outcomes is right only if all are equally likely.)

use rootward_game::{Average, Evaluation, Game, Range, Score, Window};

use super::{Backed, TreeSearch};
use crate::{Observer, Share};

impl<G: Game, E: Evaluation<G>, O: Observer<G>> TreeSearch<'_, G, E, O> {
    /// Is it a chance node?
    pub(super) fn is_chance(&self, state: &G::State) -> bool {
        self.game.has_chance() && self.game.is_chance(state)
    }

    /// Σ P(outcome) · VALUE(outcome), rounded to whole points. Every outcome is searched in full: `search` gets the position
    /// after the outcome, and the outcome.
    pub(super) fn average(
        &mut self,
        state: &G::State,
        ply: usize,
        mut search: impl FnMut(&mut Self, &G::State, G::Move) -> Score,
    ) -> Backed<G::Move> {
        let mut outcomes = Vec::new();
        self.game.chances(state, &mut |outcome, weight| outcomes.push((outcome, weight)));
        let mut average = Average::new(outcomes.iter().map(|&(_, weight)| weight), self.range());
        for (place, &(by, weight)) in outcomes.iter().enumerate() {
            let child = self.game.apply(state, by);
            let value = self.below(state, |tree| search(tree, &child, by));
            average.raise(place, value);
            average.lower(place, value);
            let (low, high, total) = (average.low(), average.high(), average.total());
            let bound = Window::FULL.judge(value);
            self.observer.share(ply, &Share { by, weight, total, value, bound, low, high });
        }
        // The play that follows depends on the dice, so there is no line of best play.
        (average.low(), Vec::new())
    }

    pub(super) fn range(&self) -> Range {
        if self.game.has_chance() { self.game.range() } else { Range::ALL }
    }
}

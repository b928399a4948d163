//! Writes search results in the game's notation.

use std::time::Duration;

use rootward_game::{Bound, Notation, Outcome, Side, Verdict};
use rootward_search as search;

use crate::score::label;
use crate::session::OutcomeData;
use crate::{Line, Points, Score, SecondarySearch};

/// `first` or `second`, as data names the sides.
pub(crate) fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// A time as every answer gives it: milliseconds with three decimals.
pub fn millis(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// A writer of results for a position.
pub(crate) struct Scribe<'a, G: Notation> {
    pub(crate) game: &'a G,
    pub(crate) state: &'a G::State,
}

impl<G: Notation> Scribe<'_, G> {
    pub(crate) fn side(&self) -> Side {
        self.game.to_move(self.state)
    }

    pub(crate) fn label(&self, verdict: Verdict, bound: Bound) -> (Score, Bound) {
        label(self.game, self.side(), verdict, bound)
    }

    /// Moves played in sequence from the position.
    pub(crate) fn moves(&self, moves: &[G::Move]) -> Vec<String> {
        let mut state = self.state.clone();
        let write = |&mv| {
            let text = self.game.write_move(&state, mv);
            state = self.game.apply(&state, mv);
            text
        };
        moves.iter().map(write).collect()
    }

    pub(crate) fn line(&self, line: &search::Line<G::Move>) -> Line {
        let (score, bound) = self.label(line.verdict(self.game.counts_points()), line.bound);
        let moves = self.moves(&line.moves);
        // A win or a loss is never an estimate: as a bound it is proven even if the search was not finished.
        Line { first: moves.first().cloned(), proven: score.is_proven(), score, bound, line: moves }
    }

    /// All lines if there are several; a single line is not listed.
    pub(crate) fn lines(&self, lines: &[search::Line<G::Move>]) -> Vec<Line> {
        if lines.len() > 1 { lines.iter().map(|line| self.line(line)).collect() } else { Vec::new() }
    }

    pub(crate) fn secondary_search(&self, look: search::SecondarySearch<G::Move>) -> SecondarySearch {
        let verdict = |score| Verdict::new(score, false, self.game.counts_points());
        SecondarySearch {
            first_choice: self.game.write_move(self.state, look.first_choice),
            before: self.label(verdict(look.before), Bound::Exact).0,
            after: self.label(verdict(look.after), Bound::Exact).0,
            changed: look.changed,
        }
    }

    pub(crate) fn outcome(&self, outcome: Outcome, side_names: [&'static str; 2]) -> OutcomeData {
        match outcome {
            Outcome::Win(side) => OutcomeData::Win { side: side_word(side), side_name: side_names[side.index()] },
            Outcome::Draw => OutcomeData::Draw,
            Outcome::Payoff(points) => {
                let value = Points::new(self.game, points);
                OutcomeData::Payoff { fraction: value.fraction(), value, side_name: side_names[0] }
            }
        }
    }
}

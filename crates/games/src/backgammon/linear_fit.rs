//! Fits the [linear](super::LinearKnowledge) evaluation to that of a better judge by least squares.

use super::linear::{ON_ROLL, TERMS, counts};
use super::{Checkers, GAME_POINT, LinearKnowledge, Position};

/// Regularization: as if this many positions said that each weight is 0, for points that hardly ever hold that many
/// checkers.
const DOUBT: f64 = 5.0;

/// Sums over positions, from which the best weights are computed.
pub struct LinearFit {
    /// Σ xxᵀ.
    products: Vec<[f64; TERMS]>,
    /// Σ xy.
    targets: [f64; TERMS],
    positions: u64,
}

impl Default for LinearFit {
    fn default() -> LinearFit {
        LinearFit { products: vec![[0.0; TERMS]; TERMS], targets: [0.0; TERMS], positions: 0 }
    }
}

impl LinearFit {
    /// The number of positions added.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Adds a position in which the side on roll has this equity.
    pub fn add(&mut self, mine: &Checkers, theirs: &Checkers, equity: f32) {
        let mut measures = differences(mine, theirs);
        measures[ON_ROLL] = 1.0;
        self.add_measures(&measures, f64::from(equity));
    }

    /// Adds a choice: the side that has just moved could choose between these positions, with these equities for it.
    /// Their mean is subtracted, so the weights distinguish choices, whatever the value of the position.
    pub fn add_choice(&mut self, choices: &[(Position, f32)]) {
        let measures: Vec<_> = choices.iter().map(|(after, _)| differences(after.theirs(), after.mine())).collect();
        let mean = |of: &dyn Fn(usize) -> f64| (0..choices.len()).map(of).sum::<f64>() / choices.len() as f64;
        let common: [f64; TERMS] = std::array::from_fn(|term| mean(&|choice| measures[choice][term]));
        let usual = mean(&|choice| f64::from(choices[choice].1));
        for (measures, (_, equity)) in measures.iter().zip(choices) {
            let own: [f64; TERMS] = std::array::from_fn(|term| measures[term] - common[term]);
            self.add_measures(&own, f64::from(*equity) - usual);
        }
    }

    fn add_measures(&mut self, measures: &[f64; TERMS], equity: f64) {
        let present: Vec<usize> = (0..TERMS).filter(|&term| measures[term] != 0.0).collect();
        for &row in &present {
            present.iter().for_each(|&column| self.products[row][column] += measures[row] * measures[column]);
            self.targets[row] += measures[row] * equity;
        }
        self.positions += 1;
    }

    /// The weights that predict these equities best.
    pub fn solve(&self) -> LinearKnowledge {
        let mut rows = self.products.clone();
        let mut right = self.targets;
        (0..TERMS).for_each(|term| rows[term][term] += DOUBT);
        // Elimination without pivots: the matrix is positive definite.
        for pivot in 0..TERMS {
            let lead = rows[pivot];
            for row in pivot + 1..TERMS {
                let factor = rows[row][pivot] / lead[pivot];
                rows[row].iter_mut().zip(&lead).for_each(|(to, from)| *to -= factor * from);
                right[row] -= factor * right[pivot];
            }
        }
        for row in (0..TERMS).rev() {
            let known: f64 = (row + 1..TERMS).map(|term| rows[row][term] * right[term]).sum();
            right[row] = (right[row] - known) / rows[row][row];
        }
        LinearKnowledge::of(right.map(|weight| (weight * f64::from(GAME_POINT)).round() as i32))
    }
}

/// The difference of each term's count between the sides.
fn differences(mine: &Checkers, theirs: &Checkers) -> [f64; TERMS] {
    let (own, other) = (counts(mine), counts(theirs));
    std::array::from_fn(|term| f64::from(own[term] - other[term]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_game::contract::{Dice, random_game};
    use rootward_game::{Evaluation, Game, Linear, MoveOrdering, legal_moves};

    #[test]
    fn weights_that_made_the_equities_are_found_again() {
        let game = super::super::Backgammon::default();
        let truth = LinearKnowledge::default();
        let mut fit = LinearFit::default();
        let mut dice = Dice::new(1);
        let mut last = Vec::new();
        for _ in 0..60 {
            last = random_game(&game, &mut dice, 60);
            for state in &last {
                let sum: i64 = truth
                    .measure(&game, state)
                    .iter()
                    .zip(truth.features())
                    .map(|(&count, feature)| i64::from(count) * i64::from(feature.weight))
                    .sum();
                let for_mover = if state.to_move() == rootward_game::Side::First { sum } else { -sum };
                fit.add(state.mine(), state.theirs(), (for_mover as f64 / f64::from(GAME_POINT)) as f32);
            }
        }
        let found = fit.solve();
        for state in &last {
            let difference = found.evaluate(&game, state) - truth.evaluate(&game, state);
            assert!(difference.abs() < GAME_POINT / 20, "{difference}");
        }
        assert!(fit.positions() > 1000);
    }

    #[test]
    fn choices_by_weights_teach_an_order_by_them() {
        let game = super::super::Backgammon::default();
        let truth = LinearKnowledge::default();
        let mut fit = LinearFit::default();
        let mut dice = Dice::new(2);
        let mut states = Vec::new();
        for _ in 0..60 {
            states = random_game(&game, &mut dice, 60);
            states.retain(|state| !game.is_chance(state));
            for state in &states {
                // A constant added to all plays of a position must not matter.
                let worth = |mv| truth.priority(&game, state, mv) as f32 / GAME_POINT as f32 + 1.5;
                let choices: Vec<(Position, f32)> =
                    legal_moves(&game, state).into_iter().map(|mv| (game.apply(state, mv), worth(mv))).collect();
                fit.add_choice(&choices);
            }
        }
        let found = fit.solve();
        for state in &states {
            let best = |order: &LinearKnowledge| {
                legal_moves(&game, state).into_iter().max_by_key(|&mv| order.priority(&game, state, mv))
            };
            let lost = [&truth, &found].map(|order| best(order).map_or(0, |mv| truth.priority(&game, state, mv)));
            assert!(lost[0] - lost[1] < GAME_POINT / 50, "{lost:?}");
        }
    }
}

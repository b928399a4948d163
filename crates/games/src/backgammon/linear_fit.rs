//! Fitting the [linear](super::LinearKnowledge) evaluation to what a better judge says: least squares.

use super::linear::{ON_ROLL, TERMS, counts};
use super::{Checkers, GAME_POINT, LinearKnowledge};

/// As if so many positions said that each weight is 0: for points that hardly ever have so many checkers.
const DOUBT: f64 = 5.0;

/// Sums over positions, from which the best weights follow.
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
    /// How many positions it was told.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The side on roll has this equity here.
    pub fn add(&mut self, mine: &Checkers, theirs: &Checkers, equity: f32) {
        let (own, other) = (counts(mine), counts(theirs));
        let mut measures: [f64; TERMS] = std::array::from_fn(|term| f64::from(own[term] - other[term]));
        measures[ON_ROLL] = 1.0;
        let present: Vec<usize> = (0..TERMS).filter(|&term| measures[term] != 0.0).collect();
        for &row in &present {
            present.iter().for_each(|&column| self.products[row][column] += measures[row] * measures[column]);
            self.targets[row] += measures[row] * f64::from(equity);
        }
        self.positions += 1;
    }

    /// The weights that foretell these equities best.
    #[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_game::contract::{Dice, random_game};
    use rootward_game::{Knowledge, Linear};

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
}

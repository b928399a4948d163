//! The two best-response polytopes of a game, in whole numbers.
//!
//! `P = {x ≥ 0, Bᵀx ≤ 1}` and `Q = {y ≥ 0, Ay ≤ 1}` with payoffs shifted to be positive. Every inequality has a label:
//! label `i < m` means "row i is not used" in `P` and "row i is a best reply" in `Q`; label `m + j` means "column j is
//! a best reply" in `P` and "column j is not used" in `Q`. Pairs of vertices that together have all labels are the
//! extreme equilibria, with weights scaled to sum 1.

use num_bigint::BigInt;
use num_traits::One;

use crate::dictionary::Dictionary;
use crate::game::{Game, Player};
use crate::rational::{Rational, common_denominator};
use crate::whole::{Overflow, Whole};

/// A polytope of one player's mixtures; its inequalities bound the other player's payoffs.
pub(crate) struct Polytope {
    /// One row for each strategy of the other player, one column for each of this player's.
    matrix: Vec<Vec<BigInt>>,
    /// The number of the row player's strategies.
    height: usize,
    player: Player,
}

impl Polytope {
    pub fn of(game: &Game, player: Player) -> Polytope {
        let other = player.other();
        let payoffs = game.payoffs(other);
        let scale = common_denominator(payoffs.iter().flatten());
        let whole = |number: &Rational| number.numerator() * (&scale / number.denominator());
        let least = payoffs.iter().flatten().map(whole).min().unwrap_or_default();
        let entry = |answer: usize, own: usize| whole(game.payoff(other, answer, own)) - &least + 1;
        let row = |answer: usize| (0..game.count(player)).map(|own| entry(answer, own)).collect();
        let matrix = (0..game.count(other)).map(row).collect();
        Polytope { matrix, height: game.rows.len(), player }
    }

    pub fn dictionary<T: Whole>(&self) -> Result<Dictionary<T>, Overflow> {
        Dictionary::new(&self.matrix, &vec![BigInt::one(); self.matrix.len()], None)
    }

    /// The number of the player's strategies.
    pub fn dimension(&self) -> usize {
        self.matrix[0].len()
    }

    /// The number of all variables: the player's weights, then the slacks of the other's payoffs.
    pub fn variables(&self) -> usize {
        self.dimension() + self.matrix.len()
    }

    /// The label of a variable.
    pub fn label(&self, variable: usize) -> usize {
        match self.player {
            Player::Row => variable,
            // In Q the weights come first too, but their labels come last.
            Player::Column if variable < self.dimension() => variable + self.height,
            Player::Column => variable - self.dimension(),
        }
    }

    /// The variable of a label.
    pub fn variable(&self, label: usize) -> usize {
        match self.player {
            Player::Row => label,
            Player::Column if label < self.height => label + self.dimension(),
            Player::Column => label - self.height,
        }
    }

    /// The weights at the dictionary's vertex, not yet scaled to a sum.
    pub fn weights<T: Whole>(&self, dictionary: &Dictionary<T>) -> Vec<BigInt> {
        let weight = |own: usize| dictionary.value(own).map_or(BigInt::ZERO, Whole::widen);
        (0..self.dimension()).map(weight).collect()
    }
}

/// Weights scaled to sum 1.
pub(crate) fn mixture(weights: &[BigInt]) -> Option<Vec<Rational>> {
    let sum: BigInt = weights.iter().sum();
    weights.iter().map(|weight| Rational::new(weight.clone(), sum.clone())).collect()
}

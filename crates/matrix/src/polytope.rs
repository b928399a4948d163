//! The two best-response polytopes of a game, in whole numbers.
//!
//! `P = {x ≥ 0, Bᵀx ≤ 1}` and `Q = {y ≥ 0, Ay ≤ 1}` with payoffs raised above zero. Every inequality has a label: label
//! `i < m` means "row i is not used" in `P` and "row i is a best reply" in `Q`; label `m + j` means "column j is a best
//! reply" in `P` and "column j is not used" in `Q`. Vertices that share out all labels between them are the extreme
//! equilibria, weights brought to a sum of 1.

use num_bigint::BigInt;
use num_traits::One;

use crate::dictionary::Dictionary;
use crate::game::{Game, Player};
use crate::rational::{Rational, common_denominator};
use crate::whole::{Overflow, Whole};

/// A polytope of one player's mixtures; its inequalities say what the other player gets.
pub(crate) struct Polytope {
    /// One row for each strategy of the other player, one column for each of this player's.
    matrix: Vec<Vec<BigInt>>,
    /// How many strategies the row player has.
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

    /// The player's strategies.
    pub fn dimension(&self) -> usize {
        self.matrix[0].len()
    }

    /// All variables: the player's weights, then the slacks of the other's payoffs.
    pub fn variables(&self) -> usize {
        self.dimension() + self.matrix.len()
    }

    /// The label of a variable, and the variable of a label: the same exchange for both directions.
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

    /// The weights at the dictionary's vertex, over no common sum yet.
    pub fn weights<T: Whole>(&self, dictionary: &Dictionary<T>) -> Vec<BigInt> {
        let weight = |own: usize| dictionary.value(own).map_or(BigInt::ZERO, Whole::widen);
        (0..self.dimension()).map(weight).collect()
    }
}

/// Weights brought to a sum of 1.
pub(crate) fn mixture(weights: &[BigInt]) -> Option<Vec<Rational>> {
    let sum: BigInt = weights.iter().sum();
    weights.iter().map(|weight| Rational::new(weight.clone(), sum.clone())).collect()
}

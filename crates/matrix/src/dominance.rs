//! Strategies that are dominated by another one, or by a mixture of others.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{One, Zero};
use serde::{Deserialize, Serialize};

use crate::game::{Game, Player};
use crate::halt::{Halt, Halted};
use crate::linear::maximise;
use crate::rational::{Rational, common_denominator};

/// The kind of dominance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// Better against everything.
    Strict,
    /// Never worse, and better against something.
    Weak,
}

/// A strategy and its weight in a mixture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The strategy, counted from 0.
    pub strategy: usize,
    /// Its name.
    pub name: String,
    /// Its weight; all weights of a mixture add up to 1.
    pub weight: Rational,
}

/// Strategies that have not been eliminated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alive {
    pub rows: Vec<usize>,
    pub columns: Vec<usize>,
}

impl Alive {
    pub fn all(game: &Game) -> Alive {
        Alive { rows: (0..game.rows.len()).collect(), columns: (0..game.columns.len()).collect() }
    }

    pub fn of(&self, player: Player) -> &[usize] {
        match player {
            Player::Row => &self.rows,
            Player::Column => &self.columns,
        }
    }

    pub fn remove(&mut self, player: Player, strategy: usize) {
        match player {
            Player::Row => self.rows.retain(|&kept| kept != strategy),
            Player::Column => self.columns.retain(|&kept| kept != strategy),
        }
    }
}

/// The rank of each payoff among all of its player's: ranks are fast to compare, whatever the payoffs.
pub(crate) struct Ranks {
    row: Vec<Vec<u32>>,
    column: Vec<Vec<u32>>,
}

impl Ranks {
    pub fn new(game: &Game) -> Ranks {
        Ranks { row: ranked(game, Player::Row), column: ranked(game, Player::Column) }
    }

    fn of(&self, player: Player, own: usize) -> &[u32] {
        match player {
            Player::Row => &self.row[own],
            Player::Column => &self.column[own],
        }
    }
}

/// For each strategy of the player the ranks of its payoffs.
fn ranked(game: &Game, player: Player) -> Vec<Vec<u32>> {
    let others = game.count(player.other());
    let mut order: Vec<(f64, &Rational, usize, usize)> = Vec::new();
    for own in 0..game.count(player) {
        let payoffs = (0..others).map(|other| (game.payoff(player, own, other), other));
        order.extend(payoffs.map(|(payoff, other)| (payoff.to_f64(), payoff, own, other)));
    }
    order.sort_unstable_by(|a, b| quick_order((a.0, a.1), (b.0, b.1)));
    let mut ranks = vec![vec![0; others]; game.count(player)];
    let mut rank = 0;
    for (place, &(_, payoff, own, other)) in order.iter().enumerate() {
        if place > 0 && order[place - 1].1 != payoff {
            rank += 1;
        }
        ranks[own][other] = rank;
    }
    ranks
}

/// The order of two fractions, by their approximations where these are far enough apart.
fn quick_order(a: (f64, &Rational), b: (f64, &Rational)) -> Ordering {
    let margin = 16.0 * f64::EPSILON * a.0.abs().max(b.0.abs());
    match (a.0 - b.0).abs() > margin {
        true => a.0.total_cmp(&b.0),
        // Near, or too large for floating point.
        false => a.1.cmp(b.1),
    }
}

/// The first strategy of the player that alone dominates `own`, at least this strongly.
pub(crate) fn pure_dominator(
    ranks: &Ranks,
    alive: &Alive,
    player: Player,
    own: usize,
    strength: Strength,
) -> Option<usize> {
    let beaten = ranks.of(player, own);
    let others = alive.of(player.other());
    alive.of(player).iter().copied().filter(|&candidate| candidate != own).find(|&candidate| {
        let by = ranks.of(player, candidate);
        match strength {
            Strength::Strict => others.iter().all(|&other| by[other] > beaten[other]),
            Strength::Weak => {
                others.iter().all(|&other| by[other] >= beaten[other])
                    && others.iter().any(|&other| by[other] > beaten[other])
            }
        }
    })
}

/// Is `own` the only best reply to something? Then no mixture dominates it, and no linear program is needed.
fn is_sole_best(ranks: &Ranks, alive: &Alive, player: Player, own: usize) -> bool {
    alive.of(player.other()).iter().any(|&other| {
        let best = ranks.of(player, own)[other];
        alive.of(player).iter().all(|&rival| rival == own || ranks.of(player, rival)[other] < best)
    })
}

/// A mixture of the player's strategies that dominates `own` with this strength, found by an exact linear program.
///
/// Strict: maximise the smallest advantage over `own`, which must be positive. Weak: no negative advantage, and a
/// positive sum. The mixture that is all `own` has advantage 0 everywhere, so the programs are feasible at the start.
pub(crate) fn mixed_dominator(
    game: &Game,
    ranks: &Ranks,
    alive: &Alive,
    player: Player,
    own: usize,
    strength: Strength,
    halt: &Halt<'_>,
) -> Result<Option<Vec<Share>>, Halted> {
    let rivals: Vec<usize> = alive.of(player).iter().copied().filter(|&rival| rival != own).collect();
    if rivals.len() < 2 || is_sole_best(ranks, alive, player, own) {
        return Ok(None);
    }
    let others = alive.of(player.other());
    let advantages: Vec<Vec<Rational>> = others
        .iter()
        .map(|&other| {
            let base = game.payoff(player, own, other);
            rivals.iter().map(|&rival| game.payoff(player, rival, other) - base).collect()
        })
        .collect();
    let scale = common_denominator(advantages.iter().flatten());
    let whole = |number: &Rational| number.numerator() * (&scale / number.denominator());
    let advantages: Vec<Vec<BigInt>> = advantages.iter().map(|row| row.iter().map(whole).collect()).collect();
    let strict = strength == Strength::Strict;
    // Columns: the rivals' weights, and for strict dominance the smallest advantage. Rows: one for each reply, and the
    // sum.
    let mut matrix: Vec<Vec<BigInt>> = advantages
        .iter()
        .map(|row| row.iter().map(|advantage| -advantage).chain(strict.then(BigInt::one)).collect())
        .collect();
    matrix.push(rivals.iter().map(|_| BigInt::one()).chain(strict.then(BigInt::zero)).collect());
    let mut bounds = vec![BigInt::zero(); others.len()];
    bounds.push(BigInt::one());
    let objective: Vec<BigInt> = match strength {
        Strength::Strict => rivals.iter().map(|_| BigInt::zero()).chain([BigInt::one()]).collect(),
        Strength::Weak => (0..rivals.len()).map(|rival| advantages.iter().map(|row| &row[rival]).sum()).collect(),
    };
    let Some(optimum) = maximise(&matrix, &bounds, &objective, halt)? else { return Ok(None) };
    if !optimum.value.is_positive() {
        return Ok(None);
    }
    let weights = &optimum.solution[..rivals.len()];
    // Weight that stays with `own` may be distributed over the others: that only improves the mixture.
    let sum: Rational = weights.iter().cloned().sum();
    let used = rivals.iter().zip(weights).filter(|(_, weight)| !weight.is_zero());
    let share = |(&strategy, weight): (&usize, &Rational)| Share {
        strategy,
        name: game.names(player)[strategy].clone(),
        weight: weight / &sum,
    };
    Ok(Some(used.map(share).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::samples::game;

    fn mixed(text: &str, own: usize, strength: Strength) -> Option<Vec<String>> {
        let game = game(text);
        let (ranks, alive) = (Ranks::new(&game), Alive::all(&game));
        let found = mixed_dominator(&game, &ranks, &alive, Player::Row, own, strength, &Halt::NEVER).unwrap();
        found.map(|shares| shares.iter().map(|share| format!("{}·{}", share.weight, share.name)).collect())
    }

    #[test]
    fn a_mixture_may_dominate_what_no_strategy_does() {
        let text = "3 0; 0 3; 1 1";
        assert_eq!(mixed(text, 2, Strength::Strict), Some(vec!["1/2·r1".to_owned(), "1/2·r2".to_owned()]));
        assert_eq!(mixed(text, 0, Strength::Strict), None);
        assert_eq!(mixed("2 0; 0 2; 1 1", 2, Strength::Strict), None, "only as good");
        assert_eq!(mixed("2 0; 0 2; 1 1", 2, Strength::Weak), None, "only as good");
        assert!(mixed("2 0 1; 0 2 1; 1 1 0", 2, Strength::Weak).is_some());
        assert_eq!(mixed("2 0 1; 0 2 1; 1 1 1", 2, Strength::Strict), None);
    }

    #[test]
    fn strict_is_more_than_weak() {
        let game = game("1 2; 1 3; 2 4");
        let (ranks, alive) = (Ranks::new(&game), Alive::all(&game));
        let by = |own, strength| pure_dominator(&ranks, &alive, Player::Row, own, strength);
        assert_eq!((by(0, Strength::Strict), by(0, Strength::Weak)), (Some(2), Some(1)));
        assert_eq!((by(2, Strength::Strict), by(2, Strength::Weak)), (None, None));
    }
}

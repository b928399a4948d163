//! Equilibria in mixed strategies: all extreme ones, or one.

use std::collections::HashMap;

use num_bigint::BigInt;
use serde::Serialize;

use crate::dictionary::{PivotError, with_enough_bits};
use crate::game::{Game, Player};
use crate::halt::{Halt, Halted};
use crate::polytope::{Polytope, mixture};
use crate::rational::Rational;
use crate::vertices::{Bits, MOST_LABELS, Vertices, vertices_of};

/// An equilibrium. It can only be constructed by an exact check that both mixtures are best replies to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Equilibrium {
    /// Weights of the rows.
    pub row: Vec<Rational>,
    /// Weights of the columns.
    pub column: Vec<Rational>,
    /// The expected payoffs of both players.
    pub payoffs: [Rational; 2],
    /// Both players use one strategy only.
    pub pure: bool,
}

impl Equilibrium {
    /// The equilibrium of these mixtures, if it is one: nonnegative weights with sum 1, and no strategy that gives its
    /// player more.
    pub fn checked(game: &Game, row: Vec<Rational>, column: Vec<Rational>) -> Option<Equilibrium> {
        let is_mixture = |weights: &[Rational], count: usize| {
            weights.len() == count
                && weights.iter().all(|weight| !weight.is_negative())
                && weights.iter().cloned().sum::<Rational>() == Rational::one()
        };
        if !is_mixture(&row, game.rows.len()) || !is_mixture(&column, game.columns.len()) {
            return None;
        }
        let row_payoff = best_reply_payoff(game, Player::Row, &row, &column)?;
        let column_payoff = best_reply_payoff(game, Player::Column, &column, &row)?;
        let used = row.iter().chain(&column).filter(|weight| !weight.is_zero()).count();
        Some(Equilibrium { row, column, payoffs: [row_payoff, column_payoff], pure: used == 2 })
    }
}

/// The payoff of `own` against `other`, if no strategy gives more.
fn best_reply_payoff(game: &Game, player: Player, own: &[Rational], other: &[Rational]) -> Option<Rational> {
    let answers: Vec<(usize, &Rational)> = other.iter().enumerate().filter(|(_, weight)| !weight.is_zero()).collect();
    let payoff = |strategy: usize| -> Rational {
        answers.iter().map(|&(answer, weight)| game.payoff(player, strategy, answer) * weight).sum()
    };
    let payoffs: Vec<Rational> = (0..own.len()).map(payoff).collect();
    let best = payoffs.iter().max()?;
    let is_best = own.iter().zip(&payoffs).all(|(weight, payoff)| weight.is_zero() || payoff == best);
    is_best.then(|| best.clone())
}

/// The extreme equilibria found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Extreme {
    /// Pure ones first, then by their strategies.
    pub equilibria: Vec<Equilibrium>,
    /// These are all. If not, the search was stopped early.
    pub complete: bool,
    /// Some mixture has more best replies than strategies it uses. Such a game may have whole segments and faces of
    /// equilibria, whose vertices are the extreme ones. `None` if the search was stopped before that was known.
    pub degenerate: Option<bool>,
}

/// Is the game small enough to enumerate all equilibria? A label is a bit.
pub fn can_enumerate(game: &Game) -> bool {
    game.rows.len() + game.columns.len() <= MOST_LABELS
}

/// All extreme equilibria: pairs of vertices of the two best-response polytopes that together have all labels.
///
/// A game that is too large ([`can_enumerate`]) gets none, and `complete` is false.
pub fn extreme_equilibria(game: &Game, halt: &Halt<'_>) -> Extreme {
    if !can_enumerate(game) {
        return Extreme { equilibria: Vec::new(), complete: false, degenerate: None };
    }
    let walk = |player: Player| {
        let polytope = Polytope::of(game, player);
        // A search that is stopped early returns what it has.
        let walked: Result<Vertices, PivotError> = with_enough_bits!(vertices_of(&polytope, halt));
        walked.unwrap_or_default()
    };
    let (rows, columns) = (walk(Player::Row), walk(Player::Column));
    let (height, width) = (game.rows.len(), game.columns.len());
    let excess =
        |vertices: &Vertices, labels: usize| vertices.list.iter().any(|(bits, _)| bits.count_ones() as usize > labels);
    let excess = [excess(&rows, height), excess(&columns, width)];
    let walked = rows.complete && columns.complete;
    let (pairs, matched) = complementary(&rows, &columns, height + width, excess, halt);
    let mut equilibria: Vec<Equilibrium> = Vec::with_capacity(pairs.len());
    for (row, column) in pairs {
        let made = |weights: &[BigInt]| mixture(weights);
        let checked = made(row).zip(made(column)).and_then(|(row, column)| Equilibrium::checked(game, row, column));
        equilibria.extend(checked);
    }
    equilibria.sort_by(|a, b| b.pure.cmp(&a.pure).then_with(|| (&b.row, &b.column).cmp(&(&a.row, &a.column))));
    let degenerate = if excess.contains(&true) { Some(true) } else { walked.then_some(false) };
    Extreme { equilibria, complete: walked && matched.is_ok(), degenerate }
}

type Pair<'a> = (&'a [BigInt], &'a [BigInt]);

/// The pairs that have all labels, and whether all pairs were tried.
fn complementary<'a>(
    rows: &'a Vertices,
    columns: &'a Vertices,
    labels: usize,
    excess: [bool; 2],
    halt: &Halt<'_>,
) -> (Vec<Pair<'a>>, Result<(), Halted>) {
    let all: Bits = if labels == MOST_LABELS { Bits::MAX } else { (1 << labels) - 1 };
    let mut pairs: Vec<Pair<'a>> = Vec::new();
    if excess == [false, false] {
        // Every vertex has exactly as many labels as dimensions: its partner has the missing ones.
        let by_labels: HashMap<Bits, &[BigInt]> =
            columns.list.iter().map(|(bits, weights)| (*bits, weights.as_slice())).collect();
        let partner = |bits: Bits| by_labels.get(&(all ^ bits)).copied();
        pairs.extend(rows.list.iter().filter_map(|(bits, weights)| Some((weights.as_slice(), partner(*bits)?))));
        return (pairs, Ok(()));
    }
    for (bits, weights) in &rows.list {
        // What was found so far counts; testing the deadline once for each row vertex is enough.
        if halt.check().is_err() && !pairs.is_empty() {
            return (pairs, Err(Halted));
        }
        let partners = columns.list.iter().filter(|(others, _)| bits | others == all);
        pairs.extend(partners.map(|(_, partner)| (weights.as_slice(), partner.as_slice())));
    }
    (pairs, Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::samples::game;

    fn found(text: &str) -> (Vec<String>, Option<bool>) {
        let extreme = extreme_equilibria(&game(text), &Halt::NEVER);
        assert!(extreme.complete);
        let write = |weights: &[Rational]| weights.iter().map(Rational::to_string).collect::<Vec<_>>().join(" ");
        let list = extreme.equilibria.iter().map(|e| format!("{} | {}", write(&e.row), write(&e.column))).collect();
        (list, extreme.degenerate)
    }

    #[test]
    fn known_games_have_their_equilibria() {
        for (text, expected) in [
            ("2,2 0,3; 3,0 1,1", vec!["0 1 | 0 1"]),
            ("3,4 1,2; 4,1 2,3", vec!["0 1 | 0 1"]),
            ("1 -1; -1 1", vec!["1/2 1/2 | 1/2 1/2"]),
            ("0 -1 1; 1 0 -1; -1 1 0", vec!["1/3 1/3 1/3 | 1/3 1/3 1/3"]),
            ("3,2 0,0; 0,0 2,3", vec!["1 0 | 1 0", "0 1 | 0 1", "3/5 2/5 | 2/5 3/5"]),
            ("0,0 7,2; 2,7 6,6", vec!["1 0 | 0 1", "0 1 | 1 0", "1/3 2/3 | 1/3 2/3"]),
        ] {
            assert_eq!(found(text), (expected.iter().map(|&text| text.to_owned()).collect(), Some(false)), "{text}");
        }
    }

    #[test]
    fn a_degenerate_game_is_called_degenerate() {
        // Against the first column both rows are equally good.
        let (list, degenerate) = found("1,1 0,0; 1,1 1,0");
        assert_eq!(degenerate, Some(true));
        assert_eq!(list, ["1 0 | 1 0", "0 1 | 1 0"]);
    }

    #[test]
    fn only_equilibria_pass_the_check() {
        let game = game("1 -1; -1 1");
        let weights = |texts: [&str; 2]| texts.map(|text| text.parse().unwrap()).to_vec();
        assert!(Equilibrium::checked(&game, weights(["1/2", "1/2"]), weights(["1/2", "1/2"])).is_some());
        assert!(Equilibrium::checked(&game, weights(["1/3", "2/3"]), weights(["1/2", "1/2"])).is_none());
        assert!(Equilibrium::checked(&game, weights(["1/2", "1/3"]), weights(["1/2", "1/2"])).is_none());
        assert!(Equilibrium::checked(&game, weights(["3/2", "-1/2"]), weights(["1/2", "1/2"])).is_none());
    }
}

//! The diagram of a 2 × 2 game: each player's best reply to every mixture of the other.

use serde::Serialize;

use crate::game::{Game, Player};
use crate::rational::Rational;

/// A point of the unit square: the weights of the first row and of the first column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    /// The weight of the first row.
    pub row: Rational,
    /// The weight of the first column.
    pub column: Rational,
}

/// A best-reply curve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Curve {
    /// The player who replies.
    pub player: Player,
    /// The corners of the curve, in order of the other player's weight. Empty if everything is a best reply.
    pub points: Vec<Point>,
    /// The player is always indifferent: every point of the square is on the curve.
    pub everywhere: bool,
}

/// The curves of both players; `None` if the game is not 2 × 2. They intersect in the equilibria.
pub fn best_reply_curves(game: &Game) -> Option<[Curve; 2]> {
    let is_two_by_two = game.rows.len() == 2 && game.columns.len() == 2;
    is_two_by_two.then(|| [curve(game, Player::Row), curve(game, Player::Column)])
}

fn curve(game: &Game, player: Player) -> Curve {
    // The advantage of the first strategy over the second, against each of the other's two.
    let gain = |other: usize| game.payoff(player, 0, other) - game.payoff(player, 1, other);
    // The other's weight of their first strategy goes from 0 to 1.
    let (start, end) = (gain(1), gain(0));
    let level = |gain: &Rational| if gain.is_positive() { Rational::one() } else { Rational::zero() };
    let flipped = |level: &Rational| &Rational::one() - level;
    let (zero, one) = (Rational::zero(), Rational::one());
    let corners: Vec<(Rational, Rational)> = match (start.is_zero(), end.is_zero()) {
        (true, true) => Vec::new(),
        (true, false) => {
            let level = level(&end);
            vec![(zero.clone(), flipped(&level)), (zero, level.clone()), (one, level)]
        }
        (false, true) => {
            let level = level(&start);
            vec![(zero, level.clone()), (one.clone(), level.clone()), (one, flipped(&level))]
        }
        (false, false) if level(&start) == level(&end) => vec![(zero, level(&start)), (one, level(&start))],
        (false, false) => {
            let turn = &start / &(&start - &end);
            vec![(zero, level(&start)), (turn.clone(), level(&start)), (turn, level(&end)), (one, level(&end))]
        }
    };
    let point = |(other, own): (Rational, Rational)| match player {
        Player::Row => Point { row: own, column: other },
        Player::Column => Point { row: other, column: own },
    };
    let everywhere = corners.is_empty();
    Curve { player, points: corners.into_iter().map(point).collect(), everywhere }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::samples::game;

    fn corners(text: &str, player: usize) -> Vec<String> {
        let curves = best_reply_curves(&game(text)).unwrap();
        curves[player].points.iter().map(|point| format!("{},{}", point.row, point.column)).collect()
    }

    #[test]
    fn the_curves_of_the_battle_of_the_sexes_cross_three_times() {
        let text = "3,2 0,0; 0,0 2,3";
        assert_eq!(corners(text, 0), ["0,0", "0,2/5", "1,2/5", "1,1"]);
        assert_eq!(corners(text, 1), ["0,0", "3/5,0", "3/5,1", "1,1"]);
    }

    #[test]
    fn dominance_is_a_straight_line_and_indifference_a_whole_side() {
        assert_eq!(corners("2,2 0,3; 3,0 1,1", 0), ["0,0", "0,1"]);
        assert_eq!(corners("1,1 0,0; 1,1 1,0", 0), ["0,0", "0,1", "1,1"]);
        assert!(best_reply_curves(&game("5,1 5,2; 5,3 5,4")).unwrap()[0].everywhere);
        assert_eq!(best_reply_curves(&game("1 2 3; 4 5 6")), None);
    }
}

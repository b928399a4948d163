//! Points per game, in games that count them: a gammon in backgammon counts two, so the number of wins is not everything.

use serde::Serialize;

use crate::GameRecord;

/// The points per game in a match, from the point of view of its first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PointsAGame {
    /// The mean.
    pub mean: f64,
    /// Half the width of a 95 % confidence interval; none before the second pair.
    pub error: Option<f64>,
    #[serde(skip)]
    pairs: f64,
    /// The sum of the pairs' points, and the sum of their squares.
    #[serde(skip)]
    sums: [f64; 2],
}

/// The half-width of a 95 % confidence interval, in standard deviations.
const WITHIN: f64 = 1.96;

impl PointsAGame {
    /// The points after one more pair; none if neither of its games was counted in points. A game lost by a fault, without
    /// points, counts as one point.
    pub(crate) fn after(before: Option<PointsAGame>, pair: &[GameRecord; 2]) -> Option<PointsAGame> {
        if before.is_none() && pair.iter().all(|record| record.payoff.is_none()) {
            return None;
        }
        let points = |record: &GameRecord| record.payoff.unwrap_or(f64::from(record.halves) - 1.0);
        let both = points(&pair[0]) + points(&pair[1]);
        let PointsAGame { pairs, sums: [sum, squares], .. } = before.unwrap_or_default();
        Some(PointsAGame::of(pairs + 1.0, [sum + both, squares + both * both]))
    }

    /// The points of two sets of games together; the second set is counted with the opposite sign if `reversed`.
    pub(crate) fn together(
        one: Option<PointsAGame>,
        other: Option<PointsAGame>,
        reversed: bool,
    ) -> Option<PointsAGame> {
        let Some(other) = other else { return one };
        let PointsAGame { pairs, sums: [sum, squares], .. } = one.unwrap_or_default();
        let sign = if reversed { -1.0 } else { 1.0 };
        Some(PointsAGame::of(pairs + other.pairs, [sum + sign * other.sums[0], squares + other.sums[1]]))
    }

    fn of(pairs: f64, sums: [f64; 2]) -> PointsAGame {
        let [sum, squares] = sums;
        // The games of a pair share their dice or opening, so only pairs are independent.
        let variance = (squares - sum * sum / pairs) / (pairs - 1.0).max(1.0);
        let error = WITHIN * (variance.max(0.0) / pairs).sqrt() / 2.0;
        PointsAGame { mean: sum / pairs / 2.0, error: (pairs > 1.0).then_some(error), pairs, sums }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Spent};

    fn record(halves: u8, payoff: Option<f64>) -> GameRecord {
        let (ending, spent) = (Ending::Rules, [Spent::default(); 2]);
        let (opening, moves) = (String::new(), Vec::new());
        let engines = [0, 1];
        GameRecord {
            number: 0,
            engines,
            opening,
            first: 0,
            halves,
            payoff,
            ending,
            culprit: None,
            remark: None,
            moves,
            spent,
        }
    }

    #[test]
    fn the_mean_is_over_games_and_its_error_over_pairs() {
        let pairs = [[2.0, 1.0], [-1.0, 1.0], [3.0, -2.0]];
        let add = |before, points: [f64; 2]| {
            PointsAGame::after(before, &points.map(|points| record(if points > 0.0 { 2 } else { 0 }, Some(points))))
        };
        let points = pairs.into_iter().fold(None, add).unwrap();
        assert!((points.mean - 4.0 / 6.0).abs() < 1e-12);
        // Pairs of 3, 0 and 1 points: a variance of 7/3, a third of it for the mean, and half of that for a game.
        assert!((points.error.unwrap() - 1.96 * (7.0_f64 / 9.0).sqrt() / 2.0).abs() < 1e-12);
        assert_eq!(add(None, [1.0, 1.0]).unwrap().error, None);
    }

    #[test]
    fn games_of_wins_have_no_points_and_a_fault_counts_as_one() {
        let won = record(2, None);
        assert_eq!(PointsAGame::after(None, &[won.clone(), won.clone()]), None);
        let both = PointsAGame::together(PointsAGame::after(None, &[record(2, Some(3.0)), won.clone()]), None, true);
        assert_eq!(both.map(|points| points.mean), Some(2.0));
        assert!(PointsAGame::together(both, both, true).unwrap().mean.abs() < 1e-12, "the other side's points");
        let points = PointsAGame::after(None, &[record(2, Some(2.0)), record(0, None)]).unwrap();
        assert!((points.mean - 0.5).abs() < 1e-12);
    }
}

//! The strength behind a score: the result of a match as Elo, with its error.
//!
//! The Elo of a score s is 400 log10(s / (1 − s)) (A. Elo, *The Rating of Chessplayers, Past and Present*, 1978). The
//! error is that of the mean over pairs of games, since the two games of a pair depend on each other: an opening may
//! favour a side. Normalized Elo is the mean in standard deviations of a single game, scaled to agree with Elo where no
//! game is drawn (M. Van den Bergh, *Normalized Elo*, 2019, www.cantate.be/Fishtest/normalized_elo.pdf).

use serde::Serialize;

use crate::Tally;

/// Half the width of a 95 % confidence interval, in standard errors.
const NINETY_FIVE: f64 = 1.959_963_985;

/// Elo for each unit of the logistic curve's argument.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The difference in strength that a match shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// Points per game, from 0 to 1.
    #[serde(rename = "rate")]
    pub score: f64,
    /// Half the width of the score's 95 % confidence interval; none while all pairs ended alike.
    #[serde(rename = "rate_error")]
    pub score_error: Option<f64>,
    /// The difference in Elo; none where one side won every game.
    pub elo: Option<f64>,
    /// Half the width of the Elo interval that corresponds to the score's interval.
    pub elo_error: Option<f64>,
    /// The likelihood that the first engine is the stronger one (LOS), with no prior knowledge.
    pub los: Option<f64>,
    /// The difference in normalized Elo.
    pub normalized_elo: Option<f64>,
}

impl Estimate {
    /// The estimate from the pairs played so far.
    pub fn of(tally: &Tally) -> Estimate {
        let number = tally.pairs.iter().sum::<u64>() as f64;
        if number == 0.0 {
            return Estimate::default();
        }
        let (score, variance) = moments(&tally.pairs);
        // The mean used up one degree of freedom.
        let variance = variance * number / (number - 1.0).max(1.0);
        let error = Some((variance / number).sqrt()).filter(|&error| error > 0.0);
        let score_error = error.map(|error| NINETY_FIVE * error);
        let around = |sign: f64| elo_of(score + sign * score_error?);
        Estimate {
            score,
            score_error,
            elo: elo_of(score),
            elo_error: around(1.0).zip(around(-1.0)).map(|(high, low)| (high - low) / 2.0),
            los: error.map(|error| normal_cdf((score - 0.5) / error)),
            // The score of a pair is the mean of two games: its variance is half that of one.
            normalized_elo: error.map(|_| 2.0 * ELO * (score - 0.5) / (2.0 * variance).sqrt()),
        }
    }
}

/// The mean of the pairs' scores, from 0 to 1, and their variance.
fn moments(pairs: &[u64; 5]) -> (f64, f64) {
    let number = pairs.iter().sum::<u64>() as f64;
    let over = |value: &dyn Fn(f64) -> f64| {
        pairs.iter().enumerate().map(|(quarters, &count)| count as f64 * value(quarters as f64 / 4.0)).sum::<f64>()
    };
    let mean = over(&|score| score) / number;
    (mean, over(&|score| (score - mean).powi(2)) / number)
}

/// The difference in Elo that gives this score; none if it would be infinite or the score is impossible.
pub fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| ELO * (score / (1.0 - score)).ln())
}

/// The score that this difference in Elo gives.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO).exp())
}

/// The cumulative normal distribution at x standard deviations.
fn normal_cdf(x: f64) -> f64 {
    // No finer method, such as W. J. Cody's, is needed: Abramowitz and Stegun 26.2.17 errs by less than 7.5e-8.
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let poly =
        t * (0.319_381_530 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_game::contract::Dice;

    fn estimate(pairs: [u64; 5]) -> Estimate {
        Estimate::of(&Tally { pairs, ..Tally::default() })
    }

    fn close(found: Option<f64>, expected: f64, by: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < by), "{found:?} is not {expected}");
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        close(elo_of(0.75), 190.849, 0.001);
        close(elo_of(score_of(-37.5)), -37.5, 1e-9);
        assert_eq!((elo_of(0.0), elo_of(1.0)), (None, None));
    }

    #[test]
    fn the_error_is_that_of_the_pairs() {
        // By hand: pairs of ½, ¾, ¾ and 1. The mean is ¾, the sample variance 0.125/3, the standard error 0.10206.
        let found = estimate([0, 0, 1, 2, 1]);
        assert_eq!(found.score, 0.75);
        close(found.score_error, 1.959_964 * 0.102_062, 1e-5);
        // The interval of the score is 0.54996 to 0.95004: 34.83 to 511.64 Elo.
        close(found.elo_error, (511.64 - 34.83) / 2.0, 0.01);
        // 0.25 / 0.10206 = 2.4495 standard errors.
        close(found.los, 0.992_847, 1e-5);
        close(found.normalized_elo, 347.4356 * 0.25 / 0.288_675, 0.01);
    }

    #[test]
    fn openings_that_favour_a_side_are_no_doubt_about_the_players() {
        // The same 400 games with the wins distributed differently: what is lost with one side is won with the other.
        let balanced = estimate([0, 10, 180, 10, 0]);
        let scattered = estimate([50, 10, 80, 10, 50]);
        assert!(balanced.score_error.unwrap() * 3.0 < scattered.score_error.unwrap());
    }

    #[test]
    fn pairs_that_all_end_alike_tell_no_error() {
        let found = estimate([0, 0, 9, 0, 0]);
        assert_eq!((found.score, found.score_error, found.los, found.elo), (0.5, None, None, Some(0.0)));
        assert_eq!(estimate([0; 5]), Estimate::default());
    }

    #[test]
    fn known_values_of_the_normal_distribution() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (1.959_964, 0.975), (-3.0, 0.001_349_9)]
        {
            assert!((normal_cdf(x) - share).abs() < 1e-6, "{x}");
        }
    }

    /// Random matches between players of known strength.
    fn simulated(dice: &mut Dice, pairs: u64, chances: [f64; 5]) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..pairs {
            let mut throw = (dice.bits() >> 11) as f64 / (1u64 << 53) as f64;
            let place = chances.iter().position(|chance| {
                throw -= chance;
                throw < 0.0
            });
            tally.pairs[place.unwrap_or(4)] += 1;
        }
        tally
    }

    #[test]
    fn ninety_five_intervals_of_a_hundred_hold_the_true_value() {
        let chances = [0.05, 0.2, 0.45, 0.22, 0.08];
        let truth: f64 = 0.2 * 0.25 + 0.45 * 0.5 + 0.22 * 0.75 + 0.08;
        let elo = elo_of(truth).unwrap();
        let mut dice = Dice::new(42);
        let held = (0..4000).filter(|_| {
            let found = Estimate::of(&simulated(&mut dice, 200, chances));
            (found.elo.unwrap() - elo).abs() < found.elo_error.unwrap()
        });
        let share = held.count() as f64 / 4000.0;
        // The standard error of the share itself is 0.0034.
        assert!((0.94..0.96).contains(&share), "{share}");
    }
}

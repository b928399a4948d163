//! The score of a match as an Elo difference, with its error.

use serde::Serialize;

/// Half the width of a 95 % confidence interval, in standard errors.
const NINETY_FIVE: f64 = 1.96;

/// The result of a match for its first player. Games come in pairs: the same opening with either side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Strength {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The mean score of a game, from 0 to 1.
    #[serde(rename = "rate")]
    pub score: f64,
    /// Half the 95 % confidence interval of the score.
    #[serde(rename = "rate_error")]
    pub score_error: f64,
    /// The same as a difference in Elo; none where one side won every game.
    pub elo: Option<f64>,
    /// And its error.
    pub elo_error: Option<f64>,
}

impl Strength {
    /// From pairs of games, each with the player's scores: 0, ½ or 1 in either.
    ///
    /// The two games of a pair depend on each other, since the opening may favour a side; so the error is that of the
    /// pairs.
    pub fn of(pairs: &[[f64; 2]]) -> Strength {
        let count = |points: f64| pairs.iter().flatten().filter(|&&made| made == points).count() as u64;
        let pair = |made: &[f64; 2]| (made[0] + made[1]) / 2.0;
        let number = pairs.len().max(1) as f64;
        let score = pairs.iter().map(pair).sum::<f64>() / number;
        let spread = pairs.iter().map(|made| (pair(made) - score).powi(2)).sum::<f64>() / (number - 1.0).max(1.0);
        let score_error = NINETY_FIVE * (spread / number).sqrt();
        let is_open = score > 0.0 && score < 1.0;
        Strength {
            wins: count(1.0),
            draws: count(0.5),
            losses: count(0.0),
            score,
            score_error,
            elo: is_open.then(|| 400.0 * (score / (1.0 - score)).log10()),
            // The derivative of the formula above.
            elo_error: is_open.then(|| 400.0 / std::f64::consts::LN_10 / (score * (1.0 - score)) * score_error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_of_three_quarters_is_191_elo() {
        let strength = Strength::of(&[[1.0, 0.5], [0.5, 1.0], [1.0, 1.0], [1.0, 0.0]]);
        assert_eq!((strength.wins, strength.draws, strength.losses), (5, 2, 1));
        assert_eq!(strength.score, 0.75);
        assert!((strength.elo.unwrap() - 190.85).abs() < 0.01);
        // Pairs of ¾, ¾, 1, ½: a variance of 0.125/3, a standard error of 0.102.
        assert!((strength.score_error - 1.96 * (0.125f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert!((strength.elo_error.unwrap() - 185.3).abs() < 0.1, "{:?}", strength.elo_error);
    }

    #[test]
    fn openings_that_favour_a_side_are_no_doubt_about_the_players() {
        let strength = Strength::of(&[[1.0, 0.0]; 50]);
        assert_eq!((strength.score, strength.score_error, strength.elo), (0.5, 0.0, Some(0.0)));
    }

    #[test]
    fn a_clean_sweep_has_no_elo() {
        assert_eq!(Strength::of(&[[1.0, 1.0]]).elo, None);
        assert_eq!(Strength::of(&[]).elo, None);
    }
}

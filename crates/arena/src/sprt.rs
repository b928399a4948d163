//! When to stop: the sequential probability ratio test, in its generalized form for pairs of games.
//!
//! A. Wald (*Sequential Tests of Statistical Hypotheses*, 1945) adds up the logarithm of the likelihood ratio of two
//! hypotheses until it leaves an interval. Here the hypotheses only name the expected score, by a difference in Elo; the
//! other parameters of the distribution over the five results of a pair are those of greatest likelihood under each (M.
//! Van den Bergh, *The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution*, 2019,
//! www.cantate.be/Fishtest/support_MLE_multinomial.pdf, which also is the empirical likelihood of A. Owen, 1988).

use serde::Serialize;

use crate::elo::score_of;

/// The count of a pair result that did not occur, so that no likelihood is zero.
const HARDLY_ANY: f64 = 1e-3;

/// A test of two hypotheses about the difference in strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The null hypothesis, in Elo.
    pub elo0: f64,
    /// The alternative hypothesis, in Elo.
    pub elo1: f64,
    /// The probability of accepting the alternative if the null hypothesis is true.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis if the alternative is true.
    pub beta: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// More games are needed.
    Open,
    /// The null hypothesis is accepted: elo0 rather than elo1.
    H0,
    /// The alternative is accepted: elo1 rather than elo0.
    H1,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// At or below it the null hypothesis is accepted.
    pub lower: f64,
    /// At or above it the alternative is accepted.
    pub upper: f64,
    /// The decision.
    pub decision: Decision,
}

impl Sprt {
    /// A test with error probabilities of 5 %.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// A test as people write it: two differences in Elo, then perhaps two probabilities of error. None if it makes no sense.
    pub fn from_numbers(numbers: &[f64]) -> Option<Sprt> {
        let test = match *numbers {
            [elo0, elo1] => Sprt::new(elo0, elo1),
            [elo0, elo1, alpha, beta] => Sprt { elo0, elo1, alpha, beta },
            _ => return None,
        };
        let is_error = |error: f64| error > 0.0 && error < 0.5;
        let makes_sense = -1000.0 <= test.elo0 && test.elo0 < test.elo1 && test.elo1 <= 1000.0;
        (makes_sense && is_error(test.alpha) && is_error(test.beta)).then_some(test)
    }

    /// The state of the test after these pairs, counted by the points scored in them: 0, ½, 1, 1½, 2.
    pub fn after(&self, pairs: &[u64; 5]) -> SprtState {
        let llr = self.llr(pairs);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let decision = if llr <= lower {
            Decision::H0
        } else if llr >= upper {
            Decision::H1
        } else {
            Decision::Open
        };
        SprtState { sprt: *self, llr, lower, upper, decision }
    }

    /// The logarithm of the likelihood ratio.
    fn llr(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| (count as f64).max(HARDLY_ANY));
        let number: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / number);
        let [null, other] = [self.elo0, self.elo1].map(|elo| likeliest(&seen, score_of(elo)));
        (0..5).map(|place| counts[place] * (other[place] / null[place]).ln()).sum()
    }
}

/// The maximum-likelihood distribution with this expected score.
///
/// It is p / (1 + t (a − s)) for a result observed with share p and score a, where t makes the expectation s: the sum of p
/// (a − s) / (1 + t (a − s)) is then 0. That sum falls as t rises, so bisection finds it.
fn likeliest(seen: &[f64; 5], score: f64) -> [f64; 5] {
    let off = |place: usize| place as f64 / 4.0 - score;
    let sum = |t: f64| (0..5).map(|place| seen[place] * off(place) / (1.0 + t * off(place))).sum::<f64>();
    let (mut low, mut high) = (-1.0 / off(4), -1.0 / off(0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if sum(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = (low + high) / 2.0;
    std::array::from_fn(|place| seen[place] / (1.0 + t * off(place)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_game::contract::Dice;

    #[test]
    fn the_likeliest_distribution_has_the_expected_score() {
        let seen = [0.1, 0.2, 0.4, 0.2, 0.1];
        for score in [0.3, 0.5, 0.62] {
            let found = likeliest(&seen, score);
            let (sum, mean) = (0..5)
                .fold((0.0, 0.0), |(sum, mean), place| (sum + found[place], mean + found[place] * place as f64 / 4.0));
            assert!((sum - 1.0).abs() < 1e-9 && (mean - score).abs() < 1e-9, "{found:?}");
        }
        let same = likeliest(&seen, 0.5);
        assert!((0..5).all(|place| (same[place] - seen[place]).abs() < 1e-9));
    }

    #[test]
    fn two_results_alone_give_the_ratio_of_the_binomial() {
        // By hand: 60 pairs won, 40 lost. With scores s0 = ½ and s1 = 1/(1 + 10^(−1/4)) = 0.64007, the likelihoods are
        // those of a coin: 60 ln(s1/s0) + 40 ln((1 − s1)/(1 − s0)).
        let s1: f64 = 1.0 / (1.0 + 10f64.powf(-0.25));
        let expected = 60.0 * (s1 / 0.5).ln() + 40.0 * ((1.0 - s1) / 0.5).ln();
        let found = Sprt::new(0.0, 100.0).after(&[40, 0, 0, 0, 60]).llr;
        assert!((found - expected).abs() < 0.01, "{found} is not {expected}");
    }

    #[test]
    fn published_matches_give_their_published_ratio() {
        // Figures that fastchess (github.com/Disservin/fastchess) uses to check its own test.
        let cases = [
            ([223, 9863, 21_279, 10_037, 246], (0.5, 2.5), -3.07),
            ([871, 26_175, 55_983, 26_678, 821], (0.0, 2.0), -4.98),
        ];
        for (pairs, (elo0, elo1), llr) in cases {
            let found = Sprt::new(elo0, elo1).after(&pairs);
            assert!((found.llr - llr).abs() < 0.01 * llr.abs(), "{found:?}");
            assert_eq!(found.decision, Decision::H0);
        }
    }

    #[test]
    fn the_bounds_are_walds() {
        let state = Sprt::new(0.0, 5.0).after(&[0; 5]);
        assert!((state.lower + 2.944_44).abs() < 1e-5 && (state.upper - 2.944_44).abs() < 1e-5);
        assert_eq!((state.llr, state.decision), (0.0, Decision::Open));
    }

    /// Plays random pairs between players whose true difference is `elo` until the test decides.
    fn decide(dice: &mut Dice, sprt: &Sprt, elo: f64) -> Decision {
        // Symmetric around the middle, then shifted by taking from both lower results and adding to the upper ones.
        let shift = score_of(elo) - 0.5;
        let chances = [0.06 - shift, 0.24 - shift, 0.4, 0.24 + shift, 0.06 + shift];
        let mean: f64 = (0..5).map(|place| chances[place] * place as f64 / 4.0).sum();
        assert!((mean - (0.5 + 1.5 * shift)).abs() < 1e-9);
        let mut pairs = [0; 5];
        loop {
            let mut throw = (dice.bits() >> 11) as f64 / (1u64 << 53) as f64;
            let place = chances.iter().position(|chance| {
                throw -= chance;
                throw < 0.0
            });
            pairs[place.unwrap_or(4)] += 1;
            let decision = sprt.after(&pairs).decision;
            if decision != Decision::Open {
                return decision;
            }
        }
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        // Bounds far apart keep the matches of this test short.
        let sprt = Sprt::new(0.0, 60.0);
        // The players' score is 1.5 times as far from the middle as the argument of `decide` says.
        let normalized = |elo: f64| crate::elo::elo_of(0.5 + (score_of(elo) - 0.5) / 1.5).unwrap();
        let mut dice = Dice::new(7);
        let mut wrong = |elo: f64, wrong: Decision| {
            (0..400).filter(|_| decide(&mut dice, &sprt, normalized(elo)) == wrong).count() as f64 / 400.0
        };
        // Each error should be 5 %; the standard error over 400 matches is 1.1 %.
        let (alpha, beta) = (wrong(0.0, Decision::H1), wrong(60.0, Decision::H0));
        assert!((0.01..0.08).contains(&alpha) && (0.01..0.08).contains(&beta), "{alpha} {beta}");
        // A player stronger than both hypotheses is hardly ever rejected.
        assert!(wrong(120.0, Decision::H0) < 0.01);
    }
}

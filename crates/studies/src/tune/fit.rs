//! Logistic regression: which weights make the sum of the terms predict the result best?
//!
//! The probability of a win is modelled as σ(Σ cᵢ·tᵢ) with σ(z) = 1 / (1 + e^−z), and the coefficients cᵢ maximise the
//! likelihood of the results. Newton's method finds them; there is one optimum, so the starting point does not matter,
//! and the same observations give the same numbers every time.

/// The terms of a position, and its result: from 0 (a loss) through ½ (a draw) to 1 (a win).
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The nonzero terms of the sum, by number. Of hundreds of terms a position has some dozens.
    pub terms: Vec<(u32, f32)>,
    /// The result.
    pub result: f64,
}

/// The prior of the coefficients.
#[derive(Clone, Debug, PartialEq)]
pub struct Prior {
    /// Their prior means.
    pub expected: Vec<f64>,
    /// The strength of each: as if it had been seen in this many positions with the term at 1. Infinite for a fixed
    /// coefficient.
    pub positions: Vec<f64>,
}

/// The result of a regression.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// One for each term.
    pub coefficients: Vec<f64>,
    /// The standard error of each; none for a term that is 0 in every observation.
    pub errors: Vec<Option<f64>>,
}

/// The quality of a prediction of results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The mean of −log of the probability given to the actual result, in nats: 0.693 is no information, less is
    /// better.
    pub log_loss: f64,
    /// The share of won and lost positions with the right winner predicted.
    pub accuracy: f64,
}

/// The strength of the ridge, one observation for each term: it keeps the coefficients finite if a term predicts every
/// result, and is negligible among thousands.
const RIDGE: f64 = 1.0;

/// A position gives most information about a term if the result is open: p·(1 − p) is then a quarter.
const OPEN: f64 = 0.25;

/// Practically infinite beside any number of observations, but still finite.
const IMMOVABLE: f64 = 1e15;

/// Newton's method doubles the digits in each round; this many are only needed if steps have to be halved.
const MOST_ROUNDS: usize = 100;

impl Fit {
    /// Fits `terms` coefficients to observations.
    pub fn of(observations: &[Observation], terms: usize) -> Fit {
        let sizes = sizes(observations, terms);
        let pull = Pull { towards: vec![0.0; terms], strength: sizes.iter().map(|size| RIDGE * size * size).collect() };
        Fit::pulled(observations, &pull, &sizes)
    }

    /// Fits coefficients to observations with a prior, which dominates where data is scarce.
    pub fn near(observations: &[Observation], prior: &Prior) -> Fit {
        let strength = prior.positions.iter().map(|positions| (positions * OPEN).min(IMMOVABLE)).collect();
        let pull = Pull { towards: prior.expected.clone(), strength };
        Fit::pulled(observations, &pull, &sizes(observations, prior.expected.len()))
    }

    fn pulled(observations: &[Observation], pull: &Pull, sizes: &[f64]) -> Fit {
        let mut point = pull.towards.clone();
        let mut cost = pull.cost(observations, &point);
        for _ in 0..MOST_ROUNDS {
            let (slope, curvature) = pull.derivatives(observations, &point);
            let step = Cholesky::of(&curvature).solve(&slope);
            let Some((next, lower)) = pull.descend(observations, &point, &step, cost) else { break };
            let gain = cost - lower;
            (point, cost) = (next, lower);
            if gain <= 1e-12 * cost.abs() {
                break;
            }
        }
        let (_, curvature) = pull.derivatives(observations, &point);
        let variances = Cholesky::of(&curvature).diagonal_of_inverse();
        Fit {
            coefficients: point,
            errors: variances
                .iter()
                .zip(sizes)
                .map(|(variance, &size)| (size > 0.0).then(|| variance.sqrt()))
                .collect(),
        }
    }

    /// The predicted probability of a win for these terms.
    pub fn chance(&self, terms: &[(u32, f32)]) -> f64 {
        logistic(sum(&self.coefficients, terms))
    }

    /// How well the fit predicts these results; they should not be those it was fitted to.
    pub fn forecast(&self, observations: &[Observation]) -> Forecast {
        let chance = |seen: &Observation| logistic(sum(&self.coefficients, &seen.terms));
        let losses: f64 =
            observations.iter().map(|seen| surprise(sum(&self.coefficients, &seen.terms), seen.result)).sum();
        let decided: Vec<&Observation> = observations.iter().filter(|seen| seen.result != 0.5).collect();
        let right = decided.iter().filter(|seen| (chance(seen) > 0.5) == (seen.result > 0.5)).count();
        Forecast {
            log_loss: losses / observations.len().max(1) as f64,
            accuracy: right as f64 / decided.len().max(1) as f64,
        }
    }
}

/// The root mean square of each term.
fn sizes(observations: &[Observation], terms: usize) -> Vec<f64> {
    let mut squares = vec![0.0; terms];
    for &(term, value) in observations.iter().flat_map(|seen| &seen.terms) {
        squares[term as usize] += f64::from(value).powi(2);
    }
    squares.iter().map(|square| (square / observations.len() as f64).sqrt()).collect()
}

/// The sum of the terms with these coefficients.
fn sum(coefficients: &[f64], terms: &[(u32, f32)]) -> f64 {
    terms.iter().map(|&(term, value)| coefficients[term as usize] * f64::from(value)).sum()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn logistic(z: f64) -> f64 {
    1.0 / (1.0 + (-z).exp())
}

/// −log of the probability that a sum of `z` gives to a result, without overflow: log(1 + e^z) − result·z.
fn surprise(z: f64, result: f64) -> f64 {
    z.max(0.0) + (-z.abs()).exp().ln_1p() - result * z
}

/// A quadratic penalty on the distance of each coefficient from its target.
struct Pull {
    towards: Vec<f64>,
    strength: Vec<f64>,
}

impl Pull {
    fn cost(&self, rows: &[Observation], point: &[f64]) -> f64 {
        let surprises: f64 = rows.iter().map(|seen| surprise(sum(point, &seen.terms), seen.result)).sum();
        let held = point.iter().zip(&self.towards).zip(&self.strength);
        surprises + held.map(|((c, towards), strength)| 0.5 * strength * (c - towards).powi(2)).sum::<f64>()
    }

    /// The negative gradient at a point, and the lower triangle of the Hessian.
    fn derivatives(&self, rows: &[Observation], point: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let held = point.iter().zip(&self.towards).zip(&self.strength);
        let mut slope: Vec<f64> = held.map(|((c, towards), strength)| strength * (towards - c)).collect();
        let mut curvature = vec![vec![0.0; point.len()]; point.len()];
        for seen in rows {
            let chance = logistic(sum(point, &seen.terms));
            let weight = chance * (1.0 - chance);
            for (place, &(i, value)) in seen.terms.iter().enumerate() {
                slope[i as usize] += (seen.result - chance) * f64::from(value);
                let row = &mut curvature[i as usize];
                // Terms are sorted by number: those before this one fill the lower triangle.
                for &(j, other) in &seen.terms[..=place] {
                    row[j as usize] += weight * f64::from(value) * f64::from(other);
                }
            }
        }
        for (i, row) in curvature.iter_mut().enumerate() {
            // A term that never occurs and has no penalty stays unchanged.
            row[i] += if self.strength[i] > 0.0 { self.strength[i] } else { f64::from(u8::from(row[i] == 0.0)) };
        }
        (slope, curvature)
    }

    /// The point after a step, halved until the cost decreases; none if it never does.
    fn descend(&self, rows: &[Observation], point: &[f64], step: &[f64], cost_here: f64) -> Option<(Vec<f64>, f64)> {
        (0..30).find_map(|halvings| {
            let share = 0.5f64.powi(halvings);
            let next: Vec<f64> = point.iter().zip(step).map(|(c, s)| c + share * s).collect();
            let lower = self.cost(rows, &next);
            (lower < cost_here).then_some((next, lower))
        })
    }
}

/// A positive definite matrix as L·Lᵀ with L a lower triangle (Cholesky decomposition).
struct Cholesky(Vec<Vec<f64>>);

impl Cholesky {
    /// Only the lower triangle of the matrix is read. The ridge makes it positive definite.
    fn of(matrix: &[Vec<f64>]) -> Cholesky {
        let mut lower = vec![vec![0.0; matrix.len()]; matrix.len()];
        for i in 0..matrix.len() {
            for j in 0..=i {
                let rest = matrix[i][j] - dot(&lower[i][..j], &lower[j][..j]);
                lower[i][j] = if i == j { rest.sqrt() } else { rest / lower[j][j] };
            }
        }
        Cholesky(lower)
    }

    /// The x for which matrix·x is `right`.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let lower = &self.0;
        let mut x = right.to_vec();
        for i in 0..x.len() {
            x[i] = (x[i] - dot(&lower[i][..i], &x[..i])) / lower[i][i];
        }
        for i in (0..x.len()).rev() {
            let below: f64 = (i + 1..x.len()).map(|j| lower[j][i] * x[j]).sum();
            x[i] = (x[i] - below) / lower[i][i];
        }
        x
    }

    fn diagonal_of_inverse(&self) -> Vec<f64> {
        let unit = |i: usize| (0..self.0.len()).map(|j| f64::from(u8::from(i == j))).collect::<Vec<f64>>();
        (0..self.0.len()).map(|i| self.solve(&unit(i))[i]).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rootward_game::contract::Dice;

    use super::*;

    fn uniform(dice: &mut Dice) -> f64 {
        dice.below(1 << 30) as f64 / f64::from(1 << 30)
    }

    /// Random results with the probabilities that these coefficients give.
    fn thrown(coefficients: &[f64], count: usize, seed: u64) -> Vec<Observation> {
        let mut dice = Dice::new(seed);
        let throw = |_| {
            let terms: Vec<(u32, f32)> =
                (0..coefficients.len() as u32).map(|i| (i, dice.below(9) as f32 - 4.0)).collect();
            let result = f64::from(u8::from(uniform(&mut dice) < logistic(sum(coefficients, &terms))));
            Observation { terms, result }
        };
        (0..count).map(throw).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn known_weights_are_recovered_within_their_errors(
            truth in prop::collection::vec(-0.8f64..0.8, 1..6), seed in any::<u64>()
        ) {
            let fit = Fit::of(&thrown(&truth, 4000, seed), truth.len());
            for ((found, error), truth) in fit.coefficients.iter().zip(&fit.errors).zip(&truth) {
                let error = error.unwrap();
                prop_assert!(error < 0.06, "the error {error} is too large to say anything");
                // Five standard errors, and the bias of the ridge.
                prop_assert!((found - truth).abs() < 5.0 * error + 0.01, "{found} ± {error}, not {truth}");
            }
        }

        #[test]
        fn exact_chances_are_recovered_exactly(truth in prop::collection::vec(-0.5f64..0.5, 1..4)) {
            // The result is the probability itself instead of a random draw, a hundred times over.
            let seen = thrown(&truth, 500, 1).into_iter().map(|seen| {
                Observation { result: logistic(sum(&truth, &seen.terms)), ..seen }
            });
            let fit = Fit::of(&seen.cycle().take(50_000).collect::<Vec<_>>(), truth.len());
            for (found, truth) in fit.coefficients.iter().zip(&truth) {
                prop_assert!((found - truth).abs() < 1e-3, "{found}, not {truth}");
            }
        }
    }

    #[test]
    fn terms_that_foretell_everything_or_nothing_do_not_break_it() {
        let seen = |term: f32| Observation { terms: vec![(0, term)], result: f64::from(u8::from(term > 0.0)) };
        let fit = Fit::of(&[seen(1.0), seen(-1.0), seen(2.0), seen(-2.0)], 2);
        assert!(fit.coefficients[0].is_finite() && fit.coefficients[0] > 0.5);
        assert_eq!((fit.coefficients[1], fit.errors[1]), (0.0, None));
        assert_eq!(fit.forecast(&[seen(3.0), seen(-3.0)]).accuracy, 1.0);
        assert_eq!(Fit::of(&[], 0).coefficients, [0.0; 0]);
    }

    #[test]
    fn what_is_seldom_seen_stays_near_what_was_expected() {
        let seen = |term: u32, result: f64| Observation { terms: vec![(term, 1.0)], result };
        // The first term is seen ten thousand times and says 3 to 1, the second twice and says 1 to 0.
        let mut all: Vec<Observation> = (0..10_000).map(|n| seen(0, f64::from(u8::from(n % 4 != 0)))).collect();
        all.extend([seen(1, 1.0), seen(1, 1.0)]);
        let fit = Fit::near(&all, &Prior { expected: vec![-1.0, -1.0, 0.5], positions: vec![50.0; 3] });
        assert!((fit.coefficients[0] - 3f64.ln()).abs() < 0.05, "{fit:?}");
        assert!((-1.0..-0.8).contains(&fit.coefficients[1]), "{fit:?}");
        assert_eq!((fit.coefficients[2], fit.errors[2]), (0.5, None));
        let fixed = Prior { expected: vec![-1.0, -1.0, 0.5], positions: vec![f64::INFINITY, 0.0, 0.0] };
        let fit = Fit::near(&all, &fixed);
        assert!((fit.coefficients[0] + 1.0).abs() < 1e-6, "{fit:?}");
    }

    #[test]
    fn a_forecast_of_nothing_costs_a_bit() {
        let nothing = Fit { coefficients: vec![0.0], errors: vec![None] };
        let loss = nothing.forecast(&thrown(&[0.3], 100, 2)).log_loss;
        assert!((loss - std::f64::consts::LN_2).abs() < 1e-12);
    }
}

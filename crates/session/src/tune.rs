//! Fitting an evaluation: which weights foretell best how positions end whose value is proven?
//!
//! The result of each position (a loss 0, a draw ½, a win 1, for MAX) is regressed on the features of the game's linear
//! evaluation ([`fit`]). Two more terms are fitted and then forgotten: that MAX moves first, and who is to move. They are
//! the same at all leaves of a search to one depth, so an evaluation does not need them, but left out they would be
//! blamed on the features. Every fifth position is held out; what the weights are worth is measured on those.

use serde::Serialize;

use crate::{FeatureData, Problem};

mod collect;
pub mod fit;
mod kept;
mod sample;

pub use collect::{Collected, collect_samples};
pub(crate) use sample::{SMALL_TABLE, is_quiet, question, share, wander, wander_for};
pub use sample::{Sample, SampleSettings, read_samples};

use fit::{Fit, Observation};

/// One position of so many is held out.
const HELD_OUT: usize = 5;

/// At least this many positions for each term, or the weights are noise.
const LEAST_POSITIONS: usize = 10;

/// Weights are whole numbers: at a scale where the largest is less than this, rounding would spoil them.
const LEAST_LARGEST: f64 = 20.0;

/// What came of a fit.
#[derive(Clone, Debug, Serialize)]
pub struct Tuned {
    /// The game.
    pub game: String,
    /// Positions in all.
    pub positions: usize,
    /// Those held out.
    pub held_out: usize,
    /// Positions that MAX wins, that are drawn, that MAX loses.
    pub results: [usize; 3],
    /// The terms of the evaluation.
    pub features: Vec<TunedFeature>,
    /// How well the held-out results are foretold without any evaluation, with the old weights, with the new ones.
    pub forecasts: Forecasts,
    /// The new weights as other commands read them.
    pub weights: String,
}

/// A term of the evaluation, before and after.
#[derive(Clone, Debug, Serialize)]
pub struct TunedFeature {
    /// Its name in settings.
    pub name: &'static str,
    /// What it counts.
    pub meaning: &'static str,
    /// The weight it had.
    pub old: i32,
    /// The weight that fits.
    pub new: i32,
    /// The new weight's standard error; none where the feature never occurred, and the old weight was kept.
    pub error: Option<f64>,
    /// Its part in what the new evaluation says: |weight| × the usual size of the feature, as a share of all.
    pub share: f64,
}

/// The held-out results, foretold in three ways.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Forecasts {
    /// Without an evaluation.
    pub none: Quality,
    /// With the weights there were.
    pub old: Quality,
    /// With those that were found, rounded as they are.
    pub new: Quality,
}

/// How good a forecast is.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Quality {
    /// The mean of −log of the chance given to what happened; less is better.
    pub log_loss: f64,
    /// The share of won and lost positions whose winner was named.
    pub accuracy: f64,
}

/// Fits the weights of these features to samples.
pub fn tune(game: &str, features: &[FeatureData], samples: &[Sample]) -> Result<Tuned, Problem> {
    let results = [1.0, 0.5, 0.0].map(|result| samples.iter().filter(|sample| sample.result == result).count());
    let least = LEAST_POSITIONS * (features.len() + 2);
    if samples.len() < least {
        return Err(Problem::new(format!("{} positions are too few", samples.len()), format!("at least {least}")));
    }
    if results.contains(&samples.len()) {
        return Err(Problem::new("all positions have the same result", "positions of both kinds"));
    }
    let held =
        |kept: bool| samples.iter().enumerate().filter(move |(place, _)| (place % HELD_OUT == HELD_OUT - 1) == kept);
    let taught: Vec<&Sample> = held(false).map(|(_, sample)| sample).collect();
    let tested: Vec<&Sample> = held(true).map(|(_, sample)| sample).collect();
    let fit = Fit::of(&observe(&taught, |sample| sample.counts.iter().map(|&count| f64::from(count)).collect()));
    let old: Vec<i32> = features.iter().map(|term| term.weight).collect();
    let found = Found { raw: &fit.coefficients[..features.len()], errors: &fit.errors[..features.len()] };
    let scale = found.scale(&old, &taught)?;
    let new: Vec<i32> = (0..old.len()).map(|term| found.rounded(term, old[term], scale)).collect();
    let sizes: Vec<f64> = (0..old.len()).map(|term| f64::from(new[term]).abs() * size(&taught, term)).collect();
    let all: f64 = sizes.iter().sum();
    let tuned = |(term, feature): (usize, &FeatureData)| TunedFeature {
        name: feature.name,
        meaning: feature.meaning,
        old: old[term],
        new: new[term],
        error: found.errors[term].map(|error| error * scale),
        share: if all > 0.0 { sizes[term] / all } else { 0.0 },
    };
    let settings: Vec<String> = features.iter().zip(&new).map(|(term, new)| format!("{}={new}", term.name)).collect();
    Ok(Tuned {
        game: game.to_owned(),
        positions: samples.len(),
        held_out: tested.len(),
        results,
        features: features.iter().enumerate().map(tuned).collect(),
        forecasts: Forecasts {
            none: quality(&taught, &tested, &vec![0; old.len()]),
            old: quality(&taught, &tested, &old),
            new: quality(&taught, &tested, &new),
        },
        weights: settings.join(","),
    })
}

/// The samples as a regression sees them: some terms, and the two that are forgotten.
fn observe(samples: &[&Sample], terms: impl Fn(&Sample) -> Vec<f64>) -> Vec<Observation> {
    let observation = |sample: &&Sample| {
        let mut terms = terms(sample);
        terms.extend([1.0, if sample.first_to_move { 1.0 } else { -1.0 }]);
        Observation { terms, result: sample.result }
    };
    samples.iter().map(observation).collect()
}

/// How well an evaluation foretells results it has not seen, once its points are turned into chances. How many points
/// make a sure win is fitted too, so that evaluations of any scale can be compared.
fn quality(taught: &[&Sample], tested: &[&Sample], weights: &[i32]) -> Quality {
    let observe = |samples| observe(samples, |sample| vec![evaluation(sample, weights)]);
    let forecast = Fit::of(&observe(taught)).forecast(&observe(tested));
    Quality { log_loss: forecast.log_loss, accuracy: forecast.accuracy }
}

fn evaluation(sample: &Sample, weights: &[i32]) -> f64 {
    sample.counts.iter().zip(weights).map(|(&count, &weight)| f64::from(count) * f64::from(weight)).sum()
}

/// The root mean square of a feature.
fn size(samples: &[&Sample], term: usize) -> f64 {
    let squares: f64 = samples.iter().map(|sample| f64::from(sample.counts[term]).powi(2)).sum();
    (squares / samples.len().max(1) as f64).sqrt()
}

/// Coefficients as the regression gives them.
struct Found<'a> {
    raw: &'a [f64],
    errors: &'a [Option<f64>],
}

impl Found<'_> {
    /// What to multiply by, so that the evaluation's points stay about as large as they were: search settings that are
    /// given in points keep their meaning.
    fn scale(&self, old: &[i32], samples: &[&Sample]) -> Result<f64, Problem> {
        let spread = |weights: &dyn Fn(usize) -> f64| {
            let sum = |sample: &Sample| {
                (0..old.len()).map(|term| f64::from(sample.counts[term]) * weights(term)).sum::<f64>()
            };
            samples.iter().map(|sample| sum(sample).powi(2)).sum::<f64>().sqrt()
        };
        let (before, raw) = (spread(&|term| f64::from(old[term])), spread(&|term| self.raw[term]));
        let largest = self.raw.iter().fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
        if raw == 0.0 || largest == 0.0 {
            return Err(Problem::new("no feature occurs in these positions", "positions that differ in some feature"));
        }
        Ok((before / raw).max(LEAST_LARGEST / largest))
    }

    fn rounded(&self, term: usize, old: i32, scale: f64) -> i32 {
        if self.errors[term].is_none() { old } else { (self.raw[term] * scale).round() as i32 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rootward_game::contract::Dice;

    use super::*;

    const NAMES: [&str; 4] = ["one", "two", "three", "never"];

    fn features(weights: [i32; 4]) -> Vec<FeatureData> {
        let feature = |(name, weight)| FeatureData { name, meaning: "", weight, count: 0 };
        NAMES.into_iter().zip(weights).map(feature).collect()
    }

    /// Positions whose results follow from these weights, by chance. The last feature never occurs.
    fn samples(truth: [i32; 4], count: usize, seed: u64) -> Vec<Sample> {
        let mut dice = Dice::new(seed);
        let throw = |number| {
            let mut counts: Vec<i32> = (0..4).map(|_| dice.below(7) as i32 - 3).collect();
            counts[3] = 0;
            let points: i32 = counts.iter().zip(truth).map(|(count, weight)| count * weight).sum();
            let chance = 1.0 / (1.0 + (-f64::from(points) / 40.0).exp());
            let won = (dice.below(1 << 20) as f64) < chance * f64::from(1 << 20);
            let position = format!("{number}");
            Sample { position, first_to_move: number % 2 == 0, result: f64::from(u8::from(won)), counts }
        };
        (0..count).map(throw).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn weights_that_made_the_results_are_found_again(a in 8..30i32, b in -30..-8i32, c in 5..30i32, seed in any::<u64>()) {
            let truth = [a, b, c, 7];
            let tuned = tune("any", &features([10, 10, 10, 7]), &samples(truth, 8000, seed)).unwrap();
            // The scale is free: the ratios count.
            let norm = |weights: &[i32]| weights.iter().map(|w| f64::from(w * w)).sum::<f64>().sqrt();
            let new: Vec<i32> = tuned.features.iter().map(|feature| feature.new).collect();
            for (found, truth_) in new.iter().zip(truth).take(3) {
                let (found, expected) = (f64::from(*found) / norm(&new[..3]), f64::from(truth_) / norm(&truth[..3]));
                prop_assert!((found - expected).abs() < 0.1, "{new:?} for {truth:?}");
            }
            prop_assert_eq!(new[3], 7, "what never occurs keeps its weight");
            prop_assert!(tuned.forecasts.new.log_loss < tuned.forecasts.old.log_loss);
            prop_assert!(tuned.forecasts.new.log_loss < tuned.forecasts.none.log_loss);
        }
    }

    #[test]
    fn too_little_to_go_by_is_refused() {
        let few = samples([1; 4], 20, 1);
        let error = |samples: &[Sample]| tune("any", &features([1; 4]), samples).unwrap_err().to_string();
        assert_eq!(error(&few), "20 positions are too few; expected at least 60");
        let won: Vec<Sample> = samples([1; 4], 100, 1).into_iter().map(|s| Sample { result: 1.0, ..s }).collect();
        assert!(error(&won).starts_with("all positions have the same result"));
        let empty: Vec<Sample> =
            samples([9; 4], 100, 1).into_iter().map(|s| Sample { counts: vec![0; 4], ..s }).collect();
        assert!(error(&empty).starts_with("no feature occurs"));
    }
}

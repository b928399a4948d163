//! Fitting an evaluation: which weights best predict the proven results of positions?
//!
//! The result of each position (a loss 0, a draw ½, a win 1, for MAX) is regressed on the features of the game's linear
//! evaluation ([`fit`]). Two more terms are fitted and then dropped: that MAX moves first, and who is to move. They are
//! the same at all leaves of a search to one depth, so an evaluation does not need them; but without them in the
//! regression, their effect would be attributed to the features. Every fifth position is held out to measure the
//! quality of the weights.
//!
//! A game that is too large to be solved is fitted to positions from the engine's self-play games ([`collect_games`])
//! instead. The result of such a game is not proven, so a lot of games are needed, and the old weights serve as a prior
//! where data is scarce ([`Method`]). Every fifth game is held out.

use std::collections::HashSet;

use serde::Serialize;

use rootward_session::{FeatureData, Problem};

mod collect;
pub mod fit;
mod games;
mod journal;
mod sample;
mod summary;
mod table;

pub use collect::{Collected, collect_samples};
pub use games::{GameSettings, collect_games, read_games};
pub(crate) use sample::{SMALL_TABLE, is_quiet, question, share, wander, wander_for};
pub use sample::{Sample, SampleSettings, read_samples};
pub use summary::TunedGroup;

use table::SampleTable;

/// One position, or game, in this many is held out.
const HELD_OUT: u64 = 5;

/// The least number of positions per term: with fewer, the weights are noise.
const LEAST_POSITIONS: usize = 10;

/// The result of a fit.
#[derive(Clone, Debug, Serialize)]
pub struct Tuned {
    /// The game.
    pub game: String,
    /// Positions in all.
    pub positions: usize,
    /// The number of games that they are from, if they are from games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// Held-out positions.
    pub held_out: usize,
    /// Positions that MAX wins, that are drawn, that MAX loses.
    pub results: [usize; 3],
    /// The terms of the evaluation.
    pub features: Vec<TunedFeature>,
    /// How well the held-out results are predicted without any evaluation, with the old weights, and with the new ones.
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
    /// Its group.
    pub group: &'static str,
    /// The old weight.
    pub old: i32,
    /// The new weight.
    pub new: i32,
    /// The new weight's standard error; none if the feature never occurred, and the old weight was kept.
    pub error: Option<f64>,
    /// Its share of the new evaluation: |weight| × the root mean square of the feature, relative to the sum over all.
    pub share: f64,
}

/// The quality of three predictions of the held-out results.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Forecasts {
    /// Without an evaluation.
    pub none: Quality,
    /// With the old weights.
    pub old: Quality,
    /// With the new weights, rounded.
    pub new: Quality,
}

/// The quality of a prediction.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Quality {
    /// The mean of −log of the probability given to the actual result; less is better.
    pub log_loss: f64,
    /// The share of won and lost positions with the right winner predicted.
    pub accuracy: f64,
}

/// The method of fitting weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// The strength of the prior of each old weight, in positions; none for no prior.
    pub prior: Option<f64>,
    /// The share of the search's score in the target, if there is one; the rest is the result.
    pub opinion: f64,
    /// Fit two terms that are dropped afterwards: that MAX moves first, and who is to move.
    pub forgotten: bool,
    /// Groups of terms, or single terms, whose weights stay unchanged; only with a prior.
    pub keep: Vec<String>,
}

impl Method {
    /// For positions with proven results.
    pub const SOLVED: Method = Method { prior: None, opinion: 0.0, forgotten: true, keep: Vec::new() };
    /// For positions of games: their evaluation has to include the value of being on move, since the leaves of a
    /// quiescence search do not all have the same depth.
    pub const GAMES: Method = Method { prior: Some(500.0), opinion: 0.9, forgotten: false, keep: Vec::new() };
}

/// Fits the weights of these features to samples.
pub fn tune(game: &str, features: &[FeatureData], samples: &[Sample], method: Method) -> Result<Tuned, Problem> {
    let results = [1.0, 0.5, 0.0].map(|result| samples.iter().filter(|sample| sample.result == result).count());
    let least = LEAST_POSITIONS * (features.len() + 2);
    if samples.len() < least {
        return Err(Problem::new(format!("{} positions are too few", samples.len()), format!("at least {least}")));
    }
    if results.contains(&samples.len()) {
        return Err(Problem::new("all positions have the same result", "positions of both kinds"));
    }
    let (taught, tested) = split(samples);
    let old: Vec<i32> = features.iter().map(|term| term.weight).collect();
    let unknown = |name: &&String| !features.iter().any(|term| is_called(term, name));
    if let Some(name) = method.keep.iter().find(unknown) {
        return Err(Problem::new(format!("there is no group or term '{name}'"), "a name that explain shows"));
    }
    let kept = features.iter().map(|term| method.keep.iter().any(|name| is_called(term, name))).collect();
    let table =
        SampleTable { parts: features.first().map_or(1, |term| term.parts).max(1), terms: old.len(), kept, method };
    let (fit, scale) = table.fit(&taught, &old)?;
    let found = Found { raw: &fit.coefficients[..old.len()], errors: &fit.errors[..old.len()] };
    let new: Vec<i32> = (0..old.len()).map(|term| found.rounded(term, old[term], scale)).collect();
    let sizes: Vec<f64> =
        table.sizes(&taught).iter().zip(&new).map(|(size, &new)| f64::from(new).abs() * size).collect();
    let all: f64 = sizes.iter().sum();
    let tuned = |(term, feature): (usize, &FeatureData)| TunedFeature {
        name: feature.name,
        meaning: feature.meaning,
        group: feature.group,
        old: old[term],
        new: new[term],
        error: found.errors[term].map(|error| error * scale),
        share: if all > 0.0 { sizes[term] / all } else { 0.0 },
    };
    let settings: Vec<String> = features.iter().zip(&new).map(|(term, new)| format!("{}={new}", term.name)).collect();
    Ok(Tuned {
        game: game.to_owned(),
        positions: samples.len(),
        games: Some(samples.iter().filter_map(|sample| sample.game).collect::<HashSet<u64>>().len()).filter(|&n| n > 0),
        held_out: tested.len(),
        results,
        features: features.iter().enumerate().map(tuned).collect(),
        forecasts: Forecasts {
            none: table.quality(&taught, &tested, &vec![0; old.len()]),
            old: table.quality(&taught, &tested, &old),
            new: table.quality(&taught, &tested, &new),
        },
        weights: settings.join(","),
    })
}

/// Does a term, its feature or its group have this name? The name of a feature stands for all its terms.
fn is_called(term: &FeatureData, name: &str) -> bool {
    [term.name, term.group, term.name.split(':').next().unwrap_or(term.name)].contains(&name)
}

/// The training and the held-out samples. The positions of one game have the same result, so they stay together.
fn split(samples: &[Sample]) -> (Vec<&Sample>, Vec<&Sample>) {
    let number = |place: usize, sample: &Sample| sample.game.unwrap_or(place as u64);
    let (tested, taught): (Vec<_>, Vec<_>) =
        samples.iter().enumerate().partition(|(place, sample)| number(*place, sample) % HELD_OUT == HELD_OUT - 1);
    let alone = |list: Vec<(usize, _)>| list.into_iter().map(|(_, sample)| sample).collect();
    (alone(taught), alone(tested))
}

/// The coefficients of the regression.
struct Found<'a> {
    raw: &'a [f64],
    errors: &'a [Option<f64>],
}

impl Found<'_> {
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
        let feature = |(name, weight)| FeatureData { name, meaning: "", group: name, weight, count: 0, parts: 1 };
        NAMES.into_iter().zip(weights).map(feature).collect()
    }

    /// Positions with random results that follow from these weights. The last feature never occurs.
    fn samples(truth: [i32; 4], count: usize, seed: u64) -> Vec<Sample> {
        let mut dice = Dice::new(seed);
        let throw = |number| {
            let counts: Vec<(u32, i32)> = (0..3).map(|term| (term, dice.below(7) as i32 - 3)).collect();
            let points: i32 = counts.iter().zip(truth).map(|((_, count), weight)| count * weight).sum();
            let chance = 1.0 / (1.0 + (-f64::from(points) / 40.0).exp());
            let won = (dice.below(1 << 20) as f64) < chance * f64::from(1 << 20);
            let position = format!("{number}");
            let (first_to_move, result) = (number % 2 == 0, f64::from(u8::from(won)));
            Sample { position, first_to_move, result, score: None, game: None, counts }
        };
        (0..count).map(throw).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn weights_that_made_the_results_are_found_again(a in 8..30i32, b in -30..-8i32, c in 5..30i32, seed in any::<u64>()) {
            let truth = [a, b, c, 7];
            let tuned = tune("any", &features([10, 10, 10, 7]), &samples(truth, 8000, seed), Method::SOLVED).unwrap();
            // The scale is free: only the ratios count.
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
    fn weights_that_are_kept_stay_and_the_others_make_up_for_it() {
        let samples = samples([20, -20, 10, 7], 8000, 3);
        let method =
            |keep: &[&str]| Method { keep: keep.iter().map(|name| (*name).to_owned()).collect(), ..Method::GAMES };
        let new = |keep: &[&str]| {
            let tuned = tune("any", &features([15, -15, 15, 7]), &samples, method(keep)).unwrap();
            tuned.features.iter().map(|feature| feature.new).collect::<Vec<_>>()
        };
        let free = new(&[]);
        assert!(free[0] > free[2] && free[1] < -free[2], "{free:?}");
        let held = new(&["three"]);
        assert_eq!((held[2], held[3]), (15, 7), "{held:?}");
        assert!(
            tune("any", &features([1; 4]), &samples, method(&["four"])).unwrap_err().to_string().contains("'four'")
        );
    }

    #[test]
    fn too_little_to_go_by_is_refused() {
        let few = samples([1; 4], 20, 1);
        let error =
            |samples: &[Sample]| tune("any", &features([1; 4]), samples, Method::SOLVED).unwrap_err().to_string();
        assert_eq!(error(&few), "20 positions are too few; expected at least 60");
        let won: Vec<Sample> = samples([1; 4], 100, 1).into_iter().map(|s| Sample { result: 1.0, ..s }).collect();
        assert!(error(&won).starts_with("all positions have the same result"));
        let empty: Vec<Sample> =
            samples([9; 4], 100, 1).into_iter().map(|s| Sample { counts: Vec::new(), ..s }).collect();
        assert!(error(&empty).starts_with("no feature occurs"));
    }
}

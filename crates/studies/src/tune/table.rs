//! Samples as input of a regression.

use super::fit::{Fit, Observation, Prior};
use super::{Method, Quality, Sample};
use rootward_session::Problem;

/// The largest weight must be at least this: weights are whole numbers, and at a smaller scale rounding would spoil
/// them.
const LEAST_LARGEST: f64 = 20.0;

/// The samples as input of a regression.
pub(super) struct SampleTable {
    /// The number of parts of one unit of a measure.
    pub(super) parts: i32,
    /// The number of terms of the evaluation.
    pub(super) terms: usize,
    /// Which of them keep their weights.
    pub(super) kept: Vec<bool>,
    pub(super) method: Method,
}

impl SampleTable {
    /// The coefficients, and the factor that turns them into weights.
    pub(super) fn fit(&self, taught: &[&Sample], old: &[i32]) -> Result<(Fit, f64), Problem> {
        let opinion = self.opinion(taught);
        let features = |sample: &Sample| {
            let whole = |&(term, count): &(u32, i32)| (term, count as f32 / self.parts as f32);
            sample.counts.iter().map(whole).collect()
        };
        let rows = self.observe(taught, self.terms, features, &opinion);
        let Some(positions) = self.method.prior else {
            let fit = Fit::of(&rows, self.terms + self.forgotten());
            let scale = self.scale(&fit.coefficients[..self.terms], old, taught)?;
            return Ok((fit, scale));
        };
        // The effect of a point of the old evaluation on the result: the factor that turns old weights into
        // coefficients.
        let points = |sample: &Sample| vec![(0, self.evaluation(sample, old) as f32)];
        let slope = Fit::of(&self.observe(taught, 1, points, &opinion), 1 + self.forgotten()).coefficients[0];
        if slope <= 0.0 {
            let problem = "the old weights foretell nothing about these positions";
            return Err(Problem::new(problem, "weights that are about right, or other positions"));
        }
        let mut expected: Vec<f64> = old.iter().map(|&weight| f64::from(weight) * slope).collect();
        expected.resize(self.terms + self.forgotten(), 0.0);
        let mut sure: Vec<f64> = self.kept.iter().map(|&kept| if kept { f64::INFINITY } else { positions }).collect();
        sure.resize(expected.len(), positions);
        Ok((Fit::near(&rows, &Prior { expected, positions: sure }), 1.0 / slope))
    }

    fn forgotten(&self) -> usize {
        if self.method.forgotten { 2 } else { 0 }
    }

    /// The samples with some terms, followed by the terms to be dropped, and the target.
    fn observe(
        &self,
        samples: &[&Sample],
        terms: usize,
        of: impl Fn(&Sample) -> Vec<(u32, f32)>,
        target: &dyn Fn(&Sample) -> f64,
    ) -> Vec<Observation> {
        let observation = |sample: &&Sample| {
            let mut row = of(sample);
            if self.method.forgotten {
                let mover = if sample.first_to_move { 1.0 } else { -1.0 };
                row.extend([(terms as u32, 1.0), (terms as u32 + 1, mover)]);
            }
            Observation { terms: row, result: target(sample) }
        };
        samples.iter().map(observation).collect()
    }

    /// The target for a sample: its result, mixed with the probability from its search score.
    fn opinion(&self, taught: &[&Sample]) -> impl Fn(&Sample) -> f64 + use<> {
        let share = self.method.opinion;
        let scored: Vec<Observation> = taught
            .iter()
            .filter_map(|sample| Some(Observation { terms: vec![(0, sample.score? as f32)], result: sample.result }))
            .collect();
        let fit = Fit::of(&scored, 1);
        move |sample: &Sample| match sample.score {
            Some(score) if share > 0.0 => (1.0 - share) * sample.result + share * fit.chance(&[(0, score as f32)]),
            _ => sample.result,
        }
    }

    /// How well an evaluation predicts unseen results, once its points are converted to probabilities. The scale of the
    /// conversion is fitted too, so that evaluations of any scale can be compared.
    pub(super) fn quality(&self, taught: &[&Sample], tested: &[&Sample], weights: &[i32]) -> Quality {
        let points = |sample: &Sample| vec![(0, self.evaluation(sample, weights) as f32)];
        let observe = |samples| self.observe(samples, 1, points, &|sample| sample.result);
        let forecast = Fit::of(&observe(taught), 1 + self.forgotten()).forecast(&observe(tested));
        Quality { log_loss: forecast.log_loss, accuracy: forecast.accuracy }
    }

    fn evaluation(&self, sample: &Sample, weights: &[i32]) -> f64 {
        let terms = sample.counts.iter().map(|&(term, count)| f64::from(count) * f64::from(weights[term as usize]));
        terms.sum::<f64>() / f64::from(self.parts)
    }

    /// The root mean square of each feature.
    pub(super) fn sizes(&self, samples: &[&Sample]) -> Vec<f64> {
        let mut squares = vec![0.0; self.terms];
        for &(term, count) in samples.iter().flat_map(|sample| &sample.counts) {
            squares[term as usize] += (f64::from(count) / f64::from(self.parts)).powi(2);
        }
        squares.iter().map(|square| (square / samples.len().max(1) as f64).sqrt()).collect()
    }

    /// The factor that turns coefficients into weights while the evaluation's points keep their size: search settings
    /// that are given in points keep their meaning.
    fn scale(&self, raw: &[f64], old: &[i32], samples: &[&Sample]) -> Result<f64, Problem> {
        let spread = |weights: &dyn Fn(usize) -> f64| {
            let sum = |sample: &Sample| {
                sample.counts.iter().map(|&(term, count)| f64::from(count) * weights(term as usize)).sum::<f64>()
            };
            samples.iter().map(|sample| sum(sample).powi(2)).sum::<f64>().sqrt()
        };
        let (before, after) = (spread(&|term| f64::from(old[term])), spread(&|term| raw[term]));
        let largest = raw.iter().fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
        if after == 0.0 || largest == 0.0 {
            return Err(Problem::new("no feature occurs in these positions", "positions that differ in some feature"));
        }
        Ok((before / after).max(LEAST_LARGEST / largest))
    }
}

//! Samples as a regression sees them.

use super::fit::{Fit, Observation, Prior};
use super::{Method, Quality, Sample};
use crate::Problem;

/// Weights are whole numbers: at a scale where the largest is less than this, rounding would spoil them.
const LEAST_LARGEST: f64 = 20.0;

/// The samples as a regression sees them.
pub(super) struct Table {
    /// Measures are in so many parts of one.
    pub(super) parts: i32,
    /// How many terms the evaluation has.
    pub(super) terms: usize,
    /// Which of them keep their weights.
    pub(super) kept: Vec<bool>,
    pub(super) method: Method,
}

impl Table {
    /// The coefficients, and what to multiply them by to get weights.
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
        // What a point of the old evaluation says about the result: with this the old weights become coefficients.
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

    /// The samples with some terms, the forgotten ones after them, and what is to be foretold.
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

    /// What is to be foretold of a sample: its result, and in part the chance that a search gave it.
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

    /// How well an evaluation foretells results it has not seen, once its points are turned into chances. How many
    /// points make a sure win is fitted too, so that evaluations of any scale can be compared.
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

    /// What to multiply coefficients by, so that the evaluation's points stay about as large as they were: search
    /// settings that are given in points keep their meaning.
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

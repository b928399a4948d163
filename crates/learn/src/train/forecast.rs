//! Points and chances: the logistic function, its scale, and the target of a position.

use crate::data::Positions;
use crate::{Record, Sample};

/// The chance of a win for a value on the logistic scale.
#[inline]
pub(super) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// What the network should say: a mixture of the search's opinion and the result.
#[inline]
pub(super) fn target(score: i16, result: u8, scale: f32, opinion: f32) -> f32 {
    opinion * sigmoid(f32::from(score) / scale) + (1.0 - opinion) * f32::from(result) * 0.5
}

/// Positions that the scale is fitted to.
const FITTED: usize = 200_000;
const SCALES: [f32; 2] = [1.0, 20_000.0];
/// The scale where no position was judged, so that none can be fitted: about that of chess in centipawns.
const USUAL_SCALE: f32 = 200.0;

/// The scale with which scores forecast results best: the points at which a win is e times as likely as a loss. By golden
/// section.
pub fn fit_scale<W: Default + AsMut<[u64]>>(positions: &Positions, record: &Record) -> f32 {
    let stride = (positions.len() / FITTED).max(1);
    let samples: Vec<(f32, f32)> = (0..positions.len())
        .step_by(stride)
        .filter_map(|number| record.unpack::<W>(positions.record(number)))
        .map(|Sample { score, result, .. }| (f32::from(score), f32::from(result) * 0.5))
        .collect();
    if samples.iter().all(|(score, _)| *score == 0.0) {
        return USUAL_SCALE;
    }
    let loss = |log: f64| -> f64 {
        let scale = log.exp() as f32;
        samples.iter().map(|(score, result)| f64::from((sigmoid(score / scale) - result).powi(2))).sum()
    };
    let [mut low, mut high] = SCALES.map(|scale| f64::from(scale).ln());
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    for _ in 0..30 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if loss(left) < loss(right) { high = right } else { low = left }
    }
    ((low + high) / 2.0).exp() as f32
}

/// The mean loss of a forecast that is always one half.
pub(super) fn ignorant_loss<W: Default + AsMut<[u64]>>(
    positions: &Positions,
    numbers: &[u32],
    record: &Record,
    scale: f32,
    opinion: f32,
) -> f32 {
    let samples = numbers.iter().filter_map(|&number| record.unpack::<W>(positions.record(number as usize)));
    let losses =
        samples.map(|sample: Sample<W>| f64::from((target(sample.score, sample.result, scale, opinion) - 0.5).powi(2)));
    (losses.sum::<f64>() / numbers.len().max(1) as f64) as f32
}

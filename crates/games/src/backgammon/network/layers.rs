//! [`Layers`]: a network with one hidden layer, its evaluation and its training.

use std::array;

use super::arithmetic::logistic;
use super::{INPUTS, Inputs};
use crate::backgammon::Chances;

const OUTPUTS: usize = Chances::COUNT;

/// The number of hidden units that are summed in parallel, in the same order on every machine.
const LANES: usize = 8;

/// The weights of a network with `HIDDEN` units between its inputs and its five outputs, all of them logistic.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layers<const HIDDEN: usize> {
    /// For each input, its weight in every hidden unit.
    first: Vec<[f32; HIDDEN]>,
    first_bias: [f32; HIDDEN],
    second: [[f32; HIDDEN]; OUTPUTS],
    second_bias: [f32; OUTPUTS],
}

impl<const HIDDEN: usize> Layers<HIDDEN> {
    /// The number of weights.
    pub(super) const NUMBERS: usize = (INPUTS + 1) * HIDDEN + OUTPUTS * (HIDDEN + 1);

    /// With these weights: those of each input, the hidden units' biases, those of each output, the outputs' biases.
    ///
    /// There must be [`NUMBERS`](Self::NUMBERS) of them.
    pub(super) fn of(numbers: &[f32]) -> Layers<HIDDEN> {
        let row = |place: usize| array::from_fn(|unit| numbers[place * HIDDEN + unit]);
        let biases = &numbers[(INPUTS + 1 + OUTPUTS) * HIDDEN..];
        Layers {
            first: (0..INPUTS).map(row).collect(),
            first_bias: row(INPUTS),
            second: array::from_fn(|output| row(INPUTS + 1 + output)),
            second_bias: array::from_fn(|output| biases[output]),
        }
    }

    /// All weights, in the order of [`of`](Self::of).
    pub(super) fn numbers(&self) -> impl Iterator<Item = f32> + '_ {
        let rows = self.first.iter().chain([&self.first_bias]).chain(&self.second);
        rows.flatten().chain(&self.second_bias).copied()
    }

    /// With small random weights; `any` gives numbers between −1 and 1.
    pub(super) fn random(any: &mut impl FnMut() -> f32) -> Layers<HIDDEN> {
        const SPREAD: f32 = 0.15;
        let mut numbers: Vec<f32> = (0..Self::NUMBERS).map(|_| any() * SPREAD).collect();
        // Gammons are rarer than wins, and backgammons far rarer: these serve as initial guesses.
        let biases = Self::NUMBERS - OUTPUTS;
        numbers[biases..].copy_from_slice(&[0.0, -1.5, -4.0, -1.5, -4.0]);
        Layers::of(&numbers)
    }

    #[inline]
    fn hidden(&self, inputs: &Inputs) -> [f32; HIDDEN] {
        let mut sums = self.first_bias;
        for (place, value) in inputs.iter() {
            let weights = &self.first[place];
            for unit in 0..HIDDEN {
                sums[unit] += value * weights[unit];
            }
        }
        sums.map(logistic)
    }

    #[inline]
    fn outputs(&self, hidden: &[f32; HIDDEN]) -> [f32; OUTPUTS] {
        array::from_fn(|output| {
            let weights = &self.second[output];
            let mut lanes = [0.0; LANES];
            for (weights, hidden) in weights.chunks_exact(LANES).zip(hidden.chunks_exact(LANES)) {
                for lane in 0..LANES {
                    lanes[lane] += weights[lane] * hidden[lane];
                }
            }
            let [a, b, c, d, e, f, g, h] = lanes;
            logistic(self.second_bias[output] + ((a + e) + (c + g)) + ((b + f) + (d + h)))
        })
    }

    /// The outputs.
    #[inline]
    pub(super) fn ask(&self, inputs: &Inputs) -> Chances {
        Chances::of(self.outputs(&self.hidden(inputs)))
    }

    /// Changes the weights a little, so that the next output is closer to `target`: a step down the gradient of the
    /// cross-entropy.
    pub(super) fn teach(&mut self, inputs: &Inputs, target: &Chances, rate: f32) {
        let hidden = self.hidden(inputs);
        let said = self.outputs(&hidden);
        let target = target.numbers();
        let mut blame = [0.0; HIDDEN];
        for output in 0..OUTPUTS {
            let step = rate * (target[output] - said[output]);
            let weights = &mut self.second[output];
            for unit in 0..HIDDEN {
                blame[unit] += step * weights[unit];
                weights[unit] += step * hidden[unit];
            }
            self.second_bias[output] += step;
        }
        for unit in 0..HIDDEN {
            blame[unit] *= hidden[unit] * (1.0 - hidden[unit]);
            self.first_bias[unit] += blame[unit];
        }
        for (place, value) in inputs.iter() {
            let weights = &mut self.first[place];
            for unit in 0..HIDDEN {
                weights[unit] += value * blame[unit];
            }
        }
    }
}

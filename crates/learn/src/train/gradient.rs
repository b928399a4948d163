//! The two passes through a network for a batch of positions: the forecast, and the gradient of its loss.
//!
//! As in a search, the same loops are compiled for several processors, and a chunk of the hidden layer stays in registers
//! while all rows of a position are gone through. One core of 2023 does about 300,000 positions a second with 256 neurons.

#![allow(unsafe_code)]

use rootward_game::Game;

use super::forecast::{sigmoid, target};
use super::parameters::Parameters;
use crate::data::Positions;
use crate::features::{InputTable, each_bit};
use crate::{Features, Kernels, Record, Sample};

/// Positions by their numbers.
#[derive(Clone, Copy)]
pub(super) struct Batch<'a> {
    pub positions: &'a Positions,
    pub numbers: &'a [u32],
}

/// The gradient that one thread sums up.
pub(super) struct Gradient {
    pub values: Vec<f32>,
}

impl Gradient {
    pub(super) fn new(length: usize) -> Gradient {
        Gradient { values: vec![0.0; length] }
    }

    /// Sums up the gradient of what all regions share.
    pub(super) fn share(&mut self, parameters: &Parameters) {
        let [inputs, outputs, _] = parameters.places();
        let shared = parameters.shared();
        if shared.is_empty() {
            return;
        }
        let (rows, sums) = self.values.split_at_mut(shared.start);
        for region in rows[inputs..outputs].chunks_exact(shared.len()) {
            for (sum, slope) in sums.iter_mut().zip(region) {
                *sum += slope;
            }
        }
    }
}

/// A position as the network sees it: inputs for the side to move, then for its opponent.
#[derive(Default)]
struct Seen {
    inputs: [Vec<u16>; 2],
    bucket: usize,
    target: f32,
}

/// Turns a record into what the network sees.
type Look<'a> = Box<dyn Fn(&[u8], &mut Seen) + Sync + 'a>;

/// What all threads share.
pub(super) struct Teacher<'a> {
    look: Look<'a>,
    hidden: usize,
    kernels: Kernels,
}

impl<'a> Teacher<'a> {
    pub(super) fn new<G: Game, F: Features<G>>(
        features: &'a F,
        record: Record,
        hidden: usize,
        scale: f32,
        opinion: f32,
    ) -> Teacher<'a> {
        let table = InputTable::new(features);
        let look = move |bytes: &[u8], seen: &mut Seen| {
            // Files are checked when they are read; a record that is no position teaches nothing.
            let Some(sample) = record.unpack::<F::Words>(bytes) else {
                return seen.inputs.iter_mut().for_each(Vec::clear);
            };
            let Sample { words, mover, score, result, .. } = sample;
            for (inputs, side) in seen.inputs.iter_mut().zip([mover, mover.other()]) {
                let numbers = table.of(side, features.view(&words, side));
                inputs.clear();
                each_bit(words.as_ref(), |bit| inputs.push(numbers[bit]));
            }
            seen.bucket = features.bucket(&words);
            seen.target = target(score, result, scale, opinion);
        };
        Teacher { look: Box::new(look), hidden, kernels: Kernels::best() }
    }

    /// Goes through a batch and returns the sum of the losses; learning, the gradient is that of this batch.
    pub(super) fn pass(&self, parameters: &Parameters, batch: Batch<'_>, gradient: &mut Gradient, learns: bool) -> f64 {
        if learns {
            gradient.values.fill(0.0);
        }
        match self.kernels {
            // SAFETY: these versions are made only where the processor was asked for these instructions.
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx2 => unsafe { compiled::pass_avx2(self, parameters, batch, gradient, learns) },
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx512 => unsafe { compiled::pass_avx512(self, parameters, batch, gradient, learns) },
            _ => pass_any(self, parameters, batch, gradient, learns),
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod compiled {
    use super::{Batch, Gradient, Parameters, Teacher, pass_any};

    #[target_feature(enable = "avx2")]
    pub(super) fn pass_avx2(
        teacher: &Teacher<'_>,
        parameters: &Parameters,
        batch: Batch<'_>,
        gradient: &mut Gradient,
        learns: bool,
    ) -> f64 {
        pass_any(teacher, parameters, batch, gradient, learns)
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn pass_avx512(
        teacher: &Teacher<'_>,
        parameters: &Parameters,
        batch: Batch<'_>,
        gradient: &mut Gradient,
        learns: bool,
    ) -> f64 {
        pass_any(teacher, parameters, batch, gradient, learns)
    }
}

/// Neurons that stay in registers.
const CHUNK: usize = 64;

#[inline(always)]
fn pass_any(
    teacher: &Teacher<'_>,
    parameters: &Parameters,
    batch: Batch<'_>,
    gradient: &mut Gradient,
    learns: bool,
) -> f64 {
    let hidden = teacher.hidden;
    let [at_inputs, at_outputs, at_biases] = parameters.places();
    let values = &parameters.values[..];
    let (hidden_biases, weights) = (&values[..hidden], &values[at_inputs..at_outputs]);
    let mut seen = Seen::default();
    let mut neurons = vec![0.0f32; 2 * hidden];
    let mut loss = 0.0;
    for &number in batch.numbers {
        (teacher.look)(batch.positions.record(number as usize), &mut seen);
        let bucket = seen.bucket;
        let at_row = at_outputs + bucket * 2 * hidden;
        let output_weights = &values[at_row..at_row + 2 * hidden];
        let mut output = values[at_biases + bucket];
        for (half, inputs) in seen.inputs.iter().enumerate() {
            let neurons = &mut neurons[half * hidden..(half + 1) * hidden];
            let outputs = &output_weights[half * hidden..(half + 1) * hidden];
            output += forward(hidden_biases, weights, inputs, neurons, outputs);
        }
        let forecast = sigmoid(output);
        let error = forecast - seen.target;
        loss += f64::from(error * error);
        if learns {
            let slope = 2.0 * error * forecast * (1.0 - forecast);
            gradient.values[at_biases + bucket] += slope;
            for (half, inputs) in seen.inputs.iter().enumerate() {
                let neurons = &neurons[half * hidden..(half + 1) * hidden];
                let outputs = &output_weights[half * hidden..(half + 1) * hidden];
                let (below, above) = gradient.values.split_at_mut(at_outputs);
                let (biases, rows) = below.split_at_mut(at_inputs);
                let at = bucket * 2 * hidden + half * hidden;
                let output_gradient = &mut above[at..at + hidden];
                backward(slope, neurons, outputs, inputs, [biases, rows, output_gradient]);
            }
        }
    }
    loss
}

/// One half of the hidden layer, and its part of the output.
#[inline(always)]
fn forward(biases: &[f32], weights: &[f32], inputs: &[u16], neurons: &mut [f32], outputs: &[f32]) -> f32 {
    let hidden = biases.len();
    let mut output = [0.0f32; 16];
    for start in (0..hidden).step_by(CHUNK) {
        let mut sums = [0.0f32; CHUNK];
        sums.copy_from_slice(&biases[start..start + CHUNK]);
        for &input in inputs {
            let at = usize::from(input) * hidden + start;
            let row = &weights[at..at + CHUNK];
            for (sum, &weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        neurons[start..start + CHUNK].copy_from_slice(&sums);
        let outputs = &outputs[start..start + CHUNK];
        for (sums, outputs) in sums.chunks_exact(16).zip(outputs.chunks_exact(16)) {
            for lane in 0..16 {
                let clipped = sums[lane].clamp(0.0, 1.0);
                output[lane] += clipped * clipped * outputs[lane];
            }
        }
    }
    output.iter().sum()
}

/// Adds the gradient of one half.
#[inline(always)]
fn backward(slope: f32, neurons: &[f32], outputs: &[f32], inputs: &[u16], [biases, rows, ours]: [&mut [f32]; 3]) {
    let hidden = neurons.len();
    for start in (0..hidden).step_by(CHUNK) {
        let mut slopes = [0.0f32; CHUNK];
        let neurons = &neurons[start..start + CHUNK];
        let outputs = &outputs[start..start + CHUNK];
        let ours = &mut ours[start..start + CHUNK];
        for lane in 0..CHUNK {
            let sum = neurons[lane];
            let clipped = sum.clamp(0.0, 1.0);
            ours[lane] += slope * clipped * clipped;
            // Outside of 0…1 the neuron does not change.
            let inside = if clipped == sum { 2.0 * clipped } else { 0.0 };
            slopes[lane] = slope * outputs[lane] * inside;
        }
        for (bias, &slope) in biases[start..start + CHUNK].iter_mut().zip(&slopes) {
            *bias += slope;
        }
        for &input in inputs {
            let at = usize::from(input) * hidden + start;
            let row = &mut rows[at..at + CHUNK];
            for (weight, &slope) in row.iter_mut().zip(&slopes) {
                *weight += slope;
            }
        }
    }
}

/// The gradient by differences of the loss, to hold the real one against.
#[cfg(test)]
mod tests {
    use rootward_game::Side;
    use rootward_games::connect_four::ConnectFour;

    use super::*;
    use crate::features::ConnectFourFeatures;

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let features = ConnectFourFeatures;
        let layout = Features::<ConnectFour>::layout(&features);
        let record = Record::of(&layout);
        let mut records = Vec::new();
        for (words, score) in [([0b1_0000_0001, 0b10], 120i16), ([0b11, 0b100_0000_0000], -300)] {
            let mover = if score > 0 { Side::First } else { Side::Second };
            record.pack(&Sample { words, mover, score, result: 2, ply: 3, held_out: false }, &mut records);
        }
        let positions = Positions { size: record.size(), records };
        let batch = Batch { positions: &positions, numbers: &[0, 1] };
        let teacher = Teacher::new::<ConnectFour, _>(&features, record, 64, 200.0, 0.6);
        let mut parameters = Parameters::random(&layout, 64, 7);
        let mut gradient = Gradient::new(parameters.values.len());
        teacher.pass(&parameters, batch, &mut gradient, true);
        let slopes = gradient.values.clone();
        let mut found = 0;
        for (place, &slope) in slopes.iter().enumerate() {
            if slope.abs() < 1e-4 || found == 200 {
                continue;
            }
            found += 1;
            let step = 1e-2;
            let mut loss_at = |change: f32| {
                parameters.values[place] += change;
                let loss = teacher.pass(&parameters, batch, &mut gradient, false);
                parameters.values[place] -= change;
                loss
            };
            let measured = ((loss_at(step) - loss_at(-step)) / f64::from(2.0 * step)) as f32;
            assert!((measured - slope).abs() < 0.05 * slope.abs() + 1e-4, "{place}: {slope}, measured {measured}");
        }
        assert!(found > 100, "{found} slopes");
    }
}

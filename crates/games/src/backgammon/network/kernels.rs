//! The passes through a network, forwards and backwards, compiled for several processors; the best one is chosen when the program runs.
//!
//! Everything is plain Rust in loops that the compiler vectorises: the same code is compiled three times, for AVX-512, for AVX2 and
//! for any processor. Units of the hidden layer do not depend on each other, and what is summed over them is summed in
//! [`LANES`] parts in a fixed order, so the results are the same bit for bit; a test compares them.

#![allow(unsafe_code)]

use super::arithmetic::logistic;
use super::layers::{Layers, MOST_HIDDEN, OUTPUTS};
use super::{INPUTS, Inputs};
use crate::backgammon::Checkers;

/// The hidden layer has a multiple of this many units.
pub(in crate::backgammon) const STEP: usize = 32;

/// The number of hidden units that are summed in parallel.
const LANES: usize = 16;

/// The versions of the arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::backgammon) enum Kernels {
    /// For every processor.
    Plain,
    /// With registers of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// With registers of 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernels {
    /// The versions that run on this processor, the fastest last.
    pub(in crate::backgammon) fn available() -> Vec<Kernels> {
        #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
        let mut versions = vec![Kernels::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            let counts_bits = is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1");
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("lzcnt") && counts_bits {
                versions.push(Kernels::Avx2);
                if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
                    versions.push(Kernels::Avx512);
                }
            }
        }
        versions
    }

    /// The outputs for a position.
    #[inline]
    pub(in crate::backgammon) fn ask(self, layers: &Layers, position: View<'_>) -> [f32; OUTPUTS] {
        match self {
            Kernels::Plain => ask_any::<32>(layers, position),
            // SAFETY: these versions are made only where the processor was asked for these instructions.
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx2 => unsafe { compiled::ask_avx2(layers, position) },
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx512 => unsafe { compiled::ask_avx512(layers, position) },
        }
    }

    /// Adds the gradient of the cross-entropy of a position to `gradient`, and returns the outputs.
    pub(in crate::backgammon) fn blame(
        self,
        layers: &Layers,
        position: View<'_>,
        target: &[f32; OUTPUTS],
        gradient: &mut [f32],
    ) -> [f32; OUTPUTS] {
        match self {
            Kernels::Plain => blame_any(layers, position, target, gradient),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx2 => unsafe { compiled::blame_avx2(layers, position, target, gradient) },
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx512 => unsafe { compiled::blame_avx512(layers, position, target, gradient) },
        }
    }

    /// Changes the weights a little, so that the next outputs are closer to `target`.
    pub(in crate::backgammon) fn teach(
        self,
        layers: &mut Layers,
        position: View<'_>,
        target: &[f32; OUTPUTS],
        rate: f32,
    ) {
        match self {
            Kernels::Plain => teach_any(layers, position, target, rate),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx2 => unsafe { compiled::teach_avx2(layers, position, target, rate) },
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx512 => unsafe { compiled::teach_avx512(layers, position, target, rate) },
        }
    }
}

/// What a network looks at: the checkers of the side on roll and of the other.
#[derive(Clone, Copy)]
pub(in crate::backgammon) struct View<'a> {
    pub mine: &'a Checkers,
    pub theirs: &'a Checkers,
    pub is_race: bool,
}

#[cfg(target_arch = "x86_64")]
mod compiled {
    use super::{Layers, OUTPUTS, View, ask_any, blame_any, teach_any};

    #[target_feature(enable = "avx2,popcnt,bmi1,lzcnt")]
    pub(in crate::backgammon) fn ask_avx2(layers: &Layers, position: View<'_>) -> [f32; OUTPUTS] {
        ask_any::<64>(layers, position)
    }

    #[target_feature(enable = "avx512f,avx512dq,avx2,popcnt,bmi1,lzcnt")]
    pub(in crate::backgammon) fn ask_avx512(layers: &Layers, position: View<'_>) -> [f32; OUTPUTS] {
        ask_any::<128>(layers, position)
    }

    #[target_feature(enable = "avx2,popcnt,bmi1,lzcnt")]
    pub(in crate::backgammon) fn blame_avx2(
        layers: &Layers,
        position: View<'_>,
        target: &[f32; OUTPUTS],
        gradient: &mut [f32],
    ) -> [f32; OUTPUTS] {
        blame_any(layers, position, target, gradient)
    }

    #[target_feature(enable = "avx512f,avx512dq,avx2,popcnt,bmi1,lzcnt")]
    pub(in crate::backgammon) fn blame_avx512(
        layers: &Layers,
        position: View<'_>,
        target: &[f32; OUTPUTS],
        gradient: &mut [f32],
    ) -> [f32; OUTPUTS] {
        blame_any(layers, position, target, gradient)
    }

    #[target_feature(enable = "avx2,popcnt,bmi1,lzcnt")]
    pub(in crate::backgammon) fn teach_avx2(
        layers: &mut Layers,
        position: View<'_>,
        target: &[f32; OUTPUTS],
        rate: f32,
    ) {
        teach_any(layers, position, target, rate);
    }

    #[target_feature(enable = "avx512f,avx512dq,avx2,popcnt,bmi1,lzcnt")]
    pub(in crate::backgammon) fn teach_avx512(
        layers: &mut Layers,
        position: View<'_>,
        target: &[f32; OUTPUTS],
        rate: f32,
    ) {
        teach_any(layers, position, target, rate);
    }
}

/// Sums over the hidden units, in parts.
type Sums = [[f32; LANES]; OUTPUTS];

/// `CHUNK` units at a time stay in registers while all inputs are added to them.
#[inline(always)]
fn ask_any<const CHUNK: usize>(layers: &Layers, position: View<'_>) -> [f32; OUTPUTS] {
    let inputs = Inputs::of(position.mine, position.theirs, position.is_race);
    let mut sums: Sums = [[0.0; LANES]; OUTPUTS];
    let hidden = layers.hidden();
    let mut start = 0;
    while start + CHUNK <= hidden {
        add_outputs(layers, start, &hidden_units::<CHUNK>(layers, &inputs, start), &mut sums);
        start += CHUNK;
    }
    while start < hidden {
        add_outputs(layers, start, &hidden_units::<STEP>(layers, &inputs, start), &mut sums);
        start += STEP;
    }
    outputs(layers, &sums)
}

#[inline(always)]
fn hidden_units<const COUNT: usize>(layers: &Layers, inputs: &Inputs, start: usize) -> [f32; COUNT] {
    let (weights, hidden) = (layers.first(), layers.hidden());
    let mut sums = [0.0; COUNT];
    sums.copy_from_slice(&layers.first_bias()[start..start + COUNT]);
    for (place, value) in inputs.iter() {
        let at = place * hidden + start;
        let row = &weights[at..at + COUNT];
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += value * weight;
        }
    }
    for sum in &mut sums {
        *sum = logistic(*sum);
    }
    sums
}

#[inline(always)]
fn add_outputs<const COUNT: usize>(layers: &Layers, start: usize, units: &[f32; COUNT], sums: &mut Sums) {
    for (output, sums) in sums.iter_mut().enumerate() {
        let weights = &layers.second(output)[start..start + COUNT];
        for (weights, units) in weights.chunks_exact(LANES).zip(units.chunks_exact(LANES)) {
            for lane in 0..LANES {
                sums[lane] += weights[lane] * units[lane];
            }
        }
    }
}

#[inline(always)]
fn outputs(layers: &Layers, sums: &Sums) -> [f32; OUTPUTS] {
    let bias = layers.second_bias();
    std::array::from_fn(|output| {
        let mut lanes = sums[output];
        // Halves are added to each other, which every processor does in the same order.
        let mut half = LANES / 2;
        while half > 0 {
            for lane in 0..half {
                lanes[lane] += lanes[lane + half];
            }
            half /= 2;
        }
        logistic(bias[output] + lanes[0])
    })
}

/// What a position has to say about the weights.
struct Blame {
    inputs: Inputs,
    said: [f32; OUTPUTS],
    /// The slope of the loss by each output before its logistic function.
    slopes: [f32; OUTPUTS],
    units: [f32; MOST_HIDDEN],
    /// The slope of the loss by each hidden unit before its logistic function.
    blame: [f32; MOST_HIDDEN],
}

#[inline(always)]
fn blame_of(layers: &Layers, position: View<'_>, target: &[f32; OUTPUTS]) -> Blame {
    let inputs = Inputs::of(position.mine, position.theirs, position.is_race);
    let hidden = layers.hidden();
    let mut units = [0.0; MOST_HIDDEN];
    let mut sums: Sums = [[0.0; LANES]; OUTPUTS];
    for start in (0..hidden).step_by(STEP) {
        let some = hidden_units::<STEP>(layers, &inputs, start);
        add_outputs(layers, start, &some, &mut sums);
        units[start..start + STEP].copy_from_slice(&some);
    }
    let said = outputs(layers, &sums);
    // That of the cross-entropy is the plain difference.
    let slopes: [f32; OUTPUTS] = std::array::from_fn(|output| said[output] - target[output]);
    let mut blame = [0.0; MOST_HIDDEN];
    for (output, slope) in slopes.iter().enumerate() {
        for (blame, weight) in blame.iter_mut().zip(layers.second(output)) {
            *blame += slope * weight;
        }
    }
    for (blame, unit) in blame.iter_mut().zip(&units) {
        *blame *= unit * (1.0 - unit);
    }
    Blame { inputs, said, slopes, units, blame }
}

/// Adds the gradient, times a factor, to numbers in the order of the weights.
#[inline(always)]
fn add_gradient(blame: &Blame, hidden: usize, factor: f32, to: &mut [f32]) {
    let (rows, rest) = to.split_at_mut(INPUTS * hidden);
    let (first_bias, rest) = rest.split_at_mut(hidden);
    let (second, second_bias) = rest.split_at_mut(OUTPUTS * hidden);
    let add = |value: f32, to: &mut [f32], from: &[f32]| {
        for (to, from) in to.iter_mut().zip(from) {
            *to += value * from;
        }
    };
    for (output, slope) in blame.slopes.iter().enumerate() {
        add(factor * slope, &mut second[output * hidden..(output + 1) * hidden], &blame.units);
        second_bias[output] += factor * slope;
    }
    add(factor, first_bias, &blame.blame);
    for (place, value) in blame.inputs.iter() {
        add(factor * value, &mut rows[place * hidden..(place + 1) * hidden], &blame.blame);
    }
}

#[inline(always)]
fn blame_any(layers: &Layers, position: View<'_>, target: &[f32; OUTPUTS], to: &mut [f32]) -> [f32; OUTPUTS] {
    let blame = blame_of(layers, position, target);
    add_gradient(&blame, layers.hidden(), 1.0, to);
    blame.said
}

#[inline(always)]
fn teach_any(layers: &mut Layers, position: View<'_>, target: &[f32; OUTPUTS], rate: f32) {
    let blame = blame_of(layers, position, target);
    add_gradient(&blame, layers.hidden(), -rate, layers.values_mut());
}

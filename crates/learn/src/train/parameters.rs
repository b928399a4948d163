//! The weights of a network as it is taught: one list of numbers in `f32`.
//!
//! Where a side's view has regions, each region's rows take two steps at a time: one by their own gradient, and one by the sum over all
//! regions, which is the same for all. So a region that is rare in the data still knows what the others have learned. The second
//! step has its place at the end of the list, which is 0 between steps. Regions also draw together, so that what only a few positions say
//! stays a small difference.

use std::ops::Range;

use rootward_support::random::Dice;

use crate::kernels::ONE;
use crate::network::PARTS;
use crate::{Layout, Network};

/// Where the parts of a network are in the list, and the list.
#[derive(Clone)]
pub(super) struct Parameters {
    pub hidden: usize,
    pub inputs: usize,
    pub regions: usize,
    pub buckets: usize,
    /// The largest input weight: with it the sums of a neuron fit into 16 bits.
    pub most: f32,
    pub values: Vec<f32>,
}

/// The largest output weight in whole numbers.
const MOST_OUTPUT: f32 = 127.0;

/// The parts of 1 in which the weights of a bucket are counted: as many as its largest weight allows.
fn parts_for(row: &[f32]) -> i32 {
    let largest = row.iter().fold(0.0f32, |largest, weight| largest.max(weight.abs()));
    ((MOST_OUTPUT / largest) as i32).clamp(PARTS[0], PARTS[1])
}

/// The largest weight: 127/64, so that an output weight is one byte; and about as much for input weights.
const LARGEST: f32 = 1.98;

impl Parameters {
    pub(super) fn random(layout: &Layout, hidden: usize, seed: u64) -> Parameters {
        let Layout { inputs, regions, buckets, .. } = *layout;
        let most = LARGEST.min((f32::from(i16::MAX) / f32::from(ONE) - 3.0) / layout.most as f32);
        let shared = if regions > 1 { inputs / regions * hidden } else { 0 };
        let length = hidden + inputs * hidden + buckets * (2 * hidden + 1) + shared;
        let mut dice = Dice::new(seed);
        let mut near_0 = |size: f32| (dice.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0) * size;
        let mut values = vec![0.0; length];
        let spread = 1.0 / (layout.most as f32).sqrt();
        let region = inputs / regions * hidden;
        values[hidden..hidden + region].fill_with(|| near_0(spread));
        // All regions begin alike, too.
        (1..regions).for_each(|other| values.copy_within(hidden..hidden + region, hidden + other * region));
        // All stages of the game begin alike.
        let row: Vec<f32> = (0..2 * hidden).map(|_| near_0(1.0 / (2.0 * hidden as f32).sqrt())).collect();
        let first = hidden + inputs * hidden;
        for bucket in 0..buckets {
            values[first + bucket * 2 * hidden..first + (bucket + 1) * 2 * hidden].copy_from_slice(&row);
        }
        values[..hidden].fill(0.0);
        Parameters { hidden, inputs, regions, buckets, most, values }
    }

    pub(super) fn with(self, values: Vec<f32>) -> Parameters {
        Parameters { values, ..self }
    }

    /// The places of the input weights, the output weights and the output biases.
    pub(super) fn places(&self) -> [usize; 3] {
        let outputs = self.hidden + self.inputs * self.hidden;
        [self.hidden, outputs, outputs + self.buckets * 2 * self.hidden]
    }

    /// The places of the changes that all regions share, at the end of the list; none where there is one region.
    pub(super) fn shared(&self) -> Range<usize> {
        let [_, _, biases] = self.places();
        biases + self.buckets..self.values.len()
    }

    /// Adds the shared changes of a step to the rows of every region, and draws regions towards their mean by this part of the difference.
    pub(super) fn spread_shared(&mut self, part: f32) {
        let [inputs, outputs, _] = self.places();
        let shared = self.shared();
        if shared.is_empty() {
            return;
        }
        let (most, length, share) = (self.most, shared.len(), part / self.regions as f32);
        let (rows, changes) = self.values.split_at_mut(shared.start);
        let rows = &mut rows[inputs..outputs];
        // With c the shared change and m the mean, w becomes w (1 − part) + (c + m × part).
        for region in rows.chunks_exact(length) {
            for (change, weight) in changes.iter_mut().zip(region) {
                *change += share * weight;
            }
        }
        for region in rows.chunks_exact_mut(length) {
            for (weight, change) in region.iter_mut().zip(&*changes) {
                *weight = (*weight * (1.0 - part) + change).clamp(-most, most);
            }
        }
        changes.fill(0.0);
    }

    /// The largest size of the value at a place of the list.
    pub(super) fn largest_at(&self, place: usize) -> f32 {
        let [inputs, outputs, biases] = self.places();
        if place < inputs || place >= biases {
            f32::INFINITY
        } else if place < outputs {
            self.most
        } else {
            LARGEST
        }
    }

    /// The network in whole numbers.
    pub(super) fn quantised(&self, layout: &Layout, scale: f32) -> Network {
        let [inputs, outputs, biases] = self.places();
        let rounded = |value: f32, unit: i32, most: f32| (value * unit as f32).round().clamp(-most, most);
        let one = i32::from(ONE);
        let sums = self.most * one as f32;
        let bias = f32::from(i16::MAX) - (sums + 1.0) * layout.most as f32;
        let list = |from: usize, to: usize, unit: i32, most: f32| -> Vec<i16> {
            self.values[from..to].iter().map(|&value| rounded(value, unit, most) as i16).collect()
        };
        let rows = self.values[outputs..biases].chunks_exact(2 * self.hidden);
        let output_parts: Vec<i32> = rows.clone().map(parts_for).collect();
        let output_weights = rows
            .zip(&output_parts)
            .flat_map(|(row, &parts)| row.iter().map(move |&value| rounded(value, parts, MOST_OUTPUT) as i16));
        Network {
            features: layout.name.to_owned(),
            hidden: self.hidden,
            inputs: self.inputs,
            regions: self.regions,
            buckets: self.buckets,
            scale: scale.round().max(1.0) as i32,
            hidden_biases: list(0, inputs, one, bias),
            input_weights: list(inputs, outputs, one, sums),
            output_weights: output_weights.collect(),
            output_biases: self.values[biases..self.shared().start]
                .iter()
                .zip(&output_parts)
                .map(|(&value, &parts)| rounded(value, one * parts, 1e9) as i32)
                .collect(),
            output_parts,
        }
    }

    /// The same with the values of a network in whole numbers.
    pub(super) fn with_network(&self, network: &Network) -> Parameters {
        let part =
            |list: &[i16], unit: i32| list.iter().map(|&value| f32::from(value) / unit as f32).collect::<Vec<_>>();
        let one = i32::from(ONE);
        let biases = network.output_biases.iter().zip(&network.output_parts);
        let biases = biases.map(|(&bias, &parts)| bias as f32 / (one * parts) as f32).collect();
        let rows = network.output_weights.chunks_exact(2 * self.hidden).zip(&network.output_parts);
        let values = [
            part(&network.hidden_biases, one),
            part(&network.input_weights, one),
            rows.flat_map(|(row, &parts)| part(row, parts)).collect(),
            biases,
            vec![0.0; self.shared().len()],
        ];
        self.clone().with(values.concat())
    }
}

#[cfg(test)]
mod tests {
    use rootward_games::chess::Chess;

    use super::*;
    use crate::Features;
    use crate::features::ChessFeatures;

    /// Output weights are small numbers: each bucket counts them in as fine a unit as its largest one allows.
    #[test]
    fn output_weights_fill_their_byte() {
        let layout = Features::<Chess>::layout(&ChessFeatures);
        let mut parameters = Parameters::random(&layout, 64, 5);
        let [_, outputs, biases] = parameters.places();
        for (bucket, row) in parameters.values[outputs..biases].chunks_exact_mut(128).enumerate() {
            let largest = 0.2 + 0.2 * bucket as f32;
            row.iter_mut().enumerate().for_each(|(at, weight)| *weight = largest * (at as f32 / 127.0));
        }
        let network = parameters.quantised(&layout, 200.0);
        for (bucket, row) in network.output_weights.chunks_exact(128).enumerate() {
            assert!(row[127] > 120, "bucket {bucket}: {}", row[127]);
        }
        let again = parameters.with_network(&network);
        for (at, (&before, &after)) in parameters.values.iter().zip(&again.values).enumerate() {
            let unit = if (outputs..biases).contains(&at) {
                1.0 / network.output_parts[(at - outputs) / 128] as f32
            } else {
                1.0 / f32::from(ONE)
            };
            assert!((before - after).abs() <= 0.51 * unit, "{at}: {before}, {after}");
        }
    }
}

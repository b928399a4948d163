//! The weights of a network as it is taught: one list of numbers in `f32`.

use rootward_support::random::Dice;

use crate::kernels::ONE;
use crate::network::OUTPUT_ONE;
use crate::{Layout, Network};

/// Where the parts of a network are in the list, and the list.
#[derive(Clone)]
pub(super) struct Parameters {
    pub hidden: usize,
    pub inputs: usize,
    pub buckets: usize,
    /// The largest input weight: with it the sums of a neuron fit into 16 bits.
    pub most: f32,
    pub values: Vec<f32>,
}

/// The largest weight: 127/64, so that an output weight is one byte; and about as much for input weights.
const LARGEST: f32 = 1.98;

impl Parameters {
    pub(super) fn random(layout: &Layout, hidden: usize, seed: u64) -> Parameters {
        let Layout { inputs, buckets, .. } = *layout;
        let most = LARGEST.min((f32::from(i16::MAX) / f32::from(ONE) - 3.0) / layout.most as f32);
        let length = hidden + inputs * hidden + buckets * (2 * hidden + 1);
        let mut dice = Dice::new(seed);
        let mut near_0 = |size: f32| (dice.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0) * size;
        let mut values = vec![0.0; length];
        let spread = 1.0 / (layout.most as f32).sqrt();
        values[hidden..hidden + inputs * hidden].fill_with(|| near_0(spread));
        // All stages of the game begin alike.
        let row: Vec<f32> = (0..2 * hidden).map(|_| near_0(1.0 / (2.0 * hidden as f32).sqrt())).collect();
        let first = hidden + inputs * hidden;
        for bucket in 0..buckets {
            values[first + bucket * 2 * hidden..first + (bucket + 1) * 2 * hidden].copy_from_slice(&row);
        }
        values[..hidden].fill(0.0);
        Parameters { hidden, inputs, buckets, most, values }
    }

    pub(super) fn with(self, values: Vec<f32>) -> Parameters {
        Parameters { values, ..self }
    }

    /// The places of the input weights, the output weights and the output biases.
    pub(super) fn places(&self) -> [usize; 3] {
        let outputs = self.hidden + self.inputs * self.hidden;
        [self.hidden, outputs, outputs + self.buckets * 2 * self.hidden]
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
        Network {
            features: layout.name.to_owned(),
            hidden: self.hidden,
            inputs: self.inputs,
            buckets: self.buckets,
            scale: scale.round().max(1.0) as i32,
            hidden_biases: list(0, inputs, one, bias),
            input_weights: list(inputs, outputs, one, sums),
            output_weights: list(outputs, biases, OUTPUT_ONE, 127.0),
            output_biases: self.values[biases..]
                .iter()
                .map(|&value| rounded(value, one * OUTPUT_ONE, 1e9) as i32)
                .collect(),
        }
    }

    /// The same with the values of a network in whole numbers.
    pub(super) fn with_network(&self, network: &Network) -> Parameters {
        let part =
            |list: &[i16], unit: i32| list.iter().map(|&value| f32::from(value) / unit as f32).collect::<Vec<_>>();
        let one = i32::from(ONE);
        let biases = network.output_biases.iter().map(|&bias| bias as f32 / (one * OUTPUT_ONE) as f32).collect();
        let values = [
            part(&network.hidden_biases, one),
            part(&network.input_weights, one),
            part(&network.output_weights, OUTPUT_ONE),
            biases,
        ];
        self.clone().with(values.concat())
    }
}

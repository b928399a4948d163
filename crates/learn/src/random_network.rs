//! A network with random weights, for tests and measurements.

use rootward_support::random::Dice;

use crate::network::PARTS;
use crate::{Layout, Network};

/// A network with random weights: it knows nothing, but costs what a taught one does.
#[must_use]
pub fn random_network(layout: &Layout, hidden: usize, seed: u64) -> Network {
    let mut dice = Dice::new(seed);
    let mut weights = |count: usize, most: i32| -> Vec<i16> {
        (0..count).map(|_| (dice.below(2 * most as usize + 1) as i32 - most) as i16).collect()
    };
    Network {
        features: layout.name.to_owned(),
        hidden,
        inputs: layout.inputs,
        regions: layout.regions,
        buckets: layout.buckets,
        scale: 400,
        hidden_biases: weights(hidden, 100),
        input_weights: weights(layout.inputs * hidden, 60),
        output_weights: weights(layout.buckets * 2 * hidden, PARTS[0]),
        output_parts: vec![PARTS[0]; layout.buckets],
        output_biases: vec![0; layout.buckets],
    }
}

//! [`Network`]: the weights of a network in whole numbers, and its file.
//!
//! ```text
//!   inputs as the side to move sees them ──┐ hidden neurons, clipped to 0…1 and squared ─┐
//!                                          │                                             ├─ one number
//!   inputs as its opponent sees them ──────┘ the same weights, neurons of their own ─────┘
//! ```
//!
//! A hidden neuron is in units of 1/255, an output weight in units of 1/64. All sums fit: the loader refuses a network whose neurons
//! could leave 16 bits, and output weights are one byte.
//!
//! The file: a line of text that names the format and the sizes; then, little-endian, biases of the hidden layer (`i16`), input
//! weights row by row (`i16`), output weights by bucket (`i8`), output biases (`i32`, in units of 1/(255 × 64)); then CRC-32.

use std::fmt;

use rootward_support::hash::{opened, sealed};

use crate::Layout;
use crate::kernels::{CHUNK, ONE};

/// The unit of an output weight: 1/64.
pub(crate) const OUTPUT_ONE: i32 = 64;
/// Neurons of the largest hidden layer.
pub(crate) const MOST_HIDDEN: usize = 2048;

/// The weights of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(crate) features: String,
    pub(crate) hidden: usize,
    pub(crate) inputs: usize,
    pub(crate) buckets: usize,
    /// Points of an output of 1, at which a win is 2.7 times as likely as a loss.
    pub(crate) scale: i32,
    pub(crate) hidden_biases: Vec<i16>,
    pub(crate) input_weights: Vec<i16>,
    pub(crate) output_weights: Vec<i16>,
    pub(crate) output_biases: Vec<i32>,
}

/// Why a file is no network, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError(pub(crate) String);

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetworkError {}

const FORMAT: &str = "rootward network 1";

/// The sizes in the first line of a file.
struct Sizes {
    features: String,
    hidden: usize,
    inputs: usize,
    buckets: usize,
    scale: i32,
}

impl Network {
    /// A network to which every position is worth 0.
    #[must_use]
    pub fn nothing(layout: &Layout) -> Network {
        Network {
            features: layout.name.to_owned(),
            hidden: CHUNK,
            inputs: layout.inputs,
            buckets: layout.buckets,
            scale: 1,
            hidden_biases: vec![0; CHUNK],
            input_weights: vec![0; layout.inputs * CHUNK],
            output_weights: vec![0; layout.buckets * 2 * CHUNK],
            output_biases: vec![0; layout.buckets],
        }
    }

    /// The neurons of the hidden layer, for each side.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// The name of the features.
    #[must_use]
    pub fn features(&self) -> &str {
        &self.features
    }

    /// Is it a network for these features? The error says what differs.
    pub fn check(&self, layout: &Layout) -> Result<(), NetworkError> {
        if self.features == layout.name && self.inputs == layout.inputs && self.buckets == layout.buckets {
            return self.check_sums(layout.most);
        }
        Err(NetworkError(format!("it is a network for '{}'; expected one for '{}'", self.features, layout.name)))
    }

    /// Could a neuron leave 16 bits with this many inputs on? On the way there sums may wrap round: what counts is the end.
    fn check_sums(&self, most: usize) -> Result<(), NetworkError> {
        let mut largest = vec![0; self.hidden];
        // Input by input, as the weights lie in memory.
        for weights in self.input_weights.chunks_exact(self.hidden) {
            largest
                .iter_mut()
                .zip(weights)
                .for_each(|(largest, weight)| *largest = weight.unsigned_abs().max(*largest));
        }
        for (neuron, (&largest, bias)) in largest.iter().zip(&self.hidden_biases).enumerate() {
            let sum = i64::from(bias.unsigned_abs()) + i64::from(largest) * most as i64;
            if sum > i64::from(i16::MAX) {
                let expected = format!("weights whose sums fit into 16 bits with {most} inputs on");
                return Err(NetworkError(format!("neuron {neuron} can reach {sum}; expected {expected}")));
            }
        }
        Ok(())
    }

    /// Points for the side to move from the sum over both halves of the hidden layer.
    #[inline]
    pub(crate) fn points(&self, sum: i64, bucket: usize) -> i32 {
        let output = sum / i64::from(ONE) + i64::from(self.output_biases[bucket]);
        (output * i64::from(self.scale) / (i64::from(ONE) * i64::from(OUTPUT_ONE))) as i32
    }

    /// The content of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Network { features, hidden, inputs, buckets, scale, .. } = self;
        let head =
            format!("{FORMAT}: {features}, {inputs} inputs, {hidden} hidden, {buckets} buckets, scale {scale}\n");
        let mut bytes = head.into_bytes();
        let words = self.hidden_biases.iter().chain(&self.input_weights);
        bytes.extend(words.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.output_weights.iter().map(|&weight| weight as i8 as u8));
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        sealed(bytes)
    }

    /// Reads the content of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let wrong = |problem: &str, expected: &str| NetworkError(format!("{problem}; expected {expected}"));
        let end = bytes.iter().take(200).position(|&byte| byte == b'\n');
        let head = end.and_then(|end| std::str::from_utf8(&bytes[..end]).ok());
        let not_ours = || wrong("this is no network", &format!("a file that begins with '{FORMAT}'"));
        let head = head.filter(|head| head.starts_with(FORMAT)).ok_or_else(not_ours)?;
        let Sizes { features, hidden, inputs, buckets, scale } =
            read_head(head).ok_or_else(|| wrong(&format!("the first line is '{head}'"), "sizes that fit"))?;
        let (content, written, computed) = opened(bytes).ok_or_else(not_ours)?;
        if written != computed {
            return Err(wrong("the network is damaged: its checksum differs", "the file as it was written"));
        }
        let body = content.get(head.len() + 1..).unwrap_or_default();
        let length = 2 * hidden * (inputs + 1) + buckets * (2 * hidden + 4);
        if body.len() != length {
            return Err(wrong(&format!("{} bytes follow the first line", body.len()), &format!("{length}")));
        }
        let (words, rest) = body.split_at(2 * hidden * (inputs + 1));
        let (outputs, biases) = rest.split_at(buckets * 2 * hidden);
        let mut words = words.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let hidden_biases = words.by_ref().take(hidden).collect();
        let four = |four: &[u8]| i32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        Ok(Network {
            features,
            hidden,
            inputs,
            buckets,
            scale,
            hidden_biases,
            input_weights: words.collect(),
            // −128 would be the only weight without a positive counterpart, and too large for a product of 16 bits.
            output_weights: outputs.iter().map(|&byte| i16::from((byte as i8).max(-127))).collect(),
            output_biases: biases.chunks_exact(4).map(four).collect(),
        })
    }
}

fn read_head(head: &str) -> Option<Sizes> {
    let mut parts = head.strip_prefix(FORMAT)?.strip_prefix(": ")?.split(", ");
    let features = parts.next()?.to_owned();
    let inputs = parts.next()?.strip_suffix(" inputs")?.parse().ok()?;
    let hidden = parts.next()?.strip_suffix(" hidden")?.parse().ok()?;
    let buckets = parts.next()?.strip_suffix(" buckets")?.parse().ok()?;
    let scale = parts.next()?.strip_prefix("scale ")?.parse().ok()?;
    let fits = (1..=usize::from(u16::MAX)).contains(&inputs)
        && (CHUNK..=MOST_HIDDEN).contains(&hidden)
        && hidden % CHUNK == 0
        && (1..=64).contains(&buckets)
        && (1..=100_000).contains(&scale)
        && parts.next().is_none();
    fits.then_some(Sizes { features, hidden, inputs, buckets, scale })
}

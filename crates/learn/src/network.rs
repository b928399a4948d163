//! [`Network`]: the weights of a network in whole numbers, and its file.
//!
//! ```text
//!   inputs as the side to move sees them ──┐ hidden neurons, clipped to 0…1 and squared ─┐
//!                                          │                                             ├─ one number
//!   inputs as its opponent sees them ──────┘ the same weights, neurons of their own ─────┘
//! ```
//!
//! A hidden neuron is in units of 1/255; the output weights of each bucket are in a unit of their own, so that the largest of them
//! needs a byte. All sums fit: the loader refuses a network whose neurons could leave 16 bits.
//!
//! The file: a line of text that names the format and the sizes; then, little-endian, biases of the hidden layer (`i16`), for each
//! bucket the parts of 1 in which its weights are counted (`u16`), output biases (`i32`, in units of 1/(255 × parts)), output
//! weights by bucket (`i8`); the input weights, [packed](crate::packed); then CRC-32.

use std::fmt;

use rootward_support::hash::{opened, sealed};

use crate::Layout;
use crate::kernels::{CHUNK, ONE};
use crate::packed::{pack, unpack};

/// The least and the most parts of 1 in which output weights are counted.
pub(crate) const PARTS: [i32; 2] = [64, 1024];
/// Neurons of the largest hidden layer.
pub(crate) const MOST_HIDDEN: usize = 2048;

/// The weights of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(crate) features: String,
    pub(crate) hidden: usize,
    pub(crate) inputs: usize,
    /// The regions that a side's view can be in, each with its share of the inputs.
    pub(crate) regions: usize,
    pub(crate) buckets: usize,
    /// Points of an output of 1, at which a win is 2.7 times as likely as a loss.
    pub(crate) scale: i32,
    pub(crate) hidden_biases: Vec<i16>,
    pub(crate) input_weights: Vec<i16>,
    pub(crate) output_weights: Vec<i16>,
    /// By bucket: an output weight of this size is 1.
    pub(crate) output_parts: Vec<i32>,
    pub(crate) output_biases: Vec<i32>,
}

/// The weights of a network, to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights<'a> {
    /// The biases of the hidden neurons, in units of 1/255.
    pub hidden_biases: &'a [i16],
    /// A row of hidden neurons for each input, in the same unit.
    pub inputs: &'a [i16],
    /// For each bucket, a row for the side to move and one for its opponent.
    pub outputs: &'a [i16],
    /// By bucket: an output weight of this size is 1.
    pub output_parts: &'a [i32],
    /// By bucket, in units of 1/(255 × parts).
    pub output_biases: &'a [i32],
    /// Points of an output of 1.
    pub scale: i32,
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

const FORMAT: &str = "rootward network 2";
/// How the files of all versions begin.
const ANY_FORMAT: &str = "rootward network ";

/// The sizes in the first line of a file.
struct Sizes {
    features: String,
    hidden: usize,
    inputs: usize,
    regions: usize,
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
            regions: layout.regions,
            buckets: layout.buckets,
            scale: 1,
            hidden_biases: vec![0; CHUNK],
            input_weights: vec![0; layout.inputs * CHUNK],
            output_weights: vec![0; layout.buckets * 2 * CHUNK],
            output_parts: vec![PARTS[0]; layout.buckets],
            output_biases: vec![0; layout.buckets],
        }
    }

    /// The neurons of the hidden layer, for each side.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Its weights in whole numbers.
    #[must_use]
    pub fn weights(&self) -> Weights<'_> {
        Weights {
            hidden_biases: &self.hidden_biases,
            inputs: &self.input_weights,
            outputs: &self.output_weights,
            output_parts: &self.output_parts,
            output_biases: &self.output_biases,
            scale: self.scale,
        }
    }

    /// The name of the features.
    #[must_use]
    pub fn features(&self) -> &str {
        &self.features
    }

    /// Is it a network for these features? The error says what differs.
    pub fn check(&self, layout: &Layout) -> Result<(), NetworkError> {
        if self.features == layout.name
            && self.inputs == layout.inputs
            && self.regions == layout.regions
            && self.buckets == layout.buckets
        {
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
        (output * i64::from(self.scale) / (i64::from(ONE) * i64::from(self.output_parts[bucket]))) as i32
    }

    /// The content of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Network { features, hidden, inputs, regions, buckets, scale, .. } = self;
        let sizes = format!("{inputs} inputs, {regions} regions, {hidden} hidden, {buckets} buckets, scale {scale}");
        let mut bytes = format!("{FORMAT}: {features}, {sizes}\n").into_bytes();
        bytes.extend(self.hidden_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.output_parts.iter().flat_map(|&parts| (parts as u16).to_le_bytes()));
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.output_weights.iter().map(|&weight| weight as i8 as u8));
        bytes.extend(pack(&self.input_weights, *hidden, inputs / regions));
        sealed(bytes)
    }

    /// Reads the content of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let wrong = |problem: &str, expected: &str| NetworkError(format!("{problem}; expected {expected}"));
        let end = bytes.iter().take(200).position(|&byte| byte == b'\n');
        let head = end.and_then(|end| std::str::from_utf8(&bytes[..end]).ok());
        let not_ours = || wrong("this is no network", &format!("a file that begins with '{FORMAT}'"));
        if let Some(other) = head.filter(|head| head.starts_with(ANY_FORMAT) && !head.starts_with(FORMAT)) {
            return Err(wrong(&format!("it is in another format: '{other}'"), &format!("one of '{FORMAT}'")));
        }
        let head = head.filter(|head| head.starts_with(FORMAT)).ok_or_else(not_ours)?;
        let sizes = read_head(head).ok_or_else(|| wrong(&format!("the first line is '{head}'"), "sizes that fit"))?;
        let (content, written, computed) = opened(bytes).ok_or_else(not_ours)?;
        if written != computed {
            return Err(wrong("the network is damaged: its checksum differs", "the file as it was written"));
        }
        let body = content.get(head.len() + 1..).unwrap_or_default();
        let left = body.len();
        read_body(sizes, body).ok_or_else(|| {
            wrong(&format!("the {left} bytes after the first line are not its weights"), "the file as it was written")
        })
    }
}

/// The weights, if they are as many as the sizes say.
fn read_body(sizes: Sizes, body: &[u8]) -> Option<Network> {
    let Sizes { features, hidden, inputs, regions, buckets, scale } = sizes;
    let (biases, body) = body.split_at_checked(2 * hidden)?;
    let (parts, body) = body.split_at_checked(2 * buckets)?;
    let (output_biases, body) = body.split_at_checked(4 * buckets)?;
    let (outputs, packed) = body.split_at_checked(2 * hidden * buckets)?;
    let output_parts: Vec<i32> =
        parts.as_chunks::<2>().0.iter().map(|&two| i32::from(u16::from_le_bytes(two))).collect();
    if output_parts.iter().any(|parts| !(PARTS[0]..=PARTS[1]).contains(parts)) {
        return None;
    }
    Some(Network {
        features,
        hidden,
        inputs,
        regions,
        buckets,
        scale,
        hidden_biases: biases.as_chunks::<2>().0.iter().map(|&two| i16::from_le_bytes(two)).collect(),
        input_weights: unpack(packed, hidden, inputs, inputs / regions)?,
        // −128 would be the only weight without a positive counterpart, and too large for a product of 16 bits.
        output_weights: outputs.iter().map(|&byte| i16::from((byte as i8).max(-127))).collect(),
        output_parts,
        output_biases: output_biases.as_chunks::<4>().0.iter().map(|&four| i32::from_le_bytes(four)).collect(),
    })
}

fn read_head(head: &str) -> Option<Sizes> {
    let mut words = head.strip_prefix(FORMAT)?.strip_prefix(": ")?.split(", ");
    let features = words.next()?.to_owned();
    let inputs = words.next()?.strip_suffix(" inputs")?.parse().ok()?;
    let regions = words.next()?.strip_suffix(" regions")?.parse().ok()?;
    let hidden = words.next()?.strip_suffix(" hidden")?.parse().ok()?;
    let buckets = words.next()?.strip_suffix(" buckets")?.parse().ok()?;
    let scale = words.next()?.strip_prefix("scale ")?.parse().ok()?;
    let fits = (1..=usize::from(u16::MAX)).contains(&inputs)
        && (1..=inputs).contains(&regions)
        && inputs % regions == 0
        && (CHUNK..=MOST_HIDDEN).contains(&hidden)
        && hidden % CHUNK == 0
        && (1..=64).contains(&buckets)
        && (1..=100_000).contains(&scale)
        && words.next().is_none();
    fits.then_some(Sizes { features, hidden, inputs, regions, buckets, scale })
}

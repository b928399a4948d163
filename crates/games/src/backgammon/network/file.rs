//! A network as bytes, for a file:
//!
//! ```text
//!   a line of text: rootward backgammon network 2
//!   games u64, inputs u16, hidden units of the contact network u16 and of the race network u16, bits of a weight u8
//!   the rows of the contact network, then those of the race network: for each input its weight in every hidden unit,
//!     the units' biases, for each output the weight of every hidden unit, the outputs' biases
//!   CRC-32 of all this
//! ```
//!
//! All numbers are little-endian. With 32 bits a row is a row of `f32`. With 12 bits it is an `f32`, the largest weight of
//! the row by size, then each weight in units of a 2047th of it, two in three bytes; a row of zeros is the number 0 alone.

use rootward_game::TextError;
use rootward_support::hash::{opened, sealed};

use super::layers::{Layers, OUTPUTS};
use super::{INPUTS, Network};

const FORMAT: &[u8] = b"rootward backgammon network 2\n";
const HEAD: usize = FORMAT.len() + 8 + 3 * 2 + 1;

/// Larger weights do not occur, and sums of them might overflow.
const LARGEST: f32 = 10_000.0;

/// The largest number of a packed weight.
const STEPS: f32 = 2047.0;

/// How exactly the weights of a network are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Every bit.
    Whole,
    /// Twelve bits for each, as a part of the largest of its row.
    Packed,
}

impl Precision {
    fn bits(self) -> u8 {
        match self {
            Precision::Whole => 32,
            Precision::Packed => 12,
        }
    }

    fn of_bits(bits: u8) -> Option<Precision> {
        [Precision::Whole, Precision::Packed].into_iter().find(|precision| precision.bits() == bits)
    }
}

impl Network {
    /// Writes it.
    pub fn write(&self, precision: Precision) -> Vec<u8> {
        let mut bytes = FORMAT.to_vec();
        bytes.extend(self.games.to_le_bytes());
        let sizes = [INPUTS, self.contact.hidden(), self.race.hidden()];
        bytes.extend(sizes.iter().flat_map(|&size| (size as u16).to_le_bytes()));
        bytes.push(precision.bits());
        for layers in [&self.contact, &self.race] {
            rows_of(layers).for_each(|row| write_row(row, precision, &mut bytes));
        }
        sealed(bytes)
    }

    /// Reads a network that was written.
    pub fn read(bytes: &[u8]) -> Result<Network, TextError> {
        let error = |problem: &str| TextError::new(problem, "a network of backgammon as 'rootward tune' writes it");
        if !bytes.starts_with(FORMAT) {
            return Err(error("this is not a network of backgammon"));
        }
        let damaged = || error("the network is damaged or cut off");
        let (content, ..) = opened(bytes).filter(|(_, written, computed)| written == computed).ok_or_else(damaged)?;
        let head = content.get(FORMAT.len()..HEAD).ok_or_else(damaged)?;
        let size = |at: usize| usize::from(u16::from_le_bytes([head[at], head[at + 1]]));
        let (inputs, contact, race) = (size(8), size(10), size(12));
        if inputs != INPUTS {
            return Err(TextError::new(format!("the network has {inputs} inputs"), format!("{INPUTS}")));
        }
        if ![contact, race].into_iter().all(Layers::is_size) {
            return Err(error(&format!("the network has {contact} and {race} hidden units")));
        }
        let precision = Precision::of_bits(head[14]).ok_or_else(|| error(&format!("weights of {} bits", head[14])))?;
        let mut rest = &content[HEAD..];
        let mut layers = |hidden: usize| read_layers(&mut rest, hidden, precision).ok_or_else(damaged);
        let (contact, race) = (layers(contact)?, layers(race)?);
        if !rest.is_empty() {
            return Err(error(&format!("{} bytes after the end of the network", rest.len())));
        }
        let games = head[..8].iter().rev().fold(0, |games, &byte| games << 8 | u64::from(byte));
        Ok(Network { contact, race, games })
    }

    /// The same with its weights as the packed file has them.
    #[must_use]
    pub fn packed(&self) -> Network {
        let packed = |layers: &Layers| {
            let round = |row: &[f32]| {
                let most = largest(row);
                row.iter().map(|&weight| unpacked(packed_weight(weight, most), most)).collect::<Vec<f32>>()
            };
            Layers::of(layers.hidden(), rows_of(layers).flat_map(round).collect())
        };
        Network { contact: packed(&self.contact), race: packed(&self.race), games: self.games }
    }
}

/// All weights: rows of a weight for each hidden unit, and the outputs' biases.
fn rows_of(layers: &Layers) -> impl Iterator<Item = &[f32]> {
    let values = layers.values();
    let (rows, biases) = values.split_at(values.len() - OUTPUTS);
    rows.chunks(layers.hidden()).chain([biases])
}

fn largest(row: &[f32]) -> f32 {
    row.iter().fold(0.0, |most, weight| most.max(weight.abs()))
}

fn packed_weight(weight: f32, most: f32) -> i16 {
    if most == 0.0 { 0 } else { (weight / most * STEPS).round() as i16 }
}

fn unpacked(number: i16, most: f32) -> f32 {
    f32::from(number) * (most / STEPS)
}

fn write_row(row: &[f32], precision: Precision, bytes: &mut Vec<u8>) {
    if precision == Precision::Whole {
        return bytes.extend(row.iter().flat_map(|weight| weight.to_le_bytes()));
    }
    let most = largest(row);
    bytes.extend(most.to_le_bytes());
    if most == 0.0 {
        return;
    }
    for pair in row.chunks(2) {
        let number = |place: usize| pair.get(place).map_or(0, |&weight| packed_weight(weight, most) as u32 & 0xFFF);
        bytes.extend_from_slice(&(number(0) | number(1) << 12).to_le_bytes()[..3]);
    }
}

fn read_layers(bytes: &mut &[u8], hidden: usize, precision: Precision) -> Option<Layers> {
    let mut values = Vec::with_capacity(Layers::count(hidden));
    let rows = (Layers::count(hidden) - OUTPUTS) / hidden;
    for row in 0..=rows {
        read_row(bytes, if row < rows { hidden } else { OUTPUTS }, precision, &mut values)?;
    }
    values.iter().all(|weight| weight.abs() <= LARGEST).then(|| Layers::of(hidden, values))
}

fn read_row(bytes: &mut &[u8], length: usize, precision: Precision, values: &mut Vec<f32>) -> Option<()> {
    let mut number = || {
        let (four, rest) = bytes.split_first_chunk::<4>()?;
        *bytes = rest;
        Some(f32::from_le_bytes(*four))
    };
    if precision == Precision::Whole {
        for _ in 0..length {
            values.push(number()?);
        }
        return Some(());
    }
    let most = number()?;
    if most == 0.0 {
        values.extend(std::iter::repeat_n(0.0, length));
        return Some(());
    }
    let (packed, rest) = bytes.split_at_checked(length.div_ceil(2) * 3)?;
    *bytes = rest;
    let both = packed.chunks_exact(3).flat_map(|three| {
        let word = u32::from_le_bytes([three[0], three[1], three[2], 0]);
        // The twelfth bit is the sign.
        [word << 4, word >> 8].map(|bits| (bits as u16) as i16 >> 4)
    });
    values.extend(both.take(length).map(|number| unpacked(number, most)));
    Some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Sizes;
    use super::*;

    fn any_network(seed: u32) -> Network {
        let mut state = seed;
        Network::untaught(Sizes { contact: 96, race: 32 }, || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        })
    }

    #[test]
    fn what_is_written_is_read_again_bit_by_bit() {
        let network = any_network(7);
        assert_eq!(Network::read(&network.write(Precision::Whole)), Ok(network.clone()));
        let packed = network.packed();
        assert!(packed != network);
        assert_eq!(Network::read(&network.write(Precision::Packed)), Ok(packed.clone()));
        assert_eq!(packed.packed(), packed, "what is packed stays as it is");
        let furthest = network.contact.values().iter().zip(packed.contact.values()).map(|(a, b)| (a - b).abs());
        assert!(furthest.fold(0.0, f32::max) < 0.003);
    }

    #[test]
    fn bad_files_are_refused_with_a_reason() {
        let error = |bytes: &[u8]| Network::read(bytes).unwrap_err().to_string();
        let expected = "expected a network of backgammon as 'rootward tune' writes it";
        assert_eq!(error(b"chess"), format!("this is not a network of backgammon; {expected}"));
        let whole = any_network(1).write(Precision::Packed);
        assert_eq!(error(&whole[..whole.len() - 1]), format!("the network is damaged or cut off; {expected}"));
        let with = |at: usize, byte: u8| {
            let mut bytes = whole[..whole.len() - 4].to_vec();
            bytes[FORMAT.len() + at] = byte;
            error(&sealed(bytes))
        };
        assert_eq!(with(8, 7), format!("the network has {} inputs; expected {INPUTS}", INPUTS + 7));
        assert_eq!(with(10, 33), format!("the network has 33 and 32 hidden units; {expected}"));
        assert_eq!(with(14, 11), format!("weights of 11 bits; {expected}"));
        let longer = sealed([&whole[..whole.len() - 4], b"12"].concat());
        assert_eq!(error(&longer), format!("2 bytes after the end of the network; {expected}"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_bytes_are_read_or_refused_without_a_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..80), cut in 0usize..40_000, seals: bool, heads: bool
        ) {
            let whole = any_network(3).write(Precision::Packed);
            let cut = &whole[..cut.min(whole.len())];
            for content in [&bytes[..], cut] {
                let content = if heads { [FORMAT, content].concat() } else { content.to_vec() };
                let _ = Network::read(&if seals { sealed(content) } else { content });
            }
        }
    }
}

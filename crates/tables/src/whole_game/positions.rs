//! The positions of a game by their keys, with what is known of each.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::Bracket;

/// The number of a position, in the order in which they were met.
pub(super) type Number = u32;

/// All positions met so far.
#[derive(Default)]
pub(super) struct Positions {
    numbers: HashMap<u64, Number, BuildHasherDefault<Mixer>>,
    pub(super) brackets: Vec<Bracket>,
}

impl Positions {
    /// More cannot be told apart.
    pub(super) const MOST: usize = 1 << 31;

    pub(super) fn find(&self, key: u64) -> Option<Number> {
        self.numbers.get(&key).copied()
    }

    /// One more position.
    pub(super) fn add(&mut self, key: u64, bracket: Bracket) -> Number {
        let number = self.add_nameless(bracket);
        self.numbers.insert(key, number);
        number
    }

    /// A value that stands for many positions: the end of the game with so many points.
    pub(super) fn add_nameless(&mut self, bracket: Bracket) -> Number {
        self.brackets.push(bracket);
        (self.brackets.len() - 1) as Number
    }

    /// How many positions have a key.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Bytes in use once one more position is added. Where a store is full, it is doubled, and both are there for a while.
    pub(super) fn bytes_for_one_more(&self) -> usize {
        let slot = size_of::<(u64, Number)>() + 1;
        // The map keeps an eighth of its slots free.
        let map = self.numbers.capacity() * 8 / 7 * slot;
        let list = self.brackets.capacity() * size_of::<Bracket>();
        grown(map, self.numbers.len() == self.numbers.capacity())
            + grown(list, self.brackets.len() == self.brackets.capacity())
    }
}

fn grown(bytes: usize, full: bool) -> usize {
    if full { 3 * bytes } else { bytes }
}

/// Exact keys are often small or regular numbers: their bits are mixed (the last steps of SplitMix64).
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0.rotate_left(8) ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let mut z = key;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = z ^ (z >> 31);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

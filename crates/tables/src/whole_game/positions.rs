//! The positions of a game by their keys, each with its bracket.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use rootward_support::random::mix;

use super::Bracket;

/// The number of a position, in the order in which they were found.
pub(super) type Number = u32;

/// All positions found so far.
#[derive(Default)]
pub(super) struct Positions {
    numbers: HashMap<u64, Number, BuildHasherDefault<Mixer>>,
    pub(super) brackets: Vec<Bracket>,
}

impl Positions {
    /// The largest number of positions: the highest bit of a [`Number`] is used by edges.
    pub(super) const MOST: usize = 1 << 31;

    pub(super) fn find(&self, key: u64) -> Option<Number> {
        self.numbers.get(&key).copied()
    }

    /// Adds a position.
    pub(super) fn add(&mut self, key: u64, bracket: Bracket) -> Number {
        let number = self.add_nameless(bracket);
        self.numbers.insert(key, number);
        number
    }

    /// Adds a value without a key that stands for many positions: all ends of the game with the same points.
    pub(super) fn add_nameless(&mut self, bracket: Bracket) -> Number {
        self.brackets.push(bracket);
        (self.brackets.len() - 1) as Number
    }

    /// The number of positions with a key.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The bytes in use while one more position is added. A full store is copied into one of double size, and both exist for a
    /// while.
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

/// A hasher for exact keys, which are often small or regular numbers: it mixes their bits (the last steps of SplitMix64).
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0.rotate_left(8) ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = mix(key);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

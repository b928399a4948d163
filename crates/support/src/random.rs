//! SplitMix64, by Steele, Lea and Flood.

/// The step between two states of the generator: 2^64 divided by the golden ratio, and odd.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A one-to-one mixture of the bits of a number: numbers that differ in one bit differ in about half of them afterwards.
#[inline]
pub const fn mix(number: u64) -> u64 {
    let mut z = number;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A small deterministic random number generator, so that a failure can be reproduced.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The same seed gives the same throws.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence_comes_out() {
        // The first numbers for the seed 1234567, as other implementations of SplitMix64 give them.
        let mut dice = Dice::new(1_234_567);
        let numbers = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(numbers.map(|_| dice.bits()), numbers);
    }

    #[test]
    fn throws_are_below_their_bound() {
        let mut dice = Dice::new(1);
        assert!((1..100).all(|n| dice.below(n) < n));
        assert_eq!(dice.below(0), 0);
    }
}

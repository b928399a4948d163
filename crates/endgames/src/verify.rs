//! Checking tables against the rules alone: a value must be the best of the successors' values.

use crate::{Endings, Tables, Value};

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Positions checked.
    pub checked: u64,
    /// Numbers tried that have no position.
    pub void: u64,
    /// The first number whose value is wrong: the stored value, and that of the best move.
    pub wrong: Option<(u64, Option<Value>, Option<Value>)>,
}

/// A small generator of numbers that look random, the same for the same seed (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(mixed ^ mixed >> 31) * u128::from(below)) >> 64) as u64
    }
}

impl<E: Endings> Tables<E> {
    /// Checks this many random positions of a slice, or each if there are no more numbers than that. What the slice converts into
    /// must be there, too.
    #[must_use]
    pub fn verify(&self, slice: &E::Slice, positions: u64, seed: u64) -> Verified {
        let count = self.game().count(slice);
        let mut verified = Verified { checked: 0, void: 0, wrong: None };
        let mut numbers = Numbers(seed);
        let mut one_by_one = 0..count;
        while verified.wrong.is_none() && verified.checked < positions {
            // Some slices have hardly a legal position: that must not take forever.
            let number = if count <= positions { one_by_one.next() } else { Some(numbers.next(count)) };
            let Some(number) = number.filter(|_| verified.void / 100 <= positions) else { break };
            let Some(position) = self.game().position(slice, number) else {
                verified.void += 1;
                continue;
            };
            verified.checked += 1;
            let (stored, best) = (self.probe(&position), self.best_of_successors(&position));
            if stored.is_none() || stored != best {
                verified.wrong = Some((number, stored, best));
            }
        }
        verified
    }
}

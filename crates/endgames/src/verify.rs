//! Checking tables against the rules alone: a value must be the best of the successors' values.

use rootward_support::random::Dice;

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

impl<E: Endings> Tables<E> {
    /// Checks this many random positions of a slice, or each if there are no more numbers than that. What the slice converts into
    /// must be there, too.
    pub fn verify(&self, slice: &E::Slice, positions: u64, seed: u64) -> Verified {
        let count = self.game().count(slice);
        let mut verified = Verified { checked: 0, void: 0, wrong: None };
        let mut dice = Dice::new(seed);
        let mut random = || ((u128::from(dice.bits()) * u128::from(count)) >> 64) as u64;
        let mut one_by_one = 0..count;
        while verified.wrong.is_none() && verified.checked < positions {
            // Some slices have hardly a legal position: that must not take forever.
            let number = if count <= positions { one_by_one.next() } else { Some(random()) };
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

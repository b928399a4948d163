//! The sweeps of a small table one by one, as data.

use crate::by_moves::each;
use crate::{Endings, Solved, Value};

/// What one sweep decides: the positions that are won, or lost, in this many plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The plies.
    pub plies: u32,
    /// Won for the side to move; otherwise lost.
    pub won: bool,
    /// The numbers of the positions, each position once.
    pub numbers: Vec<u64>,
}

/// The sweeps that solved a slice, from the positions where the game is over. Losses come before wins of the same plies.
pub fn steps<E: Endings>(game: &E, slice: &E::Slice, solved: &Solved) -> Vec<Step> {
    let mut found: std::collections::BTreeMap<(u32, bool), Vec<u64>> = std::collections::BTreeMap::new();
    for first in (0..solved.len()).step_by(64) {
        let in_word = 64.min(solved.len() - first);
        let legal = (0..in_word).filter(|at| solved.value(first + at).is_some()).map(|at| 1 << at).sum();
        for (bits, _) in game.distinct(slice, (first / 64) as usize, legal) {
            for number in each(bits).map(|at| first + u64::from(at)) {
                match solved.value(number) {
                    Some(Value::Win(plies)) => found.entry((plies, true)).or_default().push(number),
                    Some(Value::Loss(plies)) => found.entry((plies, false)).or_default().push(number),
                    _ => {}
                }
            }
        }
    }
    let sorted = |mut numbers: Vec<u64>| {
        numbers.sort_unstable();
        numbers
    };
    found.into_iter().map(|((plies, won), numbers)| Step { plies, won, numbers: sorted(numbers) }).collect()
}

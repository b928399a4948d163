//! Numbers of sets of squares. A set of `k` squares has its rank among all sets of `k`, ordered by their highest squares: those within
//! the first squares come first, so that one list serves any number of squares.

use super::pieces::MOST_PIECES;
use crate::by_moves::each;

/// The ranks of sets of squares.
pub(super) struct Sets {
    /// Pascal's triangle.
    choose: [[u64; MOST_PIECES + 1]; 33],
    /// All sets by size, in order.
    sets: Vec<Vec<u32>>,
}

impl Sets {
    /// Sets of fewer than [`MOST_PIECES`] squares: each side has one piece at least.
    pub(super) fn new() -> Sets {
        let mut choose = [[0; MOST_PIECES + 1]; 33];
        for n in 0..33 {
            choose[n][0] = 1;
            for k in 1..=MOST_PIECES.min(n) {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        let mut sets = vec![vec![0]];
        for size in 1..MOST_PIECES {
            let with = |highest: u32| {
                let below = &sets[size - 1];
                below.iter().take_while(move |&&set| set < 1 << highest).map(move |set| set | 1 << highest)
            };
            let next = (0..32).flat_map(with).collect();
            sets.push(next);
        }
        Sets { choose, sets }
    }

    /// The number of sets of this size among `squares` squares.
    #[inline]
    pub(super) fn count(&self, squares: u8, size: u8) -> u64 {
        self.choose[usize::from(squares)][usize::from(size)]
    }

    /// The set of this size and rank.
    #[inline]
    pub(super) fn set(&self, size: u8, rank: u64) -> u32 {
        self.sets[usize::from(size)][rank as usize]
    }

    /// The rank of a set.
    #[inline]
    pub(super) fn rank(&self, set: u32) -> u64 {
        each(set.into()).enumerate().map(|(at, square)| self.choose[square as usize][at + 1]).sum()
    }
}

/// The set as it is if the squares of `taken` are left out of the count. It has none of them.
#[inline]
pub(super) fn squeeze(set: u32, taken: u32) -> u32 {
    each(set.into()).map(|square| 1 << (square - (taken & ((1 << square) - 1)).count_ones())).sum()
}

/// The other way round.
#[inline]
pub(super) fn spread(set: u32, taken: u32) -> u32 {
    let place = |square| each(taken.into()).fold(square, |square, other| square + u32::from(other <= square));
    each(set.into()).map(|square| 1 << place(square)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_ranks_are_one_to_one() {
        let sets = Sets::new();
        for size in 0..MOST_PIECES as u8 {
            let all = sets.count(32, size);
            assert_eq!(sets.sets[usize::from(size)].len() as u64, all);
            assert!((0..all).all(|rank| sets.rank(sets.set(size, rank)) == rank));
            // Sets within 28 squares come first.
            assert!((0..sets.count(28, size)).all(|rank| sets.set(size, rank) < 1 << 28));
        }
    }

    #[test]
    fn squares_that_are_taken_are_left_out() {
        let taken = 0b1001_0110;
        for set in (0..256).filter(|set| set & taken == 0) {
            assert_eq!(spread(squeeze(set, taken), taken), set);
        }
        assert_eq!(squeeze(0b0110_1001, taken), 0b1111);
    }
}

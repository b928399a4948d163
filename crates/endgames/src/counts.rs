//! Counts of won, drawn and lost positions, and the longest win.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::by_moves::each;
use crate::solve::share;
use crate::{Endings, Solved, Value};

/// Counts for one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideCounts {
    /// Won for the side to move.
    pub wins: u64,
    /// Lost for it.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
}

/// What a slice holds: every position once, its symmetric images not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// By the side to move.
    pub sides: [SideCounts; 2],
    /// The plies of the longest win, and the number of the first position with it. Of two sides that win as slowly, the first.
    pub longest_win: Option<(u32, u64)>,
    /// The same for the longest loss.
    pub longest_loss: Option<(u32, u64)>,
}

impl Counts {
    /// All positions.
    pub fn positions(&self) -> u64 {
        self.sides.iter().map(|side| side.wins + side.losses + side.draws).sum()
    }

    /// Adds those of other positions.
    fn merge(&mut self, other: Counts) {
        for (side, more) in self.sides.iter_mut().zip(other.sides) {
            side.wins += more.wins;
            side.losses += more.losses;
            side.draws += more.draws;
        }
        // The longest, and of several the lowest number, whichever thread was first.
        let longer = |a: Option<(u32, u64)>, b: Option<(u32, u64)>| {
            a.into_iter().chain(b).max_by_key(|&(plies, at)| (plies, !at))
        };
        self.longest_win = longer(self.longest_win, other.longest_win);
        self.longest_loss = longer(self.longest_loss, other.longest_loss);
    }

    /// Adds a position that counts this many times.
    pub fn add(&mut self, side: usize, number: u64, value: Value, times: u64) {
        let counts = &mut self.sides[side & 1];
        let (longest, plies) = match value {
            Value::Draw => {
                counts.draws += times;
                return;
            }
            Value::Win(plies) => {
                counts.wins += times;
                (&mut self.longest_win, plies)
            }
            Value::Loss(plies) => {
                counts.losses += times;
                (&mut self.longest_loss, plies)
            }
        };
        if longest.is_none_or(|(before, _)| before < plies) {
            *longest = Some((plies, number));
        }
    }
}

/// Counts the positions of a solved slice.
pub fn count<E: Endings>(game: &E, slice: &E::Slice, solved: &Solved, threads: usize) -> Counts {
    const WORDS: u64 = 1 << 14;
    let words = solved.len().div_ceil(64);
    let all = Mutex::new(Counts::default());
    share(threads, (0..words).step_by(WORDS as usize), |from| {
        let counts = count_words(game, slice, solved, from..words.min(from + WORDS));
        all.lock().unwrap_or_else(PoisonError::into_inner).merge(counts);
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn count_words<E: Endings>(game: &E, slice: &E::Slice, solved: &Solved, words: Range<u64>) -> Counts {
    let mut counts = Counts::default();
    for word in words {
        let first = word * 64;
        let mut legal = 0;
        let mut values = [Value::Draw; 64];
        for at in 0..64.min(solved.len() - first) {
            if let Some(value) = solved.value(first + at) {
                legal |= 1 << at;
                values[at as usize] = value;
            }
        }
        let side = game.side(slice, first);
        for (bits, times) in game.distinct(slice, word as usize, legal) {
            for at in each(bits) {
                let number = first + u64::from(at);
                let side = if E::SIDE_BY_WORD { side } else { game.side(slice, number) };
                counts.add(side, number, values[at as usize], times);
            }
        }
    }
    counts
}

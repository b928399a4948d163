//! [`ByMoves`]: a kernel from the moves forward, one position at a time. All that a new game needs.

use crate::{Endings, Kernel, Known, Metric, Value};

/// A kernel for any game, from its moves.
pub struct ByMoves<'a, E: Endings> {
    game: &'a E,
    slice: E::Slice,
    metric: Metric,
    known: &'a Known<E::Slice>,
    count: u64,
}

impl<'a, E: Endings> ByMoves<'a, E> {
    /// The kernel of a slice.
    pub fn new(game: &'a E, slice: &E::Slice, metric: Metric, known: &'a Known<E::Slice>) -> ByMoves<'a, E> {
        ByMoves { game, slice: slice.clone(), metric, known, count: game.count(slice) }
    }

    fn number(word: usize, bit: u32) -> u64 {
        word as u64 * 64 + u64::from(bit)
    }

    fn position(&self, word: usize, bit: u32) -> Option<E::Position> {
        let number = Self::number(word, bit);
        (number < self.count).then(|| self.game.position(&self.slice, number))?
    }

    /// Passes every successor to `stay` with its number, or to `leave` with the value of the conversion.
    fn successors(&self, position: &E::Position, stay: &mut impl FnMut(u64), leave: &mut impl FnMut(Value)) {
        self.game.moves(position, &mut |after| {
            let Some((slice, number)) = self.game.number(&after) else {
                let value = self.game.trivial(&after).or_else(|| self.valueless(&after, None));
                return value.into_iter().for_each(|value| leave(self.metric.through_conversion(value)));
            };
            if slice == self.slice {
                stay(number);
            } else {
                let value = self.known.value(&slice, number).or_else(|| self.valueless(&after, Some(&slice)));
                value.into_iter().for_each(|value| leave(self.metric.through_conversion(value)));
            }
        });
    }

    /// The game reports it, and nothing of the slice is written.
    fn valueless(&self, after: &E::Position, into: Option<&E::Slice>) -> Option<Value> {
        self.game.without_value(after, into);
        None
    }

    /// The best conversion.
    fn conversion(&self, position: &E::Position) -> (Option<Value>, bool) {
        let mut best = None;
        let mut stays = false;
        self.successors(position, &mut |_| stays = true, &mut |value| best = best.max(Some(value)));
        (best, stays)
    }

    fn filter(&self, word: usize, bits: u64, mut keep: impl FnMut(&E::Position) -> bool) -> u64 {
        each(bits)
            .filter(|&bit| self.position(word, bit).is_some_and(|position| keep(&position)))
            .map(|bit| 1 << bit)
            .sum()
    }
}

/// The set bits, from the lowest.
pub(crate) fn each(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(bit)
    })
}

/// Is the bit of this number set?
#[inline]
pub(crate) fn has(set: &[u64], number: u64) -> bool {
    set[(number / 64) as usize] >> (number % 64) & 1 == 1
}

impl<E: Endings> Kernel for ByMoves<'_, E> {
    const RETRACTS: bool = E::HAS_PREDECESSORS;

    fn words(&self) -> usize {
        self.count.div_ceil(64) as usize
    }

    fn legal(&self, word: usize) -> u64 {
        self.filter(word, u64::MAX, |_| true)
    }

    fn start(
        &self,
        word: usize,
        legal: u64,
        _: &[u64],
        set: &mut impl FnMut(u32, Value),
        _: &mut impl FnMut(u32, u64),
    ) {
        for bit in each(legal) {
            let Some(position) = self.position(word, bit) else { continue };
            if let Some(end) = self.game.end(&position) {
                set(bit, end);
                continue;
            }
            match self.conversion(&position) {
                (Some(Value::Loss(plies)), false) => set(bit, Value::Loss(plies)),
                (Some(Value::Loss(_)), true) => {}
                (Some(value), _) => set(bit, value),
                // No move at all, and the game does not say who has won.
                (None, false) => set(bit, Value::Draw),
                (None, true) => {}
            }
        }
    }

    fn retract(
        &self,
        word: usize,
        bits: u64,
        _: u32,
        _: bool,
        emit: &mut impl FnMut(usize, u64),
        _: &mut impl FnMut(usize, u64, u32),
    ) {
        for bit in each(bits) {
            self.game.predecessors(&self.slice, Self::number(word, bit), &mut |number| {
                emit((number / 64) as usize, 1 << (number % 64));
            });
        }
    }

    fn forced(&self, word: usize, bits: u64, _: u32, won: &[u64]) -> u64 {
        self.filter(word, bits, |position| {
            let mut forced = true;
            self.successors(position, &mut |number| forced &= has(won, number), &mut |_| {});
            forced
        })
    }

    fn reaches(&self, word: usize, bits: u64, lost: &[u64]) -> u64 {
        self.filter(word, bits, |position| {
            let mut reaches = false;
            self.successors(position, &mut |number| reaches |= has(lost, number), &mut |_| {});
            reaches
        })
    }

    fn conversions(&self, word: usize, bits: u64, set: &mut impl FnMut(u32, Value)) {
        for bit in each(bits) {
            let Some(position) = self.position(word, bit).filter(|position| self.game.end(position).is_none()) else {
                continue;
            };
            if let (Some(best), _) = self.conversion(&position) {
                set(bit, best);
            }
        }
    }

    fn delays(&self, word: usize, bits: u64, plies: u32, set: &mut impl FnMut(u32, u32)) {
        if self.metric == Metric::Conversion {
            return;
        }
        for bit in each(bits) {
            let Some(position) = self.position(word, bit) else { continue };
            if let (Some(Value::Loss(later)), _) = self.conversion(&position)
                && later > plies
            {
                set(bit, later);
            }
        }
    }
}

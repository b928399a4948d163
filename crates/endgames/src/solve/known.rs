//! Solved slices in memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use super::cells::Cell;
use super::parallel::share;
use crate::{Codes, Kernel, Metric, Value};

/// A solved slice: a code for each number.
#[derive(Clone, Debug)]
pub struct Solved {
    /// What distances count.
    pub metric: Metric,
    pub(crate) codes: Codes,
    /// The code of the longest win of each side to move; higher ones are losses.
    pub(crate) longest_win: [u16; 2],
    /// The first number of the second side.
    pub(crate) second_side: u64,
    pub(crate) cells: Cells,
}

/// The codes, in bytes unless the distances are too long for them.
#[derive(Clone, Debug)]
pub(crate) enum Cells {
    Bytes(Vec<u8>),
    Wide(Vec<u16>),
}

impl Cells {
    pub(crate) fn len(&self) -> usize {
        match self {
            Cells::Bytes(cells) => cells.len(),
            Cells::Wide(cells) => cells.len(),
        }
    }

    #[inline]
    pub(crate) fn code(&self, number: usize) -> Option<u16> {
        match self {
            Cells::Bytes(cells) => cells.get(number).map(|cell| cell.code()),
            Cells::Wide(cells) => cells.get(number).map(|cell| cell.code()),
        }
    }
}

impl Solved {
    /// The value of a number; `None` if it has no position.
    #[inline]
    pub fn value(&self, number: u64) -> Option<Value> {
        self.codes
            .value(self.cells.code(number as usize)?, self.longest_win(number))
            .map(|value| self.metric.tell(value))
    }

    /// The code of the longest win for the side to move at a number.
    #[inline]
    pub(crate) fn longest_win(&self, number: u64) -> u16 {
        self.longest_win[usize::from(number >= self.second_side)]
    }

    /// The bytes that a number takes in memory: two only if distances are too long for one.
    pub fn width(&self) -> usize {
        if matches!(self.cells, Cells::Bytes(_)) { 1 } else { 2 }
    }

    /// Puts in what conversions decide, for a table of outcomes that was stored without it.
    pub(crate) fn restore(&mut self, kernel: &impl Kernel, threads: usize) {
        // Outcomes alone have one code for wins.
        let (codes, longest_win) = (self.codes, self.longest_win[0]);
        let Cells::Bytes(cells) = &mut self.cells else { return };
        share(threads, cells.chunks_mut(64).enumerate(), |(word, line)| {
            let legal = kernel.legal(word);
            kernel.conversions(word, legal, &mut |at, best| {
                let stored = codes.value(line[at as usize].into(), longest_win);
                if stored.is_none_or(|stored| stored.outcome() < best.outcome()) {
                    line[at as usize] = if best == Value::Draw { 0 } else { codes.win(1) as u8 };
                }
            });
        });
    }

    /// How many numbers there are.
    pub fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The solved slices that others convert into.
#[derive(Clone, Debug)]
pub struct Known<S> {
    tables: HashMap<S, Arc<Solved>>,
}

impl<S> Default for Known<S> {
    fn default() -> Known<S> {
        Known { tables: HashMap::new() }
    }
}

impl<S: Eq + Hash> Known<S> {
    /// Adds a slice.
    pub fn insert(&mut self, slice: S, solved: Arc<Solved>) {
        self.tables.insert(slice, solved);
    }

    /// Forgets the slices for which `keep` is `false`.
    pub fn retain(&mut self, mut keep: impl FnMut(&S) -> bool) {
        self.tables.retain(|slice, _| keep(slice));
    }

    /// The table of a slice.
    pub fn table(&self, slice: &S) -> Option<&Arc<Solved>> {
        self.tables.get(slice)
    }

    /// The value of a position.
    pub fn value(&self, slice: &S, number: u64) -> Option<Value> {
        self.table(slice)?.value(number)
    }
}

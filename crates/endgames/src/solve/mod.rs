//! The solver: retrograde analysis of one slice in sweeps.
//!
//! A sweep takes the positions that are decided after `n` plies and goes back from them. Predecessors of a lost position are won
//! after `n + 1` plies. Predecessors of a won one are lost after `n + 1` if all their other moves lead to won positions, too. Each
//! sweep has two halves. In the first, predecessors are marked in a set of bits; in the second, each marked word is settled
//! once, however many successors marked it. So codes and bits are written by one thread at a time, and only the marks are shared.

pub(crate) mod cells;
pub(crate) mod known;
mod parallel;
mod sweep;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

pub(crate) use cells::Cell;
pub(crate) use known::Cells;
pub use known::{Known, Solved};
pub(crate) use parallel::share;

use crate::{Codes, Kernel, Metric};

/// Words in a block: what one bit of a summary stands for.
pub(crate) const BLOCK: usize = 64;
/// Blocks in a chunk: what a thread takes at a time.
const CHUNK: usize = 32;

/// Why a slice was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The stop flag was set.
    Stopped,
    /// Some distance has no code: codes must be wider.
    TooFar,
}

/// How far the sweeps of a slice have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// Positions decided after this many plies have been gone back from.
    pub plies: u32,
    /// How many positions were settled for the next ply.
    pub settled: u64,
    /// How many positions have been settled in all.
    pub decided: u64,
    /// How many numbers the slice has.
    pub numbers: u64,
}

/// The state between two sweeps; all that a resumed build needs.
pub(crate) struct State<C> {
    pub(crate) cells: Vec<C>,
    /// The next sweep.
    pub(crate) plies: u32,
    /// The code of the longest win so far, for each side to move.
    pub(crate) longest_win: [u32; 2],
    /// The code of the longest loss so far.
    pub(crate) longest_loss: [u32; 2],
}

/// What is called after each sweep. It may save the state.
pub(crate) trait Watch<C> {
    fn sweep(&mut self, sweep: Sweep, state: &State<C>, wakes: &Wakes);
}

/// Positions to be looked at after a sweep, by its plies.
pub(crate) type Wakes = std::collections::BTreeMap<u32, Vec<(u64, u64)>>;

/// One slice being solved.
pub(crate) struct Solver<'a, K, C> {
    kernel: &'a K,
    codes: Codes,
    threads: usize,
    stop: &'a AtomicBool,
    state: State<C>,
    /// Bits of the numbers won for their side to move, and of those without a position.
    won: Vec<u64>,
    /// Bits of the lost numbers, if the kernel cannot retract.
    lost: Vec<u64>,
    /// Predecessors found in this sweep.
    marks: Vec<AtomicU64>,
    /// For each block, which of its words have marks.
    touched: Vec<AtomicU64>,
    /// For each block, which of its words have positions that the next sweep goes back from. A late sweep has few, spread over all
    /// blocks; looking at every word of each would take most of the time.
    active: Vec<AtomicU64>,
    /// For each block, the plies (modulo 256) of later sweeps that some position of it waits for.
    pending: Vec<[AtomicU64; 4]>,
    /// The last sweep that has something to do, as far as is known.
    horizon: AtomicU32,
    longest_win: [AtomicU32; 2],
    longest_loss: [AtomicU32; 2],
    decided: AtomicU64,
    /// Wins that follow from a sweep, but not in the next one.
    later: Mutex<Vec<(usize, u64, u32)>>,
    wakes: Wakes,
}

/// The memory that solving a slice with this many numbers takes, in bytes, the tables of other slices not included.
pub(crate) fn memory_needed(numbers: u64, cell: u64) -> u64 {
    numbers * cell + numbers / 8 * 2 + numbers / (BLOCK as u64 * 64) * 48
}

fn zeros<T: Default>(length: usize) -> Vec<T> {
    std::iter::repeat_with(T::default).take(length).collect()
}

impl<'a, K: Kernel, C: Cell> Solver<'a, K, C> {
    /// A slice before its first sweep. `by_moves`: wins are odd and losses even.
    pub(crate) fn new(kernel: &'a K, by_moves: bool, threads: usize, stop: &'a AtomicBool) -> Self {
        let words = kernel.words();
        let blocks = words.div_ceil(BLOCK);
        let top = u32::from(C::TOP);
        Solver {
            kernel,
            codes: Codes { top: C::TOP, by_moves },
            threads,
            stop,
            state: State {
                cells: vec![C::default(); words * 64],
                plies: 0,
                longest_win: [0; 2],
                longest_loss: [top; 2],
            },
            won: vec![0; words],
            lost: if K::RETRACTS { Vec::new() } else { vec![0; words] },
            marks: if K::RETRACTS { zeros(words) } else { Vec::new() },
            touched: zeros(blocks),
            active: zeros(blocks),
            pending: zeros(blocks),
            horizon: AtomicU32::new(0),
            longest_win: [0, 0].map(AtomicU32::new),
            longest_loss: [top, top].map(AtomicU32::new),
            decided: AtomicU64::new(0),
            later: Mutex::default(),
            wakes: Wakes::new(),
        }
    }

    /// Continues from a saved state.
    pub(crate) fn resume(mut self, state: State<C>, wakes: Wakes) -> Self {
        self.state = state;
        self.wakes = wakes;
        self.read_back();
        self
    }

    /// Sweeps until nothing more can be decided.
    pub(crate) fn run(mut self, metric: Metric, watch: &mut impl Watch<C>) -> Result<Solved, Failure>
    where
        Cells: From<Vec<C>>,
    {
        if self.state.plies == 0 {
            self.start()?;
        }
        while self.state.plies <= self.horizon.load(Relaxed) {
            let settled = self.sweep(self.state.plies)?;
            self.state.plies += 1;
            self.state.longest_win = [0, 1].map(|side| self.longest_win[side].load(Relaxed));
            self.state.longest_loss = [0, 1].map(|side| self.longest_loss[side].load(Relaxed));
            let decided = self.decided.load(Relaxed);
            let numbers = self.state.cells.len() as u64;
            let sweep = Sweep { plies: self.state.plies - 1, settled, decided, numbers };
            watch.sweep(sweep, &self.state, &self.wakes);
            if self.stop.load(Relaxed) {
                return Err(Failure::Stopped);
            }
        }
        let longest_win = [0, 1].map(|side| self.longest_win[side].load(Relaxed) as u16);
        let second_side = self.kernel.second_side() as u64 * 64;
        Ok(Solved { metric, codes: self.codes, longest_win, second_side, cells: self.state.cells.into() })
    }

    /// The side to move at a word.
    #[inline]
    fn side(&self, word: usize) -> usize {
        usize::from(word >= self.kernel.second_side())
    }

    /// The code of a win at a word, noting that it occurs; `None` if it has no room.
    #[inline]
    fn win_code(&self, word: usize, plies: u32) -> Option<u16> {
        let (code, side) = (self.codes.win(plies), self.side(word));
        if self.longest_win[side].load(Relaxed) < code {
            self.longest_win[side].fetch_max(code, Relaxed);
        }
        (code < self.longest_loss[side].load(Relaxed)).then_some(code as u16)
    }

    /// The same for a loss.
    #[inline]
    fn loss_code(&self, word: usize, plies: u32) -> Option<u16> {
        let (code, side) = (u32::try_from(self.codes.loss(plies)).unwrap_or(0), self.side(word));
        if code < self.longest_loss[side].load(Relaxed) {
            self.longest_loss[side].fetch_min(code, Relaxed);
        }
        (self.longest_win[side].load(Relaxed) < code).then_some(code as u16)
    }

    /// There is something to do in the sweep after the one that is under way.
    #[inline]
    fn plan_next(&self, word: usize, plies: u32) {
        if self.codes.by_moves {
            sweep::set(&self.active[word / BLOCK], 1 << (word % BLOCK));
        }
        self.reach(plies);
    }

    /// There is something to do in the sweep of these plies.
    #[inline]
    fn plan(&self, word: usize, plies: u32) {
        sweep::set(&self.pending[word / BLOCK][(plies / 64 % 4) as usize], 1 << (plies % 64));
        self.reach(plies);
    }

    #[inline]
    fn reach(&self, plies: u32) {
        if self.horizon.load(Relaxed) < plies {
            self.horizon.fetch_max(plies, Relaxed);
        }
    }

    fn room(&self) -> Result<(), Failure> {
        let side_fits = |side: usize| self.longest_win[side].load(Relaxed) < self.longest_loss[side].load(Relaxed);
        let fits = side_fits(0) && side_fits(1);
        if fits { Ok(()) } else { Err(Failure::TooFar) }
    }
}

impl From<Vec<u8>> for Cells {
    fn from(cells: Vec<u8>) -> Cells {
        Cells::Bytes(cells)
    }
}

impl From<Vec<u16>> for Cells {
    fn from(cells: Vec<u16>) -> Cells {
        Cells::Wide(cells)
    }
}

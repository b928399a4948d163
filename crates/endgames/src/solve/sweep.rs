//! The start, and the two halves of a sweep.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::parallel::share;
use super::{BLOCK, CHUNK, Cell, Failure, Solver};
use crate::by_moves::each;
use crate::{Kernel, Value};

const CHUNK_WORDS: usize = CHUNK * BLOCK;
const LINE: usize = 64;

/// Sets a bit, mostly one that is set already.
#[inline]
pub(super) fn set(bits: &AtomicU64, bit: u64) {
    if bits.load(Relaxed) & bit == 0 {
        bits.fetch_or(bit, Relaxed);
    }
}

/// Was something noted for these plies? Not any more.
#[inline]
fn take(pending: &[AtomicU64; 4], plies: u32) -> bool {
    let bits = &pending[(plies / 64 % 4) as usize];
    let bit = 1 << (plies % 64);
    let noted = bits.load(Relaxed) & bit != 0;
    if noted {
        bits.fetch_and(!bit, Relaxed);
    }
    noted
}

impl<K: Kernel, C: Cell> Solver<'_, K, C> {
    /// Which numbers have positions; where the game is over; what conversions decide.
    pub(super) fn start(&mut self) -> Result<(), Failure> {
        let mut cells = std::mem::take(&mut self.state.cells);
        let mut won = std::mem::take(&mut self.won);
        let items = cells.chunks_mut(CHUNK_WORDS * LINE).zip(won.chunks_mut(CHUNK_WORDS)).enumerate();
        share(self.threads, items, |(chunk, (cells, won))| {
            for (at, (line, won)) in cells.chunks_mut(LINE).zip(won).enumerate() {
                let legal = if self.stop.load(Relaxed) { 0 } else { self.kernel.legal(chunk * CHUNK_WORDS + at) };
                *won = !legal;
                each(!legal).for_each(|bit| line[bit as usize] = C::of(self.codes.void()));
            }
        });
        self.won = won;
        let wakes = Mutex::new(std::mem::take(&mut self.wakes));
        let items = cells.chunks_mut(CHUNK_WORDS * LINE).enumerate();
        share(self.threads, items, |(chunk, cells)| self.start_chunk(chunk, cells, &wakes));
        self.wakes = wakes.into_inner().unwrap_or_default();
        // Their order depends on the threads; a resumed build and another one shall be the same.
        self.wakes.values_mut().for_each(|wakes| wakes.sort_unstable());
        if let Some((&plies, _)) = self.wakes.last_key_value() {
            self.horizon.fetch_max(plies, Relaxed);
        }
        self.state.cells = cells;
        if self.stop.load(Relaxed) { Err(Failure::Stopped) } else { self.room() }
    }

    fn start_chunk(&self, chunk: usize, cells: &mut [C], wakes: &Mutex<super::Wakes>) {
        let mut asked = Vec::new();
        let mut decided = 0;
        for (at, line) in cells.chunks_mut(LINE).enumerate() {
            let word = chunk * CHUNK_WORDS + at;
            let legal = !self.won[word];
            if legal == 0 || self.stop.load(Relaxed) {
                continue;
            }
            let mut set = |bit: u32, value: Value| {
                let code = match value {
                    Value::Win(plies) => self.win_code(word, plies),
                    Value::Draw => Some(self.codes.safe()),
                    Value::Loss(plies) => self.loss_code(word, plies),
                };
                if let Value::Win(plies) | Value::Loss(plies) = value {
                    decided += 1;
                    self.plan(word, plies);
                }
                line[bit as usize] = C::of(code.unwrap_or_default());
            };
            let mut wake = |plies: u32, bits: u64| asked.push((plies, (word as u64, bits)));
            self.kernel.start(word, legal, &self.won, &mut set, &mut wake);
        }
        self.decided.fetch_add(decided, Relaxed);
        if !asked.is_empty() {
            let mut wakes = wakes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            asked.into_iter().for_each(|(plies, entry)| wakes.entry(plies).or_default().push(entry));
        }
    }

    /// What the codes of a resumed build say: all that is not saved.
    pub(super) fn read_back(&mut self) {
        let next = self.state.plies;
        let cells = std::mem::take(&mut self.state.cells);
        let longest_win = self.state.longest_win;
        for side in 0..2 {
            self.longest_win[side].store(self.state.longest_win[side], Relaxed);
            self.longest_loss[side].store(self.state.longest_loss[side], Relaxed);
        }
        let mut won = std::mem::take(&mut self.won);
        let mut lost = std::mem::take(&mut self.lost);
        let mut losts = lost.chunks_mut(CHUNK_WORDS);
        let items = cells.chunks(CHUNK_WORDS * LINE).zip(won.chunks_mut(CHUNK_WORDS)).enumerate();
        let items = items.map(|item| (item, losts.next()));
        share(self.threads, items, |((chunk, (cells, won)), mut lost)| {
            let mut decided = 0;
            for (at, line) in cells.chunks(LINE).enumerate() {
                let longest_win = longest_win[self.side(chunk * CHUNK_WORDS + at)] as u16;
                for (bit, cell) in line.iter().enumerate() {
                    let (plies, wins) = match self.codes.value(cell.code(), longest_win) {
                        None => {
                            won[at] |= 1 << bit;
                            continue;
                        }
                        Some(Value::Draw) => continue,
                        Some(Value::Win(plies)) => (plies, true),
                        Some(Value::Loss(plies)) => (plies, false),
                    };
                    decided += 1;
                    if plies >= next {
                        self.plan(chunk * CHUNK_WORDS + at, plies);
                    } else if wins {
                        won[at] |= 1 << bit;
                    } else if let Some(lost) = &mut lost {
                        lost[at] |= 1 << bit;
                    }
                }
            }
            self.decided.fetch_add(decided, Relaxed);
        });
        self.won = won;
        self.lost = lost;
        if let Some((&plies, _)) = self.wakes.last_key_value() {
            self.horizon.fetch_max(plies, Relaxed);
        }
        self.state.cells = cells;
    }

    /// Goes back from all positions decided after `plies`. Returns how many were settled.
    pub(super) fn sweep(&mut self, plies: u32) -> Result<u64, Failure> {
        let mut settled = 0;
        let by_moves = self.codes.by_moves;
        if !by_moves || plies.is_multiple_of(2) {
            settled += self.half(plies, true)?;
        }
        if !by_moves || plies % 2 == 1 {
            settled += self.half(plies, false)?;
        }
        if !by_moves {
            self.pending.iter().for_each(|pending| _ = take(pending, plies));
        }
        Ok(settled)
    }

    /// From the lost positions, or from the won ones.
    fn half(&mut self, plies: u32, from_lost: bool) -> Result<u64, Failure> {
        let code = if from_lost {
            u16::try_from(self.codes.loss(plies)).ok()
        } else {
            u16::try_from(self.codes.win(plies)).ok()
        };
        let any = code.is_some_and(|code| self.go_back(code, plies, from_lost));
        let woken = if from_lost { None } else { self.wakes.remove(&plies) };
        for (word, bits) in woken.iter().flatten() {
            self.mark(*word as usize, *bits);
        }
        if !any && woken.is_none() {
            return Ok(0);
        }
        let before = self.decided.load(Relaxed);
        self.settle(plies, from_lost);
        self.set_later();
        self.room()?;
        Ok(self.decided.load(Relaxed) - before)
    }

    #[inline]
    fn mark(&self, word: usize, bits: u64) {
        if !K::RETRACTS {
            return;
        }
        let marks = &self.marks[word];
        if marks.load(Relaxed) & bits != bits {
            marks.fetch_or(bits, Relaxed);
            set(&self.touched[word / BLOCK], 1 << (word % BLOCK));
        }
    }

    /// The first half: marks the predecessors of all positions with this code. Were there any?
    fn go_back(&mut self, code: u16, plies: u32, from_lost: bool) -> bool {
        // A code may be a loss of one side and a win of the other.
        let means = |side: usize| {
            let code = u32::from(code);
            if from_lost {
                code > self.longest_win[side].load(Relaxed)
            } else {
                code < self.longest_loss[side].load(Relaxed)
            }
        };
        let means = [means(0), means(1)];
        let mut won = std::mem::take(&mut self.won);
        let mut lost = std::mem::take(&mut self.lost);
        let any = AtomicU64::new(0);
        let sets = if from_lost { &mut lost } else { &mut won };
        let mut none: Vec<u64> = Vec::new();
        let sets = if sets.is_empty() { &mut none } else { sets };
        let mut sets = sets.chunks_mut(CHUNK_WORDS);
        let items = self.state.cells.chunks(CHUNK_WORDS * LINE).enumerate().map(|item| (item, sets.next()));
        share(self.threads, items, |((chunk, cells), mut set)| {
            for (at, block) in cells.chunks(BLOCK * LINE).enumerate() {
                let first = (chunk * CHUNK + at) * BLOCK;
                let words = self.due(first / BLOCK, plies);
                for at_word in each(words).map(|word| word as usize) {
                    let Some(line) = block.get(at_word * LINE..(at_word + 1) * LINE) else { continue };
                    let bits = if means[self.side(first + at_word)] { C::equal(line, code) } else { 0 };
                    if bits == 0 {
                        continue;
                    }
                    any.store(1, Relaxed);
                    if let Some(set) = &mut set {
                        set[at * BLOCK + at_word] |= bits;
                    }
                    if K::RETRACTS {
                        let mut later = |word, bits, plies| {
                            self.later
                                .lock()
                                .unwrap_or_else(std::sync::PoisonError::into_inner)
                                .push((word, bits, plies));
                        };
                        let mut emit = |word, bits| self.mark(word, bits);
                        self.kernel.retract(first + at_word, bits, plies, from_lost, &mut emit, &mut later);
                    }
                }
            }
        });
        self.won = won;
        self.lost = lost;
        any.into_inner() != 0
    }

    /// The words of a block that may have positions decided after these plies.
    #[inline]
    fn due(&self, block: usize, plies: u32) -> u64 {
        if !self.codes.by_moves {
            return u64::MAX;
        }
        let active = &self.active[block];
        let words = active.load(Relaxed);
        if words != 0 {
            active.store(0, Relaxed);
        }
        if take(&self.pending[block], plies) { u64::MAX } else { words }
    }

    /// The second half: settles the marked positions.
    fn settle(&mut self, plies: u32, as_wins: bool) {
        let mut cells = std::mem::take(&mut self.state.cells);
        let items = cells.chunks_mut(CHUNK_WORDS * LINE).enumerate();
        share(self.threads, items, |(chunk, cells)| {
            let mut settled = 0;
            for (at, block) in cells.chunks_mut(BLOCK * LINE).enumerate() {
                let at = chunk * CHUNK + at;
                let words = if K::RETRACTS { self.touched[at].load(Relaxed) } else { u64::MAX };
                if words == 0 {
                    continue;
                }
                self.touched[at].store(0, Relaxed);
                for word in each(words).map(|word| word as usize) {
                    let Some(line) = block.get_mut(word * LINE..(word + 1) * LINE) else { continue };
                    let word = at * BLOCK + word;
                    let marks = if K::RETRACTS { self.marks[word].load(Relaxed) } else { !self.won[word] };
                    if marks == 0 {
                        continue;
                    }
                    if K::RETRACTS {
                        self.marks[word].store(0, Relaxed);
                    }
                    settled += if as_wins {
                        self.settle_wins(word, line, marks, plies)
                    } else {
                        self.settle_losses(word, line, marks, plies)
                    };
                }
            }
            self.decided.fetch_add(settled, Relaxed);
        });
        self.state.cells = cells;
    }

    fn settle_wins(&self, word: usize, line: &mut [C], marks: u64, plies: u32) -> u64 {
        let Some(code) = self.win_code(word, plies + 1) else { return 0 };
        let (safe, longest) = (self.codes.safe(), self.longest_win[self.side(word)].load(Relaxed) as u16);
        let marks = if K::RETRACTS {
            marks
        } else {
            let open = self.open_to(word, line, marks, code);
            if open == 0 { 0 } else { self.kernel.reaches(word, open, &self.lost) }
        };
        let (mut settled, mut any) = (0, false);
        let Ok(line) = <&mut [C; LINE]>::try_from(line) else { return 0 };
        for bit in each(marks) {
            let cell = &mut line[bit as usize % LINE];
            let now = cell.code();
            if now == 0 || now == safe {
                settled += 1;
            } else if now <= code || now > longest {
                continue;
            }
            // A slower win by a conversion counts as decided already.
            *cell = C::of(code);
            any = true;
        }
        if any {
            self.plan_next(word, plies + 1);
        }
        settled
    }

    /// The marked positions that are not won as soon as with this code.
    #[inline]
    fn open_to(&self, word: usize, line: &[C], marks: u64, code: u16) -> u64 {
        let (void, longest) = (self.codes.void(), self.longest_win[self.side(word)].load(Relaxed));
        let open = |bit: &u32| {
            let now = line[*bit as usize].code();
            now == 0 || now > code && now != void && (u32::from(now) <= longest || now == self.codes.safe())
        };
        each(marks).filter(open).map(|bit| 1 << bit).sum()
    }

    fn settle_losses(&self, word: usize, line: &mut [C], marks: u64, plies: u32) -> u64 {
        let bits = marks & C::equal(line, 0);
        if bits == 0 {
            return 0;
        }
        let bits = self.kernel.forced(word, bits, plies, &self.won);
        let Some(code) = (bits != 0).then(|| self.loss_code(word, plies + 1)).flatten() else { return 0 };
        each(bits).for_each(|bit| line[bit as usize] = C::of(code));
        let mut on_time = bits;
        self.kernel.delays(word, bits, plies + 1, &mut |bit, plies| {
            on_time &= !(1 << bit);
            line[bit as usize] = C::of(self.loss_code(word, plies).unwrap_or_default());
            self.plan(word, plies);
        });
        if on_time != 0 {
            self.plan_next(word, plies + 1);
        }
        u64::from(bits.count_ones())
    }

    /// Enters wins that follow later than in the next sweep.
    fn set_later(&mut self) {
        let later = std::mem::take(&mut *self.later.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        for (word, bits, plies) in later {
            let Some(code) = self.win_code(word, plies) else { return };
            let line = &self.state.cells[word * LINE..][..LINE];
            let bits = self.open_to(word, line, bits, code);
            for bit in each(bits) {
                let cell = &mut self.state.cells[word * LINE + bit as usize];
                let open = cell.code() == 0 || cell.code() == self.codes.safe();
                *cell = C::of(code);
                *self.decided.get_mut() += u64::from(open);
            }
            if bits != 0 {
                self.plan(word, plies);
            }
        }
    }
}

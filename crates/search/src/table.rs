//! The transposition table: a position reached twice is searched once.
//!
//! The key is the position alone. The entry says whether its value is exact, a lower or an upper bound, to what depth it was
//! searched, and whether it is proven. Without these, a fail-low value from the table would be taken for exact and give a
//! wrong answer.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rootward_game::{Bound, Score};

use crate::Histories;
use crate::memory::Words;

/// A store of values by position, shared by all threads of a search.
pub trait Table: Sync {
    /// `false` lets the compiler drop every use.
    const PRESENT: bool = true;

    /// The entry of the position with this key.
    fn probe(&self, key: u64) -> Option<Entry>;

    /// Stores an entry, possibly in place of another position's.
    fn store(&self, key: u64, entry: Entry);

    /// Loads the entry of this key into the cache, because it will be read soon.
    fn prefetch(&self, key: u64) {
        let _ = key;
    }

    /// Begins a new search: older entries may be replaced first.
    fn new_search(&self) {}

    /// Takes what the thread with this number learned in the search before, if it was kept.
    fn take_histories(&self, thread: usize) -> Option<Histories> {
        let _ = thread;
        None
    }

    /// Keeps what a thread has learned for the next search.
    fn keep_histories(&self, thread: usize, histories: Histories) {
        let _ = (thread, histories);
    }

    /// How full it is, in thousandths.
    fn fullness(&self) -> u32 {
        0
    }
}

/// No table.
impl Table for () {
    const PRESENT: bool = false;
    fn probe(&self, _: u64) -> Option<Entry> {
        None
    }
    fn store(&self, _: u64, _: Entry) {}
}

/// The table's entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its value for the side to move, with distances from this position.
    pub score: Score,
    /// How that value relates to the true one.
    pub bound: Bound,
    /// The depth in plies; 255 is to the end of the game.
    pub depth: u8,
    /// Nothing in the value rests on an estimate.
    pub proven: bool,
    /// The hash move: the best move or the one that caused a cut-off, as its number in the order in which the game lists them.
    pub best: Option<u16>,
    /// The binary logarithm of the nodes that it cost: costly entries are kept longer.
    pub effort: u8,
}

const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::AtLeast, Bound::AtMost];

/// Layout of the data word, from the lowest bit: score 32, depth 8, bound + 1 2, proven 1, generation 5, effort 5, move
/// + 1 11. A move beyond the 2046th is not remembered.
impl Entry {
    fn pack(self, generation: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1u64,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        let best = self.best.filter(|&index| index < MAX_MOVE).map_or(0, |index| index + 1);
        u64::from(self.score.to_raw() as u32)
            | u64::from(self.depth) << 32
            | bound << 40
            | u64::from(self.proven) << 42
            | u64::from(generation & GENERATIONS) << 43
            | u64::from(self.effort.min(MAX_EFFORT)) << 48
            | u64::from(best) << 53
    }

    /// `None` for a word that is not a packed entry, such as that of an empty slot.
    fn unpack(word: u64) -> Option<Entry> {
        let bound = BOUNDS.get(((word >> 40 & 3) as usize).wrapping_sub(1))?;
        Some(Entry {
            score: Score::from_raw(word as u32 as i32),
            bound: *bound,
            depth: (word >> 32) as u8,
            proven: word >> 42 & 1 == 1,
            best: ((word >> 53) as u16).checked_sub(1),
            effort: effort_of(word),
        })
    }
}

const GENERATIONS: u8 = 31;
const MAX_EFFORT: u8 = 31;
const MAX_MOVE: u16 = (1 << 11) - 1;

fn is_entry(word: u64) -> bool {
    Entry::unpack(word).is_some()
}

fn effort_of(word: u64) -> u8 {
    (word >> 48) as u8 & MAX_EFFORT
}

fn generation_of(word: u64) -> u8 {
    (word >> 43) as u8 & GENERATIONS
}

/// The table for every game: 16 bytes a position, safe under threads without a lock.
///
/// A slot is two words, `key ^ data` and `data`. Two threads that write the same slot at once leave a pair that does not
/// match, which reads as another key: a lost entry, never a wrong one (the idea is Robert Hyatt's and Tim Mann's). Four slots
/// fill a cache line, the bucket. A new entry takes the first empty slot, or else replaces the oldest and cheapest entry. So
/// all slots after an empty one are empty, too.
pub struct SharedTable {
    words: Words,
    buckets: u64,
    generation: AtomicU8,
    /// What the threads of the last search have learned, by their numbers.
    histories: Mutex<Vec<Option<Histories>>>,
}

/// The data word of an empty slot; no entry packs to it.
const EMPTY: u64 = 0;
const WORDS_IN_BUCKET: usize = 8;
const BYTES_IN_BUCKET: usize = 64;

impl SharedTable {
    /// A table of about this many bytes, at least one bucket. The system provides the memory when it is first used.
    ///
    /// # Panics
    /// If the system has no room for it; [`try_with_bytes`](SharedTable::try_with_bytes) says so instead.
    pub fn with_bytes(bytes: usize) -> SharedTable {
        SharedTable::try_with_bytes(bytes).expect("the system has room for the table")
    }

    /// A table of about this many bytes, if the system has room for it.
    pub fn try_with_bytes(bytes: usize) -> Option<SharedTable> {
        let buckets = (bytes / BYTES_IN_BUCKET).max(1);
        let words = Words::zeroed(buckets * WORDS_IN_BUCKET)?;
        Some(SharedTable { words, buckets: buckets as u64, generation: AtomicU8::new(0), histories: Mutex::default() })
    }

    /// Copies all entries of another table, as far as there is room.
    pub fn learn(&self, other: &SharedTable) {
        for slot in other.words.chunks_exact(2) {
            let word = slot[1].load(Ordering::Relaxed);
            if let Some(entry) = Entry::unpack(word) {
                self.store(slot[0].load(Ordering::Relaxed) ^ word, entry);
            }
        }
    }

    /// A table of this many buckets with the age of another, to be filled by [`put`](SharedTable::put).
    pub(crate) fn with_buckets(buckets: u64, generation: u8) -> Option<SharedTable> {
        let bytes = usize::try_from(buckets).ok()?.checked_mul(BYTES_IN_BUCKET)?;
        let table = SharedTable::try_with_bytes(bytes)?;
        table.generation.store(generation, Ordering::Relaxed);
        Some(table)
    }

    pub(crate) fn buckets(&self) -> u64 {
        self.buckets
    }

    pub(crate) fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    /// The keys and data words of all entries, bucket by bucket. A pair that two threads have mixed up is left out where it shows
    /// by its bucket.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let pairs = self.words.chunks_exact(2).enumerate().map(|(place, slot)| {
            let word = slot[1].load(Ordering::Relaxed);
            (2 * place, slot[0].load(Ordering::Relaxed) ^ word, word)
        });
        let here = |place: usize, key| self.start(key) == place / WORDS_IN_BUCKET * WORDS_IN_BUCKET;
        pairs.filter(move |&(place, key, word)| is_entry(word) && here(place, key)).map(|(_, key, word)| (key, word))
    }

    /// Puts an entry into the next empty slot of its bucket, as it was; `false` if this is no entry or there is no room.
    pub(crate) fn put(&self, key: u64, word: u64) -> bool {
        let empty = |slot: &&[AtomicU64]| slot[1].load(Ordering::Relaxed) == EMPTY;
        let Some(slot) = self.bucket(key).chunks_exact(2).find(empty).filter(|_| is_entry(word)) else { return false };
        slot[0].store(key ^ word, Ordering::Relaxed);
        slot[1].store(word, Ordering::Relaxed);
        true
    }

    /// Removes all entries and histories: afterwards it is like a new table.
    pub fn clear(&mut self) {
        self.words.clear();
        self.with_histories(Vec::clear);
        self.generation = AtomicU8::new(0);
    }

    fn with_histories<R>(&self, change: impl FnOnce(&mut Vec<Option<Histories>>) -> R) -> R {
        change(&mut self.histories.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Its size.
    pub fn bytes(&self) -> usize {
        self.buckets as usize * BYTES_IN_BUCKET
    }

    /// Where its memory is, to tell whether two tables are one.
    pub fn place(&self) -> *const () {
        self.words.as_ptr().cast()
    }

    /// Where the bucket of a key starts.
    #[inline]
    fn start(&self, key: u64) -> usize {
        // Keys need not be well mixed (Connect Four's are the board itself), so they are mixed here.
        let mixed = (key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(mixed) * u128::from(self.buckets)) >> 64) as usize * WORDS_IN_BUCKET
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let start = self.start(key);
        &self.words[start..start + WORDS_IN_BUCKET]
    }
}

impl Table for SharedTable {
    #[inline]
    fn probe(&self, key: u64) -> Option<Entry> {
        for slot in self.bucket(key).chunks_exact(2) {
            let word = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ word == key {
                return Entry::unpack(word);
            }
            if word == EMPTY {
                return None;
            }
        }
        None
    }

    fn store(&self, key: u64, entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let worth = |word: u64| {
            let age = generation.wrapping_sub(generation_of(word)) & GENERATIONS;
            i32::from(effort_of(word)) - 4 * i32::from(age)
        };
        let mut victim = 0;
        let mut least = i32::MAX;
        for (i, slot) in bucket.chunks_exact(2).enumerate() {
            let word = slot[1].load(Ordering::Relaxed);
            if word == EMPTY || slot[0].load(Ordering::Relaxed) ^ word == key {
                victim = i;
                break;
            }
            if worth(word) < least {
                (victim, least) = (i, worth(word));
            }
        }
        let word = entry.pack(generation);
        bucket[2 * victim].store(key ^ word, Ordering::Relaxed);
        bucket[2 * victim + 1].store(word, Ordering::Relaxed);
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        self.words.prefetch(self.start(key));
    }

    fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    fn take_histories(&self, thread: usize) -> Option<Histories> {
        self.with_histories(|kept| kept.get_mut(thread)?.take())
    }

    fn keep_histories(&self, thread: usize, histories: Histories) {
        self.with_histories(|kept| {
            kept.resize_with(kept.len().max(thread + 1), || None);
            kept[thread] = Some(histories);
        });
    }

    fn fullness(&self) -> u32 {
        let sample = &self.words[..self.words.len().min(2000)];
        let (slots, used) = sample
            .chunks_exact(2)
            .fold((0u32, 0u32), |(all, used), slot| (all + 1, used + u32::from(slot[1].load(Ordering::Relaxed) != 0)));
        used * 1000 / slots.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_entry() -> impl Strategy<Value = Entry> {
        let best = proptest::option::of(0..MAX_MOVE);
        (any::<i32>(), 0usize..3, any::<u8>(), any::<bool>(), best, 0..=MAX_EFFORT).prop_map(
            |(raw, bound, depth, proven, best, effort)| Entry {
                score: Score::from_raw(raw),
                bound: BOUNDS[bound],
                depth,
                proven,
                best,
                effort,
            },
        )
    }

    proptest! {
        #[test]
        fn an_entry_comes_back_as_it_was_stored(key: u64, entry in any_entry()) {
            let table = SharedTable::with_bytes(1 << 12);
            table.store(key, entry);
            prop_assert_eq!(table.probe(key), Some(entry));
            prop_assert_eq!(table.probe(key ^ 1), None);
        }

        #[test]
        fn however_full_it_is_a_key_never_gets_anothers_entry(keys in proptest::collection::vec(0u64..500, 1..800)) {
            let table = SharedTable::with_bytes(1 << 10);
            for &key in &keys {
                let score = Score::points(key as i32);
                table.store(key, Entry { score, bound: Bound::Exact, depth: 1, proven: false, best: None, effort: 1 });
            }
            for key in 0..500 {
                if let Some(entry) = table.probe(key) {
                    prop_assert_eq!(entry.score, Score::points(key as i32));
                }
            }
        }
    }

    #[test]
    fn threads_that_write_at_once_lose_entries_but_never_mix_them() {
        let table = SharedTable::with_bytes(1 << 8);
        std::thread::scope(|scope| {
            for thread in 0..2u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..200_000u64 {
                        let key = (i * 7 + thread * 3) % 64;
                        let score = Score::points(key as i32);
                        table.store(
                            key,
                            Entry { score, bound: Bound::Exact, depth: 0, proven: true, best: None, effort: 1 },
                        );
                        if let Some(entry) = table.probe(key) {
                            assert_eq!(entry.score, score);
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn cheap_entries_make_room_for_costly_ones() {
        let table = SharedTable::with_bytes(64);
        let entry =
            |effort| Entry { score: Score::DRAW, bound: Bound::Exact, depth: 3, proven: false, best: None, effort };
        for (key, effort) in [(1, 9), (2, 9), (3, 1), (4, 9), (5, 2)] {
            table.store(key, entry(effort));
        }
        assert_eq!(table.probe(3), None);
        assert!([1, 2, 4, 5].iter().all(|&key| table.probe(key).is_some()));
    }

    #[test]
    fn a_larger_table_learns_what_a_smaller_one_knew() {
        let (small, large) = (SharedTable::with_bytes(1 << 12), SharedTable::with_bytes(1 << 16));
        let score = Score::win_in(5);
        let entry = Entry { score, bound: Bound::AtLeast, depth: 7, proven: true, best: Some(3), effort: 2 };
        (0..100).for_each(|key| small.store(key * 977, entry));
        large.learn(&small);
        assert!((0..100).map(|key| key * 977).all(|key| large.probe(key) == small.probe(key)));
    }

    #[test]
    fn a_move_too_far_down_the_list_is_not_remembered() {
        let table = SharedTable::with_bytes(64);
        let best = Some(60_000);
        table.store(1, Entry { score: Score::DRAW, bound: Bound::Exact, depth: 3, proven: false, best, effort: 0 });
        assert_eq!(table.probe(1).map(|entry| entry.best), Some(None));
    }
}

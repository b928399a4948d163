//! The positions of a search that were met, by what they hold. A position that is reached by another order of moves, or by the next deeper
//! search, is the one that is known: the interpreter is asked for each rule once a position, and for each move once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem;

use super::state::{PyMove, PyState};

/// Positions that are kept; then all are forgotten. A state of a few words takes half a kilobyte.
const MOST: usize = 1 << 18;

/// What a key is found by. An identity is a hash already: it is mixed with the move, and not hashed again.
#[derive(Default)]
pub struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type Map<K> = HashMap<K, PyState, BuildHasherDefault<Mixed>>;

/// Positions by their identity, and the positions after their moves.
#[derive(Default)]
pub struct Memo {
    pub search: u64,
    states: Map<u64>,
    after: Map<(u64, PyMove)>,
}

/// What was forgotten: to be dropped when no lock is held, since objects of Python may do anything at their end.
#[derive(Default)]
pub struct Forgotten {
    _states: Map<u64>,
    _after: Map<(u64, PyMove)>,
    _spare: Option<PyState>,
}

impl Memo {
    /// The position after a move, if it was met.
    pub fn after(&self, from: u64, mv: PyMove) -> Option<PyState> {
        self.after.get(&(from, mv)).cloned()
    }

    /// Keeps a position, or finds the equal one that was met before.
    pub fn keep(&mut self, identity: u64, state: PyState) -> (PyState, Forgotten) {
        let forgotten = if self.states.len() >= MOST { self.forget() } else { Forgotten::default() };
        match self.states.entry(identity) {
            Entry::Occupied(known) => (known.get().clone(), Forgotten { _spare: Some(state), ..forgotten }),
            Entry::Vacant(place) => (place.insert(state).clone(), forgotten),
        }
    }

    /// Keeps where a move leads.
    pub fn keep_move(&mut self, from: u64, mv: PyMove, to: &PyState) -> Forgotten {
        let forgotten = if self.after.len() >= 4 * MOST { self.forget() } else { Forgotten::default() };
        Forgotten { _spare: self.after.insert((from, mv), to.clone()), ..forgotten }
    }

    /// Forgets everything.
    pub fn forget(&mut self) -> Forgotten {
        Forgotten { _states: mem::take(&mut self.states), _after: mem::take(&mut self.after), _spare: None }
    }
}

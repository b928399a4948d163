//! A position of a game in Python, with what its rules have said about it: a search asks some questions more than once, and
//! every answer costs a call into the interpreter.

use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::prelude::*;
use rootward_game::{Outcome, Side};

use crate::interrupt::lock;

/// A position; cheap to clone.
#[derive(Clone)]
pub struct PyState(Arc<Known>);

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    Of(Side),
    Chance,
}

/// A move, by its number in the list of all moves that were met in the game. Equal moves have equal numbers, in every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PyMove(pub u32);

/// The object, and what the rules said of it.
struct Known {
    object: Py<PyAny>,
    facts: Mutex<Facts>,
}

/// What the rules said in one search; only what they said without an exception is kept. A later search asks again, since a game's
/// parameters may have been changed meanwhile: the weights of an evaluation, for example.
#[derive(Clone, Default)]
pub struct Facts {
    pub search: u64,
    pub turn: Option<Turn>,
    pub outcome: Option<Option<Outcome>>,
    /// The moves with their weights, which are 1 unless chance moves.
    pub moves: Option<Arc<[(PyMove, u32)]>>,
    pub key: Option<Option<u64>>,
    /// A hash of the whole object, if it has one; the same for equal objects.
    pub identity: Option<Option<u64>>,
    pub evaluation: Option<i32>,
}

impl PyState {
    pub fn new(object: Py<PyAny>) -> PyState {
        PyState(Arc::new(Known { object, facts: Mutex::default() }))
    }

    pub fn object(&self) -> &Py<PyAny> {
        &self.0.object
    }

    /// What was said in this search. To be held for a moment, and never while the interpreter runs.
    pub fn facts(&self, search: u64) -> MutexGuard<'_, Facts> {
        let mut facts = lock(&self.0.facts);
        if facts.search != search {
            *facts = Facts { search, ..Facts::default() };
        }
        facts
    }
}

//! A position of a game in Python, with what its rules have said about it: a search asks some questions more than once, and
//! every answer costs a call into the interpreter.

use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use rootward_game::{Outcome, Side};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PyMove(pub u32);

/// What the rules said; only what they said without an exception is kept.
pub struct Known {
    pub object: Py<PyAny>,
    pub turn: OnceLock<Turn>,
    pub outcome: OnceLock<Option<Outcome>>,
    /// The moves with their weights, which are 1 unless chance moves.
    pub moves: OnceLock<Vec<(PyMove, u32)>>,
    pub key: OnceLock<Option<u64>>,
    pub evaluation: OnceLock<i32>,
}

impl PyState {
    pub fn new(object: Py<PyAny>) -> PyState {
        PyState(Arc::new(Known {
            object,
            turn: OnceLock::new(),
            outcome: OnceLock::new(),
            moves: OnceLock::new(),
            key: OnceLock::new(),
            evaluation: OnceLock::new(),
        }))
    }

    pub fn known(&self) -> &Known {
        &self.0
    }

    pub fn object(&self, py: Python<'_>) -> Py<PyAny> {
        self.0.object.clone_ref(py)
    }
}

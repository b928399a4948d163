//! [`EngineCore`]: settings and tables that are kept from one call to the next.

use std::sync::Mutex;

use pyo3::prelude::*;
use rootward_session::{BookChoice, Problem, Session};

use crate::errors::{guarded, refused};
use crate::interrupt::lock;
use crate::position::Core;

/// The book, the tables, and idle sessions with their transposition tables. A session is taken out while it is in use, so
/// that two threads with one engine do not wait for each other: the second one gets a table of its own.
#[pyclass(frozen, module = "rootward._rootward")]
pub struct EngineCore {
    /// None for the book that comes along, an empty name for no book.
    book: Option<String>,
    tables: Option<String>,
    endgames: Option<String>,
    idle: Mutex<Vec<Box<dyn Session>>>,
}

/// Idle sessions of one engine; each holds a table.
const MOST_IDLE: usize = 8;

#[pymethods]
impl EngineCore {
    #[new]
    #[pyo3(signature = (book = None, tables = None, endgames = None))]
    fn new(book: Option<String>, tables: Option<String>, endgames: Option<String>) -> EngineCore {
        EngineCore { book, tables, endgames, idle: Mutex::default() }
    }

    /// Forgets what it has found.
    fn clear(&self) {
        lock(&self.idle).clear();
    }

    /// Refuses a book or tables that this game cannot use.
    fn check(&self, core: &Core) -> PyResult<()> {
        guarded(|| self.prepared(&*core.session).map(drop).map_err(|problem| refused(&problem)))
    }
}

impl EngineCore {
    fn prepared(&self, position: &dyn Session) -> Result<Box<dyn Session>, Problem> {
        let mut session = position.fork();
        match self.book.as_deref() {
            None => {}
            Some("") => session.set_book(&BookChoice::Nothing)?,
            Some(path) => session.set_book(&BookChoice::File(path.into()))?,
        }
        if let Some(folders) = &self.tables {
            session.set_tables(folders)?;
        }
        if let Some(folders) = &self.endgames {
            session.set_endgames(folders)?;
        }
        Ok(session)
    }

    /// A session at this position.
    pub fn take(&self, position: &dyn Session) -> Result<Box<dyn Session>, Problem> {
        let mut idle = lock(&self.idle);
        let place = (0..idle.len()).rev().find(|&place| idle[place].follow(position));
        let found = place.map(|place| idle.remove(place));
        drop(idle);
        found.map_or_else(|| self.prepared(position), Ok)
    }

    /// Keeps a session for later.
    pub fn keep(&self, session: Box<dyn Session>) {
        let mut idle = lock(&self.idle);
        idle.push(session);
        if idle.len() > MOST_IDLE {
            idle.remove(0);
        }
    }
}

//! [`Core`]: a position, immutable. Playing a move forks its session.

use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use rootward_session::{BookChoice, Problem, Session, built_in_games, find_game, open as open_session};

use crate::engine::EngineCore;
use crate::errors::{guarded, internal, json, refused};
use crate::own;
use crate::run::{RunCore, STACK};
use crate::search::{self, Asked, Told, released};
use crate::traced::{TraceAsked, TraceCore};

/// A position. Python's `rootward.Position` wraps it.
#[pyclass(frozen, module = "rootward._rootward")]
pub struct Core {
    pub session: Box<dyn Session>,
    /// Its rules are written in Python.
    pub own: bool,
}

impl Core {
    fn with(&self, change: impl FnOnce(&mut dyn Session) -> Result<(), Problem>) -> PyResult<Core> {
        self.another(|| {
            let mut session = self.session.fork();
            change(&mut *session)?;
            Ok(session)
        })
    }

    fn another(&self, make: impl FnOnce() -> Result<Box<dyn Session>, Problem>) -> PyResult<Core> {
        guarded(|| {
            let made = make();
            own::take_failure()?;
            Ok(Core { session: made.map_err(|problem| refused(&problem))?, own: self.own })
        })
    }

    /// Asks the session; rules in Python may fail.
    fn ask<T>(&self, question: impl FnOnce(&dyn Session) -> T) -> PyResult<T> {
        guarded(|| {
            let answer = question(&*self.session);
            own::take_failure()?;
            Ok(answer)
        })
    }
}

#[pymethods]
impl Core {
    fn moves(&self) -> PyResult<Vec<String>> {
        self.ask(|session| session.moves())
    }

    fn play(&self, mv: &str) -> PyResult<Core> {
        self.another(|| self.session.after(mv))
    }

    /// The same game at another position.
    fn at(&self, text: &str) -> PyResult<Core> {
        self.with(|session| session.set_position(text))
    }

    fn with_weights(&self, text: &str) -> PyResult<Core> {
        self.with(|session| session.set_weights(text))
    }

    /// The position as the game writes it.
    fn written(&self) -> PyResult<String> {
        self.ask(|session| session.written())
    }

    /// The first position, as it is written, and the moves from there.
    fn origin(&self) -> PyResult<(String, Vec<String>)> {
        self.ask(|session| {
            let mut first = session.fork();
            while first.undo().is_some() {}
            (first.view().position, session.moves_played())
        })
    }

    fn view(&self) -> PyResult<String> {
        self.ask(|session| json(&session.view()))
    }

    fn board(&self) -> PyResult<Option<String>> {
        self.ask(|session| session.board().map(|board| json(&board)))
    }

    fn side(&self) -> PyResult<&'static str> {
        self.ask(|session| session.standing().side)
    }

    fn side_names(&self) -> [&'static str; 2] {
        self.session.side_names()
    }

    fn moves_played(&self) -> PyResult<Vec<String>> {
        self.ask(|session| session.moves_played())
    }

    fn ending(&self) -> PyResult<Option<String>> {
        self.ask(|session| session.ending())
    }

    fn chance(&self) -> PyResult<Option<String>> {
        self.ask(|session| session.chance().map(|chance| json(&chance)))
    }

    fn has_chance(&self) -> bool {
        self.session.has_chance()
    }

    fn features(&self) -> PyResult<String> {
        self.ask(|session| json(&session.features()))
    }

    fn evaluation(&self) -> PyResult<Option<f64>> {
        self.ask(|session| session.evaluation().map(|points| points.number()))
    }

    #[pyo3(signature = (ask, each = None, engine = None))]
    fn analyse(
        &self,
        py: Python<'_>,
        ask: Asked,
        each: Option<Py<PyAny>>,
        engine: Option<&EngineCore>,
    ) -> PyResult<Told> {
        search::analyse(py, self, &ask, each, engine)
    }

    #[pyo3(signature = (ask, engine = None))]
    fn solve(&self, py: Python<'_>, ask: Asked, engine: Option<&EngineCore>) -> PyResult<Told> {
        search::solve(py, self, &ask, engine)
    }

    #[pyo3(signature = (ask, engine = None))]
    fn start(&self, ask: Asked, engine: Option<&EngineCore>) -> PyResult<RunCore> {
        RunCore::start(self, &ask, engine)
    }

    fn trace(&self, py: Python<'_>, ask: TraceAsked) -> PyResult<TraceCore> {
        TraceCore::new(py, self, &ask)
    }

    /// The positions whose values make a book of so many plies.
    fn book_positions(&self, py: Python<'_>, plies: u32) -> PyResult<Vec<String>> {
        guarded(|| {
            let listed = released(py, self.own, || self.session.book_positions(plies));
            own::take_failure()?;
            listed.map_err(|problem| refused(&problem))
        })
    }

    /// Writes a book from these values, and describes it as JSON.
    fn assemble_book(&self, py: Python<'_>, plies: u32, values: Vec<i8>, out: PathBuf) -> PyResult<String> {
        guarded(|| {
            let written = released(py, self.own, || self.session.assemble_book(plies, &values, &out));
            own::take_failure()?;
            Ok(json(&written.map_err(|problem| refused(&problem))?))
        })
    }

    /// The lines of this many plies, by first move.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(String, u64)>> {
        if self.own {
            own::begin(&*self.session);
            let divided = self.ask(|session| session.divide(depth, &mut |_| {}))?;
            return Ok(divided.into_iter().map(|division| (division.mv, division.lines)).collect());
        }
        // Counting is too quick to look for signals: it goes on by itself, and is left alone if one comes.
        let (sender, mut receiver) = mpsc::channel();
        let session = self.session.fork();
        let counting = thread::Builder::new().stack_size(STACK).spawn(move || {
            session
                .divide(depth, &mut |division| sender.send((division.mv.clone(), division.lines)).unwrap_or_default());
        })?;
        let mut divided = Vec::new();
        loop {
            let waiting = &mut receiver;
            match py.detach(move || waiting.recv_timeout(Duration::from_millis(20))) {
                Ok(division) => divided.push(division),
                Err(mpsc::RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
        counting.join().map_err(|payload| internal(&crate::errors::said(&*payload)))?;
        Ok(divided)
    }

    /// The state of a game in Python.
    fn state(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        own::state(py, &*self.session)
    }

    /// The first state of a game in Python.
    fn first_state(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        let mut first = self.session.fork();
        while first.undo().is_some() {}
        own::state(py, &*first)
    }
}

/// The games as JSON.
#[pyfunction]
pub fn games() -> String {
    let built_in = built_in_games().len();
    json(&(rootward_session::games(), built_in))
}

/// Opens a game; the second is its entry as JSON.
#[pyfunction]
#[pyo3(signature = (spec, position = None))]
pub fn open(spec: &str, position: Option<&str>) -> PyResult<(Core, String, bool)> {
    guarded(|| {
        let mut session = open_session(spec, position).map_err(|problem| refused(&problem))?;
        session.set_book(&BookChoice::Shipped).map_err(|problem| refused(&problem))?;
        let entry = find_game(spec).map_err(|problem| refused(&problem))?;
        Ok((Core { session, own: false }, json(entry), entry.is_drawn && !spec.contains(':')))
    })
}

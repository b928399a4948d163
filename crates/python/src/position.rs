//! [`Core`]: a position, immutable. Playing a move forks its session.

use std::path::PathBuf;

use pyo3::prelude::*;
use rootward_session::{BookChoice, Problem, Session, StopFlag, built_in_games, find_game, open as open_session};

use crate::engine::EngineCore;
use crate::errors::{guarded, json, refused};
use crate::interrupt::Interrupt;
use crate::own;
use crate::run::RunCore;
use crate::search::{self, Asked, SearchOutcome, released};
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
    ) -> PyResult<SearchOutcome> {
        search::analyse(py, self, &ask, each, engine)
    }

    #[pyo3(signature = (ask, engine = None))]
    fn solve(&self, py: Python<'_>, ask: Asked, engine: Option<&EngineCore>) -> PyResult<SearchOutcome> {
        search::solve(py, self, &ask, engine)
    }

    #[pyo3(signature = (ask, engine = None))]
    fn start(&self, ask: Asked, engine: Option<&EngineCore>) -> PyResult<RunCore> {
        RunCore::start(self, &ask, engine)
    }

    fn trace(&self, py: Python<'_>, ask: TraceAsked) -> PyResult<TraceCore> {
        TraceCore::new(py, self, &ask)
    }

    /// The positions whose values make a book of `plies` plies.
    fn book_positions(&self, py: Python<'_>, plies: u32) -> PyResult<Vec<String>> {
        guarded(|| {
            let interrupt = Interrupt::new();
            let listed = released(py, self.own, || self.session.book_positions(plies, &interrupt.flag));
            own::take_failure()?;
            interrupt.error().map_or(Ok(()), Err)?;
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
        guarded(|| {
            let interrupt = Interrupt::new();
            own::begin(&*self.session);
            let counted = released(py, self.own, || divided(&*self.session, depth, &interrupt.flag));
            own::take_failure()?;
            interrupt.error().map_or(Ok(counted), Err)
        })
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

/// Lines of at most this many plies are counted in one go, within milliseconds; signals are looked for in between.
const COUNTED_AT_ONCE: u32 = 3;

/// The lines of this many plies by first move, as far as nobody stops it. An outcome of chance is no ply.
fn divided(session: &dyn Session, depth: u32, stop: &StopFlag) -> Vec<(String, u64)> {
    if depth <= COUNTED_AT_ONCE {
        let divided = session.divide(depth, &mut |_| {}).into_iter();
        return divided.map(|division| (division.mv, division.lines)).collect();
    }
    let below = depth - u32::from(session.chance().is_none());
    let mut found = Vec::new();
    for mv in session.moves() {
        if stop.is_raised() || own::has_failed() {
            break;
        }
        let lines =
            session.after(&mv).map_or(0, |after| divided(&*after, below, stop).iter().map(|(_, lines)| lines).sum());
        found.push((mv, lines));
    }
    found
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
pub fn open(py: Python<'_>, spec: &str, position: Option<&str>) -> PyResult<(Core, String, bool)> {
    guarded(|| {
        let opened = released(py, false, || open_session(spec, position));
        let mut session = opened.map_err(|problem| refused(&problem))?;
        session.set_book(&BookChoice::Shipped).map_err(|problem| refused(&problem))?;
        let entry = find_game(spec).map_err(|problem| refused(&problem))?;
        Ok((Core { session, own: false }, json(entry), entry.is_drawn && !spec.contains(':')))
    })
}

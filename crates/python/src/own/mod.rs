//! Games whose rules are written in Python, searched by the same recursion as every other game.
//!
//! A search cannot stop in the middle of a rule. If a rule raises an exception, it is kept, every position counts as over from
//! then on, so that the recursion unwinds, and the caller [raises](take_failure) it in place of the result. Rules run on the
//! thread that searches, and so does whoever asks for the exception: it is kept for each thread.

mod hash;
mod knowledge;
mod memo;
mod notation;
mod rules;
mod state;

use std::cell::{Cell, RefCell};

use pyo3::exceptions::PyAssertionError;
use pyo3::prelude::*;
use rootward_game::contract;
use rootward_session::{OwnGame, Problem, Session, typed};

use crate::errors::{caught, guarded, refused};
use crate::position::Core;
use crate::search::released;
use knowledge::PyKnowledge;
use rules::{PyGame, Rules};

thread_local! {
    static HAS_FAILED: Cell<bool> = const { Cell::new(false) };
    static FAILURE: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Has a rule failed, on this thread, since the last [`take_failure`]?
pub fn has_failed() -> bool {
    HAS_FAILED.get()
}

/// The exception of a rule, if one has failed on this thread.
pub fn take_failure() -> PyResult<()> {
    if !HAS_FAILED.replace(false) {
        return Ok(());
    }
    FAILURE.take().map_or(Ok(()), Err)
}

/// Keeps the exception of a rule, unless one has failed before.
pub fn fail(error: PyErr) {
    if !HAS_FAILED.replace(true) {
        FAILURE.replace(Some(error));
    }
}

type Plain = PyGame<false, false>;
type Repeating = PyGame<true, false>;
type Chancy = PyGame<false, true>;

/// Makes the three kinds of games traceable.
pub fn register() {
    rootward_trace::register::<Plain, PyKnowledge>();
    rootward_trace::register::<Repeating, PyKnowledge>();
    rootward_trace::register::<Chancy, PyKnowledge>();
}

/// The state of the position, if its rules are in Python.
pub fn state(py: Python<'_>, session: &dyn Session) -> Option<Py<PyAny>> {
    let plain = typed::<Plain, PyKnowledge>(session).map(|position| position.state.object().clone_ref(py));
    plain
        .or_else(|| typed::<Repeating, PyKnowledge>(session).map(|position| position.state.object().clone_ref(py)))
        .or_else(|| typed::<Chancy, PyKnowledge>(session).map(|position| position.state.object().clone_ref(py)))
}

/// Lets a game in Python be asked afresh: what its rules said in earlier searches is forgotten.
pub fn begin(session: &dyn Session) {
    rules(session).into_iter().for_each(Rules::begin);
}

/// Names of sides live as long as the program; the same pair is kept once.
fn kept(name: String) -> &'static str {
    static NAMES: std::sync::Mutex<Vec<&'static str>> = std::sync::Mutex::new(Vec::new());
    let mut names = crate::interrupt::lock(&NAMES);
    if let Some(known) = names.iter().find(|known| **known == name) {
        return known;
    }
    let name: &'static str = Box::leak(name.into_boxed_str());
    names.push(name);
    name
}

/// Opens a game of which `rules` is an instance of `rootward.Game`, at a state or at its first one.
#[pyfunction]
#[pyo3(signature = (rules, state = None))]
pub fn own_game(py: Python<'_>, rules: Py<PyAny>, state: Option<Py<PyAny>>) -> PyResult<Core> {
    guarded(|| {
        let instance = rules.bind(py);
        let (first, second): (String, String) = instance.getattr("sides")?.extract()?;
        let repeats: bool = instance.getattr("can_repeat")?.extract()?;
        let chance: bool = instance.getattr("has_chance")?.extract()?;
        let rules = Rules::new(py, rules, state)?;
        let (first, second) = (kept(first), kept(second));
        let knowledge = PyKnowledge { unit: rules.unit };
        let session = match (repeats, chance) {
            (false, false) => OwnGame::new("own", Plain::new(rules), knowledge).sides(first, second).open(),
            (true, false) => OwnGame::new("own", Repeating::new(rules), knowledge).sides(first, second).open(),
            (false, true) => OwnGame::new("own", Chancy::new(rules), knowledge).sides(first, second).open(),
            (true, true) => {
                let problem =
                    "a game with can_repeat and has_chance: repetition as a draw is a rule of games without dice";
                return Err(refused(&Problem::new(problem, "one of the two")));
            }
        };
        take_failure()?;
        Ok(Core { session, own: true })
    })
}

/// Plays random games and checks what a game promises; `AssertionError` with the position and the promise.
#[pyfunction]
pub fn check(py: Python<'_>, core: &Core, games: usize, seed: u64) -> PyResult<()> {
    let session = &*core.session;
    let checked = released(py, true, || {
        caught(|| {
            if let Some(position) = typed::<Plain, PyKnowledge>(session) {
                contract::check(position.game, position.judge.knowledge(), games, seed);
            } else if let Some(position) = typed::<Repeating, PyKnowledge>(session) {
                contract::check(position.game, position.judge.knowledge(), games, seed);
            } else if let Some(position) = typed::<Chancy, PyKnowledge>(session) {
                contract::check(position.game, position.judge.knowledge(), games, seed);
            }
        })
    });
    take_failure()?;
    checked.map_err(|said| {
        // The place in this library's own source tells a user nothing.
        let said = said.rsplit_once(" (").map_or(said.as_str(), |(text, _)| text);
        PyAssertionError::new_err(rules(session).map_or(said.to_owned(), |rules| rules.with_moves(py, said)))
    })
}

/// The rules of the position, if they are in Python.
fn rules(session: &dyn Session) -> Option<&Rules> {
    let plain = typed::<Plain, PyKnowledge>(session).map(|position| &*position.game.0);
    plain
        .or_else(|| typed::<Repeating, PyKnowledge>(session).map(|position| &*position.game.0))
        .or_else(|| typed::<Chancy, PyKnowledge>(session).map(|position| &*position.game.0))
}

//! The rules: an instance of `rootward.Game` as a [`Game`].

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rootward_game::{Game, Outcome, Range, Score, Side};

use super::hash::Hashing;
use super::memo::Memo;
use super::state::{Facts, PyMove, PyState, Turn};
use super::{fail, has_failed};
use crate::interrupt::lock;

/// The methods of the instance, bound once, and what was met of the game.
pub struct Rules {
    pub name: String,
    pub points: bool,
    /// Points of one unit: 1, but more in games of chance, whose averages are fractions.
    pub scale: i32,
    pub range: Range,
    pub unit: i32,
    initial: Py<PyAny>,
    to_move: Py<PyAny>,
    moves: Py<PyAny>,
    chances: Py<PyAny>,
    apply: Py<PyAny>,
    outcome: Py<PyAny>,
    pub evaluate: Option<Py<PyAny>>,
    key: Option<Py<PyAny>>,
    /// Positions of equal keys are equal, with their moves: no symmetric ones share a key.
    key_is_whole: bool,
    pub write: Py<PyAny>,
    pub read: Py<PyAny>,
    pub write_move: Py<PyAny>,
    pub draw: Py<PyAny>,
    /// All moves met so far, and the number of each.
    all_moves: Py<PyList>,
    numbers: Py<PyDict>,
    pub hashing: Hashing,
    /// Positions by their text, for games that write what they cannot read.
    pub written: Py<PyDict>,
    start: Option<PyState>,
    /// The number of the search that asks now: what was said in earlier ones is not used.
    search: AtomicU64,
    memo: Mutex<Memo>,
}

/// The points of a win in a game of chance: averages of wins and losses are shown as a number from -1 to 1.
const WIN: i32 = 1_000_000;

/// The parts of a point in a game of chance that counts points.
const PARTS: i32 = 1000;

impl Rules {
    /// From an instance, beginning at a state or at the game's first one.
    pub fn new(py: Python<'_>, instance: Py<PyAny>, state: Option<Py<PyAny>>) -> PyResult<Arc<Rules>> {
        let rules = instance.bind(py);
        let get = |name: &str| rules.getattr(name).map(Bound::unbind);
        let optional = |name: &str| get(name).map(|found| Some(found).filter(|found| !found.is_none(py)));
        let points: bool = rules.getattr("points")?.extract()?;
        let chance: bool = rules.getattr("has_chance")?.extract()?;
        let scale = match (chance, points) {
            (false, _) => 1,
            (true, true) => PARTS,
            (true, false) => WIN,
        };
        let span: Option<(i32, i32)> = rules.getattr("range")?.extract()?;
        let range = match span {
            Some((least, most)) if least <= most => {
                Range { least: least.saturating_mul(scale), most: most.saturating_mul(scale) }
            }
            Some(_) => return Err(PyValueError::new_err("range: the least is above the most")),
            None if chance && !points => Range::symmetric(WIN),
            None => Range::ALL,
        };
        Ok(Arc::new(Rules {
            name: rules.getattr("name")?.extract()?,
            points,
            scale,
            range,
            unit: rules.getattr("unit")?.extract::<i32>()?.saturating_mul(scale).max(1),
            initial: get("initial")?,
            to_move: get("to_move")?,
            moves: get("moves")?,
            chances: get("chances")?,
            apply: get("apply")?,
            outcome: get("outcome")?,
            evaluate: optional("evaluate")?,
            key: optional("key")?,
            key_is_whole: rules.getattr("_key_is_whole")?.extract()?,
            write: get("write")?,
            read: get("read")?,
            write_move: get("write_move")?,
            draw: get("draw")?,
            all_moves: PyList::empty(py).unbind(),
            numbers: PyDict::new(py).unbind(),
            hashing: Hashing::new(py),
            written: PyDict::new(py).unbind(),
            start: state.map(PyState::new),
            search: AtomicU64::new(1),
            memo: Mutex::default(),
        }))
    }

    /// Calls a rule; after a failure, `otherwise`.
    pub fn ask<T>(&self, otherwise: T, rule: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if has_failed() {
            return otherwise;
        }
        Python::attach(rule).unwrap_or_else(|error| {
            fail(error);
            otherwise
        })
    }

    /// The same with a place to keep the answer.
    pub fn kept<T: Clone>(
        &self,
        state: &PyState,
        place: fn(&mut Facts) -> &mut Option<T>,
        otherwise: T,
        rule: impl FnOnce(Python<'_>) -> PyResult<T>,
    ) -> T {
        let search = self.search();
        if let Some(known) = place(&mut state.facts(search)) {
            return known.clone();
        }
        let answer = self.ask(otherwise, rule);
        if !has_failed() {
            *place(&mut state.facts(search)) = Some(answer.clone());
        }
        answer
    }

    fn search(&self) -> u64 {
        self.search.load(Ordering::Relaxed)
    }

    /// A new search: its rules are asked again.
    pub fn begin(&self) {
        let search = 1 + self.search.fetch_add(1, Ordering::Relaxed);
        let mut memo = lock(&self.memo);
        memo.search = search;
        let forgotten = memo.forget();
        // Objects of Python end here, and may do anything.
        drop(memo);
        drop(forgotten);
        Python::attach(|py| self.hashing.forget(py));
    }

    /// With a key of its own, an object that is no plain data needs no number, and is not kept. A key that tells positions apart in
    /// everything, and not only in their value, stands for the object.
    fn hash(&self, py: Python<'_>, object: &Py<PyAny>) -> PyResult<u64> {
        match &self.key {
            None => self.hashing.hash(object.bind(py)),
            Some(key) if self.key_is_whole => match key.call1(py, (object,))? {
                none if none.is_none(py) => Err(PyTypeError::new_err("no key")),
                given => self.hashing.hash(given.bind(py)),
            },
            Some(_) => self.hashing.hash_plain(object.bind(py)),
        }
    }

    /// What tells a state from all others; none if it cannot be hashed.
    fn identity(&self, state: &PyState) -> Option<u64> {
        self.kept(
            state,
            |facts| &mut facts.identity,
            None,
            |py| match self.hash(py, state.object()) {
                Ok(hash) => Ok(Some(hash)),
                Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(None),
                Err(error) => Err(error),
            },
        )
    }

    /// The state after a move: the same one for the same state, as long as it is remembered.
    fn after(&self, state: &PyState, mv: PyMove) -> Option<PyState> {
        let from = self.identity(state);
        if let Some(known) = from.and_then(|from| lock(&self.memo).after(from, mv)) {
            return Some(known);
        }
        let next =
            self.ask(None, |py| Ok(Some(PyState::new(self.apply.call1(py, (state.object(), self.object(py, mv)?))?))))?;
        let Some(identity) = self.identity(&next) else { return Some(next) };
        let mut memo = lock(&self.memo);
        let (next, forgotten) = memo.keep(identity, next);
        let more = from.map(|from| memo.keep_move(from, mv, &next));
        drop(memo);
        drop((forgotten, more));
        Some(next)
    }

    fn turn(&self, state: &PyState) -> Turn {
        self.kept(
            state,
            |facts| &mut facts.turn,
            Turn::Of(Side::First),
            |py| {
                let said = self.to_move.call1(py, (state.object(),))?;
                let said = said.bind(py);
                match said.extract::<i64>() {
                    Ok(0) => return Ok(Turn::Of(Side::First)),
                    Ok(1) => return Ok(Turn::Of(Side::Second)),
                    _ => {}
                }
                match said.extract::<String>().as_deref() {
                    Ok("first") => Ok(Turn::Of(Side::First)),
                    Ok("second") => Ok(Turn::Of(Side::Second)),
                    Ok("chance") => Ok(Turn::Chance),
                    _ => Err(wrong("to_move", said, "0, 1, 'first', 'second' or 'chance'")),
                }
            },
        )
    }

    /// The number of a move.
    fn number(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        let numbers = self.numbers.bind(py);
        if let Some(known) = numbers.get_item(mv)? {
            return Ok(PyMove(known.extract()?));
        }
        let all = self.all_moves.bind(py);
        let number = u32::try_from(all.len()).map_err(|_| PyValueError::new_err("too many different moves"))?;
        all.append(mv)?;
        numbers.set_item(mv, number)?;
        Ok(PyMove(number))
    }

    /// The move itself.
    pub fn object<'py>(&self, py: Python<'py>, mv: PyMove) -> PyResult<Bound<'py, PyAny>> {
        self.all_moves.bind(py).get_item(mv.0 as usize)
    }

    /// A message of the contract kit, which knows moves by their numbers, with the moves themselves.
    pub fn with_moves(&self, py: Python<'_>, said: &str) -> String {
        let mut parts = said.split("PyMove(");
        let mut told = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (number, rest) = part.split_once(')').unwrap_or((part, ""));
            let mv = number.parse().ok().and_then(|number| self.object(py, PyMove(number)).ok());
            told.push_str(&mv.and_then(|mv| mv.repr().ok()).map_or(number.to_owned(), |text| text.to_string()));
            told.push_str(rest);
        }
        told
    }

    /// Passes the moves with their weights to `each`.
    fn each_move(&self, state: &PyState, mut each: impl FnMut(PyMove, u32)) {
        let chance = self.turn(state) == Turn::Chance;
        let listed = self.kept(
            state,
            |facts| &mut facts.moves,
            Arc::default(),
            |py| Ok(if chance { self.weighted(py, state)? } else { self.listed(py, state)? }.into()),
        );
        listed.iter().for_each(|&(mv, weight)| each(mv, weight));
    }

    fn listed(&self, py: Python<'_>, state: &PyState) -> PyResult<Vec<(PyMove, u32)>> {
        let said = self.moves.call1(py, (state.object(),))?;
        let mut listed = Vec::new();
        for mv in said.bind(py).try_iter()? {
            listed.push((self.number(py, &mv?)?, 1));
        }
        Ok(listed)
    }

    fn weighted(&self, py: Python<'_>, state: &PyState) -> PyResult<Vec<(PyMove, u32)>> {
        let said = self.chances.call1(py, (state.object(),))?;
        let mut listed = Vec::new();
        let mut total = 0u64;
        for pair in said.bind(py).try_iter()? {
            let pair = pair?;
            let (outcome, weight): (Bound<'_, PyAny>, u32) = pair
                .extract()
                .map_err(|_| wrong("chances", &pair, "pairs of an outcome and a whole weight above 0"))?;
            total += u64::from(weight);
            if weight == 0 || total > u64::from(u32::MAX) {
                return Err(wrong("chances", &pair, "weights above 0 with a sum below 2**32"));
            }
            listed.push((self.number(py, &outcome)?, weight));
        }
        Ok(listed)
    }

    /// A number as points: whole, or rounded to the parts of a point.
    pub fn points_of(&self, rule: &str, said: &Bound<'_, PyAny>) -> PyResult<i32> {
        let limit = f64::from(Score::POINTS_LIMIT);
        let number: f64 = said.extract().map_err(|_| wrong(rule, said, "a number"))?;
        if !number.is_finite() {
            return Err(wrong(rule, said, "a finite number"));
        }
        Ok((number * f64::from(self.scale)).round().clamp(-limit, limit) as i32)
    }

    fn read_outcome(&self, said: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
        if said.is_none() {
            return Ok(None);
        }
        if self.points {
            let points = self.points_of("outcome", said)?;
            if self.scale == 1 && said.extract::<f64>()? != f64::from(points) {
                return Err(wrong("outcome", said, "whole points, within a thousand millions; count in smaller ones"));
            }
            return Ok(Some(Outcome::Payoff(points)));
        }
        match said.extract::<i64>() {
            Ok(1) => Ok(Some(Outcome::Win(Side::First))),
            Ok(-1) => Ok(Some(Outcome::Win(Side::Second))),
            Ok(0) => Ok(Some(Outcome::Draw)),
            _ => Err(wrong("outcome", said, "None, 1, 0 or -1, or points = True in the class")),
        }
    }
}

/// A rule has returned something that makes no sense.
fn wrong(rule: &str, said: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let shown = said.repr().map_or_else(|_| "something".to_owned(), |text| text.to_string());
    let shown: String = shown.chars().take(60).collect();
    PyTypeError::new_err(format!("{rule} returned {shown}; expected {expected}"))
}

/// A game in Python. The parameters say what the engine is compiled for: positions that repeat, and chance.
#[derive(Clone)]
pub struct PyGame<const REPEATS: bool, const CHANCE: bool>(pub Arc<Rules>);

impl<const REPEATS: bool, const CHANCE: bool> PyGame<REPEATS, CHANCE> {
    pub fn new(rules: Arc<Rules>) -> Self {
        PyGame(rules)
    }
}

impl<const REPEATS: bool, const CHANCE: bool> Game for PyGame<REPEATS, CHANCE> {
    type State = PyState;
    type Move = PyMove;
    const CAN_REPEAT: bool = REPEATS;
    const HAS_CHANCE: bool = CHANCE;
    // Tic-tac-toe solved: 2,685 calls of `apply`; 4,748 with enhanced transposition cut-offs.
    const MOVES_ARE_COSTLY: bool = true;

    fn initial(&self) -> PyState {
        if let Some(start) = &self.0.start {
            return start.clone();
        }
        let nothing = || PyState::new(Python::attach(|py| py.None()));
        self.0.ask(None, |py| Ok(Some(PyState::new(self.0.initial.call0(py)?)))).unwrap_or_else(nothing)
    }

    fn to_move(&self, state: &PyState) -> Side {
        match self.0.turn(state) {
            Turn::Of(side) => side,
            Turn::Chance => Side::First,
        }
    }

    fn outcome(&self, state: &PyState) -> Option<Outcome> {
        let rules = &self.0;
        if has_failed() {
            return Some(Outcome::Draw);
        }
        rules.kept(
            state,
            |facts| &mut facts.outcome,
            Some(Outcome::Draw),
            |py| rules.read_outcome(rules.outcome.call1(py, (state.object(),))?.bind(py)),
        )
    }

    fn moves(&self, state: &PyState, push: &mut impl FnMut(PyMove)) {
        self.0.each_move(state, |mv, _| push(mv));
    }

    fn apply(&self, state: &PyState, mv: PyMove) -> PyState {
        self.0.after(state, mv).unwrap_or_else(|| state.clone())
    }

    fn stuck(&self, _: &PyState) -> Outcome {
        // A game that counts points ends in points, even where nobody said which.
        if self.0.points { Outcome::Payoff(0) } else { Outcome::Draw }
    }

    fn key(&self, state: &PyState) -> Option<u64> {
        let rules = &self.0;
        let Some(key) = rules.key.as_ref().filter(|_| !rules.key_is_whole) else {
            // The key is the identity, asked for once. A state without a key is searched without a table.
            let identity = rules.identity(state);
            if REPEATS && identity.is_none() {
                rules.ask((), |py| rules.hashing.hash(state.object().bind(py)).map(drop));
            }
            return identity;
        };
        rules.kept(
            state,
            |facts| &mut facts.key,
            None,
            |py| {
                let given = key.call1(py, (state.object(),))?;
                if given.is_none(py) && !REPEATS {
                    return Ok(None);
                }
                rules.hashing.hash(given.bind(py)).map(Some)
            },
        )
    }

    fn is_chance(&self, state: &PyState) -> bool {
        CHANCE && !has_failed() && self.0.turn(state) == Turn::Chance
    }

    fn chances(&self, state: &PyState, push: &mut impl FnMut(PyMove, u32)) {
        self.0.each_move(state, push);
    }

    fn weight(&self, state: &PyState, outcome: PyMove) -> u32 {
        let mut found = 1;
        self.0.each_move(state, |mv, weight| {
            if mv == outcome {
                found = weight;
            }
        });
        found
    }

    fn range(&self) -> Range {
        self.0.range
    }
}

//! Analyses and proofs: settings from Python, answers as JSON.

use std::io;
use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use rootward_session::{
    Algorithm, Ask, Iteration, Limits, Model, Problem, Session, SolveAsk, StopFlag, Techniques, parse_count,
    parse_techniques, parse_time, techniques_for,
};

use crate::engine::EngineCore;
use crate::errors::{caught, guarded, json, refused};
use crate::interrupt::Interrupt;
use crate::own;
use crate::position::Core;
use crate::run::STACK;

/// The settings of a search, as the attributes of a Python object that has checked them.
#[derive(FromPyObject)]
pub struct Asked {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<f64>,
    pub threads: usize,
    pub lines: usize,
    pub memory: usize,
    pub techniques: Option<String>,
    pub algorithm: String,
    pub opponent: Option<String>,
    pub outcomes: bool,
    pub all_moves: bool,
    pub whole_line: bool,
    pub weak: bool,
}

/// The answer as JSON, the exception that ended the search early, and the finished depths as JSON.
pub type SearchOutcome = (Option<String>, Option<Py<PyAny>>, Vec<String>);

impl Asked {
    fn limits(&self, stop: &StopFlag) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: seconds(self.time), ..Limits::default() }.stop(stop)
    }

    fn threads(&self, own: bool) -> Result<usize, Problem> {
        if own && self.threads > 1 {
            let problem = format!("{} threads, but rules in Python run one at a time", self.threads);
            return Err(Problem::new(problem, "threads=1"));
        }
        Ok(self.threads)
    }

    /// An analysis.
    pub fn ask(&self, core: &Core, stop: &StopFlag) -> Result<Ask, Problem> {
        let ask = Ask {
            algorithm: algorithm(&self.algorithm)?,
            limits: self.limits(stop),
            threads: self.threads(core.own)?,
            lines: self.lines,
            techniques: techniques(core, self.techniques.as_deref())?,
            memory: self.memory,
            budget: None,
            outcomes: self.outcomes,
            only: Vec::new(),
        };
        ask.check()?;
        Ok(ask)
    }

    /// A proof.
    pub fn solve_ask(&self, own: bool, stop: &StopFlag, fresh: bool) -> Result<SolveAsk, Problem> {
        Ok(SolveAsk {
            limits: self.limits(stop),
            threads: self.threads(own)?,
            memory: self.memory,
            all_moves: self.all_moves,
            whole_line: self.whole_line,
            weak: self.weak,
            fresh,
        })
    }

    fn model(&self) -> Result<Option<Model>, Problem> {
        Ok(self.opponent.as_deref().map(Model::parse).transpose()?)
    }
}

/// A count as people write it on the command line: `50000`, `500k`, `10M`.
#[pyfunction]
pub fn read_count(text: &str) -> PyResult<u64> {
    parse_count(text).map_err(|problem| refused(&problem))
}

/// Seconds as people write a time on the command line: `2`, `500ms`, `1m`.
#[pyfunction]
pub fn read_time(text: &str) -> PyResult<f64> {
    parse_time(text).map(|time| time.as_secs_f64()).map_err(|problem| refused(&problem))
}

/// A time from Python.
pub fn seconds(time: Option<f64>) -> Option<Duration> {
    time.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// Reads the name of a search.
pub fn algorithm(name: &str) -> Result<Algorithm, Problem> {
    match name {
        "engine" => Ok(Algorithm::Engine),
        "minimax" => Ok(Algorithm::Minimax),
        "alpha-beta" => Ok(Algorithm::AlphaBeta),
        _ => Err(Problem::new(format!("'{name}' is no algorithm"), "engine, alpha-beta or minimax")),
    }
}

/// The techniques of the game, changed by a setting.
pub fn techniques(core: &Core, setting: Option<&str>) -> Result<Techniques, Problem> {
    match (core.own, setting) {
        (true, None) => Ok(Techniques::EXACT),
        (true, Some(setting)) => parse_techniques(setting),
        (false, setting) => techniques_for(&core.session.view().game, setting),
    }
}

/// Stack that a search must find: threads of Python may have as little as 32 KiB, where the recursion would end the process.
const ENOUGH: usize = 4 << 20;

/// Runs what may take long or go deep: without the interpreter's lock, unless the rules are in Python, and on a stack that is large enough.
pub fn released<T: Send>(py: Python<'_>, own: bool, work: impl FnOnce() -> T + Send) -> T {
    match (own, stacker::remaining_stack().is_none_or(|left| left >= ENOUGH)) {
        (true, true) => work(),
        (false, true) => py.detach(work),
        (_, false) => py.detach(|| on_a_large_stack(own, work)),
    }
}

/// Runs it in a thread of its own, and brings back what rules in Python have raised there, and panics.
fn on_a_large_stack<T: Send>(own: bool, work: impl FnOnce() -> T + Send) -> T {
    let run = || {
        let answer = caught(|| if own { Python::attach(|_| work()) } else { work() });
        (answer, own::take_failure().err())
    };
    let joined = thread::scope(|scope| Ok(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)?.join()));
    let (answer, failure) = match joined {
        Ok(Ok(done)) => done,
        Ok(Err(payload)) => resume_unwind(payload),
        Err(error) => resume_unwind(Box::new(no_thread(&error))),
    };
    failure.into_iter().for_each(own::fail);
    answer.unwrap_or_else(|said| resume_unwind(Box::new(said)))
}

fn no_thread(error: &io::Error) -> String {
    format!("a thread with a larger stack could not be started: {error}")
}

/// What ended a search early: rules that failed, a callback, a signal.
pub fn ended_by(py: Python<'_>, interrupt: &Interrupt) -> Option<Py<PyAny>> {
    let failure = own::take_failure().err();
    failure.or_else(|| interrupt.error()).map(|error| error.into_value(py).into_any())
}

/// The session to search with.
pub fn session_for(core: &Core, engine: Option<&EngineCore>) -> Result<Box<dyn Session>, Problem> {
    engine.map_or_else(|| Ok(core.session.fork()), |engine| engine.take(&*core.session))
}

/// Analyses a position and calls `each` with every finished depth.
pub fn analyse(
    py: Python<'_>,
    core: &Core,
    asked: &Asked,
    each: Option<Py<PyAny>>,
    engine: Option<&EngineCore>,
) -> PyResult<SearchOutcome> {
    guarded(|| {
        let interrupt = Interrupt::new();
        let ask = asked.ask(core, &interrupt.flag).map_err(|problem| refused(&problem))?;
        let model = asked.model().map_err(|problem| refused(&problem))?;
        let mut session = session_for(core, engine).map_err(|problem| refused(&problem))?;
        session.expect(model);
        own::begin(&*core.session);
        let mut iterations = Vec::new();
        let mut listen = |iteration: &Iteration| {
            // What comes after a failure of the rules is worth nothing.
            if own::has_failed() {
                return;
            }
            let text = json(iteration);
            let called = each.as_ref().map(|each| Python::attach(|py| each.call1(py, (text.as_str(),)).map(drop)));
            iterations.push(text);
            if let Some(Err(error)) = called {
                interrupt.fail(error);
            }
        };
        let answer = released(py, core.own, || session.analyse(&ask, &mut listen));
        let error = ended_by(py, &interrupt);
        let failed = core.own && error.is_some();
        if let Some(engine) = engine.filter(|_| !failed) {
            engine.keep(session);
        }
        let answer = answer.map_err(|problem| refused(&problem))?;
        Ok(((!failed).then(|| json(&answer)), error, iterations))
    })
}

/// Solves a position.
pub fn solve(py: Python<'_>, core: &Core, asked: &Asked, engine: Option<&EngineCore>) -> PyResult<SearchOutcome> {
    guarded(|| {
        let interrupt = Interrupt::new();
        let ask = asked.solve_ask(core.own, &interrupt.flag, engine.is_none());
        let ask = ask.map_err(|problem| refused(&problem))?;
        let mut session = session_for(core, engine).map_err(|problem| refused(&problem))?;
        own::begin(&*core.session);
        let solution = released(py, core.own, || session.solve(&ask));
        let error = ended_by(py, &interrupt);
        let failed = core.own && error.is_some();
        if let Some(engine) = engine.filter(|_| !failed) {
            engine.keep(session);
        }
        let solution = solution.map_err(|problem| refused(&problem))?;
        Ok(((!failed).then(|| json(&solution)), error, Vec::new()))
    })
}

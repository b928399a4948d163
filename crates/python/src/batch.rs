//! Many positions in one call: columns come out.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rootward_session::{Kind, Problem, Session, Solution, SolveAsk, open};

use crate::errors::{caught, guarded, internal, json, refused};
use crate::interrupt::{Interrupt, lock};
use crate::own;
use crate::position::Core;
use crate::run::STACK;
use crate::search::{Asked, ended_by, released};

type Row = Result<Solution, Problem>;

/// Solves positions of a game, each with an empty table. `drawn` is the name of the game if a position is the whole game. The
/// rows come back as columns, with the exception that ended the work early.
#[pyfunction]
#[pyo3(signature = (core, texts, ask, workers = 1, drawn = None))]
pub fn solve_many(
    py: Python<'_>,
    core: &Core,
    texts: Vec<String>,
    ask: Asked,
    workers: usize,
    drawn: Option<String>,
) -> PyResult<(Py<PyDict>, Option<Py<PyAny>>)> {
    guarded(|| {
        let interrupt = Interrupt::new();
        let wanted = ask.solve_ask(core.own, &interrupt.flag, true).map_err(|problem| refused(&problem))?;
        let workers = if core.own { 1 } else { workers.clamp(1, texts.len().max(1)) };
        own::begin(&*core.session);
        let batch = Batch { core, texts: &texts, ask: &wanted, drawn: drawn.as_deref() };
        let rows = released(py, core.own, || caught(|| batch.run(workers)));
        let error = ended_by(py, &interrupt);
        let rows = rows.map_err(|said| internal(&said))?;
        Ok((columns(py, &texts, &rows)?, error))
    })
}

struct Batch<'a> {
    core: &'a Core,
    texts: &'a [String],
    ask: &'a SolveAsk,
    drawn: Option<&'a str>,
}

impl Batch<'_> {
    /// The rows in order; none for those that an interruption left out.
    fn run(&self, workers: usize) -> Vec<Option<Row>> {
        let rows: Mutex<Vec<Option<Row>>> = Mutex::new(self.texts.iter().map(|_| None).collect());
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || self.work(&next, &rows));
            // With fewer threads than wanted, those that are there do the work.
            let others: Vec<_> = (1..workers).filter_map(|number| start(number).ok()).collect();
            self.work(&next, &rows);
            // Only the caller's own thread can look for signals, and does so while the others have rows.
            while others.iter().any(|thread| !thread.is_finished()) && !self.is_over() {
                thread::sleep(Duration::from_millis(1));
            }
        });
        rows.into_inner().unwrap_or_default()
    }

    fn work(&self, next: &AtomicUsize, rows: &Mutex<Vec<Option<Row>>>) {
        let mut session = self.core.session.fork();
        while !self.is_over() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(text) = self.texts.get(place) else { break };
            let row = caught(|| self.go_to(&mut session, text).and_then(|()| session.solve(self.ask)));
            // A defect that one row meets is told there, and the others go on with a session of which nothing is known to be broken.
            let row = row.unwrap_or_else(|said| {
                session = self.core.session.fork();
                Err(Problem::sentence(format!("a defect of the library: {said}")))
            });
            if own::has_failed() {
                break;
            }
            lock(rows)[place] = Some(row);
        }
    }

    fn is_over(&self) -> bool {
        self.ask.limits.stop.as_ref().is_some_and(rootward_session::StopFlag::is_raised)
    }

    fn go_to(&self, session: &mut Box<dyn Session>, text: &str) -> Result<(), Problem> {
        match self.drawn {
            Some(game) => {
                *session = open(game, Some(text))?;
                Ok(())
            }
            None => session.set_position(text),
        }
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Win => "win",
        Kind::Loss => "loss",
        Kind::Draw => "draw",
        Kind::Payoff => "payoff",
        Kind::Expected => "expected",
        Kind::Estimate => "estimate",
    }
}

fn columns(py: Python<'_>, texts: &[String], rows: &[Option<Row>]) -> PyResult<Py<PyDict>> {
    let solved: Vec<Option<&Solution>> = rows.iter().map(|row| row.as_ref()?.as_ref().ok()).collect();
    macro_rules! column {
        ($pick:expr) => {
            solved.iter().map(|row| row.and_then($pick)).collect::<Vec<_>>()
        };
    }
    let error = |row: &Option<Row>| match row {
        Some(Ok(_)) => None,
        Some(Err(problem)) => Some(problem.to_string()),
        None => Some("not begun: the call was interrupted".to_owned()),
    };
    let table = PyDict::new(py);
    table.set_item("position", texts)?;
    table.set_item("value", column!(|row: &Solution| row.value.map(word)))?;
    table.set_item("payoff", column!(|row: &Solution| row.payoff.as_ref().map(|payoff| payoff.number())))?;
    table.set_item("plies", column!(|row: &Solution| row.plies))?;
    table.set_item("best", column!(|row: &Solution| row.best.clone()))?;
    table.set_item("proven", column!(|row: &Solution| Some(row.proven)))?;
    table.set_item("nodes", column!(|row: &Solution| Some(row.nodes)))?;
    table.set_item("micros", column!(|row: &Solution| Some((row.elapsed_ms * 1000.0).round() as u64)))?;
    table.set_item("error", rows.iter().map(error).collect::<Vec<_>>())?;
    table.set_item("json", column!(|row: &Solution| Some(json(row))))?;
    Ok(table.unbind())
}

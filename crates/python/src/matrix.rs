//! Payoff matrices.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rootward_matrix::{Extent, Game, Halt, Marks, Report, Settings, analyse, best_replies, can_enumerate, read_inline};
use rootward_session::Problem;
use serde::Serialize;

use crate::errors::{guarded, json, refused};
use crate::interrupt::Interrupt;
use crate::search::released;

/// The analysis of a matrix, as the program prints it.
#[derive(Serialize)]
struct Analysed<'a> {
    #[serde(flatten)]
    game: &'a Game,
    best_replies: Marks,
    #[serde(flatten)]
    report: &'a Report,
}

/// Analyses the matrix in this text. The second is the exception that ended it early.
#[pyfunction]
#[pyo3(signature = (text, rows, columns, all, exact, time = None))]
pub fn matrix(
    py: Python<'_>,
    text: &str,
    rows: Option<Vec<String>>,
    columns: Option<Vec<String>>,
    all: Option<bool>,
    exact: bool,
    time: Option<f64>,
) -> PyResult<(String, Option<Py<PyAny>>)> {
    guarded(|| {
        let read = read_inline(text).map_err(|error| refused(&Problem::sentence(error)))?;
        let game = named(read, rows, columns).map_err(|problem| refused(&problem))?;
        if all == Some(true) && !can_enumerate(&game) {
            let problem = format!("{} rows and {} columns", game.rows.len(), game.columns.len());
            return Err(refused(&Problem::new(problem, "128 together at most for all equilibria")));
        }
        let extent = match all {
            None => Extent::Fitting,
            Some(true) => Extent::All,
            Some(false) => Extent::One,
        };
        let interrupt = Interrupt::new();
        let limit = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let report = released(py, false, || {
            let asked: &dyn Fn() -> bool = &|| interrupt.flag.is_raised();
            let halt = Halt::new(limit.and_then(|limit| Instant::now().checked_add(limit)), Some(asked));
            analyse(&game, Settings { extent, exact }, &halt)
        });
        let error = interrupt.error().map(|error| error.into_value(py).into_any());
        Ok((json(&Analysed { game: &game, best_replies: best_replies(&game), report: &report }), error))
    })
}

fn named(game: Game, rows: Option<Vec<String>>, columns: Option<Vec<String>>) -> Result<Game, Problem> {
    let fits = |what: &str, names: Option<Vec<String>>, own: Vec<String>| match names {
        Some(names) if names.len() != own.len() => {
            Err(Problem::new(format!("{} names of {what}", names.len()), format!("{} names", own.len())))
        }
        names => Ok(names.unwrap_or(own)),
    };
    let (rows, columns) = (fits("rows", rows, game.rows)?, fits("columns", columns, game.columns)?);
    Ok(Game { rows, columns, ..game })
}

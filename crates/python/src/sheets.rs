//! Worksheets with their keys, and annotated games of chess.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rootward_draw::exercise::{Exercise, ExerciseSettings, Paper, Part, SheetFormat, series, sheet};
use rootward_draw::{Theme, value_graph};
use rootward_session::{Problem, TableFolders, Techniques};
use rootward_studies::annotate::{AnnotateEvent, AnnotateSettings, annotate as annotate_games};

use crate::errors::{guarded, json, refused};
use crate::interrupt::Interrupt;
use crate::position::Core;
use crate::search::{Asked, released};

/// Exercises.
#[pyclass(frozen, module = "rootward._rootward")]
pub struct ExerciseCore {
    exercises: Vec<Exercise>,
}

#[pymethods]
impl ExerciseCore {
    /// From settings in JSON.
    #[new]
    fn new(py: Python<'_>, settings: &str, count: usize) -> PyResult<ExerciseCore> {
        guarded(|| {
            let wrong = |error: serde_json::Error| {
                let said = error.to_string();
                // Nobody wrote the JSON, so its lines and columns say nothing.
                refused(&Problem::sentence(said.split(" at line ").next().unwrap_or(&said)))
            };
            let settings: ExerciseSettings = serde_json::from_str(settings).map_err(wrong)?;
            let exercises = released(py, false, || series(&settings, count)).map_err(|problem| refused(&problem))?;
            Ok(ExerciseCore { exercises })
        })
    }

    /// Trees, values, cuts.
    fn data(&self) -> Vec<(String, String, u64)> {
        let data =
            |exercise: &Exercise| (exercise.text.clone(), exercise.trace.summary.value.text.clone(), exercise.cuts());
        self.exercises.iter().map(data).collect()
    }

    /// The sheet or the key as a file.
    fn sheet<'py>(&self, py: Python<'py>, extension: &str, key: bool, paper: &str) -> PyResult<Bound<'py, PyBytes>> {
        guarded(|| {
            let format = SheetFormat::of_extension(extension).map_err(|problem| refused(&problem))?;
            let paper = paper.parse::<Paper>().map_err(|problem| refused(&problem))?;
            let part = if key { Part::Key } else { Part::Sheet };
            Ok(PyBytes::new(py, &released(py, false, || sheet(&self.exercises, paper, format, part))))
        })
    }
}

/// Each game as JSON with its graph, the remarks, and the exception that ended it early.
type Judged = (Vec<(String, String)>, Vec<String>, Option<Py<PyAny>>);

/// Judges the games of a PGN file.
#[pyfunction]
#[pyo3(signature = (path, out, chess, ask))]
pub fn annotate(py: Python<'_>, path: PathBuf, out: Option<PathBuf>, chess: &Core, ask: Asked) -> PyResult<Judged> {
    guarded(|| {
        let interrupt = Interrupt::new();
        let mut ask = ask.ask(chess, &interrupt.flag).map_err(|problem| refused(&problem))?;
        ask.techniques = Techniques::ALL;
        let settings = AnnotateSettings { games: path, draughts: false, out, ask, tables: TableFolders::default() };
        let (mut games, mut remarks) = (Vec::new(), Vec::new());
        let end = released(py, false, || {
            annotate_games(&settings, &mut |event| {
                match event {
                    AnnotateEvent::Game(game) => games.push((json(game), value_graph(game, Theme::default()))),
                    AnnotateEvent::Remark { remark } => remarks.push(remark.clone()),
                    AnnotateEvent::Bad { error } => remarks.push(error.clone()),
                    AnnotateEvent::Progress(_) => {}
                }
                Ok(())
            })
        });
        end.map_err(|problem| refused(&problem))?;
        Ok((games, remarks, interrupt.error().map(|error| error.into_value(py).into_any())))
    })
}

//! Text of a game in Python. `rootward.Game` has a way to write everything; a game may write it better.

use pyo3::prelude::*;
use rootward_game::{Game, Notation, TextError};

use super::rules::PyGame;
use super::state::{PyMove, PyState};

/// Texts that are kept to be read back.
const MOST_WRITTEN: usize = 100_000;

impl<const REPEATS: bool, const CHANCE: bool> Notation for PyGame<REPEATS, CHANCE> {
    fn name(&self) -> String {
        self.0.name.clone()
    }

    fn parse_position(&self, text: &str) -> Result<PyState, TextError> {
        if text.trim().is_empty() {
            return Ok(self.initial());
        }
        let rules = &self.0;
        let read = rules.ask(None, |py| {
            if let Some(known) = rules.written.bind(py).get_item(text.trim())? {
                return Ok(Some(PyState::new(known.unbind())));
            }
            rules.read.call1(py, (text,)).map(|state| Some(PyState::new(state)))
        });
        // The caller raises the exception instead.
        read.ok_or_else(|| TextError::new("the position cannot be read", "a position of this game"))
    }

    fn write_position(&self, state: &PyState) -> String {
        let rules = &self.0;
        let text = rules.ask(String::new(), |py| {
            let text = one_line(&rules.write.call1(py, (state.object(),))?.bind(py).str()?.to_string());
            let written = rules.written.bind(py);
            if written.len() < MOST_WRITTEN {
                written.set_item(&text, state.object())?;
            }
            Ok(text)
        });
        if text.is_empty() { "-".to_owned() } else { text }
    }

    fn write_move(&self, _: &PyState, mv: PyMove) -> String {
        let rules = &self.0;
        rules.ask(String::new(), |py| {
            Ok(one_line(&rules.write_move.call1(py, (rules.object(py, mv)?,))?.bind(py).str()?.to_string()))
        })
    }

    fn draw(&self, state: &PyState) -> String {
        let rules = &self.0;
        let mut drawn =
            rules.ask(String::new(), |py| Ok(rules.draw.call1(py, (state.object(),))?.bind(py).str()?.to_string()));
        if !drawn.ends_with('\n') {
            drawn.push('\n');
        }
        drawn
    }

    fn counts_points(&self) -> bool {
        self.0.points
    }

    fn points_per_unit(&self) -> i32 {
        self.0.scale
    }

    fn write_points(&self, points: i32) -> String {
        if self.0.scale == 1 {
            return points.to_string();
        }
        let digits = if self.0.points { 3 } else { 4 };
        let text = format!("{:.digits$}", f64::from(points) / f64::from(self.0.scale));
        let short = text.trim_end_matches('0').trim_end_matches('.');
        if short == "-0" || short.is_empty() { "0".to_owned() } else { short.to_owned() }
    }
}

fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join(" ").trim().to_owned()
}

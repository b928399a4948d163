//! [`TraceCore`]: a search step by step, and its pictures.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rootward_draw::{DrawOptions, Format, IndexedTrace, Theme};
use rootward_session::{CutRule, Fail, Limits, Order, Problem};
use rootward_trace::{Trace, TraceSettings, trace_within};

use crate::errors::{guarded, json, refused};
use crate::interrupt::Interrupt;
use crate::own;
use crate::position::Core;
use crate::search::{algorithm, ended_by, released, seconds, techniques};

/// The settings of a trace, as the attributes of a Python object.
#[derive(FromPyObject)]
pub struct TraceAsked {
    pub algorithm: String,
    pub depth: Option<u32>,
    pub cut: String,
    pub fail: String,
    pub order: String,
    pub techniques: Option<String>,
    pub nodes: Option<u64>,
    pub time: Option<f64>,
}

/// A trace.
#[pyclass(frozen, module = "rootward._rootward")]
pub struct TraceCore {
    indexed: IndexedTrace<Arc<Trace>>,
}

fn settings(core: &Core, asked: &TraceAsked) -> Result<TraceSettings, Problem> {
    let no = |what: &str, given: &str, expected: &str| Err(Problem::new(format!("'{given}' is no {what}"), expected));
    let depth = asked.depth;
    match asked.algorithm.as_str() {
        "star1" => return Ok(TraceSettings { depth, ..TraceSettings::star1() }),
        "star2" => return Ok(TraceSettings { depth, ..TraceSettings::star2() }),
        _ => {}
    }
    Ok(TraceSettings {
        algorithm: algorithm(&asked.algorithm)?,
        depth,
        cut: match asked.cut.as_str() {
            "at" => CutRule::At,
            "past" => CutRule::Past,
            other => return no("rule of cuts", other, "at or past"),
        },
        fail: match asked.fail.as_str() {
            "soft" => Fail::Soft,
            "hard" => Fail::Hard,
            other => return no("kind of alpha-beta", other, "soft or hard"),
        },
        order: match asked.order.as_str() {
            "given" => Order::Given,
            "reversed" => Order::Reversed,
            "best" => Order::Best,
            other => return no("order of moves", other, "given, reversed or best"),
        },
        techniques: techniques(core, asked.techniques.as_deref())?,
        ..TraceSettings::default()
    })
}

impl TraceCore {
    /// Traces a search.
    pub fn new(py: Python<'_>, core: &Core, asked: &TraceAsked) -> PyResult<TraceCore> {
        guarded(|| {
            let settings = settings(core, asked).map_err(|problem| refused(&problem))?;
            let interrupt = Interrupt::new();
            let limits = Limits { nodes: asked.nodes, time: seconds(asked.time), ..Limits::default() };
            let limits = limits.stop(&interrupt.flag);
            own::begin(&*core.session);
            let trace = released(py, core.own, || trace_within(&*core.session, &settings, &limits));
            if let Some(error) = ended_by(py, &interrupt) {
                return Err(PyErr::from_value(error.into_bound(py)));
            }
            let stopped =
                || refused(&Problem::sentence("the search was stopped by its limit, and has no value to explain"));
            Ok(TraceCore { indexed: IndexedTrace::new(Arc::new(trace.ok_or_else(stopped)?)) })
        })
    }
}

fn options(theme: &str, max_nodes: usize, worksheet: bool) -> PyResult<DrawOptions> {
    let theme = theme.parse::<Theme>().map_err(|problem| refused(&problem))?;
    Ok(DrawOptions { theme, max_nodes, worksheet, ..DrawOptions::default() })
}

#[pymethods]
impl TraceCore {
    /// The number of steps.
    fn count(&self) -> usize {
        self.indexed.steps()
    }

    /// The whole trace.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        guarded(|| Ok(released(py, false, || json(self.indexed.trace()))))
    }

    /// The trace in words.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        guarded(|| Ok(released(py, false, || self.indexed.trace().text(false))))
    }

    fn settings(&self) -> String {
        self.indexed.trace().setup.in_words()
    }

    #[pyo3(signature = (step, theme = "light", max_nodes = 1000, worksheet = false))]
    fn svg(&self, py: Python<'_>, step: usize, theme: &str, max_nodes: usize, worksheet: bool) -> PyResult<String> {
        guarded(|| {
            let options = options(theme, max_nodes, worksheet)?;
            Ok(released(py, false, || self.indexed.svg(step, &options)))
        })
    }

    #[pyo3(signature = (step, extension, theme = "light", max_nodes = 1000, worksheet = false))]
    fn export<'py>(
        &self,
        py: Python<'py>,
        step: usize,
        extension: &str,
        theme: &str,
        max_nodes: usize,
        worksheet: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guarded(|| {
            let wrong = || {
                let problem = format!("'{extension}' is no format of pictures");
                refused(&Problem::new(problem, "svg, png, pdf, tex, dot, json or html"))
            };
            let format = Format::of_extension(extension).ok_or_else(wrong)?;
            let options = options(theme, max_nodes, worksheet)?;
            Ok(PyBytes::new(py, &released(py, false, || self.indexed.export(step, format, &options))))
        })
    }
}

//! Errors as Python has them. A [`Problem`] is a `rootward.Problem`; a panic, which is a defect of this library, is a
//! `rootward.InternalError`: an ordinary exception, where PyO3's own is one that `except Exception` does not catch.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, catch_unwind};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use rootward_session::Problem;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static TOLD: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Panics inside [`guarded`] calls are told by their exception and not on stderr; others as before.
pub fn keep_panics_quiet() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if QUIET.get() {
            let place = info.location().map(|place| format!("{}:{}", place.file(), place.line())).unwrap_or_default();
            TOLD.with_borrow_mut(|told| *told = Some(place));
        } else {
            before(info);
        }
    }));
}

/// The exception of a class in `rootward._errors`.
fn exception(
    cell: &PyOnceLock<Py<PyType>>,
    name: &str,
    arguments: impl FnOnce(&Bound<'_, PyType>) -> PyResult<Py<PyAny>>,
) -> PyErr {
    Python::attach(|py| {
        let made = cell.import(py, "rootward._errors", name).and_then(arguments);
        made.map_or_else(|error| error, |made| PyErr::from_value(made.into_bound(py)))
    })
}

/// Invalid input.
pub fn refused(problem: &Problem) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    exception(&CLASS, "Problem", |class| {
        Ok(class.call1((problem.to_string(), problem.expected(), problem.place()))?.unbind())
    })
}

/// Calls `work`; a panic in it becomes an exception.
pub fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    caught(work).unwrap_or_else(|said| Err(internal(&said)))
}

/// Calls `work`; a panic in it is returned as its message and place.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let before = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result.map_err(|payload| said(&*payload))
}

/// The message of a panic, and its place if it is known.
pub fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message");
    match TOLD.take() {
        Some(place) => format!("{text} ({place})"),
        None => text.to_owned(),
    }
}

/// The exception for a defect of this library.
pub fn internal(said: &str) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    exception(&CLASS, "InternalError", |class| Ok(class.call1((said,))?.unbind()))
}

/// Plain data as JSON.
pub fn json(data: &impl serde::Serialize) -> String {
    serde_json::to_string(data).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

/// Panics, so that tests see what becomes of it.
#[pyfunction]
pub fn panic_for_tests() -> PyResult<()> {
    guarded(|| panic!("this is a test"))
}

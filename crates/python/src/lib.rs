//! The native part of the Python package `rootward`. Positions, searches and traces cross the border as strings, most of them
//! JSON; what people see of them is written in Python, in `python/rootward`.
//!
//! No reference to Python is kept while a search of a built-in game runs: the lock of the interpreter is released. Rules that are
//! written in Python hold it, since they run in the interpreter.

mod batch;
mod engine;
mod errors;
mod game_match;
mod interrupt;
mod matrix;
mod own;
mod position;
mod run;
mod search;
mod sheets;
mod traced;

use pyo3::prelude::*;

/// The module `rootward._rootward`.
#[pymodule]
fn _rootward(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::keep_panics_quiet();
    // An interpreter that loads the module a second time finds the games there.
    let _ = rootward_more_games::added_to(rootward_registry::games()).install();
    own::register();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<position::Core>()?;
    module.add_class::<engine::EngineCore>()?;
    module.add_class::<run::RunCore>()?;
    module.add_class::<traced::TraceCore>()?;
    module.add_class::<sheets::ExerciseCore>()?;
    module.add_function(wrap_pyfunction!(position::games, module)?)?;
    module.add_function(wrap_pyfunction!(position::open, module)?)?;
    module.add_function(wrap_pyfunction!(batch::solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(matrix::matrix, module)?)?;
    module.add_function(wrap_pyfunction!(sheets::annotate, module)?)?;
    module.add_function(wrap_pyfunction!(game_match::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(game_match::play_pair, module)?)?;
    module.add_function(wrap_pyfunction!(game_match::count_games, module)?)?;
    module.add_function(wrap_pyfunction!(game_match::estimate, module)?)?;
    module.add_function(wrap_pyfunction!(game_match::sprt, module)?)?;
    module.add_function(wrap_pyfunction!(search::read_count, module)?)?;
    module.add_function(wrap_pyfunction!(search::read_time, module)?)?;
    module.add_function(wrap_pyfunction!(own::own_game, module)?)?;
    module.add_function(wrap_pyfunction!(own::check, module)?)?;
    module.add_function(wrap_pyfunction!(errors::panic_for_tests, module)?)?;
    Ok(())
}

//! Exercises on alpha-beta: random trees that meet conditions, as worksheets with answer keys.
//!
//! The same settings always give the same bytes.

mod settings;
mod make;
mod page;
mod sheet;
mod data;

pub use make::{Exercise, series};
pub use settings::{ExerciseSettings, parse_branching, parse_values};
pub use sheet::{Paper, Part, SheetFormat, sheet};

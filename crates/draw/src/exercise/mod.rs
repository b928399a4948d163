//! Exercises on alpha-beta: trees by lot that meet conditions, as worksheets and with their keys.
//!
//! The same settings give the same bytes, whoever asks.

mod settings;
mod make;
mod page;
mod sheet;
mod data;

pub use make::{Exercise, series};
pub use settings::{ExerciseSettings, parse_branching, parse_values};
pub use sheet::{Paper, Part, SheetFormat, sheet};

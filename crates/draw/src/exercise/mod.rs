//! Exercises on minimax, alpha-beta and chance: random trees that meet conditions, as worksheets with answer keys.
//!
//! The same settings always give the same bytes.

mod settings;
mod search;
mod make;
mod page;
mod sheet;
mod task;
mod data;
mod wording;

pub use make::{Exercise, series, versions};
pub use search::{HandSearch, Method};
pub use settings::{ExerciseSettings, parse_branching, parse_values};
pub use sheet::{Paper, Part, SheetFormat, sheet, sheet_in, sheet_of_versions};
pub use wording::{Wording, texts};

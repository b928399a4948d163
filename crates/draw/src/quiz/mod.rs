//! A quiz on a search: returned values, windows, cuts, and the chosen move.

mod question;
mod answer;
mod choice;
mod grade;
mod reading;

pub use answer::{Answers, CutAnswer, NodeAnswer};
pub(crate) use choice::equal_choices;
pub use grade::{Grade, Item, Wrong, grade, solution};
pub use question::{Ask, Question, questions};
pub use reading::same_value;

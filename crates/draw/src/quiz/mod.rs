//! A quiz on a search: returned values, windows, cuts, and the chosen move.

mod question;
mod answer;
mod grade;

pub use answer::{Answers, CutAnswer, NodeAnswer};
pub use grade::{Grade, Item, Wrong, grade, solution};
pub use question::{Ask, Question, questions};

//! A quiz on a search: what was returned, with which window, what was cut, which move is chosen.

mod question;
mod answer;
mod grade;

pub use answer::{Answers, CutAnswer, NodeAnswer};
pub use grade::{Grade, Item, Wrong, grade, solution};
pub use question::{Ask, Question, questions};

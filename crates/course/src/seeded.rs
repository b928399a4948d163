//! Tasks from a seed: candidates are drawn until one suits.

use rootward_session::Problem;
use rootward_support::hash::Fnv;
use rootward_support::random::Dice;

use crate::student::Student;

/// The dice of a student's task.
pub(crate) fn dice(student: &Student, task: &str) -> Dice {
    Dice::new(Fnv::default().and(&student.seed().to_le_bytes()).and(task.as_bytes()).value())
}

/// A number from `least` to `most`.
pub(crate) fn between(dice: &mut Dice, least: i64, most: i64) -> i64 {
    least + dice.below((most - least + 1).unsigned_abs() as usize) as i64
}

/// Draws until something suits. That no draw does is a mistake of the task, which the tests would have shown.
pub(crate) fn draw<T>(tries: usize, mut one: impl FnMut() -> Option<T>) -> Result<T, Problem> {
    let nothing = || Problem::new(format!("none of {tries} draws made a task"), "another name");
    (0..tries).find_map(|_| one()).ok_or_else(nothing)
}

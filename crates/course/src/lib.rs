//! A course on game-tree search: lessons, tasks, marks, and the file that a student hands in.
//!
//! * [`LESSONS`] are the lessons in the order of a lecture, each with its tasks.
//! * A [`Student`] has a name, and a course to belong to. Both together are the seed of all tasks: everybody has other numbers,
//!   and a file that is copied under another name has the answers to other questions.
//! * [`Tasks`] makes the task of a student and [marks](Tasks::mark) answers to it. The right answers come from the searches
//!   themselves: nothing is stored.
//! * A [`ResultFile`] holds name, seed, answers and a check over them; a [`Report`] is what it is worth.
//!
//! The texts of the lessons are not here: a front end has them in its user's language.
//!
//! ```
//! use rootward_course::{Given, Student, Tasks};
//!
//! let ada = Student::new("Ada Lovelace", "").unwrap();
//! let tasks = Tasks::default();
//! let marks = tasks.mark(&ada, "leaves", &Given::parts([("seen", "0")])).unwrap();
//! assert_eq!((marks.correct, marks.of), (0, 1));
//! ```

mod student;
mod lesson;
mod task;
mod part;
mod seeded;
mod tree_tasks;
mod board_tasks;
mod table_tasks;
mod matrix_tasks;
mod marks;
mod result_file;
mod report;

pub use lesson::{LESSONS, Lesson, lesson_of};
pub use marks::{Given, Mark, Marks};
pub use part::Part;
pub use report::{LessonScore, Remark, Report};
pub use result_file::{LONGEST_FILE, ResultFile};
pub use student::Student;
pub use task::{Show, Task, Tasks};

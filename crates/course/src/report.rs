//! What a handed-in file is worth.

use rootward_session::Problem;
use serde::Serialize;

use crate::lesson::LESSONS;
use crate::marks::Given;
use crate::result_file::ResultFile;
use crate::task::Tasks;

/// The points of a handed-in file, and what is odd about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Who.
    pub name: String,
    /// The course; empty if none was named.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub course: String,
    /// The seed of the tasks.
    pub seed: String,
    /// Right answers.
    pub correct: usize,
    /// Questions of the whole course.
    pub of: usize,
    /// The same by lesson.
    pub lessons: Vec<LessonScore>,
    /// What is odd about the file; empty if nothing is.
    pub remarks: Vec<Remark>,
}

/// The points of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LessonScore {
    /// Its name.
    pub lesson: &'static str,
    /// Right answers.
    pub correct: usize,
    /// Questions.
    pub of: usize,
}

/// Something odd about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remark {
    /// The check does not fit: the file was changed after it was saved.
    Changed,
    /// The seed is not that of the name: the name was changed, or the seed.
    OtherSeed,
}

impl Report {
    /// Grades a file again, on the tasks of its student.
    pub fn new(tasks: &Tasks, file: &ResultFile) -> Result<Report, Problem> {
        let student = &file.student;
        let nothing = Given::default();
        let mut lessons = Vec::new();
        for lesson in LESSONS {
            let mut score = LessonScore { lesson: lesson.id, correct: 0, of: 0 };
            for &task in lesson.tasks {
                let marks = tasks.mark(student, task, file.answers.get(task).unwrap_or(&nothing))?;
                score.correct += marks.correct;
                score.of += marks.of;
            }
            lessons.push(score);
        }
        let mut remarks = Vec::new();
        remarks.extend((file.check != file.right_check()).then_some(Remark::Changed));
        remarks.extend((file.seed != student.seed_text()).then_some(Remark::OtherSeed));
        Ok(Report {
            name: student.name().to_owned(),
            course: student.course().to_owned(),
            seed: student.seed_text(),
            correct: lessons.iter().map(|score| score.correct).sum(),
            of: lessons.iter().map(|score| score.of).sum(),
            lessons,
            remarks,
        })
    }
}

//! The file that a student hands in: who, from which seed, the answers, and a check over all of it.
//!
//! What the check proves: the file is as the program wrote it; a changed letter shows. It is no signature: whoever has the
//! program can write a file with any answers, so points are never read from a file. They are computed again from the answers,
//! on the tasks of the name in the file. What is left to a cheat is to hand in right answers to tasks of the own name.

use std::collections::BTreeMap;

use rootward_session::Problem;
use rootward_support::hash::fnv1a;
use serde::{Deserialize, Serialize};

use crate::lesson::lesson_of;
use crate::marks::Given;
use crate::student::Student;

/// A longer file is refused unread. A file with all answers has about 10 KB.
pub const LONGEST_FILE: usize = 256 << 10;
const FORMAT: &str = "rootward-course-1";

/// The contents of a handed-in file.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultFile {
    /// Who.
    pub student: Student,
    /// The seed that the file names.
    pub seed: String,
    /// The answers, by task.
    pub answers: BTreeMap<String, Given>,
    /// The check that the file has.
    pub check: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a result of the course")]
struct Written {
    format: String,
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    course: String,
    seed: String,
    answers: BTreeMap<String, Given>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    check: String,
}

impl ResultFile {
    /// The file of a student, with its seed and check.
    pub fn new(student: Student, answers: BTreeMap<String, Given>) -> Result<ResultFile, Problem> {
        let seed = student.seed_text();
        let mut file = ResultFile { student, seed, answers, check: String::new() };
        file.are_tasks()?;
        file.check = file.right_check();
        Ok(file)
    }

    /// Reads a file. That its check does not fit is for [`Report`](crate::Report) to tell.
    pub fn read(bytes: &[u8]) -> Result<ResultFile, Problem> {
        let expected = "a file that a student saved at the end of the course";
        if bytes.len() > LONGEST_FILE {
            let problem = format!("the file has {} bytes", bytes.len());
            return Err(Problem::new(problem, format!("at most {LONGEST_FILE}")));
        }
        // Some editors and learning platforms put a byte order mark before a text.
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let written: Written = serde_json::from_slice(text).map_err(|error| Problem::new(error, expected))?;
        if written.format != FORMAT {
            return Err(Problem::new("the file has another format", format!("{FORMAT}, {expected}")));
        }
        let student = Student::new(&written.name, &written.course)?;
        let file = ResultFile { student, seed: written.seed, answers: written.answers, check: written.check };
        file.are_tasks()?;
        Ok(file)
    }

    /// The text of the file.
    #[must_use]
    pub fn write(&self) -> String {
        let written = Written { check: self.check.clone(), ..self.written() };
        serde_json::to_string_pretty(&written).unwrap_or_default() + "\n"
    }

    /// The check that the contents should have.
    #[must_use]
    pub fn right_check(&self) -> String {
        let text = serde_json::to_string(&self.written()).unwrap_or_default();
        format!("{:016x}", fnv1a(text.as_bytes()))
    }

    fn written(&self) -> Written {
        Written {
            format: FORMAT.to_owned(),
            name: self.student.name().to_owned(),
            course: self.student.course().to_owned(),
            seed: self.seed.clone(),
            answers: self.answers.clone(),
            check: String::new(),
        }
    }

    fn are_tasks(&self) -> Result<(), Problem> {
        match self.answers.keys().find(|task| lesson_of(task).is_none()) {
            Some(task) => {
                let shown: String = task.chars().filter(|c| !c.is_control()).take(30).collect();
                Err(Problem::new(format!("there is no task '{shown}'"), "the tasks of the course"))
            }
            None => Ok(()),
        }
    }
}

//! Who works through the course.

use rootward_session::Problem;
use rootward_support::hash::Fnv;
use serde::{Deserialize, Serialize};

/// A student: the tasks depend on the name and on the course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Raw")]
pub struct Student {
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    course: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: String,
    #[serde(default)]
    course: String,
}

impl TryFrom<Raw> for Student {
    type Error = Problem;

    fn try_from(raw: Raw) -> Result<Student, Problem> {
        Student::new(&raw.name, &raw.course)
    }
}

const LONGEST: usize = 80;

impl Student {
    /// A student with a name, and a course that may be empty. Blanks at the ends and runs of blanks do not count.
    pub fn new(name: &str, course: &str) -> Result<Student, Problem> {
        let student = Student { name: plain("the name", name)?, course: plain("the course", course)? };
        if student.name.is_empty() {
            return Err(Problem::new("there is no name", "the name of the student"));
        }
        Ok(student)
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The course, as the teacher calls it; empty for none.
    #[must_use]
    pub fn course(&self) -> &str {
        &self.course
    }

    /// The seed of all tasks. Capitals do not count: students write their names in many ways.
    #[must_use]
    pub fn seed(&self) -> u64 {
        let part = |text: &str| text.to_lowercase();
        Fnv::default().and(part(&self.course).as_bytes()).and(b"\n").and(part(&self.name).as_bytes()).value()
    }

    /// The same in sixteen digits, as files and pages write it.
    #[must_use]
    pub fn seed_text(&self) -> String {
        format!("{:016x}", self.seed())
    }
}

fn plain(what: &str, text: &str) -> Result<String, Problem> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Marks that turn the direction of writing would mix up a teacher's table.
    let is_unfit = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if text.chars().count() > LONGEST || text.chars().any(is_unfit) {
        return Err(Problem::new(
            format!("{what} is too long or has control characters"),
            format!("at most {LONGEST} letters on one line"),
        ));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_capitals_do_not_change_the_tasks_but_another_course_does() {
        let ada = Student::new("  Ada   Lovelace ", "").unwrap();
        assert_eq!((ada.name(), ada.seed()), ("Ada Lovelace", Student::new("ada lovelace", " ").unwrap().seed()));
        assert_ne!(ada.seed(), Student::new("Ada Lovelace", "AI 2").unwrap().seed());
        assert_ne!(Student::new("b", "a").unwrap().seed(), Student::new("a b", "").unwrap().seed());
        for wrong in ["", "  ", "a\u{7}", "Ada\u{202e}", &"x".repeat(81)] {
            assert!(Student::new(wrong, "").is_err(), "{wrong:?}");
        }
    }
}

//! Answers to a task, and the marks for them.

use std::collections::BTreeMap;

use rootward_draw::quiz::{Answers, Ask, grade};
use rootward_session::Problem;
use serde::{Deserialize, Serialize};

use crate::student::Student;
use crate::task::Tasks;

/// The answers to one task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Given {
    /// The blanks of a tree.
    #[serde(skip_serializing_if = "is_empty")]
    pub nodes: Answers,
    /// Single questions, by their key.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parts: BTreeMap<String, String>,
}

fn is_empty(answers: &Answers) -> bool {
    answers.0.is_empty()
}

impl Given {
    /// Answers to single questions.
    pub fn parts<'a>(parts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Given {
        let parts = parts.into_iter().map(|(key, answer)| (key.to_owned(), answer.to_owned())).collect();
        Given { parts, ..Given::default() }
    }
}

/// The marks for a task. They say what is right and what is not, and nothing of the right answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Marks {
    /// Right answers.
    pub correct: usize,
    /// Questions.
    pub of: usize,
    /// Each of them; those of a tree in the order in which the search decides them.
    pub items: Vec<Mark>,
}

/// The mark for one answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// The key of the question, or the node in the drawing.
    pub key: String,
    /// The name of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What was asked about the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Ask>,
    /// Whether there was an answer.
    pub answered: bool,
    /// Whether it is right.
    pub right: bool,
}

impl Tasks {
    /// Marks a student's answers to a task.
    pub fn mark(&self, student: &Student, task: &str, given: &Given) -> Result<Marks, Problem> {
        let task = self.of(student, task)?;
        let items: Vec<Mark> = match &task.trace {
            Some(trace) => grade(trace, &given.nodes)
                .items
                .into_iter()
                .map(|item| Mark {
                    key: item.node,
                    name: Some(item.name),
                    field: Some(item.field),
                    answered: item.given.is_some(),
                    right: item.right,
                })
                .collect(),
            None => task
                .parts
                .iter()
                .map(|part| {
                    let answer = given.parts.get(part.key).map_or("", |answer| answer.trim());
                    let (answered, right) = (!answer.is_empty(), part.is_right(answer));
                    Mark { key: part.key.to_owned(), name: None, field: None, answered, right }
                })
                .collect(),
        };
        Ok(Marks { correct: items.iter().filter(|mark| mark.right).count(), of: items.len(), items })
    }
}

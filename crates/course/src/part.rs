//! One question of a task, and what is right.

use rootward_draw::quiz::same_value;
use serde::Serialize;

/// A question with one answer. Its text is the front end's, by the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The key of the question.
    pub key: &'static str,
    /// The answers to choose from; empty if a number is asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    #[serde(skip)]
    right: Vec<String>,
}

impl Part {
    /// A number is asked for.
    pub(crate) fn number(key: &'static str, right: impl ToString) -> Part {
        Part { key, options: Vec::new(), right: vec![right.to_string()] }
    }

    /// One of some answers is asked for; there may be several right ones.
    pub(crate) fn choice(key: &'static str, options: Vec<String>, right: Vec<String>) -> Part {
        Part { key, options, right }
    }

    /// Is the answer right?
    #[must_use]
    pub fn is_right(&self, given: &str) -> bool {
        let given = given.trim();
        if self.options.is_empty() {
            return self.right.iter().any(|right| same_value(given, right));
        }
        self.right.iter().any(|right| right == given)
    }

    /// The right answers.
    #[must_use]
    pub fn right(&self) -> &[String] {
        &self.right
    }
}

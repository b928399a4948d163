//! The given answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::question::Ask;

/// Answers by node: `n7`, or just `7`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Answers(pub BTreeMap<String, NodeAnswer>);

/// The answer about one node. A missing part counts as wrong if it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NodeAnswer {
    /// The value returned: a number or text.
    #[serde(deserialize_with = "number_or_text", skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// α on entry.
    #[serde(deserialize_with = "number_or_text", skip_serializing_if = "Option::is_none")]
    pub alpha: Option<String>,
    /// β on entry.
    #[serde(deserialize_with = "number_or_text", skip_serializing_if = "Option::is_none")]
    pub beta: Option<String>,
    /// Whether anything is cut here, or which children are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutAnswer>,
    /// The chosen child, or the move to it.
    #[serde(deserialize_with = "number_or_text", skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
}

/// What is cut at a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CutAnswer {
    /// Something or nothing.
    Whether(bool),
    /// These children, by name; none at all if the list is empty.
    Children(Vec<String>),
}

impl NodeAnswer {
    /// The answers that say that the search comes to the node at all, in the order in which it decides them. Children
    /// of a node that is cut may be struck as well: that says nothing else.
    pub(super) fn about_a_visit(&self) -> impl Iterator<Item = (Ask, &str)> {
        let fields = [(Ask::Alpha, &self.alpha), (Ask::Beta, &self.beta), (Ask::Value, &self.value)];
        fields
            .into_iter()
            .filter_map(|(field, text)| Some((field, text.as_deref()?.trim())))
            .filter(|(_, text)| !text.is_empty())
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrText {
    Whole(i64),
    Number(f64),
    Text(String),
    Null,
}

fn number_or_text<'de, D: Deserializer<'de>>(source: D) -> Result<Option<String>, D::Error> {
    Ok(match NumberOrText::deserialize(source)? {
        NumberOrText::Whole(number) => Some(number.to_string()),
        NumberOrText::Number(number) => Some(number.to_string()),
        NumberOrText::Text(text) => Some(text),
        NumberOrText::Null => None,
    })
}

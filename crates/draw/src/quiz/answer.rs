//! The given answers, and the right ones.

use std::collections::BTreeMap;

use rootward_trace::{Mark, Value};
use serde::{Deserialize, Deserializer, Serialize};

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
    /// Nothing was answered, or only that nothing is cut.
    pub(super) fn is_empty(&self) -> bool {
        let nothing = |text: &Option<String>| text.as_deref().is_none_or(|text| text.trim().is_empty());
        let cuts = match &self.cut {
            Some(CutAnswer::Whether(cut)) => *cut,
            Some(CutAnswer::Children(children)) => !children.is_empty(),
            None => false,
        };
        nothing(&self.value) && nothing(&self.alpha) && nothing(&self.beta) && nothing(&self.chosen) && !cuts
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

/// Does the answer state this value? `3`, `3.0`, `7/2`, `-∞`, `inf`, `≤ 2`; a sign before it must be the right one.
pub(super) fn says(answer: &str, value: &Value, mark: Option<Mark>) -> bool {
    let answer = answer.trim().replace('-', "−").to_lowercase();
    let signs = [("<=", "≤"), (">=", "≥"), ("≤", "≤"), ("≥", "≥"), ("=", "=")];
    let (sign, rest) = signs
        .iter()
        .find_map(|(written, sign)| Some((Some(*sign), answer.strip_prefix(written)?)))
        .unwrap_or((None, &answer));
    let sign_is_right = match (sign, mark) {
        (Some(sign), Some(mark)) => sign == mark.sign(),
        _ => true,
    };
    let rest = rest.trim();
    let infinities = |text: &str| match text.trim_start_matches('+') {
        "∞" | "inf" | "infinity" | "oo" => Some("∞"),
        "−∞" | "−inf" | "−infinity" | "−oo" => Some("−∞"),
        _ => None,
    };
    let decimal = |text: &str| text.trim().replace('−', "-").replace(',', ".").parse::<f64>().ok();
    let number = |text: &str| match text.split_once('/') {
        Some((above, below)) => Some(decimal(above)? / decimal(below).filter(|&below| below > 0.0)?),
        None => decimal(text),
    };
    let same = match (infinities(rest), number(rest), number(&value.text)) {
        (Some(infinity), _, _) => infinity == value.text,
        (None, Some(given), Some(right)) => (given - right).abs() < 1e-9,
        _ => rest == value.text.to_lowercase(),
    };
    sign_is_right && same
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_trace::Amount;

    #[test]
    fn a_value_may_be_written_in_many_ways() {
        let value = |value: f64, text: &str| Value::written(Amount::Points { value: value.into() }, text);
        let three = value(-3.0, "−3");
        for right in ["-3", "−3", " -3.0 ", "=-3", "= −3"] {
            assert!(says(right, &three, Some(Mark::Exact)), "{right}");
        }
        for wrong in ["3", "", "≤ -3", "-3.5", "three"] {
            assert!(!says(wrong, &three, Some(Mark::Exact)), "{wrong}");
        }
        assert!(says("<= -3", &three, Some(Mark::AtMost)) && says("-3", &three, Some(Mark::AtMost)));
        let average = value(3.5, "7/2");
        for right in ["7/2", "3.5", "14/4", "= 7 / 2", "3,50"] {
            assert!(says(right, &average, Some(Mark::Exact)), "{right}");
        }
        for wrong in ["-7/2", "7/0", "3", "7/", "/2", "7/2/1"] {
            assert!(!says(wrong, &average, Some(Mark::Exact)), "{wrong}");
        }
        let infinite = Value::written(Amount::Infinity, "∞");
        assert!(says("inf", &infinite, None) && says("+∞", &infinite, None) && !says("-inf", &infinite, None));
    }
}

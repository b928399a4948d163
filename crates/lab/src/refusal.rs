//! The response to a request that cannot be met: a status and one sentence.

use rootward_session::Problem;
use serde::Serialize;

use crate::reply::Response;

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status: 4xx if the client can fix the request, 503 if it should retry later.
    pub status: u16,
    /// One sentence.
    pub error: String,
    /// What was expected, where that is known separately.
    pub expected: Option<String>,
    /// Line and column of the mistake in the text.
    pub place: Option<(usize, usize)>,
    /// The part of the body that is wrong, for bodies with many parts: `cells.0.1.0`, counted from 0.
    pub field: Option<String>,
}

#[derive(Serialize)]
struct Body<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
}

impl Refusal {
    /// A refusal with a sentence only.
    pub fn new(status: u16, error: impl Into<String>) -> Refusal {
        Refusal { status, error: one_line(&error.into()), expected: None, place: None, field: None }
    }

    /// All search slots and all places in the queue are taken.
    pub fn busy() -> Refusal {
        Refusal::new(503, "busy: as many searches as there is room for are running; try again in a second")
    }

    /// The search was stopped before it had an answer.
    pub fn stopped() -> Refusal {
        Refusal::new(503, "the search was stopped before it had an answer; expected a smaller depth")
    }

    /// The same refusal, about one part of the body.
    pub(crate) fn at(self, field: impl Into<String>) -> Refusal {
        Refusal { field: Some(field.into()), ..self }
    }

    /// As JSON, without a line break.
    pub fn to_json(&self) -> String {
        let (line, column) = self.place.unzip();
        let (expected, field) = (self.expected.as_deref(), self.field.as_deref());
        let body = Body { error: &self.error, expected, line, column, field };
        serde_json::to_string(&body).unwrap_or_default()
    }

    /// As a response.
    pub fn to_response(&self) -> Response {
        let response = Response { status: self.status, ..Response::json_text(self.to_json()) };
        if self.status == 503 { response.header("retry-after", "1") } else { response }
    }
}

/// The sentence on one line and of limited length, whatever it quotes.
fn one_line(sentence: &str) -> String {
    const MOST: usize = 400;
    let line: String = sentence.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST).collect();
    if line.len() < sentence.len() { line + "…" } else { line }
}

/// Input that the session cannot use.
impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        let expected = problem.expected().map(str::to_owned);
        Refusal { status: 400, error: problem.to_string(), expected, place: problem.place(), field: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_one_line_of_a_decent_length_whatever_it_quotes() {
        assert_eq!(Refusal::new(400, "no\n'\u{1b}[31m'").error, "no ' [31m'");
        let long = Refusal::new(400, "é".repeat(10_000)).error;
        assert_eq!((long.chars().count(), long.ends_with('…')), (401, true));
    }
}

//! A request to the lab, from a socket or not.

use serde::de::DeserializeOwned;

use crate::refusal::Refusal;

/// A request: method, path, query and body.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// `GET`, `HEAD` or `POST`; others are refused.
    pub method: String,
    /// The path, from the first slash.
    pub path: String,
    /// The query: the text after the question mark.
    pub query: String,
    /// The body.
    pub body: Vec<u8>,
    /// The version that the client has already, from `If-None-Match`.
    pub known: Option<String>,
}

impl Call {
    /// A `GET` request for a path, perhaps with a query after a question mark.
    pub fn get(target: &str) -> Call {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        Call { method: "GET".to_owned(), path: path.to_owned(), query: query.to_owned(), ..Call::default() }
    }

    /// A `POST` request.
    pub fn post(path: &str, body: impl Into<Vec<u8>>) -> Call {
        Call { method: "POST".to_owned(), path: path.to_owned(), body: body.into(), ..Call::default() }
    }

    /// Parses the body as JSON.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_json::from_slice(&self.body).map_err(|error| {
            // The place is that of the JSON: where a value is wrong, it tells nothing to those who have typed that value.
            let place = Some((error.line(), error.column())).filter(|&(line, _)| line > 0 && !error.is_data());
            Refusal { place, ..Refusal::new(400, format!("the body: {}", without_place(&error))) }
        })
    }

    /// The value of a name in the query. Queries contain names, numbers and commas only, so nothing needs unescaping.
    pub(crate) fn query_value(&self, name: &str) -> Option<&str> {
        self.query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
    }

    /// A whole number in the query.
    pub(crate) fn query_number(&self, name: &str) -> Result<Option<usize>, Refusal> {
        self.query_value(name).map(|text| whole_number(name, text)).transpose()
    }

    /// Whole numbers in the query, separated by commas.
    pub(crate) fn query_numbers(&self, name: &str) -> Result<Vec<usize>, Refusal> {
        let text = self.query_value(name).unwrap_or("").replace("%2C", ",");
        text.split(',').filter(|part| !part.is_empty()).map(|part| whole_number(name, part)).collect()
    }
}

/// The sentence of an error of JSON; where a value is wrong, without the place that is appended to it.
fn without_place(error: &serde_json::Error) -> String {
    let sentence = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match sentence.strip_suffix(&place) {
        Some(rest) if error.is_data() => rest.to_owned(),
        _ => sentence,
    }
}

fn whole_number(name: &str, text: &str) -> Result<usize, Refusal> {
    let shown: String = text.chars().take(20).collect();
    let wrong = |_| Refusal {
        expected: Some("a whole number".to_owned()),
        ..Refusal::new(400, format!("{name}: '{shown}' is not a number; expected a whole number"))
    };
    text.parse().map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read_by_name() {
        let call = Call::get("/x?step=12&open=3,17%2C4&step2=1");
        assert_eq!((call.path.as_str(), call.query_number("step")), ("/x", Ok(Some(12))));
        assert_eq!(call.query_numbers("open"), Ok(vec![3, 17, 4]));
        assert_eq!((call.query_number("to"), call.query_numbers("to")), (Ok(None), Ok(vec![])));
        let refusal = Call::get("/x?step=-1").query_number("step").unwrap_err();
        assert_eq!(
            (refusal.status, refusal.error.as_str()),
            (400, "step: '-1' is not a number; expected a whole number")
        );
    }

    #[test]
    fn a_value_that_is_wrong_is_named_without_its_place_in_the_json_and_a_damaged_body_with_it() {
        let read = |body: &str| Call::post("/x", body).read::<Vec<u8>>().unwrap_err();
        let value = read("[1, 2, 300]");
        assert_eq!((value.error.as_str(), value.place), ("the body: invalid value: integer `300`, expected u8", None));
        let damaged = read("[1, 2");
        assert_eq!(damaged.error, "the body: EOF while parsing a list at line 1 column 5");
        assert_eq!(damaged.place, Some((1, 5)));
    }
}

//! Requests as bytes, answered one after the other.

use rootward_lab::{Call, Lab, LabLimits, Refusal, Reply, Response};

/// A lab for one page. It answers a request at a time, on the thread that asks.
pub struct RequestHandler {
    lab: Lab,
}

impl Default for RequestHandler {
    fn default() -> RequestHandler {
        RequestHandler { lab: Lab::new(limits()) }
    }
}

/// A page shares the memory of a phone with other pages, and starts a few of these modules side by side.
fn limits() -> LabLimits {
    LabLimits { searches: 1, table: 32 << 20, ..LabLimits::default() }
}

impl RequestHandler {
    /// Makes Rootward's games known. Once, before the first request.
    pub fn install_games() {
        // A second call is refused, and changes nothing.
        let _ = rootward_more_games::added_to(rootward_registry::games()).install();
    }

    /// The response to `METHOD TARGET`, a line break, and the body. `tell` gets the lines of a stream as they come; the response of a
    /// stream has no body.
    pub fn answer(&self, request: &[u8], tell: &mut dyn FnMut(Vec<u8>)) -> Response {
        let Some(call) = read(request) else {
            return Refusal::new(400, "the request cannot be read; expected a line 'METHOD PATH' before the body")
                .to_response();
        };
        match self.lab.answer(&call) {
            Reply::Ready(response) => response,
            Reply::Search(job) => self.lab.run_telling(job, tell),
        }
    }
}

fn read(request: &[u8]) -> Option<Call> {
    let end = request.iter().position(|&byte| byte == b'\n')?;
    let (method, target) = std::str::from_utf8(&request[..end]).ok()?.split_once(' ')?;
    Some(Call { method: method.to_owned(), body: request[end + 1..].to_vec(), ..Call::get(target) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ask(request: &str) -> (Response, Vec<String>) {
        let mut lines = Vec::new();
        let response = RequestHandler::default()
            .answer(request.as_bytes(), &mut |line| lines.push(String::from_utf8(line).unwrap()));
        (response, lines)
    }

    #[test]
    fn a_request_gets_the_answer_of_the_server() {
        let (response, lines) = ask("POST /api/view\n{\"game\":\"tic-tac-toe\"}");
        let Reply::Ready(wanted) = Lab::default().answer(&Call::post("/api/view", "{\"game\":\"tic-tac-toe\"}")) else {
            panic!("a view needs no search")
        };
        assert_eq!((response, lines.len()), (wanted, 0));
        assert_eq!(ask("GET /api/nothing?x=1\n").0.status, 404);
    }

    #[test]
    fn a_stream_comes_line_by_line() {
        let (response, lines) = ask("POST /api/analyse\n{\"game\":\"tic-tac-toe\",\"limits\":{\"depth\":2}}");
        assert_eq!((response.status, response.content_type, response.body.len()), (200, "application/x-ndjson", 0));
        assert!(lines.len() > 2 && lines.last().unwrap().starts_with("{\"event\":\"answer\""), "{lines:?}");
        assert!(lines.iter().all(|line| line.ends_with('\n') && line.matches('\n').count() == 1));
    }

    proptest! {
        #[test]
        fn whatever_arrives_is_answered(request: Vec<u8>) {
            let response = RequestHandler::default().answer(&request, &mut |_| {});
            prop_assert!((400..500).contains(&response.status));
        }
    }
}

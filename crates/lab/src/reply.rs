//! The result of a request: a response at once, or a search that has to be run for it.

use rootward_session::StopFlag;
use serde::Serialize;

use crate::active_searches::ActiveSearches;
use crate::refusal::Refusal;

/// A complete response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The content type of the body.
    pub content_type: &'static str,
    /// Further header lines.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// JSON lines, one event each.
pub const LINES: &str = "application/x-ndjson";

impl Response {
    /// A file with this content type.
    pub fn file(content_type: &'static str, body: Vec<u8>) -> Response {
        Response { status: 200, content_type, headers: Vec::new(), body }
    }

    /// Data as JSON.
    pub fn json(data: &impl Serialize) -> Result<Response, Refusal> {
        Ok(Response::json_text(to_json(data)?))
    }

    pub(crate) fn json_text(text: String) -> Response {
        Response::file("application/json", text.into_bytes())
    }

    /// With one more header line.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Response {
        self.headers.push((name, value.into()));
        self
    }
}

/// Data as JSON on one line.
pub(crate) fn to_json(data: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(data).map_err(|error| Refusal::new(500, format!("the response cannot be written: {error}")))
}

/// The result of a request.
pub enum Reply {
    /// A response.
    Ready(Response),
    /// A search that the caller has to run in a search slot.
    Search(SearchJob),
}

/// The search that a request needs.
pub struct SearchJob {
    /// The page that asks, by a name of its own choice. A newer search of the same page stops this one.
    pub page: Option<String>,
    /// Whether the response is a stream of lines. Otherwise it is the one that the work returns.
    pub streams: bool,
    pub(crate) work: Work,
}

type Work = Box<dyn FnOnce(&mut SearchContext<'_>) -> Result<Response, Refusal> + Send>;

/// What a running search has access to.
pub struct SearchContext<'a> {
    /// Stops the search when raised.
    pub stop: &'a StopFlag,
    /// Keeps tables between searches.
    pub active_searches: &'a ActiveSearches,
    /// Sends a line of the stream.
    pub emit: &'a mut dyn FnMut(Vec<u8>),
}

#[derive(Serialize)]
struct Tagged<'a, T> {
    event: &'static str,
    #[serde(flatten)]
    object: &'a T,
}

impl SearchContext<'_> {
    /// Sends an event of the stream.
    pub(crate) fn event(&mut self, event: &'static str, object: &impl Serialize) -> Result<(), Refusal> {
        let mut line = to_json(&Tagged { event, object })?;
        line.push('\n');
        (self.emit)(line.into_bytes());
        Ok(())
    }
}

impl SearchJob {
    /// A search whose response is a stream of events.
    pub(crate) fn stream(
        page: Option<String>,
        work: impl FnOnce(&mut SearchContext<'_>) -> Result<(), Refusal> + Send + 'static,
    ) -> Reply {
        let work = move |context: &mut SearchContext<'_>| work(context).map(|()| Response::file(LINES, Vec::new()));
        Reply::Search(SearchJob { page, streams: true, work: Box::new(work) })
    }

    /// A search with one response.
    pub(crate) fn single(
        page: Option<String>,
        work: impl FnOnce(&mut SearchContext<'_>) -> Result<Response, Refusal> + Send + 'static,
    ) -> Reply {
        Reply::Search(SearchJob { page, streams: false, work: Box::new(work) })
    }

    /// Runs it to its end. In a stream, a refusal becomes the last line.
    pub fn run(self, context: &mut SearchContext<'_>) -> Response {
        match (self.work)(context) {
            Ok(response) => response,
            Err(refusal) if self.streams => {
                let event = format!("{{\"event\":\"error\",{}\n", &refusal.to_json()[1..]);
                (context.emit)(event.into_bytes());
                Response::file(LINES, Vec::new())
            }
            Err(refusal) => refusal.to_response(),
        }
    }
}

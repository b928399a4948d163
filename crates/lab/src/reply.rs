//! What comes of a request: an answer at once, or a search that has to be run for it.

use rootward_session::StopFlag;
use serde::Serialize;

use crate::desk::Desk;
use crate::refusal::Refusal;

/// A whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// What the body is.
    pub content_type: &'static str,
    /// Further header lines.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// JSON lines, one event each.
pub const LINES: &str = "application/x-ndjson";

impl Answer {
    /// A file of some kind.
    #[must_use]
    pub fn file(content_type: &'static str, body: Vec<u8>) -> Answer {
        Answer { status: 200, content_type, headers: Vec::new(), body }
    }

    /// Data as JSON.
    pub fn json(data: &impl Serialize) -> Result<Answer, Refusal> {
        Ok(Answer::json_text(to_json(data)?))
    }

    pub(crate) fn json_text(text: String) -> Answer {
        Answer::file("application/json", text.into_bytes())
    }

    /// With one more header line.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Answer {
        self.headers.push((name, value.into()));
        self
    }
}

/// Data as JSON on one line.
pub(crate) fn to_json(data: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(data).map_err(|error| Refusal::new(500, format!("the answer cannot be written: {error}")))
}

/// What comes of a request.
pub enum Reply {
    /// An answer.
    Ready(Answer),
    /// A search has to be run for it, by somebody who has a place for one.
    Search(SearchJob),
}

/// The search's part of a request.
pub struct SearchJob {
    /// The page that asks, by a name that it made up: a newer search of the same page stops this one.
    pub page: Option<String>,
    /// The answer is a stream of lines; otherwise it is the one that the work returns.
    pub streams: bool,
    pub(crate) work: Work,
}

type Work = Box<dyn FnOnce(&mut Bench<'_>) -> Result<Answer, Refusal> + Send>;

/// What a search is run with.
pub struct Bench<'a> {
    /// Ends the search when it is raised.
    pub stop: &'a StopFlag,
    /// Where tables are kept between searches.
    pub desk: &'a Desk,
    /// Takes a line of a stream.
    pub tell: &'a mut dyn FnMut(Vec<u8>),
}

#[derive(Serialize)]
struct Tagged<'a, T> {
    event: &'static str,
    #[serde(flatten)]
    object: &'a T,
}

impl Bench<'_> {
    /// An event of a stream.
    pub(crate) fn event(&mut self, event: &'static str, object: &impl Serialize) -> Result<(), Refusal> {
        let mut line = to_json(&Tagged { event, object })?;
        line.push('\n');
        (self.tell)(line.into_bytes());
        Ok(())
    }
}

impl SearchJob {
    /// A search whose answer is a stream of events.
    pub(crate) fn stream(
        page: Option<String>,
        work: impl FnOnce(&mut Bench<'_>) -> Result<(), Refusal> + Send + 'static,
    ) -> Reply {
        let work = move |bench: &mut Bench<'_>| work(bench).map(|()| Answer::file(LINES, Vec::new()));
        Reply::Search(SearchJob { page, streams: true, work: Box::new(work) })
    }

    /// A search with one answer.
    pub(crate) fn single(
        page: Option<String>,
        work: impl FnOnce(&mut Bench<'_>) -> Result<Answer, Refusal> + Send + 'static,
    ) -> Reply {
        Reply::Search(SearchJob { page, streams: false, work: Box::new(work) })
    }

    /// Runs it to its end. A refusal in the midst of a stream is its last line.
    pub fn run(self, bench: &mut Bench<'_>) -> Answer {
        match (self.work)(bench) {
            Ok(answer) => answer,
            Err(refusal) if self.streams => {
                let event = format!("{{\"event\":\"error\",{}\n", &refusal.to_json()[1..]);
                (bench.tell)(event.into_bytes());
                Answer::file(LINES, Vec::new())
            }
            Err(refusal) => refusal.to_answer(),
        }
    }
}

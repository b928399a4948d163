//! A trace as a quiz: the questions, and the grading of the answers.

use rootward_draw::quiz::{Answers, Question, grade, questions};
use rootward_draw::{DrawOptions, IndexedTrace};
use rootward_session::Problem;
use rootward_trace::Trace;
use serde::{Deserialize, Serialize};

use super::trace::run;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{Reply, Response, SearchJob};
use crate::setting::Setting;

#[derive(Serialize)]
struct Quiz {
    questions: Vec<Question>,
    svg: String,
}

/// A larger tree makes no quiz: nobody fills in that many blanks.
const MOST_NODES: usize = 500;

/// `POST /api/quiz`.
pub(crate) fn quiz(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let setting: Setting = call.read()?;
    with_trace(lab, setting, |trace| {
        let indexed = IndexedTrace::new(trace);
        let options = DrawOptions { blank: true, ..DrawOptions::default() };
        Response::json(&Quiz { questions: questions(trace), svg: indexed.svg(indexed.steps(), &options) })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Filled {
    setting: Setting,
    answers: Answers,
}

/// `POST /api/quiz/grade`.
pub(crate) fn graded(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let Filled { setting, answers } = call.read()?;
    with_trace(lab, setting, move |trace| Response::json(&grade(trace, &answers)))
}

/// Answers from a trace, which is cached for the next question about it.
fn with_trace(
    lab: &Lab,
    setting: Setting,
    answer: impl FnOnce(&Trace) -> Result<Response, Refusal> + Send + 'static,
) -> Result<Reply, Refusal> {
    let checked = move |trace: &Trace| {
        let nodes = trace.nodes.len();
        let problem =
            || Problem::new(format!("the tree has {nodes} nodes"), format!("at most {MOST_NODES} for a quiz"));
        if nodes > MOST_NODES { Err(problem().into()) } else { answer(trace) }
    };
    if let Some(stored) = lab.cache.find(&setting.id()?) {
        return checked(stored.trace()).map(Reply::Ready);
    }
    let work = run(lab, setting)?;
    Ok(SearchJob::single(None, move |context| checked(work(context)?.trace())))
}

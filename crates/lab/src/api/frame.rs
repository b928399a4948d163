//! One step of a trace, with everything that is to be seen at it.

use std::collections::BTreeMap;

use rootward_session::trace::Step;
use rootward_session::{BoardData, Problem};
use serde::Serialize;

use super::stack::{Open, Stack};
use super::trace::find;
use crate::call::Call;
use crate::lab::Lab;
use crate::notes::{Counts, Notes};
use crate::refusal::Refusal;
use crate::reply::Answer;

#[derive(Serialize)]
struct Frame<'a> {
    /// None before the first.
    step: Option<&'a Step>,
    stack: Vec<Open>,
    counts: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<u64>,
    last_change: BTreeMap<usize, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<BoardData>,
}

/// So many nodes are drawn at most.
const DRAWN_NODES: usize = 1_000;

/// `GET /api/trace/ID/frame?step=N&open=…`.
pub(crate) fn frame(lab: &Lab, call: &Call) -> Result<Answer, Refusal> {
    let notes = find(lab, call)?;
    let number = step_number(&notes, call.query_number("step")?)?;
    let _open = call.query_numbers("open")?;
    let session = notes.at.as_ref().and_then(|at| at.open(lab.limits.moves).ok());
    let Stack { open, board } = Stack::at(&notes, number, session);
    let drawn = (0..notes.trace.nodes.len()).take(DRAWN_NODES);
    Answer::json(&Frame {
        step: number.checked_sub(1).map(|index| &notes.trace.steps[index]),
        stack: open,
        counts: notes.counts(number),
        minimum: notes.minimum,
        last_change: drawn.filter_map(|node| Some((node, notes.last_change(node, number)?))).collect(),
        board,
    })
}

/// A step that there is; the last one, if none is named.
pub(crate) fn step_number(notes: &Notes, asked: Option<usize>) -> Result<usize, Refusal> {
    let last = notes.trace.steps.len();
    let wrong = |number| Problem::new(format!("there is no step {number}"), format!("a number from 0 to {last}"));
    match asked.unwrap_or(last) {
        number if number > last => Err(wrong(number).into()),
        number => Ok(number),
    }
}

#[derive(Serialize)]
struct Steps<'a> {
    steps: &'a [Step],
}

/// So many steps are handed out at a time.
const MOST_STEPS: usize = 2_000;

/// `GET /api/trace/ID/steps?from=A&to=B`: both are included.
pub(crate) fn steps(lab: &Lab, call: &Call) -> Result<Answer, Refusal> {
    let notes = find(lab, call)?;
    let last = notes.trace.steps.len();
    let from = call.query_number("from")?.unwrap_or(1).max(1);
    let to = call.query_number("to")?.unwrap_or(last).min(last).min(from.saturating_add(MOST_STEPS - 1));
    let steps = notes.trace.steps.get(from - 1..to).unwrap_or_default();
    Answer::json(&Steps { steps })
}

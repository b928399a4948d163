//! One step of a trace, with everything that the page shows at it.

use std::collections::BTreeMap;

use rootward_draw::counts::Counts;
use rootward_draw::stack::StackRow;
use rootward_draw::{DrawOptions, Format, Row, Theme};
use rootward_session::{Board, Problem};
use rootward_trace::Step;
use serde::Serialize;

use super::board::board_of;
use super::trace::find;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{Reply, Response, SearchJob};
use crate::stored_trace::StoredTrace;

#[derive(Serialize)]
struct Frame<'a> {
    /// None before the first step.
    step: Option<&'a Step>,
    svg: String,
    tree: Vec<Row>,
    pseudo: Pseudo<'a>,
    stack: Vec<StackRow>,
    counts: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<u64>,
    last_change: BTreeMap<usize, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
}

#[derive(Serialize)]
struct Pseudo<'a> {
    title: &'a str,
    lines: &'a [String],
    current: usize,
}

/// `GET /api/trace/ID/frame?step=N&open=…`.
pub(crate) fn frame(lab: &Lab, call: &Call) -> Result<Response, Refusal> {
    let stored = find(lab, call)?;
    let number = step_number(&stored, call)?;
    let drawn = stored.indexed.frame(number, &options(&stored, call)?).ok_or_else(|| no_step(&stored, number))?;
    let node = drawn.step.map_or(0, |step| step.node);
    let at = stored.at.as_ref().filter(|at| at.is_one_game());
    let root = at.and_then(|at| at.open(lab.limits.moves).ok());
    Response::json(&Frame {
        step: drawn.step,
        svg: drawn.svg,
        tree: drawn.tree,
        pseudo: Pseudo { title: &stored.pseudo.title, lines: &stored.pseudo.lines, current: drawn.current_line },
        stack: drawn.stack,
        counts: drawn.counts,
        minimum: drawn.minimum,
        last_change: drawn.last_change,
        board: root.and_then(|root| board_of(stored.trace(), node, root)),
    })
}

/// The step of the query, checked; the last one if the query names none.
fn step_number(stored: &StoredTrace, call: &Call) -> Result<usize, Refusal> {
    let last = stored.indexed.steps();
    match call.query_number("step")?.unwrap_or(last) {
        number if number > last => Err(no_step(stored, number)),
        number => Ok(number),
    }
}

fn no_step(stored: &StoredTrace, number: usize) -> Refusal {
    let last = stored.indexed.steps();
    Problem::new(format!("there is no step {number}"), format!("a number from 0 to {last}")).into()
}

/// The maximum number of drawn nodes; the page may ask for fewer.
const MOST_NODES: usize = 1_000;

/// The maximum number of nodes opened besides those drawn by default.
const MOST_OPEN: usize = 500;

/// The drawing options of the query.
fn options(stored: &StoredTrace, call: &Call) -> Result<DrawOptions, Refusal> {
    let nodes = stored.trace().nodes.len();
    let mut open = call.query_numbers("open")?;
    if open.len() > MOST_OPEN {
        let problem = format!("open: there are {} numbers", open.len());
        return Err(Problem::new(problem, format!("at most {MOST_OPEN}")).into());
    }
    open.retain(|&node| node < nodes);
    let max_nodes = call.query_number("nodes")?.unwrap_or(MOST_NODES).clamp(1, MOST_NODES);
    let theme = call.query_value("theme").map_or(Ok(Theme::default()), str::parse)?;
    Ok(DrawOptions { max_nodes, open, theme, ..DrawOptions::default() })
}

#[derive(Serialize)]
struct Steps<'a> {
    steps: &'a [Step],
}

/// The maximum number of steps per request.
const MOST_STEPS: usize = 2_000;

/// `GET /api/trace/ID/steps?from=A&to=B`, both included.
pub(crate) fn steps(lab: &Lab, call: &Call) -> Result<Response, Refusal> {
    let stored = find(lab, call)?;
    let last = stored.indexed.steps();
    let from = call.query_number("from")?.unwrap_or(1).max(1);
    let to = call.query_number("to")?.unwrap_or(last).min(last).min(from.saturating_add(MOST_STEPS - 1));
    let steps = stored.trace().steps.get(from - 1..to).unwrap_or_default();
    Response::json(&Steps { steps })
}

/// `GET /api/trace/ID/export?format=F&step=N&open=…&theme=…`.
pub(crate) fn export(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let stored = find(lab, call)?;
    let format: Format = call.query_value("format").unwrap_or("svg").parse()?;
    let number = step_number(&stored, call)?;
    let options = options(&stored, call)?;
    let file = move || {
        let name = format!("attachment; filename=\"rootward-step-{number}.{}\"", format.extension());
        let bytes = stored.indexed.export(number, format, &options);
        Response::file(format.media_type(), bytes).header("content-disposition", name)
    };
    // A page with all steps, or a large bitmap, can take seconds: that needs a search slot.
    let takes_long = matches!(format, Format::Html | Format::Png);
    Ok(if takes_long { SearchJob::single(None, move |_| Ok(file())) } else { Reply::Ready(file()) })
}

//! Recorded searches: made, cached under an id, and restored from an export.

use std::sync::Arc;

use rootward_session::{Limits, Problem};
use rootward_trace::{Setup, Summary};
use serde::Serialize;

use crate::at::At;
use crate::call::Call;
use crate::lab::Lab;
use crate::refusal::Refusal;
use crate::reply::{Reply, Response, SearchContext, SearchJob};
use crate::setting::{Setting, fingerprint};
use crate::stored_trace::StoredTrace;

#[derive(Serialize)]
struct Traced<'a> {
    id: &'a str,
    game: &'a str,
    position: &'a str,
    setup: &'a Setup,
    /// The setup in one line.
    about: String,
    summary: &'a Summary,
    steps: usize,
    nodes: usize,
    /// The numbers of the steps with a cut-off.
    cuts: Vec<usize>,
    /// Events that were not recorded because there were too many.
    events_left_out: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<u64>,
}

fn traced(stored: &StoredTrace) -> Result<Response, Refusal> {
    let trace = stored.trace();
    let cuts = trace.steps.iter().filter(|step| step.cut.is_some()).map(|step| step.number).collect();
    Response::json(&Traced {
        id: &stored.id,
        game: &trace.game,
        position: &trace.position,
        setup: &trace.setup,
        about: trace.setup.in_words(),
        summary: &trace.summary,
        steps: trace.steps.len(),
        nodes: trace.nodes.len(),
        cuts,
        events_left_out: trace.events_left_out,
        minimum: stored.indexed.minimum(),
    })
}

/// `POST /api/trace`.
pub(crate) fn trace(lab: &Lab, call: &Call) -> Result<Reply, Refusal> {
    let setting: Setting = call.read()?;
    let id = setting.id()?;
    if let Some(stored) = lab.cache.find(&id) {
        return traced(&stored).map(Reply::Ready);
    }
    let work = run(lab, setting)?;
    Ok(SearchJob::single(None, move |context| traced(&*work(context)?)))
}

/// Records the trace, caches it, and returns it.
pub(crate) fn run(
    lab: &Lab,
    setting: Setting,
) -> Result<impl FnOnce(&SearchContext<'_>) -> Result<Arc<StoredTrace>, Refusal> + Send + use<>, Refusal> {
    let id = setting.id()?;
    let session = setting.at().open(lab.limits.moves)?;
    let settings = setting.trace_settings(lab.limits.trace_events)?;
    let (time, cache) = (lab.limits.search_time, lab.cache.clone());
    Ok(move |context: &SearchContext<'_>| {
        let limits = Limits::time(time).stop(context.stop);
        let trace = rootward_trace::trace_within(&*session, &settings, &limits).ok_or_else(Refusal::stopped)?;
        let stored = Arc::new(StoredTrace::new(id, Some(setting.at()), trace));
        cache.keep(stored.clone())?;
        Ok(stored)
    })
}

/// `POST /api/trace/restore`.
pub(crate) fn restore(lab: &Lab, call: &Call) -> Result<Response, Refusal> {
    let text = std::str::from_utf8(&call.body).map_err(|_| Problem::new("the body is no text", "UTF-8"))?;
    let trace = rootward_draw::restore(text)?;
    let most = lab.limits.trace_events;
    if trace.steps.len() > most {
        let problem = format!("the trace has {} steps", trace.steps.len());
        return Err(Problem::new(problem, format!("at most {most}")).into());
    }
    let at = At { game: trace.game.clone(), position: Some(trace.position.clone()), moves: Vec::new() };
    // In the trace of a tree, the position names a node; the tree itself is not part of the trace.
    let at = Some(at).filter(At::is_one_game);
    let stored = Arc::new(StoredTrace::new(fingerprint(&call.body), at, trace));
    lab.cache.keep(stored.clone())?;
    traced(&stored)
}

/// The trace whose id is in the path.
pub(crate) fn find(lab: &Lab, call: &Call) -> Result<Arc<StoredTrace>, Refusal> {
    let id = call.path.split('/').nth(3).unwrap_or_default();
    lab.cache.find(id).ok_or_else(|| Refusal::new(404, "this trace is not kept any more; ask for it again"))
}

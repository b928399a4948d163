//! Reading back a trace that was written as JSON.

use rootward_session::Problem;
use rootward_session::trace::Trace;

/// Reads an exported trace. Whatever could not have been exported is refused, so that what is drawn from it can rely on
/// numbers that refer to something.
///
/// ```
/// let session = rootward_session::open("tree:tree1", None).unwrap();
/// let trace = session.trace(&Default::default());
/// let json = rootward_draw::export(&trace, 0, rootward_draw::Format::Json, &Default::default());
/// assert_eq!(rootward_draw::restore(std::str::from_utf8(&json).unwrap()), Ok(trace));
/// assert!(rootward_draw::restore("{}").is_err());
/// ```
pub fn restore(json: &str) -> Result<Trace, Problem> {
    let trace: Trace = serde_json::from_str(json)
        .map_err(|error| Problem::new(format!("this is no exported trace: {error}"), EXPECTED))?;
    check(&trace).map_err(|wrong| Problem::new(format!("this trace contradicts itself: {wrong}"), EXPECTED))?;
    Ok(trace)
}

const EXPECTED: &str = "the JSON that --format json writes";

fn check(trace: &Trace) -> Result<(), String> {
    for (place, node) in trace.nodes.iter().enumerate() {
        let earlier = |visit: Option<usize>| visit.is_none_or(|visit| visit < place);
        if node.id != place || !earlier(node.parent) || !earlier(node.again) {
            return Err(format!("node {place} is numbered wrongly or comes before its parent"));
        }
        if node.again.is_some_and(|again| trace.nodes[again].parent != node.parent) {
            return Err(format!("node {place} repeats a visit from elsewhere"));
        }
    }
    let mut entered = 0;
    for (place, step) in trace.steps.iter().enumerate() {
        let number = place + 1;
        if step.number != number {
            return Err(format!("step {number} is numbered {}", step.number));
        }
        let known = |visit: usize| visit < trace.nodes.len();
        if !known(step.node) || !step.changes.iter().all(|change| known(change.node)) {
            return Err(format!("step {number} is about a node that is not there"));
        }
        if step.enters != (step.node == entered) || step.node > entered {
            return Err(format!("step {number} does not enter the nodes in their order"));
        }
        entered += usize::from(step.enters);
    }
    if entered != trace.nodes.len() {
        return Err(format!("only {entered} of {} nodes are entered", trace.nodes.len()));
    }
    Ok(())
}

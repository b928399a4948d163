//! Reading back a trace that was written as JSON.

use rootward_session::Problem;
use rootward_trace::Trace;

/// Reads an exported trace. Anything that could not have been exported is refused, so that drawing can rely on valid
/// references.
///
/// ```
/// let session = rootward_session::open("tree:tree1", None).unwrap();
/// let trace = rootward_trace::trace(&*session, &Default::default());
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

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_trace::TraceSettings;

    #[test]
    fn every_contradiction_is_refused() {
        type Alter = fn(&mut Trace);
        let alter: [(&str, Alter); 8] = [
            ("node 2 is numbered wrongly", |trace| trace.nodes[2].id = 3),
            ("node 2 is numbered wrongly or comes before its parent", |trace| trace.nodes[2].parent = Some(2)),
            ("node 3 is numbered wrongly or comes before its parent", |trace| trace.nodes[3].again = Some(9)),
            ("node 6 repeats a visit from elsewhere", |trace| trace.nodes[6].again = Some(2)),
            ("step 4 is numbered 7", |trace| trace.steps[3].number = 7),
            ("step 3 is about a node that is not there", |trace| trace.steps[2].changes[0].node = 99),
            ("step 22 is about a node that is not there", |trace| {
                trace.steps[21].node = trace.nodes.len();
                trace.steps[21].enters = true;
            }),
            ("step 2 does not enter the nodes in their order", |trace| trace.steps[1].enters = false),
        ];
        let session = rootward_session::open("tree:tree1", None).unwrap();
        let right = rootward_trace::trace(&*session, &TraceSettings::default());
        let problem = |trace: &Trace| restore(&serde_json::to_string(trace).unwrap()).err().map(|p| p.to_string());
        assert_eq!(problem(&right), None);
        for (expected, alter) in alter {
            let mut trace = right.clone();
            alter(&mut trace);
            let problem = problem(&trace).unwrap_or_default();
            assert!(problem.contains(expected), "{expected}: {problem}");
        }
        let mut trace = right.clone();
        trace.nodes.push(trace.nodes[10].clone());
        trace.nodes[11].id = 11;
        assert!(problem(&trace).unwrap().contains("only 11 of 12 nodes are entered"));
    }
}

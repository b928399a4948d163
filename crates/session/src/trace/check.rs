//! Is a trace that came from outside whole?

use super::Trace;
use crate::Problem;

/// Deeper trees are not drawn by any search here: the engine stops at 250 plies, a tree on paper at 1,000.
const MOST_PLIES: usize = 2_000;

impl Trace {
    /// Says what is wrong with a trace that was read from somewhere: numbers that lead nowhere. One that a search
    /// left is always whole.
    pub fn check(&self) -> Result<(), Problem> {
        let wrong = |what: String| Err(Problem::new(what, "a trace as it was exported"));
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for (place, node) in self.nodes.iter().enumerate() {
            let before = |other: Option<usize>| other.is_none_or(|other| other < place);
            if node.id != place || !before(node.parent) || !before(node.again) {
                return wrong(format!("node {place} of the trace is out of order"));
            }
            let depth = node.parent.map_or(0, |parent| depths[parent] + 1);
            if depth > MOST_PLIES || node.ply > MOST_PLIES {
                return wrong(format!("node {place} of the trace is too deep"));
            }
            depths.push(depth);
        }
        for (place, step) in self.steps.iter().enumerate() {
            let changed = step.changes.iter().map(|change| change.node);
            let set_by = step.cut.as_ref().and_then(|cut| cut.set_by);
            let known = changed.chain([step.node]).chain(set_by).all(|node| node < self.nodes.len());
            if step.number != place + 1 || !known {
                return wrong(format!("step {} of the trace is out of order", place + 1));
            }
        }
        Ok(())
    }
}

//! The call stack of a search at a step, with its variables.

use rootward_trace::{Role, Span, Value};
use serde::Serialize;

use crate::view::Reel;

/// A call that has not returned yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StackRow {
    /// The visit.
    pub node: usize,
    /// The node's name.
    pub name: String,
    /// Who is to move.
    pub side: Role,
    /// The lower end of the window; none for minimax.
    pub alpha: Option<Value>,
    /// The upper end of the window; none for minimax.
    pub beta: Option<Value>,
    /// The best value so far.
    pub best: Option<Value>,
    /// The interval of values that the node can still take.
    pub interval: Option<Span>,
    /// The number of moves not yet tried. None if that was not recorded.
    pub moves_left: Option<usize>,
}

/// The open nodes after a step, the root first. A node that is entered and left in one step is shown in that step.
pub(crate) fn stack(reel: Reel<'_>, step: usize) -> Vec<StackRow> {
    let Some(current) = reel.step(step) else { return Vec::new() };
    let mut rows = Vec::new();
    let mut visit = Some(current.node);
    while let Some(id) = visit {
        rows.push(row(reel, id, step));
        visit = reel.trace.nodes[id].parent;
    }
    rows.reverse();
    rows
}

fn row(reel: Reel<'_>, visit: usize, step: usize) -> StackRow {
    let node = &reel.trace.nodes[visit];
    let at = reel.at(visit, step);
    StackRow {
        node: visit,
        name: node.name.clone(),
        side: node.side,
        alpha: at.window.map(|window| window.low.clone()),
        beta: at.window.map(|window| window.high.clone()),
        best: at.value.cloned(),
        interval: at.interval.cloned(),
        moves_left: moves_left(reel, visit, step),
    }
}

/// The number of moves that are ever tried or cut at the node, without those tried by now.
fn moves_left(reel: Reel<'_>, visit: usize, step: usize) -> Option<usize> {
    // Only a node that was left has all its moves in the log.
    if reel.index.left[visit] > reel.end() {
        return None;
    }
    let nodes = &reel.trace.nodes;
    let children = reel.index.children.of(visit).iter().filter(|&&child| nodes[child].by.is_some());
    let first = |mut child: usize| {
        while let Some(earlier) = nodes[child].again {
            child = earlier;
        }
        child
    };
    let untried = children.filter(|&&child| !reel.is_entered(first(child), step)).count();
    Some(untried + reel.cut_of(visit).map_or(0, |cut| cut.skipped.len()))
}

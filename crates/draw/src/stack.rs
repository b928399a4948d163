//! The call stack of a search at a step, with its variables.

use rootward_trace::{Role, Span, Value};
use serde::Serialize;

use crate::view::TraceReader;

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
pub(crate) fn stack(reader: TraceReader<'_>, step: usize) -> Vec<StackRow> {
    let Some(current) = reader.step(step) else { return Vec::new() };
    let mut rows = Vec::new();
    let mut visit = Some(current.node);
    while let Some(id) = visit {
        rows.push(row(reader, id, step));
        visit = reader.trace.nodes[id].parent;
    }
    rows.reverse();
    rows
}

fn row(reader: TraceReader<'_>, visit: usize, step: usize) -> StackRow {
    let node = &reader.trace.nodes[visit];
    let at = reader.at(visit, step);
    StackRow {
        node: visit,
        name: node.name.clone(),
        side: node.side,
        alpha: at.window.map(|window| window.low.clone()),
        beta: at.window.map(|window| window.high.clone()),
        best: at.value.cloned(),
        interval: at.interval.cloned(),
        moves_left: moves_left(reader, visit, step),
    }
}

/// The number of moves that are ever tried or cut at the node, without those tried by now.
fn moves_left(reader: TraceReader<'_>, visit: usize, step: usize) -> Option<usize> {
    // Only a node that was left has all its moves in the log.
    if reader.index.left[visit] > reader.end() {
        return None;
    }
    let nodes = &reader.trace.nodes;
    let children = reader.index.children.of(visit).iter().filter(|&&child| nodes[child].by.is_some());
    let first = |mut child: usize| {
        while let Some(earlier) = nodes[child].again {
            child = earlier;
        }
        child
    };
    let untried = children.filter(|&&child| !reader.is_entered(first(child), step)).count();
    Some(untried + reader.cut_of(visit).map_or(0, |cut| cut.skipped.len()))
}

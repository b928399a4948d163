//! An index of a trace, built once: the state of a node at a step is found without reading the log.

use std::sync::OnceLock;

use rootward_trace::{StepKind, Trace, Way};

use crate::counts::Counts;
use crate::room::Widest;

/// Never.
pub(crate) const NEVER: usize = usize::MAX;

/// Many short lists in one piece of memory.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// Sorts pairs of (list, item) into lists; items keep their order.
    fn new(lists: usize, pairs: impl Iterator<Item = (usize, T)> + Clone, nothing: T) -> Lists<T> {
        let mut starts = vec![0; lists + 1];
        for (list, _) in pairs.clone() {
            starts[list + 1] += 1;
        }
        for list in 0..lists {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut items = vec![nothing; starts[lists]];
        for (list, item) in pairs {
            items[next[list]] = item;
            next[list] += 1;
        }
        Lists { starts, items }
    }

    pub(crate) fn of(&self, list: usize) -> &[T] {
        &self.items[self.starts[list]..self.starts[list + 1]]
    }

    fn bytes(&self) -> usize {
        bytes_of(&self.starts) + bytes_of(&self.items)
    }
}

fn bytes_of<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// An index of the log. Steps are numbered from 1.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    /// The steps about each visit.
    pub(crate) own: Lists<usize>,
    /// The steps at which a visit's interval changed, each with the index of the change in the step.
    pub(crate) changes: Lists<(usize, usize)>,
    /// The latest visits by each move of a visit, in the order in which the moves were first tried.
    pub(crate) children: Lists<usize>,
    /// The step that left a visit, or [`NEVER`].
    pub(crate) left: Vec<usize>,
    /// The step that cut the rest of a visit's moves, or [`NEVER`].
    pub(crate) cut: Vec<usize>,
    /// The size of each visit's subtree, itself included. Its visits have consecutive numbers.
    pub(crate) size: Vec<usize>,
    /// The counts after each step; the first entry is before any.
    pub(crate) counts: Vec<Counts>,
    /// The last visit at which a search from the root began.
    pub(crate) last_root: Option<usize>,
    /// The widest texts of the visits that have been drawn.
    pub(crate) widest: Vec<OnceLock<Widest>>,
}

impl Index {
    pub(crate) fn new(trace: &Trace) -> Index {
        let nodes = trace.nodes.len();
        let own = trace.steps.iter().map(|step| (step.node, step.number));
        let changes = trace.steps.iter().flat_map(|step| {
            step.changes.iter().enumerate().map(|(place, change)| (change.node, (step.number, place)))
        });
        let mut index = Index {
            own: Lists::new(nodes, own, 0),
            changes: Lists::new(nodes, changes, (0, 0)),
            children: children(trace),
            left: vec![NEVER; nodes],
            cut: vec![NEVER; nodes],
            size: vec![1; nodes],
            counts: Vec::with_capacity(trace.steps.len() + 1),
            last_root: trace.nodes.iter().rposition(|node| node.parent.is_none() && node.ply == 0),
            widest: vec![OnceLock::new(); nodes],
        };
        let mut counts = Counts::default();
        index.counts.push(counts);
        for step in &trace.steps {
            if step.leaves {
                index.left[step.node] = step.number;
            }
            if step.kind == StepKind::Cut {
                index.cut[step.node] = step.number;
            }
            counts = counts.after(step, trace.nodes[step.node].way == Way::Known);
            index.counts.push(counts);
        }
        for node in trace.nodes.iter().rev() {
            if let Some(parent) = node.parent {
                index.size[parent] += index.size[node.id];
            }
        }
        index
    }

    /// The memory it uses.
    pub(crate) fn bytes(&self) -> usize {
        let Index { own, changes, children, left, cut, size, counts, last_root: _, widest } = self;
        let lists = own.bytes() + changes.bytes() + children.bytes();
        lists + bytes_of(left) + bytes_of(cut) + bytes_of(size) + bytes_of(counts) + bytes_of(widest)
    }

    /// The number of visits made by a step: those with the smallest numbers.
    pub(crate) fn entered_by(&self, step: usize) -> usize {
        self.counts[step.min(self.counts.len() - 1)].visits
    }
}

fn children(trace: &Trace) -> Lists<usize> {
    // A repeated visit is replaced by the later one, at the place of the first.
    let mut latest: Vec<usize> = (0..trace.nodes.len()).collect();
    let mut first = latest.clone();
    for node in &trace.nodes {
        if let Some(earlier) = node.again {
            first[node.id] = first[earlier];
            latest[first[earlier]] = node.id;
        }
    }
    let firsts = trace.nodes.iter().filter(|node| first[node.id] == node.id);
    let pairs = firsts.filter_map(|node| Some((node.parent?, latest[node.id])));
    Lists::new(trace.nodes.len(), pairs, 0)
}

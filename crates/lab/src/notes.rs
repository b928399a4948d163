//! A trace that is kept, with an index, so that any of its steps can be shown at once.

use std::mem::size_of;

use rootward_session::trace::{Change, Step, StepKind, Trace, TraceNode};
use serde::Serialize;

use crate::at::At;

/// A trace with its index.
pub(crate) struct Notes {
    pub(crate) id: String,
    /// Where it began, if boards are to be shown.
    pub(crate) at: Option<At>,
    pub(crate) trace: Trace,
    /// For each node the numbers of the steps that say something about it, in order, one list behind the other.
    touching: Vec<u32>,
    /// Where the list of a node begins; one more than there are nodes.
    begins: Vec<u32>,
    /// What had been counted after each step; one more than there are steps.
    counts: Vec<Counts>,
    /// What the Knuth–Moore formula says of a uniform tree of this size.
    pub(crate) minimum: Option<u64>,
    /// About how much memory all of it takes.
    pub(crate) bytes: usize,
}

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counts {
    pub(crate) nodes: u32,
    pub(crate) leaves: u32,
    pub(crate) cuts: u32,
    pub(crate) table_hits: u32,
}

impl Counts {
    fn and(self, step: &Step) -> Counts {
        Counts {
            nodes: self.nodes + u32::from(step.enters),
            leaves: self.leaves + u32::from(step.kind == StepKind::Leaf),
            cuts: self.cuts + u32::from(step.cut.is_some()),
            table_hits: self.table_hits + u32::from(step.kind == StepKind::TableHit),
        }
    }
}

impl Notes {
    pub(crate) fn new(id: String, at: Option<At>, trace: Trace, minimum: Option<u64>) -> Notes {
        let (touching, begins) = index(&trace);
        let mut counts = vec![Counts::default()];
        counts.extend(trace.steps.iter().scan(Counts::default(), |sum, step| {
            *sum = sum.and(step);
            Some(*sum)
        }));
        let of_index = 4 * (touching.len() + begins.len()) + counts.len() * size_of::<Counts>();
        let bytes = of_index + trace_bytes(&trace);
        Notes { id, at, trace, touching, begins, counts, minimum, bytes }
    }

    /// The steps about a node up to and including this one, last first.
    pub(crate) fn steps_about(&self, node: usize, step: usize) -> impl Iterator<Item = &Step> {
        let [begin, end] = [node, node + 1].map(|node| self.begins[node] as usize);
        let list = &self.touching[begin..end];
        let known = list.partition_point(|&number| number as usize <= step);
        list[..known].iter().rev().map(|&number| &self.trace.steps[number as usize - 1])
    }

    /// The last step about a node up to and including this one.
    pub(crate) fn last_change(&self, node: usize, step: usize) -> Option<usize> {
        self.steps_about(node, step).next().map(|step| step.number)
    }

    /// Has a node been entered by now?
    pub(crate) fn is_entered(&self, node: usize, step: usize) -> bool {
        let first = self.touching.get(self.begins[node] as usize).filter(|_| self.begins[node] < self.begins[node + 1]);
        first.is_some_and(|&number| number as usize <= step)
    }

    /// What had been counted after a step.
    pub(crate) fn counts(&self, step: usize) -> Counts {
        self.counts[step.min(self.counts.len() - 1)]
    }
}

/// For each node the steps that say something about it.
fn index(trace: &Trace) -> (Vec<u32>, Vec<u32>) {
    let touched = |step: &Step| {
        let others = step.changes.iter().map(|change| change.node).filter(|&node| node != step.node);
        std::iter::once(step.node).chain(others).collect::<Vec<usize>>()
    };
    let mut begins = vec![0u32; trace.nodes.len() + 1];
    for step in &trace.steps {
        touched(step).into_iter().for_each(|node| begins[node + 1] += 1);
    }
    for node in 1..begins.len() {
        begins[node] += begins[node - 1];
    }
    let mut next = begins.clone();
    let mut touching = vec![0; begins.last().map_or(0, |&total| total as usize)];
    for step in &trace.steps {
        for node in touched(step) {
            touching[next[node] as usize] = step.number as u32;
            next[node] += 1;
        }
    }
    (touching, begins)
}

/// About how much memory a trace takes. Short texts are counted as a small block each.
fn trace_bytes(trace: &Trace) -> usize {
    const TEXT: usize = 16;
    let change = size_of::<Change>() + 3 * TEXT;
    let of_step = |step: &Step| {
        let cut = step.cut.as_ref().map_or(0, |_| 20 * TEXT);
        size_of::<Step>() + step.sentence.len() + 2 * step.name.len() + 6 * TEXT + step.changes.len() * change + cut
    };
    let of_node = |node: &TraceNode| size_of::<TraceNode>() + node.name.len() + TEXT;
    trace.steps.iter().map(of_step).sum::<usize>() + trace.nodes.iter().map(of_node).sum::<usize>()
}

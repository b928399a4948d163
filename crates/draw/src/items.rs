//! Which nodes are drawn, and in which order they stand beside each other.
//!
//! The drawn tree is that of the whole search, including nodes not yet visited, so that nothing moves between steps.

use std::collections::{BTreeSet, VecDeque};

use rootward_trace::Skipped;

use crate::options::DrawOptions;
use crate::view::TraceReader;

/// The content of one place of the drawing.
#[derive(Clone, Debug)]
pub(crate) enum Who<'t> {
    /// A visited node (its visit may come after the step that is drawn).
    Visit(usize),
    /// A node that was cut: never visited.
    Skipped { cut_at: usize, path: Vec<usize>, node: &'t Skipped },
    /// Many cut moves that share one place.
    ManySkipped { cut_at: usize, nodes: &'t [Skipped] },
    /// Visits below one visit that are not drawn, already made or not.
    Hidden { below: usize, visits: Vec<usize> },
}

/// One place of the drawing.
#[derive(Clone, Debug)]
pub(crate) struct Item<'t> {
    pub(crate) who: Who<'t>,
    pub(crate) parent: Option<usize>,
    pub(crate) level: usize,
    pub(crate) children: Vec<usize>,
}

impl Item<'_> {
    /// The name of the element in SVG: `n7` for visit 7, `s7-2` for the third move cut there, `b7` for what is hidden.
    pub(crate) fn id(&self) -> String {
        match &self.who {
            Who::Visit(visit) => format!("n{visit}"),
            Who::Skipped { cut_at, path, .. } => {
                let path: Vec<String> = path.iter().map(usize::to_string).collect();
                format!("s{cut_at}-{}", path.join("-"))
            }
            Who::ManySkipped { cut_at, .. } => format!("s{cut_at}"),
            Who::Hidden { below, .. } => format!("b{below}"),
        }
    }
}

/// More cut moves than this share one place, unless their values are known.
const SKIPPED_APART: usize = 12;
/// Even with known values, more cut moves than this share one place.
const SKIPPED_LEAVES_APART: usize = 40;

/// The tree to draw at a step.
pub(crate) fn items<'t>(reader: TraceReader<'t>, step: usize, options: &DrawOptions) -> Vec<Item<'t>> {
    let Some(top) = reader.top(step) else { return Vec::new() };
    let current = reader.step(step).map(|step| step.node).filter(|_| options.follow);
    let mut plan = Plan {
        reader,
        step,
        most: options.max_nodes.max(1),
        open: options.open.iter().copied().collect(),
        way: options.open.iter().copied().chain(current).flat_map(|visit| above(reader, visit)).collect(),
        items: vec![Item { who: Who::Visit(top), parent: None, level: 0, children: Vec::new() }],
    };
    plan.grow();
    plan.items
}

/// The visits above a visit, and itself.
fn above(reader: TraceReader<'_>, visit: usize) -> impl Iterator<Item = usize> {
    let nodes = &reader.trace.nodes;
    std::iter::successors((visit < nodes.len()).then_some(visit), |&visit| nodes[visit].parent)
}

struct Plan<'t> {
    reader: TraceReader<'t>,
    step: usize,
    most: usize,
    open: BTreeSet<usize>,
    /// Visits that are always drawn.
    way: BTreeSet<usize>,
    items: Vec<Item<'t>>,
}

impl<'t> Plan<'t> {
    /// Breadth first, so that the hidden nodes are deep.
    fn grow(&mut self) {
        let mut queue = VecDeque::from([0]);
        while let Some(item) = queue.pop_front() {
            let children = self.children(item);
            let first = self.items.len();
            let level = self.items[item].level + 1;
            self.items[item].children = (first..first + children.len()).collect();
            self.items.extend(children.into_iter().map(|who| Item {
                who,
                parent: Some(item),
                level,
                children: Vec::new(),
            }));
            queue.extend(first..self.items.len());
        }
    }

    fn children(&self, item: usize) -> Vec<Who<'t>> {
        match &self.items[item].who {
            Who::Visit(visit) => self.below_visit(*visit),
            Who::Skipped { cut_at, path, node } => {
                let whole = self.items.len() + node.below.len() <= self.most;
                let below = if whole { &node.below[..] } else { &[] };
                let skipped = |(place, node)| {
                    let path = path.iter().copied().chain([place]).collect();
                    Who::Skipped { cut_at: *cut_at, path, node }
                };
                below.iter().enumerate().map(skipped).collect()
            }
            Who::ManySkipped { .. } | Who::Hidden { .. } => Vec::new(),
        }
    }

    fn below_visit(&self, visit: usize) -> Vec<Who<'t>> {
        let visits: Vec<usize> =
            self.reader.index.children.of(visit).iter().map(|&latest| self.shown(latest)).collect();
        let skipped = self.reader.cut_of(visit).map_or(&[][..], |cut| &cut.skipped);
        let wanted = visits.len() + skipped.len();
        if self.items.len() + wanted <= self.most || self.open.contains(&visit) {
            return self.in_order(visit, visits, skipped);
        }
        if visits.is_empty() {
            return Vec::new();
        }
        let (shown, hidden): (Vec<usize>, Vec<usize>) = visits.into_iter().partition(|visit| self.way.contains(visit));
        let mut children = self.in_order(visit, shown, &[]);
        children.extend((!hidden.is_empty()).then_some(Who::Hidden { below: visit, visits: hidden }));
        children
    }

    /// Of the visits by one move, the latest so far; the first if there is none yet.
    fn shown(&self, latest: usize) -> usize {
        let mut visit = latest;
        while !self.reader.is_entered(visit, self.step)
            && let Some(earlier) = self.reader.trace.nodes[visit].again
        {
            visit = earlier;
        }
        visit
    }

    /// In the order of the tree on paper, whatever the order in which the moves were tried.
    fn in_order(&self, at: usize, visits: Vec<usize>, skipped: &'t [Skipped]) -> Vec<Who<'t>> {
        let known = skipped.iter().all(|node| node.value.is_some() || !node.below.is_empty());
        let apart = if known { SKIPPED_LEAVES_APART } else { SKIPPED_APART };
        let nodes = &self.reader.trace.nodes;
        let visits = visits.into_iter().map(|visit| (nodes[visit].by.as_deref(), Who::Visit(visit)));
        let mut all: Vec<(Option<&str>, Who<'t>)> = visits.collect();
        let many = skipped.len() > apart;
        if !many {
            all.extend(
                skipped.iter().enumerate().map(|(place, node)| {
                    (Some(node.by.as_str()), Who::Skipped { cut_at: at, path: vec![place], node })
                }),
            );
        }
        let number = |by: Option<&str>| by.and_then(|by| by.parse::<u64>().ok());
        if all.iter().all(|(by, _)| number(*by).is_some()) {
            all.sort_by_key(|(by, _)| number(*by));
        } else if self.reader.trace.setup.order.as_deref() == Some("reversed") {
            all.reverse();
        }
        let mut children: Vec<Who<'t>> = all.into_iter().map(|(_, who)| who).collect();
        children.extend(many.then_some(Who::ManySkipped { cut_at: at, nodes: skipped }));
        children
    }
}

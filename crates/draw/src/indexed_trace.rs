//! A trace that is ready to be shown at any step.

use std::collections::BTreeMap;
use std::ops::Deref;

use rootward_trace::{Step, Trace};
use serde::Serialize;

use crate::counts::{self, Counts};
use crate::index::Index;
use crate::items::{Who, items};
use crate::options::{DrawOptions, Format};
use crate::paint::DrawnTree;
use crate::picture::Picture;
use crate::rows::Row;
use crate::stack::StackRow;
use crate::view::TraceReader;
use crate::{pseudo, stack};

/// A trace with an index: the picture of a step is found from the drawn nodes alone. `T` is a reference to the trace,
/// or an `Arc` if the indexed trace outlives its creator.
///
/// ```
/// use rootward_draw::{DrawOptions, IndexedTrace};
/// use std::sync::Arc;
///
/// let session = rootward_session::open("tree:tree2", None).unwrap();
/// let indexed = IndexedTrace::new(Arc::new(rootward_trace::trace(&*session, &Default::default())));
/// let frame = indexed.frame(indexed.steps(), &DrawOptions::default()).unwrap();
/// assert_eq!((frame.counts.leaves, frame.minimum), (3, Some(3)));
/// assert!(indexed.frame(indexed.steps() + 1, &DrawOptions::default()).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct IndexedTrace<T: Deref<Target = Trace>> {
    trace: T,
    index: Index,
    minimum: Option<u64>,
}

/// Everything to show at a step.
#[derive(Clone, Debug, Serialize)]
pub struct FrameData<'t> {
    /// The step; none before the first one.
    pub step: Option<&'t Step>,
    /// The picture.
    pub svg: String,
    /// The picture in words.
    pub tree: Vec<Row>,
    /// The line of the pseudo-code that the step belongs to, from 0.
    pub current_line: usize,
    /// The open nodes, the root first.
    pub stack: Vec<StackRow>,
    /// The cost of the search so far.
    pub counts: Counts,
    /// The minimum number of leaves, if the tree is uniform.
    pub minimum: Option<u64>,
    /// The last step that changed each drawn visit.
    pub last_change: BTreeMap<usize, usize>,
}

impl<T: Deref<Target = Trace>> IndexedTrace<T> {
    /// Indexes the trace. A trace from outside must have passed [`restore`](crate::restore).
    pub fn new(trace: T) -> IndexedTrace<T> {
        let index = Index::new(&trace);
        let minimum = counts::minimum(&trace, &index);
        IndexedTrace { trace, index, minimum }
    }

    /// The trace.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The memory of the index without the trace: a few large allocations.
    pub fn index_bytes(&self) -> usize {
        self.index.bytes()
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.trace.steps.len()
    }

    pub(crate) fn reader(&self) -> TraceReader<'_> {
        TraceReader { trace: &self.trace, index: &self.index }
    }

    /// The tree to draw at a step, laid out. Steps after the last count as the last.
    pub(crate) fn drawn_tree(&self, step: usize, options: &DrawOptions) -> DrawnTree<'_> {
        let step = step.min(self.steps());
        DrawnTree::new(self.reader(), items(self.reader(), step, options), options)
    }

    /// The picture after a step, as shapes. Steps after the last count as the last.
    pub fn picture(&self, step: usize, options: &DrawOptions) -> Picture {
        self.drawn_tree(step, options).picture(step.min(self.steps()))
    }

    /// The picture after a step as SVG. Steps after the last count as the last.
    pub fn svg(&self, step: usize, options: &DrawOptions) -> String {
        crate::svg::svg(&self.picture(step, options), options.theme)
    }

    /// The picture in words: the same nodes as drawn.
    pub fn rows(&self, step: usize, options: &DrawOptions) -> Vec<Row> {
        let step = step.min(self.steps());
        self.reader().rows(&items(self.reader(), step, options), step, options)
    }

    /// The line of the pseudo-code that a step belongs to, from 0.
    pub fn current_line(&self, step: usize) -> usize {
        pseudo::current_line(&self.trace, step)
    }

    /// The open nodes after a step, the root first.
    pub fn stack(&self, step: usize) -> Vec<StackRow> {
        stack::stack(self.reader(), step.min(self.steps()))
    }

    /// The cost of the search after a step.
    pub fn counts(&self, step: usize) -> Counts {
        self.index.counts[step.min(self.steps())]
    }

    /// The fewest leaves that any search must see, if the tree is uniform.
    pub fn minimum(&self) -> Option<u64> {
        self.minimum
    }

    /// Everything to show at a step; none if there are fewer steps.
    pub fn frame(&self, step: usize, options: &DrawOptions) -> Option<FrameData<'_>> {
        if step > self.steps() {
            return None;
        }
        let reader = self.reader();
        let drawn = self.drawn_tree(step, options);
        let visits = drawn.items.iter().filter_map(|item| match item.who {
            Who::Visit(visit) => Some(visit),
            _ => None,
        });
        let last_change =
            visits.map(|visit| (visit, reader.at(visit, step).changed)).filter(|&(_, at)| at > 0).collect();
        Some(FrameData {
            step: reader.step(step),
            svg: crate::svg::svg(&drawn.picture(step), options.theme),
            tree: reader.rows(&drawn.items, step, options),
            current_line: self.current_line(step),
            stack: self.stack(step),
            counts: self.counts(step),
            minimum: self.minimum,
            last_change,
        })
    }

    /// A step as a file, with a caption below. Steps after the last count as the last.
    pub fn export(&self, step: usize, format: Format, options: &DrawOptions) -> Vec<u8> {
        let step = step.min(self.steps());
        let captioned = DrawOptions { caption: true, ..options.clone() };
        let picture = || self.picture(step, &captioned);
        let theme = options.theme;
        match format {
            Format::Svg => crate::svg::svg(&picture(), theme).into_bytes(),
            Format::Png => crate::png::png(&picture(), theme),
            Format::Pdf => crate::pdf::pdf(&[picture()], theme),
            Format::Tikz => crate::tikz::tikz(&[picture()], theme).into_bytes(),
            Format::Dot => crate::dot::dot(&self.drawn_tree(step, options), step, theme).into_bytes(),
            Format::Json => json(self.trace()),
            Format::Html => crate::html::html(self, step, options).into_bytes(),
        }
    }
}

/// The whole trace as one line of JSON.
fn json(trace: &Trace) -> Vec<u8> {
    let mut json = serde_json::to_vec(trace).unwrap_or_default();
    json.push(b'\n');
    json
}

/// The picture after a step as SVG.
pub fn svg(trace: &Trace, step: usize, options: &DrawOptions) -> String {
    IndexedTrace::new(trace).svg(step, options)
}

/// The picture after a step in words.
pub fn rows(trace: &Trace, step: usize, options: &DrawOptions) -> Vec<Row> {
    IndexedTrace::new(trace).rows(step, options)
}

/// A step as a file.
pub fn export(trace: &Trace, step: usize, format: Format, options: &DrawOptions) -> Vec<u8> {
    IndexedTrace::new(trace).export(step, format, options)
}

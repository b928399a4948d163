//! The state of a trace after one of its steps.

use rootward_game::Bound;

use super::log::Trace;
use super::value::{Span, Value};
use super::{CutNote, StepKind, Why};

/// All visits as they are after some step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// One for each of [`Trace::nodes`].
    pub nodes: Vec<NodeView>,
}

/// A visit as it is after some step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeView {
    /// It has been entered.
    pub entered: bool,
    /// It has been left.
    pub left: bool,
    /// It was settled without a search of its moves.
    pub leaf: bool,
    /// The α-β window there.
    pub window: Option<Span>,
    /// The interval of values that it can still take; none before it is entered.
    pub interval: Option<Span>,
    /// The best value so far, or the one it was left with.
    pub value: Option<Value>,
    /// How the value it was left with relates to the true one.
    pub bound: Option<Bound>,
    /// The reason for the value it was left with.
    pub reason: Option<Why>,
    /// The cut that happened there.
    pub cut: Option<CutNote>,
}

impl Trace {
    /// The state after `steps` steps: 0 is before the first, [`steps.len()`](Trace::steps) the end.
    pub fn frame(&self, steps: usize) -> Frame {
        let mut nodes = vec![NodeView::default(); self.nodes.len()];
        for step in &self.steps[..steps.min(self.steps.len())] {
            for change in &step.changes {
                nodes[change.node].interval = Some(change.interval.clone());
            }
            let view = &mut nodes[step.node];
            view.entered |= step.enters;
            view.left |= step.leaves;
            view.leaf |= step.enters && step.leaves;
            view.window.clone_from(&step.window);
            view.interval = Some(step.interval.clone());
            if step.leaves || step.kind == StepKind::Update {
                view.value.clone_from(&step.value);
                (view.bound, view.reason) = (step.bound, step.reason);
            }
            if step.cut.is_some() {
                view.cut.clone_from(&step.cut);
            }
        }
        Frame { nodes }
    }
}

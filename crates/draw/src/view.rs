//! One visit as it is after some step, looked up in the index.

use rootward_session::Bound;
use rootward_trace::{CutNote, Span, Step, StepKind, Trace, Value, Why};

use crate::index::{Index, NEVER};

/// Trace and index together: the source of all pictures.
#[derive(Clone, Copy)]
pub(crate) struct TraceReader<'t> {
    pub(crate) trace: &'t Trace,
    pub(crate) index: &'t Index,
}

/// A visit after some step.
#[derive(Clone, Copy, Default)]
pub(crate) struct NodeAt<'t> {
    pub(crate) entered: bool,
    pub(crate) left: bool,
    /// It was (or will be) settled without a search of its moves.
    pub(crate) leaf: bool,
    pub(crate) window: Option<&'t Span>,
    pub(crate) interval: Option<&'t Span>,
    pub(crate) value: Option<&'t Value>,
    pub(crate) bound: Option<Bound>,
    pub(crate) reason: Option<Why>,
    /// The cut that has happened there.
    pub(crate) cut: Option<&'t CutNote>,
    /// The move that gave the best value so far.
    pub(crate) best: Option<&'t str>,
    /// The last step that changed anything about it; 0 if none did.
    pub(crate) changed: usize,
}

impl<'t> TraceReader<'t> {
    /// The last step there is.
    pub(crate) fn end(self) -> usize {
        self.trace.steps.len()
    }

    /// The step with this number.
    pub(crate) fn step(self, number: usize) -> Option<&'t Step> {
        self.trace.steps.get(number.checked_sub(1)?)
    }

    pub(crate) fn is_entered(self, visit: usize, step: usize) -> bool {
        visit < self.index.entered_by(step)
    }

    /// The steps about a visit up to some step.
    pub(crate) fn steps_of(self, visit: usize, until: usize) -> impl DoubleEndedIterator<Item = &'t Step> {
        let own = self.index.own.of(visit);
        let count = own.partition_point(|&number| number <= until);
        own[..count].iter().map(move |&number| &self.trace.steps[number - 1])
    }

    /// A visit as it is after some step.
    pub(crate) fn at(self, visit: usize, step: usize) -> NodeAt<'t> {
        let own = self.index.own.of(visit);
        let leaf = own.len() == 1 && self.step(own[0]).is_some_and(|step| step.enters && step.leaves);
        let Some(last) = self.steps_of(visit, step).next_back() else { return NodeAt { leaf, ..NodeAt::default() } };
        let mut view = NodeAt {
            entered: true,
            left: self.index.left[visit] <= step,
            leaf,
            window: last.window.as_ref(),
            interval: Some(&last.interval),
            changed: last.number,
            ..NodeAt::default()
        };
        for earlier in self.steps_of(visit, step).rev() {
            if view.value.is_none() && (earlier.leaves || earlier.kind == StepKind::Update) {
                (view.value, view.bound, view.reason) = (earlier.value.as_ref(), earlier.bound, earlier.reason);
            }
            if view.best.is_none() && earlier.kind == StepKind::Update {
                view.best = earlier.by.as_deref();
            }
        }
        let changes = self.index.changes.of(visit);
        if let Some(&(number, place)) = changes[..changes.partition_point(|&(at, _)| at <= step)].last()
            && number >= last.number
        {
            view.interval = Some(&self.trace.steps[number - 1].changes[place].interval);
            view.changed = number;
        }
        if self.index.cut[visit] <= step {
            view.cut = self.cut_of(visit);
        }
        view
    }

    /// The cut of a visit, at any step.
    pub(crate) fn cut_of(self, visit: usize) -> Option<&'t CutNote> {
        match self.index.cut[visit] {
            NEVER => None,
            number => self.step(number)?.cut.as_ref(),
        }
    }

    /// The root of the drawn tree: the top of the search that a step belongs to, and after the last step that of the
    /// last search from the root.
    pub(crate) fn top(self, step: usize) -> Option<usize> {
        let nodes = &self.trace.nodes;
        if step >= self.end() {
            return self.index.last_root.or(nodes.first().map(|_| 0));
        }
        let mut visit = self.step(step).map_or(0, |step| step.node);
        while let Some(parent) = nodes.get(visit)?.parent {
            visit = parent;
        }
        Some(visit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
    use rootward_trace::{Algorithm, TraceSettings, trace_game};

    /// The index must agree with a replay of the log from its beginning.
    fn compare(trace: &Trace) {
        let index = Index::new(trace);
        let reader = TraceReader { trace, index: &index };
        for step in 0..=trace.steps.len() {
            let frame = trace.frame(step);
            for (visit, right) in frame.nodes.iter().enumerate() {
                let at = reader.at(visit, step);
                assert_eq!((at.entered, at.left), (right.entered, right.left), "visit {visit}, step {step}");
                assert_eq!(reader.is_entered(visit, step), right.entered, "visit {visit}, step {step}");
                assert_eq!((at.window, at.cut), (right.window.as_ref(), right.cut.as_ref()), "{visit}, step {step}");
                assert_eq!((at.value, at.bound), (right.value.as_ref(), right.bound), "visit {visit}, step {step}");
                if right.entered {
                    assert_eq!(at.interval, right.interval.as_ref(), "visit {visit}, step {step}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn what_the_index_finds_is_what_the_log_says(seed: u64, depth in 1u32..5, which in 0usize..3) {
            let tree = Tree::random(&RandomTree { seed, depth, irregular: seed % 2 == 0, ..RandomTree::default() });
            let algorithm = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Engine][which];
            let settings = TraceSettings { algorithm, ..TraceSettings::default() };
            compare(&trace_game(&tree, &TreeKnowledge, &Node::ROOT, &settings, &|node| tree.name_of(*node)));
        }
    }

    #[test]
    fn searches_that_look_twice_are_found_as_well() {
        for (game, depth) in [("tic-tac-toe", 3), ("connect-four", 3)] {
            let session = rootward_session::open(game, None).unwrap();
            let techniques = rootward_session::parse_techniques("all").unwrap();
            let algorithm = Algorithm::Engine;
            let settings = TraceSettings { algorithm, depth: Some(depth), techniques, ..TraceSettings::default() };
            let trace = rootward_trace::trace(&*session, &settings);
            assert!(trace.nodes.iter().any(|node| node.again.is_some()), "{game}: nothing is searched again");
            compare(&trace);
        }
    }
}

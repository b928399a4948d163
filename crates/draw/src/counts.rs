//! The cost of a search so far, and the least possible cost.

use rootward_trace::{Algorithm, Skipped, Step, StepKind, Trace, Way, Why};
use serde::Serialize;

use crate::index::{Index, NEVER};

/// The counts after a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Positions entered, the root included.
    pub nodes: usize,
    /// Positions with a value from the game or from the evaluation.
    pub leaves: usize,
    /// Cuts.
    pub cuts: usize,
    /// Values taken from the table.
    pub table_hits: usize,
    /// Visits, including those of children with a known value.
    #[serde(skip)]
    pub(crate) visits: usize,
}

impl Counts {
    /// `in_thought`: the search did not visit the node, because its value was known.
    pub(crate) fn after(self, step: &Step, in_thought: bool) -> Counts {
        let is_leaf = matches!(step.reason, Some(Why::Terminal | Why::Horizon | Why::StandPat | Why::Repetition));
        Counts {
            nodes: self.nodes + usize::from(step.enters && !in_thought),
            leaves: self.leaves + usize::from(step.enters && step.leaves && is_leaf),
            cuts: self.cuts + usize::from(step.kind == StepKind::Cut),
            table_hits: self.table_hits + usize::from(step.leaves && step.reason == Some(Why::Table)),
            visits: self.visits + usize::from(step.enters),
        }
    }
}

/// The fewest leaves that any search must see to prove the value of a uniform tree: *b* moves at every node and all
/// leaves *d* plies down. Knuth and Moore (1975): `b^⌈d/2⌉ + b^⌊d/2⌋ − 1`.
///
/// None if the tree is not uniform, or if too little of it is known to tell.
pub fn minimum_leaves(trace: &Trace) -> Option<u64> {
    minimum(trace, &Index::new(trace))
}

pub(crate) fn minimum(trace: &Trace, index: &Index) -> Option<u64> {
    if trace.setup.algorithm == Algorithm::Engine || trace.events_left_out > 0 {
        return None;
    }
    let mut uniform = Uniform::default();
    for node in &trace.nodes {
        if node.way != Way::Move && node.way != Way::Top {
            return None;
        }
        let skipped = match index.cut[node.id] {
            NEVER => &[][..],
            step => trace.steps[step - 1].cut.as_ref().map_or(&[][..], |cut| &cut.skipped),
        };
        let moves = index.children.of(node.id).len() + skipped.len();
        if moves == 0 {
            uniform.leaf(node.ply)?;
            continue;
        }
        uniform.choice(moves)?;
        for skipped in skipped {
            uniform.skipped(skipped, node.ply + 1, node.depth == Some(1))?;
        }
    }
    let (b, d) = (uniform.branching? as u64, uniform.depth? as u32);
    let power = |exponent: u32| b.checked_pow(exponent);
    power(d.div_ceil(2))?.checked_add(power(d / 2)?)?.checked_sub(1)
}

/// A tree that has been uniform so far. Any evidence to the contrary gives `None`.
#[derive(Default)]
struct Uniform {
    branching: Option<usize>,
    depth: Option<usize>,
}

impl Uniform {
    fn leaf(&mut self, ply: usize) -> Option<()> {
        (*self.depth.get_or_insert(ply) == ply).then_some(())
    }

    fn choice(&mut self, moves: usize) -> Option<()> {
        (*self.branching.get_or_insert(moves) == moves).then_some(())
    }

    fn skipped(&mut self, skipped: &Skipped, ply: usize, at_horizon: bool) -> Option<()> {
        if skipped.value.is_some() || at_horizon {
            return self.leaf(ply);
        }
        // The subtree below an unvisited node is known only if it is small.
        self.choice(skipped.below.len())?;
        skipped.below.iter().try_for_each(|below| self.skipped(below, ply + 1, false))
    }
}

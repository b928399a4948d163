//! Value iteration over a strongly connected component: positions that can reach each other.
//!
//! The lower bounds rise and the upper bounds fall towards the true values. The next bracket of a position follows from those of
//! its successors. Every bracket is proven at any time, so the sweeps may go in any order and stop at any time.

use super::bracket::{Bracket, mean};
use super::positions::Number;

/// An edge from a position to a successor.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The number of the successor, and in the highest bit whether the other side moves there.
    packed: u32,
    /// Its weight, at a chance node.
    weight: u32,
}

impl Edge {
    const OTHER_SIDE: u32 = 1 << 31;

    pub(super) fn new(to: Number, other_side: bool, weight: u32) -> Edge {
        Edge { packed: to | if other_side { Edge::OTHER_SIDE } else { 0 }, weight }
    }

    /// The bracket of the successor, for the side that moves before it.
    fn seen(self, brackets: &[Bracket]) -> Bracket {
        let bracket = brackets[(self.packed & !Edge::OTHER_SIDE) as usize];
        if self.packed & Edge::OTHER_SIDE == 0 { bracket } else { -bracket }
    }

    fn leads_to(self, number: Number) -> bool {
        self.packed & !Edge::OTHER_SIDE == number
    }
}

/// A position whose edges are all known.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub(super) number: Number,
    pub(super) is_chance: bool,
    /// Where its edges begin; they end where those of the next member begin.
    pub(super) first_edge: usize,
}

/// A strongly connected component with its edges. Most members come after their successors in the order.
pub(super) struct Component<'a> {
    pub(super) members: &'a [Member],
    pub(super) edges: &'a [Edge],
    /// The first member's edges begin here.
    pub(super) offset: usize,
}

/// The number of edges after which the caller is asked whether to continue.
const EDGES_BETWEEN_LOOKS: usize = 1 << 17;

impl Component<'_> {
    /// Narrows the brackets until none is wider than `width` or nothing changes any more. Returns `false` if it was stopped.
    pub(super) fn narrow(&self, brackets: &mut [Bracket], width: f64, go_on: &mut dyn FnMut() -> bool) -> bool {
        if !self.has_cycle() {
            self.sweep(brackets);
            return true;
        }
        let mut edges = 0;
        loop {
            let changed = self.sweep(brackets);
            if !changed || self.members.iter().all(|member| brackets[member.number as usize].width() <= width) {
                return true;
            }
            edges += self.edges.len();
            if edges >= EDGES_BETWEEN_LOOKS {
                edges = 0;
                if !go_on() {
                    return false;
                }
            }
        }
    }

    /// Updates every member once; returns `false` if nothing changed.
    pub(super) fn sweep(&self, brackets: &mut [Bracket]) -> bool {
        let mut changed = false;
        let ends = self.members.iter().skip(1).map(|member| member.first_edge).chain([self.offset + self.edges.len()]);
        for (member, end) in self.members.iter().zip(ends) {
            let edges = &self.edges[member.first_edge - self.offset..end - self.offset];
            let seen = edges.iter().map(|edge| (edge.weight, edge.seen(brackets)));
            let next = if member.is_chance { mean(seen) } else { best(seen) };
            let old = &mut brackets[member.number as usize];
            let narrower = old.and(next);
            changed |= narrower != *old;
            *old = narrower;
        }
        changed
    }

    fn has_cycle(&self) -> bool {
        self.members.len() > 1 || self.edges.iter().any(|edge| edge.leads_to(self.members[0].number))
    }
}

fn best(choices: impl Iterator<Item = (u32, Bracket)>) -> Bracket {
    let worst = Bracket::exactly(f64::NEG_INFINITY);
    choices.fold(worst, |best, (_, choice)| best.or(choice))
}

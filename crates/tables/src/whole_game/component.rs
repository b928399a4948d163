//! Positions that can come back to each other, valued together.
//!
//! Two sequences run towards the truth, one from below and one from above. Each position's next bracket follows from those of
//! the positions after it; whatever is proven of those is proven of it, so the sweeps may go in any order and stop at any time.

use super::bracket::{Bracket, mean};
use super::positions::Number;

/// A way on from a position.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The number of the next position, and in the highest bit whether another side moves there.
    packed: u32,
    /// How likely it is, where chance moves.
    weight: u32,
}

impl Edge {
    const OTHER_SIDE: u32 = 1 << 31;

    pub(super) fn new(to: Number, other_side: bool, weight: u32) -> Edge {
        Edge { packed: to | if other_side { Edge::OTHER_SIDE } else { 0 }, weight }
    }

    /// What is known of the next position, as the mover before it sees it.
    fn seen(self, brackets: &[Bracket]) -> Bracket {
        let bracket = brackets[(self.packed & !Edge::OTHER_SIDE) as usize];
        if self.packed & Edge::OTHER_SIDE == 0 { bracket } else { -bracket }
    }

    fn leads_to(self, number: Number) -> bool {
        self.packed & !Edge::OTHER_SIDE == number
    }
}

/// A position whose ways on are all known.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub(super) number: Number,
    pub(super) is_chance: bool,
    /// Where its edges begin; they end where those of the next member begin.
    pub(super) first_edge: usize,
}

/// Positions that lead to each other, with those they lead to; in an order in which most are after those they lead to.
pub(super) struct Component<'a> {
    pub(super) members: &'a [Member],
    pub(super) edges: &'a [Edge],
    /// The first member's edges begin here.
    pub(super) offset: usize,
}

/// After so many edges the caller is asked whether to go on.
const EDGES_BETWEEN_LOOKS: usize = 1 << 17;

impl Component<'_> {
    /// Narrows the brackets until none is wider than `width` or nothing changes any more. `false` if it was told to stop.
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

    /// One look at every member; `false` if it changed nothing.
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

//! Depth-first search of all reachable positions; each gets its value as soon as all its successors have theirs.
//!
//! Tarjan's algorithm finds the strongly connected components in reverse topological order: when a component is complete, all
//! its successors outside have their values. So the edges of a position are kept only until its component has its values, and
//! a game without cycles keeps only the edges along its longest line.

use std::collections::HashMap;
use std::ops::ControlFlow;

use rootward_game::{Game, Knowledge, Outcome, Range, Side};

use super::component::{Component, Edge, Member};
use super::positions::{Number, Positions};
use super::{Bracket, Ending, Progress, WholeGameSettings};
use crate::TableError;

/// A position on the current line of the depth-first search.
struct Frame<G: Game> {
    state: G::State,
    side: Side,
    is_chance: bool,
    number: Number,
    choices: Vec<(G::Move, u32)>,
    next: usize,
    edges: Vec<Edge>,
    /// Tarjan's low link: the earliest position on the stack that this one leads back to, by discovery time.
    earliest: u32,
    /// The lengths of the lists of finished positions and of their edges when this one was found.
    waiting: usize,
    waiting_edges: usize,
}

/// The discovery time of a position whose component has its values.
const VALUED: u32 = u32::MAX;

/// The number of positions between two checks of the limits.
const POSITIONS_BETWEEN_LOOKS: usize = 1 << 10;

pub(super) struct Explorer<'a, 'w, G: Game, K> {
    game: &'a G,
    knowledge: &'a K,
    settings: WholeGameSettings<'w>,
    range: Range,
    pub(super) positions: Positions,
    /// The discovery time of each position, or [`VALUED`].
    met: Vec<u32>,
    clock: u32,
    /// The numbers of the ends of the game, by their points for the first side.
    ends: HashMap<i32, Number>,
    frames: Vec<Frame<G>>,
    waiting: Vec<Member>,
    edges: Vec<Edge>,
    pub(super) valued: usize,
    pub(super) has_draws: bool,
    pub(super) ending: Ending,
}

impl<'a, 'w, G: Game, K: Knowledge<G>> Explorer<'a, 'w, G, K> {
    pub(super) fn new(game: &'a G, knowledge: &'a K, settings: WholeGameSettings<'w>) -> Explorer<'a, 'w, G, K> {
        Explorer {
            game,
            knowledge,
            settings,
            range: game.range(),
            positions: Positions::default(),
            met: Vec::new(),
            clock: 0,
            ends: HashMap::new(),
            frames: Vec::new(),
            waiting: Vec::new(),
            edges: Vec::new(),
            valued: 0,
            has_draws: false,
            ending: Ending::Whole,
        }
    }

    /// Computes the value of every position that can be reached from here, as far as the limits allow.
    pub(super) fn explore(&mut self, root: &G::State) -> Result<(), TableError> {
        if self.ending != Ending::Whole {
            return Ok(());
        }
        self.visit(root.clone())?;
        while let Some(frame) = self.frames.last_mut() {
            let Some(&(mv, weight)) = frame.choices.get(frame.next) else {
                self.finish();
                continue;
            };
            frame.next += 1;
            let child = self.game.apply(&frame.state, mv);
            let from = self.frames.len() - 1;
            let (to, side) = self.visit(child)?;
            let frame = &mut self.frames[from];
            frame.edges.push(Edge::new(to, side != frame.side, weight));
            if self.met[to as usize] != VALUED {
                frame.earliest = frame.earliest.min(self.met[to as usize]);
            }
            if self.met.len().is_multiple_of(POSITIONS_BETWEEN_LOOKS) && !self.may_go_on()
                || self.ending != Ending::Whole
            {
                self.wrap_up();
                return Ok(());
            }
        }
        Ok(())
    }

    /// The number of a position and the side that its value is for. A new position is pushed on the stack.
    fn visit(&mut self, state: G::State) -> Result<(Number, Side), TableError> {
        if let Some(outcome) = self.game.outcome(&state) {
            return Ok((self.end(outcome), Side::First));
        }
        let key = self.knowledge.value_key(self.game, &state).ok_or(TableError::KeysNotExact)?;
        let side = self.game.to_move(&state);
        if let Some(number) = self.positions.find(key) {
            return Ok((number, side));
        }
        let is_chance = self.game.is_chance(&state);
        let mut choices = Vec::new();
        if is_chance {
            self.game.chances(&state, &mut |mv, weight| choices.push((mv, weight)));
        } else {
            self.game.moves(&state, &mut |mv| choices.push((mv, 1)));
        }
        if choices.is_empty() {
            return Ok((self.end(self.game.stuck(&state)), Side::First));
        }
        let number = self.positions.add(key, everything(self.range, side));
        self.clock += 1;
        self.met.push(self.clock);
        let edges = Vec::with_capacity(choices.len());
        let (waiting, waiting_edges) = (self.waiting.len(), self.edges.len());
        let earliest = self.clock;
        let frame = Frame { state, side, is_chance, number, choices, next: 0, edges, earliest, waiting, waiting_edges };
        self.frames.push(frame);
        Ok((number, side))
    }

    fn end(&mut self, outcome: Outcome) -> Number {
        self.has_draws |= outcome == Outcome::Draw;
        let points = points(self.range, outcome);
        let (positions, met) = (&mut self.positions, &mut self.met);
        *self.ends.entry(points).or_insert_with(|| {
            met.push(VALUED);
            positions.add_nameless(Bracket::exactly(f64::from(points)))
        })
    }

    /// Pops the last position of the line, whose edges are all known; completes its component if it is the component's root.
    fn finish(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let Frame { number, is_chance, earliest, .. } = frame;
        self.waiting.push(Member { number, is_chance, first_edge: self.edges.len() });
        self.edges.extend(&frame.edges);
        if earliest == self.met[number as usize] {
            self.value_component(frame.waiting, frame.waiting_edges);
        } else if let Some(before) = self.frames.last_mut() {
            before.earliest = before.earliest.min(earliest);
        }
    }

    /// Computes the values of the component of the positions finished since then: all their other successors have values.
    fn value_component(&mut self, since: usize, offset: usize) {
        let component = Component { members: &self.waiting[since..], edges: &self.edges[offset..], offset };
        let (positions, valued) = (self.positions.len(), self.valued);
        let settings = &mut self.settings;
        let width = settings.tolerance * (f64::from(self.range.most) - f64::from(self.range.least));
        let mut go_on = || (settings.each)(&Progress { positions, valued }).is_continue();
        if !component.narrow(&mut self.positions.brackets, width, &mut go_on) {
            self.ending = Ending::Stopped;
        }
        for member in component.members {
            self.met[member.number as usize] = VALUED;
        }
        self.valued += component.members.len();
        self.waiting.truncate(since);
        self.edges.truncate(offset);
    }

    fn may_go_on(&mut self) -> bool {
        let progress = Progress { positions: self.positions.len(), valued: self.valued };
        if (self.settings.each)(&progress) == ControlFlow::Break(()) {
            self.ending = Ending::Stopped;
        } else if self.bytes() > self.settings.memory || self.positions.len() >= Positions::MOST - 1 {
            self.ending = Ending::OutOfMemory;
        }
        self.ending == Ending::Whole
    }

    fn bytes(&self) -> usize {
        let lists = self.met.capacity() * size_of::<u32>()
            + self.frames.capacity() * size_of::<Frame<G>>()
            + self.waiting.capacity() * size_of::<Member>()
            + self.edges.capacity() * size_of::<Edge>();
        self.positions.bytes_for_one_more() + lists
    }

    /// Ends the work early: an unexplored successor may have any value, and the bounds that follow from the others are kept.
    fn wrap_up(&mut self) {
        let everything = Bracket { low: f64::from(self.range.least), high: f64::from(self.range.most) };
        let unknown = self.positions.add_nameless(everything);
        self.met.push(VALUED);
        while let Some(frame) = self.frames.pop() {
            let first_edge = self.edges.len();
            self.waiting.push(Member { number: frame.number, is_chance: frame.is_chance, first_edge });
            self.edges.extend(&frame.edges);
            let other_side = frame.side != Side::First;
            self.edges.extend(
                frame.choices[frame.edges.len()..].iter().map(|&(_, weight)| Edge::new(unknown, other_side, weight)),
            );
        }
        let rest = Component { members: &self.waiting, edges: &self.edges, offset: 0 };
        for _ in 0..SWEEPS_AT_THE_END {
            if !rest.sweep(&mut self.positions.brackets) {
                break;
            }
        }
    }
}

/// The most sweeps when the work ends early, because the user waits for the answer.
const SWEEPS_AT_THE_END: usize = 16;

/// The bracket of all possible values of a position, for this side.
fn everything(range: Range, side: Side) -> Bracket {
    let range = if side == Side::First { range } else { -range };
    Bracket { low: f64::from(range.least), high: f64::from(range.most) }
}

/// The points of an outcome in an average, for the first side.
pub(super) fn points(range: Range, outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win(Side::First) => range.most,
        Outcome::Win(Side::Second) => range.least,
        Outcome::Draw => range.clamp(0),
        Outcome::Payoff(points) => range.clamp(points),
    }
}

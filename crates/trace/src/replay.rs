//! From recorded events to steps: the events are replayed with a stack of the open nodes.
//!
//! Nodes are distinguished by how `enter` and `leave` nest, not by their ply: the test for a singular extension enters
//! the same ply again.

use rootward_game::{Bound, Notation, Score, Side, Window, legal_moves, outcome_at};
use rootward_search::{CutKind, Departure, Event, Remark, Share, Why};

use super::chance::Odds;
use super::ends::Ends;
use super::interval::Interval;
use super::log::{TraceNode, Way};
use super::step::{Change, Step, StepKind};
use super::value::{Role, Span, Value};
use super::words;
use rootward_session::Stopwatch;

/// The fixed data of a trace.
pub(super) struct TraceInput<'a, G: Notation> {
    pub(super) game: &'a G,
    pub(super) root: &'a G::State,
    /// The static evaluation for MAX.
    pub(super) evaluate: &'a dyn Fn(&G::State) -> i32,
    pub(super) name_of: &'a dyn Fn(&G::State) -> Option<String>,
    /// The search passes windows down.
    pub(super) windows: bool,
    /// A textbook search: its leaves are exact whatever it returns.
    pub(super) textbook: bool,
    /// `≤` or `<`, as the cut rule has it.
    pub(super) cut_at_equality: bool,
}

/// A node that was entered and not left yet.
pub(super) struct Open<'a, G: Notation> {
    pub(super) id: usize,
    pub(super) state: &'a G::State,
    pub(super) side: Side,
    pub(super) ply: usize,
    pub(super) depth: Option<i32>,
    pub(super) ends: Ends,
    /// The best value of a move so far.
    pub(super) best: Option<Score>,
    /// The number of legal moves.
    pub(super) moves: usize,
    /// The moves tried, each with its latest visit.
    pub(super) tried: Vec<(G::Move, usize)>,
    /// The outcomes, at a chance node.
    pub(super) odds: Option<Odds<G::Move>>,
    /// The known values of outcomes, in the order in which they were found.
    pub(super) shares: Vec<Share<G::Move>>,
    /// The stand-pat value of the side to move.
    pub(super) floor: Option<Score>,
    /// The interval that an earlier visit has shown.
    known: Interval,
    via: Option<G::Move>,
}

impl<G: Notation> Open<'_, G> {
    /// The interval of the node, given those of its children.
    fn possible(&self, input: &TraceInput<'_, G>, intervals: &[Interval]) -> Interval {
        if let Some(odds) = &self.odds {
            let known = |mv| self.visit_by(mv).map(|visit| intervals[visit]);
            return self.known.and_newer(odds.possible(input.game, !input.textbook, known));
        }
        let floor = self.floor.map(Interval::point);
        let options = self.tried.iter().map(|&(_, child)| intervals[child]).chain(floor);
        // At the horizon only some moves are searched; which ones is not known before the end.
        let others = self.tried.len() < self.moves || self.floor.is_some();
        self.known.and_newer(Interval::of_choice(self.side, options, others))
    }

    /// Plies left below; chance takes none.
    pub(super) fn depth_below(&self) -> Option<i32> {
        self.depth.map(|depth| depth - i32::from(self.odds.is_none()))
    }

    pub(super) fn visit_by(&self, mv: G::Move) -> Option<usize> {
        self.tried.iter().find(|(tried, _)| *tried == mv).map(|&(_, visit)| visit)
    }
}

/// The replay of the events.
pub(super) struct Replay<'a, G: Notation> {
    pub(super) input: TraceInput<'a, G>,
    pub(super) nodes: Vec<TraceNode>,
    pub(super) steps: Vec<Step>,
    pub(super) searches: usize,
    pub(super) open: Vec<Open<'a, G>>,
    pub(super) intervals: Vec<Interval>,
    /// The key of each visit's position.
    pub(super) keys: Vec<Option<u64>>,
    pub(super) changes: Vec<usize>,
    /// The remaining number of positions that may be visited to count what was cut.
    pub(super) counting_budget: u64,
    /// The remaining number of nodes below cuts that may be recorded.
    pub(super) drawing_budget: u64,
}

/// The number of events between two checks of the clock: about a millisecond of work, if nothing is counted.
const EVENTS_BETWEEN_LOOKS: u32 = 64;

/// The greatest number of positions visited to count skipped leaves in a whole trace: a second of work.
const COUNTING_BUDGET: u64 = 5_000_000;

/// The greatest number of nodes below cuts in a whole trace, so that unvisited nodes do not inflate the log of a real
/// game.
const DRAWING_BUDGET: u64 = 5_000;

type Events<'a, G> = [Event<<G as rootward_game::Game>::State, <G as rootward_game::Game>::Move>];

impl<'a, G: Notation> Replay<'a, G> {
    pub(super) fn new(input: TraceInput<'a, G>) -> Replay<'a, G> {
        Replay {
            input,
            nodes: Vec::new(),
            steps: Vec::new(),
            searches: 0,
            open: Vec::new(),
            intervals: Vec::new(),
            keys: Vec::new(),
            changes: Vec::new(),
            counting_budget: COUNTING_BUDGET,
            drawing_budget: DRAWING_BUDGET,
        }
    }

    /// Turns events into nodes and steps; none if the time limit is reached before that is finished.
    pub(super) fn run(mut self, events: &'a Events<'_, G>, stopwatch: &Stopwatch) -> Option<Replay<'a, G>> {
        let mut rest = events;
        let mut taken = 0u32;
        while let [event, after @ ..] = rest {
            rest = self.take(event, after);
            taken += 1;
            if taken.is_multiple_of(EVENTS_BETWEEN_LOOKS) && stopwatch.must_end() {
                return None;
            }
        }
        Some(self)
    }

    /// Processes one event, or the few of a node that is settled at once. Returns the remaining events.
    fn take(&mut self, event: &'a Event<G::State, G::Move>, after: &'a Events<'_, G>) -> &'a Events<'_, G> {
        match event {
            Event::Enter { state, side, via, ply, depth, window, .. } => {
                self.enter(state, *side, *via, (*ply, *depth), *window);
                match after {
                    [Event::Leave { departure, .. }, after @ ..] => {
                        self.settled_at_once(*departure, None);
                        return after;
                    }
                    [Event::Remark { remark, .. }, Event::Leave { departure, .. }, after @ ..] => {
                        self.settled_at_once(*departure, Some(*remark));
                        return after;
                    }
                    _ => self.tell_entry(),
                }
            }
            // Without an open node there is nothing to attach it to.
            _ if self.open.is_empty() => {}
            Event::Update { by, value, window, .. } => self.update(*by, *value, *window),
            Event::Share { share, .. } => self.share(share),
            Event::Cut { by, value, skipped, kind, .. } => self.cut(*by, *value, *kind, skipped),
            Event::Settled { mv, departure, .. } => self.known(*mv, *departure),
            Event::LeftOut { mv, why, .. } => self.left_out(*mv, *why),
            Event::Remark { remark, .. } => self.remark(*remark),
            Event::Leave { departure, .. } => self.leave(*departure),
        }
        after
    }

    fn enter(
        &mut self,
        state: &'a G::State,
        side: Side,
        via: Option<G::Move>,
        (ply, depth): (usize, Option<i32>),
        window: Window,
    ) {
        let id = self.nodes.len();
        let parent = self.open.last();
        let way = match (parent, via) {
            (None, _) => Way::Top,
            (Some(_), Some(_)) => Way::Move,
            (Some(parent), None) if parent.ply == ply => Way::SingularTest,
            (Some(_), None) => Way::NullMove,
        };
        let ends = match (parent, way) {
            (None, _) => Ends::at_top(window),
            (Some(parent), Way::SingularTest) => Ends::for_singular_test(parent.id, window),
            (Some(parent), _) if parent.odds.is_some() => parent.ends.handed_to_outcome(parent.id, window),
            (Some(parent), _) => parent.ends.handed_down(parent.id, parent.side, window),
        };
        let odds_above = parent.and_then(|parent| parent.odds.as_ref());
        let probability = odds_above.zip(via).and_then(|(odds, mv)| odds.probability(self.input.game, mv));
        let odds = Odds::at(self.input.game, state);
        self.searches += usize::from(parent.is_none());
        let earlier = parent.zip(via).and_then(|(parent, mv)| parent.visit_by(mv));
        // A visit at the same depth starts with the interval of the earlier one; another depth is another tree.
        let same_tree = earlier.filter(|&visit| self.nodes[visit].depth == depth);
        let known = same_tree.map_or_else(Interval::full, |visit| self.intervals[visit]);
        let above = parent.map_or(self.input.root, |parent| parent.state);
        self.nodes.push(TraceNode {
            id,
            name: self.name(state, via, way, ply),
            parent: parent.map(|parent| parent.id),
            way,
            by: via.map(|mv| self.input.game.write_move(above, mv)),
            probability,
            ply,
            side: Role::at(side, odds.is_some()),
            depth,
            search: self.searches,
            again: earlier,
        });
        self.intervals.push(known);
        self.keys.push(self.input.game.key(state));
        if let (Some(parent), Some(mv)) = (self.open.last_mut(), via) {
            parent.tried.retain(|(tried, _)| *tried != mv);
            parent.tried.push((mv, id));
        }
        let via = via.filter(|_| way == Way::Move);
        let (tried, moves) = (Vec::new(), legal_moves(self.input.game, state).len());
        let (best, shares, floor) = (None, Vec::new(), None);
        self.open.push(Open { id, state, side, ply, depth, ends, best, moves, tried, odds, shares, floor, known, via });
    }

    fn tell_entry(&mut self) {
        let top = self.top();
        let sentence = words::entered(self, &self.open[top]);
        let step = self.tell(StepKind::Enter, sentence);
        step.enters = true;
    }

    /// A node that is left before anything else happened in it, or after a single remark.
    fn settled_at_once(&mut self, departure: Departure, remark: Option<Remark>) {
        let entered = self.top();
        let handed_down = self.open[entered].ends;
        if let Some(Remark::StandPat(value)) = remark {
            self.open[entered].floor = Some(value);
        }
        let value = self.leaf_value(departure);
        self.close(value, departure);
        let kind = match (departure.why, remark) {
            (Why::Table, _) => StepKind::TableHit,
            (Why::StandPat, _) => StepKind::StandPat,
            _ => StepKind::Leaf,
        };
        self.open[entered].ends = handed_down;
        let sentence = words::settled(self, &self.open[entered], value, departure);
        let value = self.value(value);
        let returned = self.value(departure.value);
        let step = self.tell(kind, sentence);
        (step.enters, step.leaves) = (true, true);
        // The returned value may be the end of the window; the leaf's own value is exact all the same.
        let own = returned != value;
        let bound = if own { Bound::Exact } else { departure.bound };
        (step.bound, step.reason) = (Some(bound), Some(departure.why));
        step.returned = own.then_some(returned);
        step.value = Some(value);
        self.open.pop();
    }

    /// A leaf's own value. A fail-hard search returns the end of the window instead.
    fn leaf_value(&self, departure: Departure) -> Score {
        let node = &self.open[self.top()];
        match departure.why {
            Why::Terminal if self.input.textbook => {
                let outcome = outcome_at(self.input.game, node.state);
                // If the game is not over there, the position is a repetition.
                outcome.map_or(Score::DRAW, |outcome| outcome.score_for(Side::First).earlier_by(node.ply as u32))
            }
            Why::Horizon if self.input.textbook => Score::points((self.input.evaluate)(node.state)),
            _ => departure.value,
        }
    }

    fn update(&mut self, by: G::Move, value: Score, window: Window) {
        let top = self.top();
        let before = self.open[top].best.replace(value);
        let ends_before = self.open[top].ends;
        let (id, side) = (self.open[top].id, self.open[top].side);
        self.open[top].ends.update(id, side, window);
        let child = self.child_name(top, by);
        let sentence = words::updated(self, &self.open[top], &child, value, before, &ends_before);
        let (value, by) = (self.value(value), self.input.game.write_move(self.open[top].state, by));
        let step = self.tell(StepKind::Update, sentence);
        (step.value, step.by) = (Some(value), Some(by));
    }

    fn cut(&mut self, by: G::Move, value: Score, kind: CutKind, skipped: &[G::Move]) {
        let top = self.top();
        // An outcome that was searched, and left with a bound, is not skipped.
        let node = &self.open[top];
        let visited = |mv: &G::Move| node.odds.is_some() && node.visit_by(*mv).is_some();
        let skipped: Vec<G::Move> = skipped.iter().copied().filter(|mv| !visited(mv)).collect();
        let note = self.cut_note(top, kind, &skipped);
        let node = &self.open[top];
        let sentence = match node.odds {
            Some(_) => self.star_cut(node, value, kind, &note),
            None => words::cut(self, node, value, &note),
        };
        let (value, by) = (self.value(value), self.input.game.write_move(self.open[top].state, by));
        let step = self.tell(StepKind::Cut, sentence);
        (step.value, step.by, step.cut) = (Some(value), Some(by), Some(note));
    }

    fn leave(&mut self, departure: Departure) {
        let top = self.top();
        self.close(departure.value, departure);
        let bound = self.bound(top, departure);
        let sentence = words::left(self, &self.open[top], departure, bound);
        let value = self.value(departure.value);
        let step = self.tell(StepKind::Leave, sentence);
        step.leaves = true;
        (step.value, step.bound, step.reason) = (Some(value), Some(bound), Some(departure.why));
        self.open.pop();
    }

    /// Exact if only this value is possible, even if the search itself has only a bound.
    fn bound(&self, level: usize, departure: Departure) -> Bound {
        let interval = self.intervals[self.open[level].id];
        let settled = interval.is_point() && interval.low == departure.value;
        if settled { Bound::Exact } else { departure.bound }
    }

    /// Closes the node at the top of the stack, and updates the intervals of it and of the nodes above.
    fn close(&mut self, value: Score, departure: Departure) {
        let top = self.top();
        let leaf = matches!(departure.why, Why::Terminal | Why::Horizon);
        let said = match self.input.textbook {
            true if leaf => Interval::point(value),
            true => Interval::full(),
            false => Interval::of_bound(value, departure.bound),
        };
        let interval = self.intervals[self.open[top].id].and_newer(said);
        self.set_interval(top, interval);
    }

    pub(super) fn refresh(&mut self, level: usize) {
        let interval = self.open[level].possible(&self.input, &self.intervals);
        self.set_interval(level, interval);
    }

    /// Sets the interval of an open node, and updates those above as far up as anything changes.
    fn set_interval(&mut self, level: usize, interval: Interval) {
        let id = self.open[level].id;
        if self.intervals[id] == interval {
            return;
        }
        self.intervals[id] = interval;
        self.changes.push(id);
        if level > 0 && self.open[level].via.is_some() {
            self.refresh(level - 1);
        }
    }

    /// Records a step about the node at the top of the stack.
    pub(super) fn tell(&mut self, kind: StepKind, sentence: String) -> &mut Step {
        self.tell_about(self.open[self.top()].id, kind, sentence)
    }

    /// Records a step about a visit, with the window of the node at the top of the stack.
    pub(super) fn tell_about(&mut self, visit: usize, kind: StepKind, sentence: String) -> &mut Step {
        let game = self.input.game;
        let open = &self.open[self.top()];
        let node = &self.nodes[visit];
        let changed = |id: usize| Change {
            node: id,
            name: self.nodes[id].name.clone(),
            interval: self.intervals[id].to_span(game),
        };
        let changes = self.changes.iter().map(|&id| changed(id)).collect();
        self.changes.clear();
        self.steps.push(Step {
            number: self.steps.len() + 1,
            search: node.search,
            node: visit,
            name: node.name.clone(),
            parent: node.parent.map(|parent| self.nodes[parent].name.clone()),
            ply: node.ply,
            side: node.side,
            kind,
            enters: false,
            leaves: false,
            window: self.input.windows.then(|| Span::of_window(game, open.ends.window)),
            interval: self.intervals[visit].to_span(game),
            changes,
            value: None,
            bound: None,
            returned: None,
            reason: None,
            by: None,
            cut: None,
            sentence,
        });
        let last = self.steps.len() - 1;
        &mut self.steps[last]
    }

    pub(super) fn value(&self, score: Score) -> Value {
        Value::new(self.input.game, score)
    }

    pub(super) fn interval_of(&self, visit: usize) -> Interval {
        self.intervals[visit]
    }

    pub(super) fn top(&self) -> usize {
        self.open.len() - 1
    }
}

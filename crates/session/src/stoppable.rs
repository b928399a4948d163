//! A stoppable game for the textbook searches, which have no clocks: once a limit is reached, every position counts as
//! over, the recursion unwinds, and its result is discarded.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rootward_game::{Evaluation, Game, Outcome, Range, Side};
use rootward_search::{Ending, Limits, Observer, StopFlag, Visit, twice_before};
use rootward_support::clock::Instant;

/// Counts nodes and detects when a limit is reached.
pub struct Stopwatch {
    start: Instant,
    deadline: Option<Instant>,
    stop: Option<StopFlag>,
    node_limit: u64,
    nodes: Cell<u64>,
    over: AtomicBool,
}

/// The number of nodes between two checks of the clock; a textbook node takes well under a microsecond.
const NODES_BETWEEN_LOOKS: u64 = 256;

impl Stopwatch {
    /// Starts it.
    pub fn start(limits: &Limits) -> Stopwatch {
        let start = Instant::now();
        Stopwatch {
            start,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            stop: limits.stop.clone(),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: Cell::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Was a limit reached? Then the result of the search must be discarded.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// The limit that was reached.
    pub fn ended_by(&self) -> Ending {
        if self.nodes.get() >= self.node_limit {
            return Ending::Nodes;
        }
        if self.stop.as_ref().is_some_and(StopFlag::is_raised) { Ending::Stop } else { Ending::Time }
    }

    fn count(&self) {
        let nodes = self.nodes.get() + u64::from(!self.is_over());
        self.nodes.set(nodes);
        if nodes >= self.node_limit || nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.must_end() {
            self.over.store(true, Ordering::Relaxed);
        }
    }

    /// Does the clock or the stop flag say so?
    pub fn must_end(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.stop.as_ref().is_some_and(StopFlag::is_raised)
    }
}

impl<G: Game> Observer<G> for &Stopwatch {
    fn enter(&mut self, _: &Visit<'_, G>) {
        self.count();
    }
}

/// A game that is over everywhere once the watch says so, and drawn where a position of the game so far would occur for
/// the third time.
pub struct Stoppable<'a, G> {
    game: &'a G,
    over: &'a AtomicBool,
    twice: Vec<u64>,
}

impl<'a, G> Stoppable<'a, G> {
    /// The game while the watch runs.
    pub fn new(game: &'a G, watch: &'a Stopwatch) -> Stoppable<'a, G> {
        Stoppable { game, over: &watch.over, twice: Vec::new() }
    }
}

impl<G: Game> Stoppable<'_, G> {
    /// Adds the positions that led to `state`, oldest first.
    pub fn after(self, earlier: &[u64], state: &G::State) -> Self {
        Stoppable { twice: twice_before(self.game, state, earlier), ..self }
    }

    fn is_third_time(&self, state: &G::State) -> bool {
        !self.twice.is_empty() && self.game.key(state).is_some_and(|key| self.twice.contains(&key))
    }
}

// Clippy notices a method of the trait that is not passed on.
#[warn(clippy::missing_trait_methods)]
impl<G: Game> Game for Stoppable<'_, G> {
    type State = G::State;
    type Move = G::Move;
    const TURNS_ALTERNATE: bool = G::TURNS_ALTERNATE;
    const MOVES_ARE_COSTLY: bool = G::MOVES_ARE_COSTLY;
    const CAN_REPEAT: bool = G::CAN_REPEAT;
    const HAS_CHANCE: bool = G::HAS_CHANCE;
    const NO_PROGRESS_RULE: bool = G::NO_PROGRESS_RULE;

    fn initial(&self) -> G::State {
        self.game.initial()
    }
    fn to_move(&self, state: &G::State) -> Side {
        self.game.to_move(state)
    }
    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        if self.over.load(Ordering::Relaxed) {
            return Some(Outcome::Draw);
        }
        self.game.outcome(state).or_else(|| self.is_third_time(state).then_some(Outcome::Draw))
    }
    fn moves(&self, state: &G::State, push: &mut impl FnMut(G::Move)) {
        self.game.moves(state, push);
    }
    fn apply(&self, state: &G::State, mv: G::Move) -> G::State {
        self.game.apply(state, mv)
    }
    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.game.play(state, mv);
    }
    fn stuck(&self, state: &G::State) -> Outcome {
        self.game.stuck(state)
    }
    fn has_move(&self, state: &G::State) -> bool {
        self.game.has_move(state)
    }
    fn count_moves(&self, state: &G::State) -> u64 {
        self.game.count_moves(state)
    }
    fn has_chance(&self) -> bool {
        self.game.has_chance()
    }
    fn is_chance(&self, state: &G::State) -> bool {
        self.game.is_chance(state)
    }
    fn is_ply(&self, state: &G::State) -> bool {
        self.game.is_ply(state)
    }
    fn weight(&self, state: &G::State, outcome: G::Move) -> u32 {
        self.game.weight(state, outcome)
    }
    fn chances(&self, state: &G::State, push: &mut impl FnMut(G::Move, u32)) {
        self.game.chances(state, push);
    }
    fn range(&self) -> Range {
        self.game.range()
    }
    fn key(&self, state: &G::State) -> Option<u64> {
        self.game.key(state)
    }
    fn has_exact_keys(&self) -> bool {
        self.game.has_exact_keys()
    }
    fn plies_played(&self, state: &G::State) -> Option<u32> {
        self.game.plies_played(state)
    }
    fn position_count(&self) -> Option<f64> {
        self.game.position_count()
    }
    fn with_sides_exchanged(&self, state: &G::State) -> Option<G::State> {
        self.game.with_sides_exchanged(state)
    }
    fn reversible_plies(&self, state: &G::State) -> usize {
        self.game.reversible_plies(state)
    }
    fn plies_to_draw(&self, state: &G::State) -> u32 {
        self.game.plies_to_draw(state)
    }
    fn may_be_claimed(&self, state: &G::State) -> bool {
        !self.over.load(Ordering::Relaxed) && (self.game.may_be_claimed(state) || self.is_third_time(state))
    }
}

/// The evaluation alone: the only part of a game's knowledge that the textbook searches use.
pub struct Advice<'a, K>(
    /// The knowledge.
    pub &'a K,
);

impl<'a, G: Game, K: Evaluation<G>> Evaluation<Stoppable<'a, G>> for Advice<'_, K> {
    fn evaluate(&self, game: &Stoppable<'a, G>, state: &G::State) -> i32 {
        self.0.evaluate(game.game, state)
    }
}

//! Running the search to trace.

use rootward_game::{Bound, Game, Knowledge, Notation, Score, Window};
use rootward_search::textbook::{AlphaBeta, Minimax, SearchResult};
use rootward_search::{
    Counter, Counts, Cut, Departure, Limits, MAX_DEPTH, Observer, Omission, Recorder, Remark, Search, Share,
    SharedTable, Visit,
};

use super::count::{size_within, whole_size_within};
use super::settings::TraceSettings;
use super::value::Value;
use rootward_session::{Advice, Algorithm, Judge, Stoppable, Stopwatch};

/// The result of the search.
pub(super) struct Found<M> {
    /// For MAX.
    pub(super) value: Score,
    pub(super) bound: Bound,
    pub(super) proven: bool,
    pub(super) line: Vec<M>,
    pub(super) counts: Counts,
    /// A remark about the value for the reader.
    pub(super) note: Option<String>,
}

/// Records events up to the limit, counts everything, and times a search that has no clock of its own.
pub(super) struct Watch<'a, S, M> {
    pub(super) recorder: Recorder<S, M>,
    pub(super) counter: Counter,
    stopwatch: &'a Stopwatch,
}

impl<'a, S, M> Watch<'a, S, M> {
    pub(super) fn new(max_events: usize, stopwatch: &'a Stopwatch) -> Watch<'a, S, M> {
        Watch { recorder: Recorder::new(max_events), counter: Counter::default(), stopwatch }
    }
}

impl<G: Game> Observer<G> for Watch<'_, G::State, G::Move> {
    const SINGLE_THREAD: bool = true;

    fn enter(&mut self, visit: &Visit<'_, G>) {
        self.recorder.enter(visit);
        self.counter.enter(visit);
        let mut stopwatch = self.stopwatch;
        Observer::<G>::enter(&mut stopwatch, visit);
    }

    fn update(&mut self, ply: usize, by: G::Move, value: Score, window: Window) {
        Observer::<G>::update(&mut self.recorder, ply, by, value, window);
    }

    fn share(&mut self, ply: usize, share: &Share<G::Move>) {
        Observer::<G>::share(&mut self.recorder, ply, share);
    }

    fn cut(&mut self, ply: usize, cut: &Cut<'_, G::Move>) {
        Observer::<G>::cut(&mut self.recorder, ply, cut);
        Observer::<G>::cut(&mut self.counter, ply, cut);
    }

    fn remark(&mut self, ply: usize, remark: Remark) {
        Observer::<G>::remark(&mut self.recorder, ply, remark);
        Observer::<G>::remark(&mut self.counter, ply, remark);
    }

    fn left_out(&mut self, ply: usize, mv: G::Move, why: Omission) {
        Observer::<G>::left_out(&mut self.recorder, ply, mv, why);
        Observer::<G>::left_out(&mut self.counter, ply, mv, why);
    }

    fn settled(&mut self, ply: usize, mv: G::Move, departure: Departure) {
        Observer::<G>::settled(&mut self.recorder, ply, mv, departure);
        Observer::<G>::settled(&mut self.counter, ply, mv, departure);
    }

    fn leave(&mut self, ply: usize, departure: Departure) {
        Observer::<G>::leave(&mut self.recorder, ply, departure);
        Observer::<G>::leave(&mut self.counter, ply, departure);
    }
}

/// A larger tree is not searched to its end unless a depth is given. Tic-tac-toe's 549,946 nodes are allowed.
const WHOLE_GAME: u64 = 1_000_000;
/// Then the depth is the greatest whose whole tree has at most this many nodes: still readable for a person.
const READABLE: u64 = 3_000;

/// The depth of a search.
#[derive(Clone, Copy)]
pub(super) struct Horizon {
    /// The depth limit to tell the reader about; none to the end of the game.
    pub(super) depth: Option<u32>,
    /// An equal depth for the engine: its solving mode asks many small questions in turn, while iterative deepening to
    /// the end shows the same search as the textbook.
    for_engine: u32,
}

impl Horizon {
    /// The given depth, or the end of the game, or a depth that limits a large game.
    pub(super) fn new<G: Game>(game: &G, state: &G::State, asked: Option<u32>) -> Horizon {
        let readable = |&depth: &u32| depth == 1 || size_within(game, state, Some(depth), READABLE).is_some();
        let whole = if asked.is_none() { whole_size_within(game, state, WHOLE_GAME) } else { None };
        if let Some(size) = whole {
            return Horizon { depth: None, for_engine: size.height.clamp(1, MAX_DEPTH) };
        }
        let depth = asked.or_else(|| (1..=MAX_DEPTH).take_while(readable).last()).unwrap_or(1);
        Horizon { depth: Some(depth), for_engine: depth.clamp(1, MAX_DEPTH) }
    }
}

/// The table of a traced engine: small, because traced searches are small.
const TABLE_BYTES: usize = 4 << 20;

/// Searches according to the settings, to the horizon; none if a limit was reached first.
pub(super) fn run<G: Notation, K: Knowledge<G>>(
    (game, judge, state): (&G, Judge<'_, G, K>, &G::State),
    settings: &TraceSettings,
    horizon: Horizon,
    limits: &Limits,
    watch: &mut Watch<'_, G::State, G::Move>,
) -> Option<Found<G::Move>> {
    let depth = horizon.depth;
    let stopwatch = watch.stopwatch;
    let (stoppable, advice) = (Stoppable::new(game, stopwatch).after(&settings.earlier, state), Advice(&judge));
    let found = match settings.algorithm {
        Algorithm::Minimax => Minimax { depth }.run(&stoppable, &advice, state, watch).into(),
        Algorithm::AlphaBeta => {
            let TraceSettings { cut, fail, order, .. } = *settings;
            AlphaBeta { depth, cut, fail, order }.run(&stoppable, &advice, state, watch).into()
        }
        Algorithm::Engine => {
            let table = SharedTable::with_bytes(TABLE_BYTES);
            // The choice among lost moves needs further searches, which would clutter the trace.
            let search = Search::new(game)
                .knowledge(judge.knowledge())
                .evaluator(judge.evaluator())
                .table(&table)
                .observer(watch)
                .resist(false);
            let search = search.techniques(settings.techniques).earlier(&settings.earlier);
            let limits = Limits { depth: Some(horizon.for_engine), ..limits.clone() };
            let report = search.limits(limits).run(state);
            if report.stopped {
                return None;
            }
            let value = game.to_move(state).view(report.score);
            let line = report.lines.first().map(|line| line.moves.clone()).unwrap_or_default();
            let note = report.secondary_search.filter(|look| look.after < look.before).map(|look| {
                let seen = |score| Value::new(game, game.to_move(state).view(score));
                let (first, before, after) = (game.write_move(state, look.first_choice), look.before, look.after);
                format!("past the end of its line, {first} was worth {} and not {}", seen(after), seen(before))
            });
            Found { value, bound: report.bound, proven: report.proven, line, counts: report.counts, note }
        }
    };
    Some(found).filter(|_| settings.algorithm == Algorithm::Engine || !stopwatch.is_over())
}

impl<M> From<SearchResult<M>> for Found<M> {
    fn from(result: SearchResult<M>) -> Found<M> {
        let SearchResult { value, line, counts, proven, .. } = result;
        Found { value, bound: Bound::Exact, proven, line, counts, note: None }
    }
}

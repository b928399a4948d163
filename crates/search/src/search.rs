//! [`Search`]: a search is configured, then run.

use rootward_game::{Evaluator, Game, Knowledge, Tablebase};

use crate::engine::{self, Anything, Plan, Scope, Shared, Solving, Team, Worker};
use crate::limits::Clock;
use crate::{Iteration, Limits, Observer, Report, Table, TableIdentity, Techniques};

/// A search to be run: a game and how to search it.
///
/// By default it uses no knowledge, no table, one thread, and the techniques of [`Techniques::EXACT`].
#[must_use]
pub struct Search<'a, G: Game, K = (), T = (), O = ()> {
    game: &'a G,
    knowledge: &'a K,
    table: &'a T,
    observer: O,
    settings: Settings<'a, G>,
}

struct Settings<'a, G: Game> {
    tablebase: Option<&'a dyn Tablebase<G>>,
    evaluator: Option<&'a dyn Evaluator<G>>,
    techniques: Techniques,
    limits: Limits,
    threads: usize,
    lines: usize,
    resist: bool,
    weak: bool,
    earlier: &'a [u64],
    only: &'a [G::Move],
}

impl<'a, G: Game> Search<'a, G> {
    /// A search of `game`.
    pub fn new(game: &'a G) -> Self {
        let settings = Settings {
            tablebase: None,
            evaluator: None,
            techniques: Techniques::default(),
            limits: Limits::default(),
            threads: 1,
            lines: 1,
            resist: true,
            weak: false,
            earlier: &[],
            only: &[],
        };
        Search { game, knowledge: &(), table: &(), observer: (), settings }
    }
}

impl<'a, G, K, T, O> Search<'a, G, K, T, O>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
{
    /// With knowledge of the game.
    pub fn knowledge<L: Knowledge<G>>(self, knowledge: &'a L) -> Search<'a, G, L, T, O> {
        Search { game: self.game, knowledge, table: self.table, observer: self.observer, settings: self.settings }
    }

    /// With a transposition table.
    pub fn table<U: Table>(self, table: &'a U) -> Search<'a, G, K, U, O> {
        let Search { game, knowledge, observer, settings, .. } = self;
        Search { game, knowledge, table, observer, settings }
    }

    /// With an observer. It watches the first thread, which is the only one if it says so ([`Observer::SINGLE_THREAD`]).
    pub fn observer<P: Observer<G>>(self, observer: P) -> Search<'a, G, K, T, P> {
        let Search { game, knowledge, table, settings, .. } = self;
        Search { game, knowledge, table, observer, settings }
    }

    /// With values that were computed before: endgame tables, or a book of solved openings.
    pub fn tablebase(mut self, tablebase: Option<&'a dyn Tablebase<G>>) -> Self {
        self.settings.tablebase = tablebase;
        self
    }

    /// With this evaluation instead of that of the knowledge, such as a learned network.
    pub fn evaluator(mut self, evaluator: Option<&'a dyn Evaluator<G>>) -> Self {
        self.settings.evaluator = evaluator;
        self
    }

    /// With these techniques.
    pub fn techniques(mut self, techniques: Techniques) -> Self {
        self.settings.techniques = techniques;
        self
    }

    /// Within these limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// With this many threads, at least one. More than one is of use only with a shared table.
    pub fn threads(mut self, threads: usize) -> Self {
        self.settings.threads = threads.max(1);
        self
    }

    /// The number of lines to report, each with another first move (multi-PV).
    pub fn lines(mut self, lines: usize) -> Self {
        self.settings.lines = lines.max(1);
        self
    }

    /// If all moves lose, whether to choose the one that is hardest to refute; this takes some more search. On by default.
    pub fn resist(mut self, resist: bool) -> Self {
        self.settings.resist = resist;
        self
    }

    /// Whether [`solve`](Search::solve) finds out only who wins, not how soon (weak solving), which is less work. The report
    /// then gives a win or a loss with a bound on its distance, and a move that keeps the win or the draw. Off by default.
    pub fn weak(mut self, weak: bool) -> Self {
        self.settings.weak = weak;
        self
    }

    /// With the keys of the earlier positions of the game, oldest first, so that repetitions are recognised.
    pub fn earlier(mut self, keys: &'a [u64]) -> Self {
        self.settings.earlier = keys;
        self
    }

    /// Restricts the choice to these moves; illegal ones are ignored, and if none is left, all moves are allowed. The value is
    /// then that of the best of them, not that of the position.
    pub fn only(mut self, moves: &'a [G::Move]) -> Self {
        self.settings.only = moves;
        self
    }

    /// What a table of this search is good for, to [save](crate::SharedTable::save) it with and to
    /// [load](crate::SharedTable::load) it by. `name` is that of the game with its variant, and of everything else that changes values but
    /// cannot be seen in the rules, the evaluation and the techniques, such as which endgame tables are used.
    pub fn identity(&self, name: &str) -> TableIdentity {
        let Settings { techniques, tablebase, .. } = &self.settings;
        TableIdentity::of(name, self.game, self.knowledge, techniques, tablebase.is_some())
    }

    /// Searches by increasing depth until a limit is reached or the value is proven. With no limit on a game too large
    /// to be searched whole, it does not end.
    pub fn run(self, state: &G::State) -> Report<G::Move> {
        self.run_with(state, &mut |_| {})
    }

    /// [`run`](Search::run), with a call of `each` after every finished iteration.
    pub fn run_with(self, state: &G::State, each: &mut dyn FnMut(&Iteration<G::Move>)) -> Report<G::Move> {
        let plan = Plan { depth: self.settings.limits.depth, ..self.plan() };
        self.go(state, plan, each)
    }

    /// Proves the value by a search to the end of the game: a depth limit is ignored, and speculative techniques are off. If a
    /// limit stops the search, the report says so and its value is not proven.
    pub fn solve(mut self, state: &G::State) -> Report<G::Move> {
        self.settings.techniques = self.settings.techniques.for_solving();
        let plan = Plan { to_the_end: true, ..self.plan() };
        self.go(state, plan, &mut |_| {})
    }

    fn plan(&self) -> Plan {
        let Settings { lines, resist, weak, .. } = self.settings;
        Plan { depth: None, to_the_end: false, lines, resist, weak }
    }

    fn go(self, state: &G::State, plan: Plan, each: &mut dyn FnMut(&Iteration<G::Move>)) -> Report<G::Move> {
        let Search { game, knowledge, table, observer, settings } = self;
        let Settings { tablebase, evaluator, techniques, limits, threads, earlier, only, .. } = settings;
        table.new_search();
        let clock = &Clock::start(&limits);
        let threads = if O::SINGLE_THREAD { 1 } else { threads };
        let team = (threads > 1).then(Team::new);
        let team = team.as_ref();
        let shared = Shared { game, knowledge, table, tablebase, evaluator, techniques, clock, earlier, only, team };
        // Where `Solving` never applies, the recursion is not compiled for it.
        if const { Solving::may_suit::<G, K, O>() } && Solving::suits(plan, &techniques) {
            run::<_, _, _, _, Solving>(shared, threads, state, plan, observer, each)
        } else {
            run::<_, _, _, _, Anything>(shared, threads, state, plan, observer, each)
        }
    }
}

/// Runs the search, with helper threads unless the observer wants none: then they are not even compiled.
fn run<G: Game, K: Knowledge<G>, T: Table, O: Observer<G>, S: Scope>(
    shared: Shared<'_, G, K, T>,
    threads: usize,
    state: &G::State,
    plan: Plan,
    observer: O,
    each: &mut dyn FnMut(&Iteration<G::Move>),
) -> Report<G::Move> {
    if O::SINGLE_THREAD {
        let mut worker = Worker::<_, _, _, _, S>::new(shared, 0, observer);
        let report = worker.deepen(state, plan, each);
        worker.keep_histories();
        report
    } else {
        engine::run::<_, _, _, _, S>(shared, threads, state, plan, observer, each)
    }
}

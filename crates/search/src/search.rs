//! [`Search`]: a search is configured, then run.

use rootward_game::{Game, Knowledge};

use crate::engine::{self, Anything, Plan, Shared, Solving, Team};
use crate::limits::Clock;
use crate::{Iteration, Limits, Observer, Report, Table, Techniques};

/// A search to be run: a game and how to search it.
///
/// By default it uses no knowledge, no table, one thread, and the techniques of [`Techniques::EXACT`].
pub struct Search<'a, G: Game, K = (), T = (), O = ()> {
    game: &'a G,
    knowledge: &'a K,
    table: &'a T,
    observer: O,
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
        Search {
            game,
            knowledge: &(),
            table: &(),
            observer: (),
            techniques: Techniques::default(),
            limits: Limits::default(),
            threads: 1,
            lines: 1,
            resist: true,
            weak: false,
            earlier: &[],
            only: &[],
        }
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
        let Search { game, table, observer, techniques, limits, threads, lines, resist, weak, earlier, only, .. } =
            self;
        Search { game, knowledge, table, observer, techniques, limits, threads, lines, resist, weak, earlier, only }
    }

    /// With a transposition table.
    pub fn table<U: Table>(self, table: &'a U) -> Search<'a, G, K, U, O> {
        let Search {
            game, knowledge, observer, techniques, limits, threads, lines, resist, weak, earlier, only, ..
        } = self;
        Search { game, knowledge, table, observer, techniques, limits, threads, lines, resist, weak, earlier, only }
    }

    /// With an observer. It watches the first thread.
    pub fn observer<P: Observer<G>>(self, observer: P) -> Search<'a, G, K, T, P> {
        let Search { game, knowledge, table, techniques, limits, threads, lines, resist, weak, earlier, only, .. } =
            self;
        Search { game, knowledge, table, observer, techniques, limits, threads, lines, resist, weak, earlier, only }
    }

    /// With these techniques.
    #[must_use]
    pub fn techniques(self, techniques: Techniques) -> Self {
        Search { techniques, ..self }
    }

    /// Within these limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Search { limits, ..self }
    }

    /// With this many threads, at least one. More than one is of use only with a shared table.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Search { threads: threads.max(1), ..self }
    }

    /// The number of lines to report, each with another first move (multi-PV).
    #[must_use]
    pub fn lines(self, lines: usize) -> Self {
        Search { lines: lines.max(1), ..self }
    }

    /// If all moves lose, whether to choose the one that is hardest to refute; this takes some more search. On by default.
    #[must_use]
    pub fn resist(self, resist: bool) -> Self {
        Search { resist, ..self }
    }

    /// Whether [`solve`](Search::solve) finds out only who wins, not how soon (weak solving), which is less work. The report
    /// then gives a win or a loss with a bound on its distance, and a move that keeps the win or the draw. Off by default.
    #[must_use]
    pub fn weak(self, weak: bool) -> Self {
        Search { weak, ..self }
    }

    /// With the keys of the earlier positions of the game, oldest first, so that repetitions are recognised.
    #[must_use]
    pub fn earlier(self, keys: &'a [u64]) -> Self {
        Search { earlier: keys, ..self }
    }

    /// Restricts the choice to these moves; illegal ones are ignored, and if none is left, all moves are allowed. The value is
    /// then that of the best of them, not that of the position.
    #[must_use]
    pub fn only(self, moves: &'a [G::Move]) -> Self {
        Search { only: moves, ..self }
    }

    /// Searches by increasing depth until a limit is reached or the value is proven. With no limit on a game too large
    /// to be searched whole, it does not end.
    pub fn run(self, state: &G::State) -> Report<G::Move> {
        self.run_with(state, &mut |_| {})
    }

    /// [`run`](Search::run), with a call of `each` after every finished iteration.
    pub fn run_with(self, state: &G::State, each: &mut dyn FnMut(&Iteration<G::Move>)) -> Report<G::Move> {
        let plan = Plan {
            depth: self.limits.depth,
            to_the_end: false,
            lines: self.lines,
            resist: self.resist,
            weak: self.weak,
        };
        self.go(state, plan, each)
    }

    /// Proves the value by a search to the end of the game: a depth limit is ignored, and speculative techniques are off. If a
    /// limit stops the search, the report says so and its value is not proven.
    pub fn solve(mut self, state: &G::State) -> Report<G::Move> {
        self.techniques = self.techniques.for_solving();
        let plan = Plan { depth: None, to_the_end: true, lines: self.lines, resist: self.resist, weak: self.weak };
        self.go(state, plan, &mut |_| {})
    }

    fn go(self, state: &G::State, plan: Plan, each: &mut dyn FnMut(&Iteration<G::Move>)) -> Report<G::Move> {
        self.table.new_search();
        let clock = Clock::start(&self.limits);
        let team = (self.threads > 1).then(Team::new);
        let shared = Shared {
            game: self.game,
            knowledge: self.knowledge,
            table: self.table,
            techniques: self.techniques,
            clock: &clock,
            earlier: self.earlier,
            only: self.only,
            team: team.as_ref(),
        };
        // Where `Solving` never applies, the recursion is not compiled for it.
        if const { Solving::may_suit::<G, K, O>() } && Solving::suits(plan, &self.techniques) {
            engine::run::<_, _, _, _, Solving>(shared, self.threads, state, plan, self.observer, each)
        } else {
            engine::run::<_, _, _, _, Anything>(shared, self.threads, state, plan, self.observer, each)
        }
    }
}

//! The engine: one recursion, and the parts around it.
//!
//! [`node`] is the recursion, with [`move_loop`] for the moves of a node and [`child`] for one of them. It calls [`proofs`], [`chance`], [`quiescence`], [`transposition`], [`pruning`],
//! [`move_pruning`], [`reductions`], [`singular`], [`correction_history`], [`move_ordering`],
//! [`abdada`], [`ancestors`], [`repetition`] and [`no_progress`]. It is called by [`iterative_deepening`], [`solve`],
//! [`question`], [`resistance`], [`secondary_search`] and [`parallel`]. None of them copies it.

mod node;
mod move_loop;
mod child;
mod chance;
mod quiescence;
mod transposition;
mod proofs;
mod pruning;
mod move_pruning;
mod reductions;
mod correction_history;
mod singular;
mod move_ordering;
mod abdada;
mod question;
mod ancestors;
mod repetition;
mod no_progress;
mod scope;
mod principal_variation;
mod root;
mod iterative_deepening;
mod stopped;
mod solve;
mod resistance;
mod secondary_search;
mod parallel;

use std::marker::PhantomData;

use rootward_game::{
    Bound, Evaluator, Game, Knowledge, PathEvaluation, Proof, Score, SearchParameters, Side, Tablebase, Window,
};

use crate::histories::HistorySizes;
use crate::limits::{Clock, Pace, Stopped};
use crate::{Counts, Histories, Observer, Speculative, Table, Techniques};

pub(crate) use abdada::Abdada;
use ancestors::Ancestors;
pub(crate) use iterative_deepening::Plan;
use move_ordering::{Candidate, MoveHistory, sort_by_rank};
pub use move_pruning::Omission;
use node::Node;
pub(crate) use parallel::{Team, run};
use principal_variation::PrincipalVariations;
use repetition::Path;
pub use repetition::twice_before;
use root::Root;
pub(crate) use scope::{Anything, Scope, Solving};

/// The depth of a search without a horizon: to the end of the game.
const TO_THE_END: i32 = 1 << 20;

/// The longest line that is searched, in plies from the root; it bounds the stack of the recursion.
const MAX_PLY: usize = 1200;

/// Everything that the threads of one run share.
pub(crate) struct Shared<'a, G: Game, K, T> {
    pub game: &'a G,
    pub knowledge: &'a K,
    pub table: &'a T,
    pub tablebase: Option<&'a dyn Tablebase<G>>,
    /// The evaluation that replaces that of the knowledge.
    pub evaluator: Option<&'a dyn Evaluator<G>>,
    pub techniques: Techniques,
    pub clock: &'a Clock,
    /// Keys of the positions that led to the root, oldest first.
    pub earlier: &'a [u64],
    /// The root's moves to choose among; empty for all.
    pub only: &'a [G::Move],
    /// What the threads share besides the table; none if there is only one thread.
    pub team: Option<&'a Team<G::Move>>,
}

impl<G: Game, K, T> Clone for Shared<'_, G, K, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, K, T> Copy for Shared<'_, G, K, T> {}

/// What the techniques and the game make of a search: worked out once, asked at every node.
struct Mode {
    /// Some technique orders moves, so they are ranked.
    ordering: bool,
    /// Some technique limits a value before any move is searched: mate distance, or proofs.
    limiting: bool,
    /// The game's knowledge proves the value one ply before the game ends, so no node is tested for the end.
    foreseeing: bool,
    /// A leaf is evaluated and nothing else is done there.
    plain_leaves: bool,
    /// Some speculative technique prunes, reduces or extends inside the tree.
    pruning: bool,
    /// Quiescence search is on, so the table is used at the horizon, too.
    quiescing: bool,
    /// There are chance nodes.
    has_chance: bool,
}

impl Mode {
    fn of<G: Game, K: Knowledge<G>, T>(shared: &Shared<'_, G, K, T>) -> Mode {
        let Techniques { sound, farsighted, speculative } = shared.techniques;
        Mode {
            ordering: sound.hash_move || sound.static_ordering || sound.killers || sound.history,
            limiting: sound.mate_distance || farsighted.proofs,
            foreseeing: K::FORESEES_THE_END && farsighted.proofs && speculative == Speculative::NONE,
            plain_leaves: !farsighted.proofs && speculative.quiescence == 0 && !G::CAN_REPEAT,
            pruning: Speculative { quiescence: 0, secondary_search: 0, correction_history: false, ..speculative }
                != Speculative::NONE,
            quiescing: speculative.quiescence > 0,
            has_chance: G::HAS_CHANCE && shared.game.has_chance(),
        }
    }
}

/// When the limits are checked, in nodes of this thread.
struct Checks {
    pace: Pace,
    next: u64,
    last: u64,
}

/// One thread's search.
pub(crate) struct Worker<'a, G: Game, K: Knowledge<G>, T, O, S> {
    shared: Shared<'a, G, K, T>,
    mode: Mode,
    /// The numbers of the speculative techniques.
    parameters: SearchParameters,
    /// This thread's part of the evaluation that replaces that of the knowledge.
    evaluation: Option<Box<dyn PathEvaluation<G> + 'a>>,
    /// The number of the current question; 0 for none.
    question: u64,
    ancestors: Ancestors,
    /// The bound of the value that was returned last; kept only in games with chance.
    last_bound: Bound,
    /// The number of chance nodes on the path. Below one, no principal variation is kept.
    chances_above: u32,
    /// Static evaluations on the path by ply, for the side to move; none where it is in check.
    static_evals: Vec<Option<Score>>,
    /// 0 for the thread that reports; helpers have numbers from 1.
    number: usize,
    observer: O,
    /// The move just made, for the observer only.
    via: Option<G::Move>,
    counts: Counts,
    /// Counts everything that is not proven: estimates, and cuts by a speculative technique. If it did not change during
    /// the search of a subtree, the value of that subtree is proven.
    doubts: u64,
    /// Counts results that rest on a no-progress rule: its draws, and table entries stored together with a count.
    counted: u64,
    /// The largest ply reached so far.
    deepest: usize,
    checks: Checks,
    /// The move stack: the moves of all nodes on the path, one node after the other.
    moves: Vec<Candidate<G::Move>>,
    /// What is proven about the positions after some of these moves.
    proofs: Vec<Proof<K::Note>>,
    move_history: MoveHistory<G::Move>,
    path: Path,
    lines: PrincipalVariations<G::Move>,
    root: Root<G::Move>,
    scope: PhantomData<S>,
}

impl<'a, G, K, T, O, S> Worker<'a, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    pub(crate) fn new(shared: Shared<'a, G, K, T>, number: usize, observer: O) -> Self {
        let sizes = Self::history_sizes(&shared);
        let kept = S::ANYTHING.then(|| shared.table.take_histories(number)).flatten();
        let learned = kept.filter(|kept| kept.sizes() == sizes).unwrap_or_else(|| Histories::new(sizes));
        let move_history = MoveHistory::new(shared.knowledge.history_slots(), learned);
        Worker {
            shared,
            mode: Mode::of(&shared),
            parameters: shared.knowledge.parameters(),
            evaluation: shared.evaluator.map(|evaluator| evaluator.start()),
            question: 0,
            ancestors: Ancestors::default(),
            last_bound: Bound::Exact,
            chances_above: 0,
            static_evals: Vec::new(),
            number,
            observer,
            via: None,
            counts: Counts::default(),
            doubts: 0,
            counted: 0,
            deepest: 0,
            checks: Checks { pace: Pace::new(shared.clock), next: 0, last: 0 },
            moves: Vec::with_capacity(1024),
            proofs: Vec::new(),
            move_history,
            path: Path::new(shared.earlier),
            lines: PrincipalVariations::new(),
            root: Root::default(),
            scope: PhantomData,
        }
    }

    fn history_sizes(shared: &Shared<'a, G, K, T>) -> HistorySizes {
        let Techniques { sound, speculative, .. } = shared.techniques;
        let slots = shared.knowledge.history_slots();
        let continues = sound.continuation_history && shared.knowledge.uses_continuation_history();
        let corrects = S::ANYTHING && speculative.correction_history;
        HistorySizes {
            history: 2 * slots,
            captures: if sound.capture_history { 2 * shared.knowledge.capture_slots() } else { 0 },
            continuation: if continues { 2 * slots * slots } else { 0 },
            corrections: if corrects { correction_history::size(K::CORRECTION_KEYS) } else { 0 },
        }
    }

    /// Leaves what was learned to the next search with the same table. A solution is worked out once, so nothing is kept there.
    pub(crate) fn keep_histories(&mut self) {
        if S::ANYTHING {
            self.shared.table.keep_histories(self.number, std::mem::take(&mut self.move_history.learned));
        }
    }

    /// Does some speculative technique work inside the tree?
    #[inline(always)]
    fn is_pruning(&self) -> bool {
        S::ANYTHING && self.mode.pruning
    }

    /// Is the table used at the horizon, too?
    #[inline(always)]
    fn is_quiescing(&self) -> bool {
        S::ANYTHING && self.mode.quiescing
    }

    /// Does the game's knowledge foresee the end of the game, so that no node is tested for it?
    #[inline(always)]
    fn is_foreseeing(&self) -> bool {
        K::FORESEES_THE_END && (!S::ANYTHING || self.mode.foreseeing)
    }

    /// Are moves ranked?
    #[inline(always)]
    fn is_ordering(&self) -> bool {
        !S::ANYTHING || self.mode.ordering
    }

    /// Are proofs by the game's knowledge used?
    #[inline(always)]
    fn is_proving(&self) -> bool {
        !S::ANYTHING || self.shared.techniques.farsighted.proofs
    }

    /// Is a move excluded, to find the value of the others?
    #[inline(always)]
    fn leaves_one_out(&self, node: &Node<'_, G>) -> bool {
        S::ANYTHING && node.excluded.is_some()
    }

    /// Counts a node. Every few hundred nodes it checks whether the search has to end.
    #[inline]
    fn tick(&mut self) -> Result<(), Stopped> {
        if self.counts.nodes >= self.checks.next {
            self.look()?;
        }
        self.counts.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        let allowed = self.shared.clock.look(self.counts.nodes - self.checks.last, &mut self.checks.pace)?;
        self.shared.clock.note_deepest(self.deepest);
        self.checks.last = self.counts.nodes;
        self.checks.next = self.counts.nodes + allowed;
        if self.shared.team.is_some() { self.look_at_others() } else { Ok(()) }
    }

    /// The nodes of all threads, as far as this thread knows them. With a single thread the meter is not used, because other
    /// searches may share it.
    fn nodes_of_all(&self) -> u64 {
        let reported_by_others = self.shared.team.map_or(0, |_| self.shared.clock.nodes() - self.checks.last);
        self.counts.nodes + reported_by_others
    }

    /// The static evaluation for the side to move: always an estimate.
    #[inline]
    fn estimate(&mut self, state: &G::State, side: Side, ply: usize) -> Score {
        let points = match &mut self.evaluation {
            Some(evaluation) => evaluation.evaluate(self.shared.game, state, ply),
            None => self.shared.knowledge.evaluate(self.shared.game, state),
        };
        // Cuts at chance nodes rest on the range.
        side.view(Score::points(if G::HAS_CHANCE && self.mode.has_chance {
            self.shared.game.range().clamp(points)
        } else {
            points
        }))
    }

    #[inline]
    fn is_chance(&self, state: &G::State) -> bool {
        G::HAS_CHANCE && self.mode.has_chance && self.shared.game.is_chance(state)
    }

    /// Converts a value of the side to move at `ply` into the observer's form: for MAX, with distances from the root.
    fn shown(&self, side: Side, ply: usize, score: Score) -> Score {
        side.view(score.earlier_by(ply as u32))
    }

    fn shown_window(&self, side: Side, ply: usize, window: Window) -> Window {
        let window = Window::new(window.alpha.earlier_by(ply as u32), window.beta.earlier_by(ply as u32));
        match side {
            Side::First => window,
            Side::Second => -window,
        }
    }
}

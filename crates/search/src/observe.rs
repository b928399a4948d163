//! Watching a search: every node, update, cut-off and pruned move, at no cost when nobody watches.
//!
//! All values that an observer gets are those of **MAX** ([`Side::First`]), with distances from the root, so that a textbook
//! search and the engine report in the same form.

use rootward_game::{Bound, Game, Score, Side, Window};

use crate::Omission;

/// Receives the events of a search, in the order in which they happen. `()` ignores them and vanishes at compile time.
///
/// For each node the calls are: one [`enter`](Observer::enter); then, in turn, its children's calls and any number of
/// [`update`](Observer::update)s, [`share`](Observer::share)s, [`settled`](Observer::settled) and
/// [`left_out`](Observer::left_out) moves, [`remark`](Observer::remark)s and at most one [`cut`](Observer::cut); then one
/// [`leave`](Observer::leave). In a search that is stopped, the nodes on its path get no `leave`.
pub trait Observer<G: Game> {
    /// `false` lets the compiler drop every call together with the work of preparing it.
    const WATCHING: bool = true;

    /// `true` has the search run in one thread, whatever [`Search::threads`](crate::Search::threads) says. Helper threads are not
    /// watched, so each game would need a second copy of the search for them.
    const SINGLE_THREAD: bool = false;

    /// A node is entered.
    fn enter(&mut self, visit: &Visit<'_, G>) {
        let _ = visit;
    }

    /// The move `by` gave the node at `ply` a new best value; `window` is the one for the moves to come.
    fn update(&mut self, ply: usize, by: G::Move, value: Score, window: Window) {
        let _ = (ply, by, value, window);
    }

    /// A cut-off: the rest of a node's moves cannot matter.
    fn cut(&mut self, ply: usize, cut: &Cut<'_, G::Move>) {
        let _ = (ply, cut);
    }

    /// An outcome of the chance node at `ply` got a value, or a bound of it.
    fn share(&mut self, ply: usize, share: &Share<G::Move>) {
        let _ = (ply, share);
    }

    /// The value of the move `mv` at the node at `ply` was known without entering the position after it.
    fn settled(&mut self, ply: usize, mv: G::Move, departure: Departure) {
        let _ = (ply, mv, departure);
    }

    /// The move `mv` at the node at `ply` is pruned by a speculative technique.
    fn left_out(&mut self, ply: usize, mv: G::Move, why: Omission) {
        let _ = (ply, mv, why);
    }

    /// Something else happened in the node at `ply`.
    fn remark(&mut self, ply: usize, remark: Remark) {
        let _ = (ply, remark);
    }

    /// A node is left with a value.
    fn leave(&mut self, ply: usize, departure: Departure) {
        let _ = (ply, departure);
    }
}

impl<G: Game> Observer<G> for () {
    const WATCHING: bool = false;
}

impl<G: Game, O: Observer<G>> Observer<G> for &mut O {
    const WATCHING: bool = O::WATCHING;
    const SINGLE_THREAD: bool = O::SINGLE_THREAD;

    fn enter(&mut self, visit: &Visit<'_, G>) {
        (**self).enter(visit);
    }
    fn update(&mut self, ply: usize, by: G::Move, value: Score, window: Window) {
        (**self).update(ply, by, value, window);
    }
    fn cut(&mut self, ply: usize, cut: &Cut<'_, G::Move>) {
        (**self).cut(ply, cut);
    }
    fn share(&mut self, ply: usize, share: &Share<G::Move>) {
        (**self).share(ply, share);
    }
    fn settled(&mut self, ply: usize, mv: G::Move, departure: Departure) {
        (**self).settled(ply, mv, departure);
    }
    fn left_out(&mut self, ply: usize, mv: G::Move, why: Omission) {
        (**self).left_out(ply, mv, why);
    }
    fn remark(&mut self, ply: usize, remark: Remark) {
        (**self).remark(ply, remark);
    }
    fn leave(&mut self, ply: usize, departure: Departure) {
        (**self).leave(ply, departure);
    }
}

/// A node as it is entered.
pub struct Visit<'a, G: Game> {
    /// The position.
    pub state: &'a G::State,
    /// The side to move there.
    pub side: Side,
    /// It is a chance node; `side` is the side whose dice are thrown.
    pub chance: bool,
    /// The move that led here; none at the root, nor after a null move.
    pub via: Option<G::Move>,
    /// Distance from the root.
    pub ply: usize,
    /// Plies left to the horizon; none if the search goes to the end of the game. Negative in quiescence.
    pub depth: Option<i32>,
    /// The window that the node is searched with, for MAX.
    pub window: Window,
}

/// A cut-off.
#[derive(Clone, Copy, Debug)]
pub struct Cut<'a, M> {
    /// The move that caused it.
    pub by: M,
    /// Its value.
    pub value: Score,
    /// At a MAX node a beta cut, at a MIN node an alpha cut.
    pub kind: CutKind,
    /// The moves that are not searched because of it.
    pub skipped: &'a [M],
}

/// An outcome of chance and what it adds to the average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share<M> {
    /// The outcome.
    pub by: M,
    /// Its weight: its probability is this over `total`.
    pub weight: u32,
    /// The sum of the weights of all outcomes.
    pub total: i64,
    /// Its value, for MAX.
    pub value: Score,
    /// The bound of that value, for MAX; after a probe it is mostly not exact.
    pub bound: Bound,
    /// The lower bound of the average so far, for MAX.
    pub low: Score,
    /// The upper bound of the average so far, for MAX.
    pub high: Score,
}

/// The end of the window at which a cut-off happened. At a chance node: the average cannot exceed alpha, or fall below beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CutKind {
    /// At a MIN node: its value fell to alpha, so MAX will not come here.
    Alpha,
    /// At a MAX node: its value rose to beta, so MIN will not come here.
    Beta,
}

impl CutKind {
    /// The kind of cut-off that happens where `side` is to move.
    pub fn at(side: Side) -> CutKind {
        match side {
            Side::First => CutKind::Beta,
            Side::Second => CutKind::Alpha,
        }
    }
}

/// Things that happen inside a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The table has an entry for this position; it was used for move ordering, or to end the node.
    TableHit {
        /// The stored value, for MAX.
        value: Score,
        /// How the stored value relates to the true one, for MAX.
        bound: Bound,
        /// Was the stored value enough to end the node?
        used: bool,
    },
    /// In quiescence, the side to move may stand pat at this static evaluation.
    StandPat(Score),
    /// The next move is extended by this many plies.
    Extension(u32),
    /// The next move is reduced by this many plies.
    Reduction(u32),
    /// The next move, the hash move, is reduced by this many plies, since other moves seem to do as well.
    NegativeExtension(u32),
    /// A move failed high in a reduced or null-window search and is searched again.
    Research,
    /// The next child is the position after a null move.
    NullMove,
    /// The hash move is tested for being singular: far better than all others.
    SingularTest,
    /// Only one move is searched after the next outcome of chance, for a bound (Star2).
    Probe,
    /// The number of moves is limited by their static evaluations.
    Width {
        /// Moves searched.
        kept: usize,
        /// Moves left out.
        dropped: usize,
    },
}

/// A node as it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Its value, for MAX.
    pub value: Score,
    /// The bound of that value, for MAX.
    pub bound: Bound,
    /// Where the value comes from.
    pub why: Why,
}

/// Where a node's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Why {
    /// The game is over here.
    Terminal,
    /// The position occurred before: a draw.
    Repetition,
    /// The depth limit: the static evaluation.
    Horizon,
    /// Quiescence: the side to move stands pat at the static evaluation.
    StandPat,
    /// The transposition table.
    Table,
    /// A proof by the game's knowledge, without search.
    Proof,
    /// Null-move pruning: beta was reached even after a null move.
    NullMove,
    /// The static evaluation is farther outside the window than the threshold.
    Threshold,
    /// Reverse futility pruning: near the horizon, and the static evaluation is far above the window.
    #[cfg_attr(feature = "serde", serde(rename = "futility"))]
    ReverseFutility,
    /// Multi-cut: moves besides the hash move reach beta, too, in a shallow search.
    MultiCut,
    /// A cut-off: not all moves were searched.
    Cut,
    /// The children's table entries or proofs settled the node; none was searched (ETC).
    Children,
    /// All moves were searched.
    Searched,
    /// Chance: the weighted average of all outcomes.
    Averaged,
}

//! Watching a search: every node, update, cut and guess, at no cost when nobody watches.
//!
//! All values that an observer is shown are those of **MAX** ([`Side::First`]), distances counted from the root, so that
//! a textbook search and the engine tell the same story.

use rootward_game::{Bound, Game, Score, Side, Window};

/// Is told what a search does, in the order in which it happens. `()` sees nothing and vanishes at compile time.
///
/// For each node the calls are: one [`enter`](Observer::enter); then, in turn, its children's calls and any number of
/// [`update`](Observer::update)s, [`share`](Observer::share)s, [`settled`](Observer::settled) and [`left_out`](Observer::left_out) moves, [`remark`](Observer::remark)s and at most one
/// [`cut`](Observer::cut); then one [`leave`](Observer::leave). A search that is stopped leaves the nodes on its path open.
pub trait Observer<G: Game> {
    /// `false` lets the compiler drop every call together with the work of preparing it.
    const WATCHING: bool = true;

    /// A node is entered.
    fn enter(&mut self, visit: &Visit<'_, G>) {
        let _ = visit;
    }

    /// The move `by` gave the node at `ply` a new best value; `window` is the one for the moves to come.
    fn update(&mut self, ply: usize, by: G::Move, value: Score, window: Window) {
        let _ = (ply, by, value, window);
    }

    /// The rest of a node's moves cannot matter.
    fn cut(&mut self, ply: usize, cut: &Cut<'_, G::Move>) {
        let _ = (ply, cut);
    }

    /// An outcome of the chance node at `ply` got a value, or a bound of it.
    fn share(&mut self, ply: usize, share: &Share<G::Move>) {
        let _ = (ply, share);
    }

    /// The value of the move `mv` at the node at `ply` was known without entering the position behind it.
    fn settled(&mut self, ply: usize, mv: G::Move, departure: Departure) {
        let _ = (ply, mv, departure);
    }

    /// The move `mv` at the node at `ply` is not searched, on a guess.
    fn left_out(&mut self, ply: usize, mv: G::Move, why: Omission) {
        let _ = (ply, mv, why);
    }

    /// Something else worth telling.
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
    /// Who is to move there.
    pub side: Side,
    /// It is the turn of chance; `side` is whose dice they are.
    pub chance: bool,
    /// The move that led here; none at the root, nor after a null move.
    pub via: Option<G::Move>,
    /// Distance from the root.
    pub ply: usize,
    /// Plies left to the horizon; none if the search goes to the end of the game. Negative in quiescence.
    pub depth: Option<i32>,
    /// The window that is handed down, for MAX.
    pub window: Window,
}

/// A cut.
#[derive(Clone, Copy, Debug)]
pub struct Cut<'a, M> {
    /// The move that caused it.
    pub by: M,
    /// Its value.
    pub value: Score,
    /// At a MAX node a beta cut, at a MIN node an alpha cut.
    pub kind: CutKind,
    /// The moves that are not tried any more.
    pub skipped: &'a [M],
}

/// An outcome of chance and what it adds to the average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share<M> {
    /// The outcome.
    pub by: M,
    /// How likely it is: so many …
    pub weight: u32,
    /// … of so many.
    pub total: i64,
    /// Its value, for MAX.
    pub value: Score,
    /// What that value is, for MAX: after a probe only a bound.
    pub bound: Bound,
    /// What the average cannot fall below any more, for MAX.
    pub low: Score,
    /// What the average cannot exceed any more, for MAX.
    pub high: Score,
}

/// Which end of the window a cut happened at. At a chance node: the average cannot get back above alpha, or below beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutKind {
    /// At a MIN node: its value fell to alpha, so MAX will not come here.
    Alpha,
    /// At a MAX node: its value rose to beta, so MIN will not come here.
    Beta,
}

impl CutKind {
    /// The kind of cut that happens where `side` is to move.
    #[must_use]
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
    /// The table knew this position, to this depth; it was used for ordering, or to end the node.
    TableHit {
        /// The stored value, for MAX.
        value: Score,
        /// How the stored value relates to the true one, for MAX.
        bound: Bound,
        /// Was the stored value enough to end the node?
        used: bool,
    },
    /// At the horizon the side to move may leave it at the static value.
    StandPat(Score),
    /// The next move is searched deeper by so many plies.
    Extension(u32),
    /// The next move is searched shallower by so many plies.
    Reduction(u32),
    /// A reduced or scouted move did better than expected and is searched again.
    Research,
    /// The next child is the position after doing nothing.
    NullMove,
    /// A move is tested for being far better than all others.
    SingularTest,
    /// Behind the next outcome of chance a single move is tried, for a bound (Star2).
    Probe,
    /// Only so many of the moves are searched.
    Width {
        /// Moves searched.
        kept: usize,
        /// Moves left out.
        dropped: usize,
    },
}

/// Why a move is not searched, on a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Omission {
    /// Late move pruning: it is quiet, comes late in the order, and the horizon is near.
    LateMove,
    /// Futility pruning: it is quiet, and the static value with a margin stays below the window.
    Futile,
    /// Delta pruning: in quiescence, even with what it takes the static value stays below the window.
    Delta,
    /// Pruning by static exchange evaluation (SEE): it loses material in the exchanges that follow at once.
    LosesMaterial,
}

/// A node as it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Its value, for MAX.
    pub value: Score,
    /// What that value is, for MAX.
    pub bound: Bound,
    /// Where the value comes from.
    pub why: Why,
}

/// Where a node's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The game is over here.
    Terminal,
    /// The position occurred before: a draw.
    Repetition,
    /// The depth limit: a static evaluation.
    Horizon,
    /// The side to move is content with the static value.
    StandPat,
    /// The transposition table.
    Table,
    /// A proof by the game's knowledge, without search.
    Proof,
    /// Doing nothing was already too good.
    NullMove,
    /// The static value is hopeless or decided.
    Threshold,
    /// Reverse futility pruning: near the horizon, and the static value is far above the window.
    ReverseFutility,
    /// A cut: not all moves were searched.
    Cut,
    /// All that mattered about the moves was known without searching any of them.
    Children,
    /// All moves were searched.
    Searched,
    /// Chance: the weighted average of all outcomes.
    Averaged,
}

//! An observer that records all events.

use rootward_game::{Game, Score, Side, Window};

use crate::{Cut, CutKind, Departure, Observer, Omission, Remark, Share, Visit};

/// One event, with values for MAX. Every view of a search is a function of the list of events and a place in it.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<S, M> {
    /// A node was entered.
    Enter {
        /// The position.
        state: S,
        /// The side to move.
        side: Side,
        /// It is a chance node.
        chance: bool,
        /// The move that led here.
        via: Option<M>,
        /// Distance from the root.
        ply: usize,
        /// Plies left; none if unlimited.
        depth: Option<i32>,
        /// The window it is searched with.
        window: Window,
    },
    /// A node got a new best value.
    Update {
        /// Distance from the root.
        ply: usize,
        /// By this move.
        by: M,
        /// The value.
        value: Score,
        /// The window for the moves to come.
        window: Window,
    },
    /// An outcome of a chance node got a value, or a bound of it.
    Share {
        /// Distance of the chance node from the root.
        ply: usize,
        /// What it adds to the average.
        share: Share<M>,
    },
    /// A cut-off ended a node.
    Cut {
        /// Distance from the root.
        ply: usize,
        /// By this move.
        by: M,
        /// The value that caused it.
        value: Score,
        /// At which end of the window.
        kind: CutKind,
        /// The moves not searched.
        skipped: Vec<M>,
    },
    /// A move's value was known without entering the position after it.
    Settled {
        /// Distance of the node from the root.
        ply: usize,
        /// The move.
        mv: M,
        /// Its value, and why.
        departure: Departure,
    },
    /// A move was pruned.
    LeftOut {
        /// Distance of the node from the root.
        ply: usize,
        /// The move.
        mv: M,
        /// Why.
        why: Omission,
    },
    /// Something else.
    Remark {
        /// Distance from the root.
        ply: usize,
        /// What it was.
        remark: Remark,
    },
    /// A node was left.
    Leave {
        /// Distance from the root.
        ply: usize,
        /// With which value, and why.
        departure: Departure,
    },
}

/// Records events up to a limit, then only counts them.
#[derive(Clone, Debug)]
pub struct Recorder<S, M> {
    /// The events, in order.
    pub events: Vec<Event<S, M>>,
    /// Events that did not fit.
    pub dropped: u64,
    limit: usize,
}

impl<S, M> Recorder<S, M> {
    /// A recorder of at most `limit` events.
    pub fn new(limit: usize) -> Recorder<S, M> {
        Recorder { events: Vec::new(), dropped: 0, limit }
    }

    fn push(&mut self, event: impl FnOnce() -> Event<S, M>) {
        if self.events.len() < self.limit {
            self.events.push(event());
        } else {
            self.dropped += 1;
        }
    }
}

impl<G: Game> Observer<G> for Recorder<G::State, G::Move> {
    fn enter(&mut self, visit: &Visit<'_, G>) {
        let Visit { state, side, chance, via, ply, depth, window } = *visit;
        self.push(|| Event::Enter { state: state.clone(), side, chance, via, ply, depth, window });
    }

    fn update(&mut self, ply: usize, by: G::Move, value: Score, window: Window) {
        self.push(|| Event::Update { ply, by, value, window });
    }

    fn cut(&mut self, ply: usize, cut: &Cut<'_, G::Move>) {
        let Cut { by, value, kind, skipped } = *cut;
        self.push(|| Event::Cut { ply, by, value, kind, skipped: skipped.to_vec() });
    }

    fn share(&mut self, ply: usize, share: &Share<G::Move>) {
        let share = *share;
        self.push(|| Event::Share { ply, share });
    }

    fn settled(&mut self, ply: usize, mv: G::Move, departure: Departure) {
        self.push(|| Event::Settled { ply, mv, departure });
    }

    fn left_out(&mut self, ply: usize, mv: G::Move, why: Omission) {
        self.push(|| Event::LeftOut { ply, mv, why });
    }

    fn remark(&mut self, ply: usize, remark: Remark) {
        self.push(|| Event::Remark { ply, remark });
    }

    fn leave(&mut self, ply: usize, departure: Departure) {
        self.push(|| Event::Leave { ply, departure });
    }
}

//! An observer that writes everything down.

use rootward_game::{Game, Score, Side, Window};

use crate::{Cut, CutKind, Departure, Observer, Omission, Remark, Share, Visit};

/// One thing that happened, values for MAX. What can be shown of a search is a function of the list and a step in it.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<S, M> {
    /// A node was entered.
    Enter {
        /// The position.
        state: S,
        /// Who is to move.
        side: Side,
        /// It is the turn of chance.
        chance: bool,
        /// The move that led here.
        via: Option<M>,
        /// Distance from the root.
        ply: usize,
        /// Plies left; none if unlimited.
        depth: Option<i32>,
        /// The window handed down.
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
    /// The rest of a node was cut.
    Cut {
        /// Distance from the root.
        ply: usize,
        /// By this move.
        by: M,
        /// The value that caused it.
        value: Score,
        /// At which end.
        kind: CutKind,
        /// The moves not tried.
        skipped: Vec<M>,
    },
    /// A move's value was known without entering the position behind it.
    Settled {
        /// Distance of the node from the root.
        ply: usize,
        /// The move.
        mv: M,
        /// Its value, and why.
        departure: Departure,
    },
    /// A move was not searched, on a guess.
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

/// Records every event up to a limit, then counts what is left out.
#[derive(Clone, Debug)]
pub struct Recorder<S, M> {
    /// What happened, in order.
    pub events: Vec<Event<S, M>>,
    /// Events that did not fit.
    pub dropped: u64,
    limit: usize,
}

impl<S, M> Recorder<S, M> {
    /// A recorder of at most `limit` events.
    #[must_use]
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

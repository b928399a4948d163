//! The time of a move: what `go` and the clock allow.

use std::time::{Duration, Instant};

use rootward_search::{Budget, GameClock, Limits, MAX_DEPTH, NodeMeter};

use crate::gate::{Gate, Time};
use crate::go::Go;

/// A search with less time than this is not worth a change of threads. It may take this long, and not less: looking at
/// every move is worth more than the rest of a millisecond.
pub const HURRIED: Duration = Duration::from_micros(500);

/// What the time of a move depends on.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// The parameters of `go`.
    pub go: &'a Go,
    /// The side to move by colour: 0 for White, 1 for Black.
    pub side: usize,
    /// The overhead of a move besides thinking.
    pub overhead: Duration,
}

impl Plan<'_> {
    /// The time budget; none without a clock.
    pub fn budget(&self) -> Option<Budget> {
        let Plan { go, side, overhead } = *self;
        let by_clock = go.time[side].map(|left| {
            let clock = GameClock { left, increment: go.increment[side], moves_to_go: go.moves_to_go, overhead };
            clock.budget()
        });
        // The exact time for the move includes the delay to the GUI's clock and back.
        let by_move = go.move_time.map(|time| time.saturating_sub(overhead.min(time / 2)));
        match (by_clock.filter(|_| !go.infinite), by_move.filter(|_| !go.infinite)) {
            (Some(Budget { soft, hard }), Some(time)) => Some(Budget { soft: soft.min(time), hard: hard.min(time) }),
            (None, Some(time)) => Some(Budget { soft: time, hard: time }),
            (by_clock, None) => by_clock,
        }
    }

    /// The time that the clock allows; none without one.
    fn time(&self) -> Option<Time> {
        let hard = self.budget()?.hard;
        let overhead = self.overhead;
        let of_clock = |left| GameClock { left, overhead, ..GameClock::default() }.latest();
        let latest = self.go.time[self.side].map(of_clock).into_iter().chain(self.go.move_time).min();
        Some(Time { hard, latest: latest.unwrap_or(hard) })
    }

    /// Whether there is so little time that passing the search to its thread would take longer than the search.
    pub fn is_hurried(&self) -> bool {
        !self.go.ponder && self.go.perft.is_none() && self.budget().is_some_and(|budget| budget.hard < HURRIED)
    }

    /// The wall time of a search that was asked for at this moment. While pondering, our clock stands still; the gate keeps the
    /// time from `ponderhit` on.
    pub fn limit(&self, asked: Instant) -> Option<Duration> {
        let hard = if self.is_hurried() { HURRIED } else { self.budget()?.hard };
        (!self.go.ponder).then(|| hard.saturating_sub(asked.elapsed()))
    }

    /// The limits of a search that was asked for at this moment; the gate and the meter watch it.
    pub fn limits(&self, asked: Instant, gate: &Gate, meter: &NodeMeter) -> Limits {
        let (depth, nodes) = if self.go.infinite { (None, None) } else { (self.go.depth, self.go.nodes) };
        Limits {
            depth: depth.map(|depth| depth.clamp(1, MAX_DEPTH)),
            nodes: nodes.map(|nodes| nodes.max(1)),
            time: self.limit(asked),
            stop: Some(gate.flag().clone()),
            meter: Some(meter.clone()),
            ..Limits::default()
        }
    }

    /// Is a win in this many plies the mate that `go mate` asks for?
    pub fn is_wanted(&self, plies: u32) -> bool {
        self.go.mate.filter(|_| !self.go.infinite).is_some_and(|moves| plies.div_ceil(2) <= moves)
    }

    /// The gate of the search, with the answer that is known from the first moment on.
    pub fn gate(&self, asked: Instant, known: impl FnOnce() -> String) -> Gate {
        let infinite = !self.go.is_limited() && !self.go.ponder;
        let gate = Gate::new(self.go.ponder, infinite, self.time(), asked);
        if self.go.perft.is_none() {
            gate.note_known(known());
        }
        gate
    }
}

//! When a search ends: by depth, nodes, time, or a stop flag. The only place that reads the clock.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use rootward_support::clock::Instant;

/// The largest depth limit; to search deeper, solve.
pub const MAX_DEPTH: u32 = 250;

/// The limits of a search. All hold at once, and the first that is reached ends it; [`Report::ended_by`](crate::Report::ended_by)
/// says which. The default has none.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Limits {
    /// Plies, at most [`MAX_DEPTH`].
    pub depth: Option<u32>,
    /// Nodes, over all iterations and threads. Exact with one thread.
    pub nodes: Option<u64>,
    /// Wall time, or what [`thread_clock`](Limits::thread_clock) measures.
    pub time: Option<Duration>,
    /// Measures time instead of the wall clock, for the limit and for the report: the sum over the threads of the search.
    pub thread_clock: Option<ThreadClock>,
    /// Ends the search when it is raised.
    pub stop: Option<StopFlag>,
    /// Shows from outside how far the search has come.
    pub meter: Option<NodeMeter>,
}

impl Limits {
    /// A depth limit alone.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A node limit alone.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A time limit alone.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// These limits, and a depth.
    ///
    /// ```
    /// use std::time::Duration;
    /// use rootward_search::{Limits, StopFlag};
    ///
    /// let stop = StopFlag::default();
    /// let limits = Limits::depth(20).and_nodes(5_000).and_time(Duration::from_secs(1)).stop(&stop);
    /// assert_eq!((limits.depth, limits.nodes), (Some(20), Some(5_000)));
    /// ```
    pub fn and_depth(self, depth: u32) -> Limits {
        Limits { depth: Some(depth), ..self }
    }

    /// These limits, and a number of nodes.
    pub fn and_nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// These limits, and a time.
    pub fn and_time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }

    /// These limits with a stop flag.
    pub fn stop(self, flag: &StopFlag) -> Limits {
        Limits { stop: Some(flag.clone()), ..self }
    }

    /// These limits with a meter that shows the nodes so far.
    pub fn meter(self, meter: &NodeMeter) -> Limits {
        Limits { meter: Some(meter.clone()), ..self }
    }
}

/// Why a search ended. Of several limits, it is the one that was reached first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Ending {
    /// Nothing is left to search: the value is proven, or the game is over.
    Proven,
    /// The last depth was finished: that of the limit, or the largest there is.
    Depth,
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The stop flag.
    Stop,
}

impl Ending {
    /// Did a limit strike in the middle of the work? A depth limit ends a search after its last depth.
    pub const fn is_early(self) -> bool {
        matches!(self, Ending::Nodes | Ending::Time | Ending::Stop)
    }
}

/// Tells how much time the calling thread has used so far, such as its CPU time. On a busy machine this is the fair measure
/// of a search, and the wall clock is not. Reading it must be quick: it happens about every millisecond.
pub type ThreadClock = fn() -> Duration;

/// A flag that ends a search from outside: from another thread, a signal handler, a lost connection.
#[derive(Clone, Default)]
pub struct StopFlag(Arc<Raised>);

#[derive(Default)]
struct Raised {
    raised: AtomicBool,
    question: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl StopFlag {
    /// A flag that also asks a question whenever a search looks at it, about every millisecond, on every thread of the
    /// search; the answer `true` raises it. For programs that learn of an interruption only on the thread that searches,
    /// as an interpreter does of a signal: no other thread is needed to watch the search.
    pub fn asking(question: impl Fn() -> bool + Send + Sync + 'static) -> StopFlag {
        StopFlag(Arc::new(Raised { raised: AtomicBool::new(false), question: Some(Box::new(question)) }))
    }

    /// Ends every search that was given this flag.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Makes the flag usable again.
    pub fn lower(&self) {
        self.0.raised.store(false, Ordering::Relaxed);
    }

    /// Was it raised?
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed) || self.asks_to_stop()
    }

    fn asks_to_stop(&self) -> bool {
        let stop = self.0.question.as_ref().is_some_and(|question| question());
        if stop {
            self.raise();
        }
        stop
    }
}

impl fmt::Debug for StopFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StopFlag").field(&self.0.raised.load(Ordering::Relaxed)).finish()
    }
}

/// The progress of a search, to be read while it runs. It lags by a few hundred nodes.
#[derive(Clone, Debug, Default)]
pub struct NodeMeter(Arc<Readings>);

#[derive(Debug, Default)]
struct Readings {
    nodes: AtomicU64,
    deepest: AtomicU64,
    /// The current root move: its place from 1 in the upper half, its number in the order of the game in the lower half; 0
    /// for none.
    root_move: AtomicU64,
}

impl NodeMeter {
    /// Nodes visited so far by all threads.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// Sets the node count, for long work that is not a search.
    pub fn show(&self, nodes: u64) {
        self.0.nodes.store(nodes, Ordering::Relaxed);
    }

    /// The largest ply reached so far (selective depth).
    pub fn deepest(&self) -> u32 {
        self.0.deepest.load(Ordering::Relaxed) as u32
    }

    /// The root move that the first thread is searching: its place in the search order, from 0, and its number in the order in
    /// which the game lists the moves.
    pub fn root_move(&self) -> Option<(usize, usize)> {
        let packed = self.0.root_move.load(Ordering::Relaxed);
        (packed > 0).then(|| ((packed >> 32) as usize - 1, packed as u32 as usize))
    }
}

/// The search was ended by a limit; the nodes on the path have no value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// The limits of one run, shared by its threads.
pub(crate) struct Clock {
    start: Instant,
    deadline: Option<Instant>,
    thread_time: Option<ThreadTime>,
    node_limit: u64,
    nodes: NodeMeter,
    /// What the meter showed when this run began.
    nodes_before: u64,
    stop: Option<StopFlag>,
    /// All workers have to end: 0 no, [`HALTED`] since the first one is done, or 1 + the place in [`STRUCK`].
    halted: AtomicU8,
}

/// The limits that end a search in the middle of its work.
const STRUCK: [Ending; 3] = [Ending::Nodes, Ending::Stop, Ending::Time];
const HALTED: u8 = u8::MAX;

/// The time of a run by the clocks of its threads.
struct ThreadTime {
    clock: ThreadClock,
    limit: Duration,
    /// The nanoseconds of all threads, as far as they have been reported.
    used: AtomicU64,
}

impl ThreadTime {
    fn used(&self) -> Duration {
        Duration::from_nanos(self.used.load(Ordering::Relaxed))
    }

    /// Adds what the calling thread has used since its last look. Returns whether the limit is reached.
    fn add(&self, pace: &mut Pace) -> bool {
        let now = (self.clock)();
        let before = pace.thread_time.replace(now).unwrap_or(now);
        self.used.fetch_add(now.saturating_sub(before).as_nanos() as u64, Ordering::Relaxed);
        self.used() >= self.limit
    }
}

/// The most nodes between two looks at the clock: under 0.2 ms for a quick game.
const NODES_BETWEEN_LOOKS: u64 = 512;

/// How often a worker looks at the clock: about once a millisecond, even if the game is slow or the system is slow to
/// provide the table's memory.
pub(crate) struct Pace {
    nodes: u64,
    last: Instant,
    /// What the thread's own clock showed at the last look.
    thread_time: Option<Duration>,
}

impl Pace {
    pub(crate) fn new(clock: &Clock) -> Pace {
        let thread_time = clock.thread_time.as_ref().map(|time| (time.clock)());
        Pace { nodes: 16, last: Instant::now(), thread_time }
    }

    /// The number of nodes until the next look.
    fn step(&mut self, now: Instant) -> u64 {
        let passed = now.duration_since(self.last);
        self.last = now;
        if passed > Duration::from_millis(2) {
            self.nodes = (self.nodes / 4).max(1);
        } else if passed < Duration::from_millis(1) {
            self.nodes = (self.nodes * 2).min(NODES_BETWEEN_LOOKS);
        }
        self.nodes
    }
}

impl Clock {
    pub(crate) fn start(limits: &Limits) -> Clock {
        let start = Instant::now();
        let nodes = limits.meter.clone().unwrap_or_default();
        Clock {
            start,
            deadline: limits.time.filter(|_| limits.thread_clock.is_none()).and_then(|time| start.checked_add(time)),
            thread_time: limits.thread_clock.map(|clock| {
                let limit = limits.time.unwrap_or(Duration::MAX);
                ThreadTime { clock, limit, used: AtomicU64::new(0) }
            }),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes_before: nodes.nodes(),
            nodes,
            stop: limits.stop.clone(),
            halted: AtomicU8::new(0),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.thread_time.as_ref().map_or_else(|| self.start.elapsed(), ThreadTime::used)
    }

    /// Nodes of all workers, as far as they have been reported.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.nodes() - self.nodes_before
    }

    pub(crate) fn note_deepest(&self, ply: usize) {
        self.nodes.0.deepest.fetch_max(ply as u64, Ordering::Relaxed);
    }

    pub(crate) fn note_root_move(&self, place: usize, number: u16) {
        self.nodes.0.root_move.store((place as u64 + 1) << 32 | u64::from(number), Ordering::Relaxed);
    }

    /// Ends all workers of this run.
    pub(crate) fn halt(&self) {
        self.halt_because(HALTED);
    }

    /// The first reason stays.
    fn halt_because(&self, reason: u8) {
        let _ = self.halted.compare_exchange(0, reason, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub(crate) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed) != 0
    }

    /// The limit that ended the run, if one did.
    pub(crate) fn struck(&self) -> Option<Ending> {
        STRUCK.get(usize::from(self.halted.load(Ordering::Relaxed)).wrapping_sub(1)).copied()
    }

    /// Adds the nodes since the last look. Returns how many more may be visited before the next, or that the search is over.
    pub(crate) fn look(&self, new_nodes: u64, pace: &mut Pace) -> Result<u64, Stopped> {
        let nodes = self.nodes.0.nodes.fetch_add(new_nodes, Ordering::Relaxed) + new_nodes - self.nodes_before;
        let now = Instant::now();
        let used_up = self.thread_time.as_ref().is_some_and(|time| time.add(pace));
        let late = used_up || self.deadline.is_some_and(|deadline| now >= deadline);
        let stopped = self.stop.as_ref().is_some_and(StopFlag::is_raised);
        if let Some(place) = [nodes >= self.node_limit, stopped, late].iter().position(|&struck| struck) {
            self.halt_because(place as u8 + 1);
        }
        if self.is_halted() {
            return Err(Stopped);
        }
        Ok(pace.step(now).min(self.node_limit - nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_that_asks_is_raised_by_the_answer() {
        let asked = Arc::new(AtomicU64::new(0));
        let question = Arc::clone(&asked);
        let flag = StopFlag::asking(move || question.fetch_add(1, Ordering::Relaxed) >= 2);
        assert!(!flag.is_raised() && !flag.is_raised() && flag.is_raised() && flag.clone().is_raised());
        assert_eq!(asked.load(Ordering::Relaxed), 3, "no question is asked once it is raised");
    }
}

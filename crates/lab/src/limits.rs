//! How much a lab gives to those who ask.

use std::thread::available_parallelism;
use std::time::Duration;

/// What one request, and all of them together, may cost. A page that is refused for lack of room is told so and when to
/// ask again.
#[derive(Clone, Debug)]
pub struct LabLimits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of the body of a trace that is handed back in; only a few of these are read at a time.
    pub trace_body: usize,
    /// Searches at once.
    pub searches: usize,
    /// Searches that may wait for one of those to end.
    pub queue: usize,
    /// How long they may wait.
    pub queue_wait: Duration,
    /// Time of a search.
    pub search_time: Duration,
    /// Bytes of a search's table. There are never more tables than searches at once.
    pub table: usize,
    /// Events that a trace records.
    pub trace_events: usize,
    /// Bytes of all traces that are kept.
    pub cache: usize,
    /// Moves that lead from a position to the one in question.
    pub moves: usize,
    /// Connections at once; others wait.
    pub connections: usize,
    /// How long a client may take to send a request's head, and then its body, and how long a connection may idle.
    pub client_time: Duration,
    /// How long a client may leave a reply unread.
    pub unread_time: Duration,
}

impl Default for LabLimits {
    fn default() -> LabLimits {
        let searches = available_parallelism().map_or(2, usize::from).max(2);
        LabLimits {
            body: 256 << 10,
            trace_body: 16 << 20,
            searches,
            queue: 4 * searches,
            queue_wait: Duration::from_secs(5),
            search_time: Duration::from_secs(60),
            table: 64 << 20,
            trace_events: 200_000,
            cache: 256 << 20,
            moves: 4_096,
            connections: 1_024,
            client_time: Duration::from_secs(20),
            unread_time: Duration::from_secs(20),
        }
    }
}

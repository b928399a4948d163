//! The limits of a lab.

use std::thread::available_parallelism;
use std::time::Duration;

/// What one request, and all requests together, may cost. A request refused for lack of room gets a sentence and a time to
/// retry.
#[derive(Clone, Debug)]
pub struct LabLimits {
    /// Bytes of a request body.
    pub body: usize,
    /// Bytes of the body when an exported trace or the texts of a worksheet are sent back; only a few of these are read at a time.
    pub trace_body: usize,
    /// Concurrent searches.
    pub searches: usize,
    /// Searches that may wait for a slot.
    pub queue: usize,
    /// How long a search may wait.
    pub queue_wait: Duration,
    /// The time limit of a search.
    pub search_time: Duration,
    /// Bytes of a search's transposition table. There are never more tables than concurrent searches.
    pub table: usize,
    /// Recorded events of a trace.
    pub trace_events: usize,
    /// Bytes of all cached traces.
    pub cache: usize,
    /// Moves from the given position to the one asked about.
    pub moves: usize,
    /// Concurrent connections; others wait.
    pub connections: usize,
    /// How long a client may take to send a request's head, and then its body; and how long a connection may be idle.
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

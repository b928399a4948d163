//! The cache of recorded traces, for users who step through them. The least recently used trace is dropped first.

use std::sync::{Arc, Mutex, PoisonError};

use crate::refusal::Refusal;
use crate::stored_trace::StoredTrace;

/// Traces by id; clones share them.
#[derive(Clone)]
pub(crate) struct TraceCache {
    /// Least recently used first.
    traces: Arc<Mutex<Vec<Arc<StoredTrace>>>>,
    most_bytes: usize,
}

impl TraceCache {
    pub(crate) fn new(most_bytes: usize) -> TraceCache {
        TraceCache { traces: Arc::default(), most_bytes }
    }

    /// The trace with this id, if it is still cached.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<StoredTrace>> {
        let mut traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        let place = traces.iter().position(|stored| stored.id == id)?;
        let stored = traces.remove(place);
        traces.push(stored.clone());
        Some(stored)
    }

    /// Caches a trace and drops the least recently used ones to make room. A trace that does not fit by itself is refused,
    /// since nobody could step through it.
    pub(crate) fn keep(&self, stored: Arc<StoredTrace>) -> Result<(), Refusal> {
        if stored.bytes > self.most_bytes {
            let (mib, most) = (stored.bytes.div_ceil(1 << 20), self.most_bytes >> 20);
            let problem = format!("this trace takes {mib} MiB; expected at most {most} MiB, from a smaller depth");
            return Err(Refusal::new(413, problem));
        }
        let mut traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        traces.retain(|other| other.id != stored.id);
        let mut bytes: usize = stored.bytes + traces.iter().map(|stored| stored.bytes).sum::<usize>();
        let given_way = traces.iter().take_while(|other| {
            let is_full = bytes > self.most_bytes;
            bytes -= if is_full { other.bytes } else { 0 };
            is_full
        });
        let given_way = given_way.count();
        traces.drain(..given_way);
        traces.push(stored);
        Ok(())
    }

    /// The number of traces and their total bytes.
    pub(crate) fn size(&self) -> (usize, usize) {
        let traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        (traces.len(), traces.iter().map(|stored| stored.bytes).sum())
    }
}

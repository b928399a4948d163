//! The cache of recorded traces, for users who step through them. The least recently used trace is dropped first.

use std::sync::{Arc, Mutex, PoisonError};

use crate::notes::Notes;
use crate::refusal::Refusal;

/// Traces by id; clones share them.
#[derive(Clone)]
pub(crate) struct TraceCache {
    /// Least recently used first.
    traces: Arc<Mutex<Vec<Arc<Notes>>>>,
    most_bytes: usize,
}

impl TraceCache {
    pub(crate) fn new(most_bytes: usize) -> TraceCache {
        TraceCache { traces: Arc::default(), most_bytes }
    }

    /// The trace with this id, if it is still cached.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Notes>> {
        let mut traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        let place = traces.iter().position(|notes| notes.id == id)?;
        let notes = traces.remove(place);
        traces.push(notes.clone());
        Some(notes)
    }

    /// Caches a trace and drops the least recently used ones to make room. A trace that does not fit by itself is refused,
    /// since nobody could step through it.
    pub(crate) fn keep(&self, notes: Arc<Notes>) -> Result<(), Refusal> {
        if notes.bytes > self.most_bytes {
            let (mib, most) = (notes.bytes.div_ceil(1 << 20), self.most_bytes >> 20);
            let problem = format!("this trace takes {mib} MiB; expected at most {most} MiB, from a smaller depth");
            return Err(Refusal::new(413, problem));
        }
        let mut traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        traces.retain(|other| other.id != notes.id);
        let mut bytes: usize = notes.bytes + traces.iter().map(|notes| notes.bytes).sum::<usize>();
        let given_way = traces.iter().take_while(|other| {
            let is_full = bytes > self.most_bytes;
            bytes -= if is_full { other.bytes } else { 0 };
            is_full
        });
        let given_way = given_way.count();
        traces.drain(..given_way);
        traces.push(notes);
        Ok(())
    }

    /// The number of traces and their total bytes.
    pub(crate) fn size(&self) -> (usize, usize) {
        let traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        (traces.len(), traces.iter().map(|notes| notes.bytes).sum())
    }
}

//! The traces that are kept for those who step through them: as many as fit, the least recently used gives way.

use std::sync::{Arc, Mutex, PoisonError};

use crate::notes::Notes;

/// Traces by their names; clones share them.
#[derive(Clone)]
pub(crate) struct Kept {
    /// Least recently used first.
    traces: Arc<Mutex<Vec<Arc<Notes>>>>,
    most_bytes: usize,
}

impl Kept {
    pub(crate) fn new(most_bytes: usize) -> Kept {
        Kept { traces: Arc::default(), most_bytes }
    }

    /// The trace of this name, if it is still there.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Notes>> {
        let mut traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        let place = traces.iter().position(|notes| notes.id == id)?;
        let notes = traces.remove(place);
        traces.push(notes.clone());
        Some(notes)
    }

    /// Keeps a trace. One that is too large to be kept with any other is kept alone.
    pub(crate) fn keep(&self, notes: Arc<Notes>) {
        let mut traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        traces.retain(|other| other.id != notes.id);
        let mut bytes: usize = notes.bytes + traces.iter().map(|notes| notes.bytes).sum::<usize>();
        while bytes > self.most_bytes && !traces.is_empty() {
            bytes -= traces.remove(0).bytes;
        }
        traces.push(notes);
    }

    /// How many there are, and their bytes.
    pub(crate) fn size(&self) -> (usize, usize) {
        let traces = self.traces.lock().unwrap_or_else(PoisonError::into_inner);
        (traces.len(), traces.iter().map(|notes| notes.bytes).sum())
    }
}

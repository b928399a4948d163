//! A cached trace, ready to be shown at any step.

use std::mem::size_of;
use std::sync::Arc;

use rootward_draw::{IndexedTrace, PseudoCode, pseudo_code};
use rootward_trace::Trace;

use crate::at::At;
use crate::weight::{self, piece};

/// The number of lists in the index of a trace; each is one allocation.
const INDEX_LISTS: usize = 11;

/// A trace with everything needed to show it.
pub(crate) struct StoredTrace {
    pub(crate) id: String,
    /// The position at the root, if boards are to be shown.
    pub(crate) at: Option<At>,
    pub(crate) indexed: IndexedTrace<Arc<Trace>>,
    pub(crate) pseudo: PseudoCode,
    /// The memory that all of it takes.
    pub(crate) bytes: usize,
}

impl StoredTrace {
    pub(crate) fn new(id: String, at: Option<At>, mut trace: Trace) -> StoredTrace {
        // The lists grew by doubling; they do not change any more.
        trace.steps.shrink_to_fit();
        trace.nodes.shrink_to_fit();
        let pseudo = pseudo_code(&trace.setup);
        let mut stored = StoredTrace { id, at, indexed: IndexedTrace::new(Arc::new(trace)), pseudo, bytes: 0 };
        stored.bytes = stored.weight();
        stored
    }

    fn weight(&self) -> usize {
        // It and the trace are in an `Arc` each, with two counts, and the cache's list has one entry for them.
        let fixed =
            piece(size_of::<StoredTrace>() + 16) + piece(size_of::<Trace>() + 16) + size_of::<Arc<StoredTrace>>();
        let at = self.at.as_ref().map_or(0, weight::of_at);
        let index = self.indexed.index_bytes() + INDEX_LISTS * piece(1);
        let texts = weight::of_text(&self.id) + weight::of_pseudo(&self.pseudo);
        weight::with_gaps(fixed + texts + at + index + weight::of_trace(self.trace()))
    }

    pub(crate) fn trace(&self) -> &Trace {
        self.indexed.trace()
    }
}

//! A trace that is kept, ready to be shown at any step.

use std::mem::size_of;
use std::sync::Arc;

use rootward_draw::{Film, PseudoCode, pseudo_code};
use rootward_session::trace::{Change, Step, Trace, TraceNode};

use crate::at::At;

/// A trace with all that is needed to show it.
pub(crate) struct Notes {
    pub(crate) id: String,
    /// Where it began, if boards are to be shown.
    pub(crate) at: Option<At>,
    pub(crate) film: Film<Arc<Trace>>,
    pub(crate) pseudo: PseudoCode,
    /// About how much memory all of it takes.
    pub(crate) bytes: usize,
}

impl Notes {
    pub(crate) fn new(id: String, at: Option<At>, trace: Trace) -> Notes {
        let (bytes, pseudo) = (memory(&trace), pseudo_code(&trace.setup));
        Notes { id, at, film: Film::new(Arc::new(trace)), pseudo, bytes }
    }

    pub(crate) fn trace(&self) -> &Trace {
        self.film.trace()
    }
}

/// About how much memory a trace takes with its index. Short texts are counted as a small block each.
fn memory(trace: &Trace) -> usize {
    const TEXT: usize = 16;
    // The index has a few numbers for each node, each step, and each change.
    const INDEXED: usize = 64;
    let change = size_of::<Change>() + 3 * TEXT + INDEXED;
    let of_step = |step: &Step| {
        let cut = step.cut.as_ref().map_or(0, |cut| (6 + 8 * cut.skipped.len()) * TEXT);
        let texts = step.sentence.len() + 2 * step.name.len() + 6 * TEXT;
        size_of::<Step>() + INDEXED + texts + step.changes.len() * change + cut
    };
    let of_node = |node: &TraceNode| size_of::<TraceNode>() + node.name.len() + TEXT + INDEXED;
    trace.steps.iter().map(of_step).sum::<usize>() + trace.nodes.iter().map(of_node).sum::<usize>()
}

//! Counts the moves that `minimax` applies. Rootward counts its own.

use std::cell::Cell;

thread_local! {
    static APPLIED: Cell<u64> = const { Cell::new(0) };
}

/// Counts a move: an instruction or two among the 150 or more that a move takes.
#[inline]
pub fn count() {
    APPLIED.set(APPLIED.get() + 1);
}

/// The number of moves counted on this thread since the last call.
pub fn take() -> u64 {
    APPLIED.replace(0)
}

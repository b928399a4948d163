//! [`MoveOrdering`]: which moves to search first.

use crate::Game;

/// Move ordering. It is an opinion: if it is bad, the search is slow.
///
/// `()` keeps the order in which the game gives its moves.
pub trait MoveOrdering<G: Game>: Sync {
    /// The static priority of a move, for move ordering: higher goes first, equals stay in the given order. It is below 0 for a
    /// move that seems worse than no move at all, such as a capture that loses more than it takes.
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }

    /// The number of [`history_slot`](MoveOrdering::history_slot)s; 0 switches the history heuristics off.
    fn history_slots(&self) -> usize {
        0
    }

    /// The slot of a move in the history tables, which hold how often such moves caused a cut-off in any position: a square, a
    /// column, a pair of squares. Below [`history_slots`](MoveOrdering::history_slots).
    fn history_slot(&self, game: &G, state: &G::State, mv: G::Move) -> usize {
        let _ = (game, state, mv);
        0
    }

    /// The history score that equals one point of [`priority`](MoveOrdering::priority); the scores of each table stay within
    /// ±16,384. `None`: history only orders moves of the same priority.
    const HISTORY_PER_POINT: Option<i32> = None;

    /// The number of [`capture_slot`](MoveOrdering::capture_slot)s; 0 switches capture history off.
    fn capture_slots(&self) -> usize {
        0
    }

    /// The slot of a capture in the table of capture history, such as its piece, its target and what it takes. Only asked about moves
    /// whose [`priority`](MoveOrdering::priority) is not 0; none for a quiet move.
    fn capture_slot(&self, game: &G, state: &G::State, mv: G::Move) -> Option<usize> {
        let _ = (game, state, mv);
        None
    }

    /// The capture history score that equals one point of [`priority`](MoveOrdering::priority); the scores stay within ±16,384. It must
    /// not change the sign of a priority.
    const CAPTURE_HISTORY_PER_POINT: i32 = 1;

    /// Is continuation history used: which moves caused a cut-off after which other moves? Where there are few moves, their own
    /// history orders them as well and costs less.
    fn uses_continuation_history(&self) -> bool {
        true
    }
}

impl<G: Game> MoveOrdering<G> for () {}

//! The search of chess for programs that hold the game as a type.

use rootward_games::chess::{Chess, ChessKnowledge, Move, Position};
use rootward_search::{Iteration, Report, Search, SharedTable};

/// Runs a search of chess. It is no generic function, and is not inlined: the engine for chess is compiled in this crate, which needs it for
/// its sessions, and not once more in the crate that calls this.
#[inline(never)]
pub fn search_chess(
    search: Search<'_, Chess, ChessKnowledge, SharedTable>,
    position: &Position,
    each: &mut dyn FnMut(&Iteration<Move>),
) -> Report<Move> {
    search.run_with(position, each)
}

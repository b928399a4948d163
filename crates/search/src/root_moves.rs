//! What a tablebase says about the root.

use rootward_game::{Game, RootMoves, Tablebase};

use crate::twice_before;

/// The root's moves by a tablebase, after a game whose earlier positions have these keys.
///
/// The tables know nothing of the game so far: the way to the win may lead through a third occurrence. If some position was
/// there twice, they prove no win.
pub fn root_moves<G: Game>(
    tablebase: &dyn Tablebase<G>,
    game: &G,
    state: &G::State,
    earlier: &[u64],
) -> Option<RootMoves<G::Move>> {
    let mut advice = tablebase.root_moves(game, state)?;
    if !twice_before(game, state, earlier).is_empty() {
        advice.proof = advice.proof.without_wins();
    }
    Some(advice)
}

//! Perft: counts lines of play, to test move generation.

use crate::{Game, legal_moves};

/// The number of lines of exactly `depth` plies from here. Lines that end earlier are not counted. All outcomes of chance are
/// followed; they are no [plies](Game::is_ply), unless they are a player's moves.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if !G::LINES_PASS_DRAWS && game.outcome(state).is_some() {
        return 0;
    }
    let ply = !G::HAS_CHANCE || game.is_ply(state);
    if depth == 1 && ply {
        return game.count_moves(state);
    }
    let left = depth - u32::from(ply);
    let mut lines = 0;
    game.moves(state, &mut |mv| {
        if G::PLAYS_IN_PLACE {
            let mut next = state.clone();
            game.play(&mut next, mv);
            lines += perft(game, &next, left);
        } else {
            lines += perft(game, &game.apply(state, mv), left);
        }
    });
    lines
}

/// [`perft`] split by the first move.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(G::Move, u64)> {
    let ply = u32::from(!G::HAS_CHANCE || game.is_ply(state));
    legal_moves(game, state)
        .into_iter()
        .map(|mv| (mv, perft(game, &game.apply(state, mv), depth.saturating_sub(ply))))
        .collect()
}

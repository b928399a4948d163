//! [`MixedStrategy`]: a player who chooses moves at random, with known probabilities.

use rootward_game::Game;

/// The weights of all moves of a position add up to about this: probabilities are rounded to millionths.
pub const PARTS: u32 = 1_000_000;

/// A player with a mixed strategy: it chooses each move with some probability.
pub trait MixedStrategy<G: Game>: Sync {
    /// Passes moves to `push` in the order of [`Game::moves`], each with its weight above 0; moves that are never played are
    /// left out. There is at least one.
    ///
    /// Called only where there are legal moves.
    fn weigh(&self, game: &G, state: &G::State, push: &mut dyn FnMut(G::Move, u32));
}

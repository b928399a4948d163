//! Who chooses moves with probabilities.

use rootward_game::Game;

/// Weights of all moves of a position add up to about this: probabilities are rounded to millionths.
pub const PARTS: u32 = 1_000_000;

/// Somebody whose moves are a matter of chance.
pub trait Mind<G: Game>: Sync {
    /// Hands moves to `push` in the order of [`Game::moves`], each with its weight above 0 beside the others; moves that are
    /// never played are left out. At least one is handed out.
    ///
    /// Called only where a player has moves to choose from.
    fn weigh(&self, game: &G, state: &G::State, push: &mut dyn FnMut(G::Move, u32));
}

//! [`Evaluation`]: what a position seems to be worth.

use crate::Game;

/// A static evaluation. It is an opinion: if it is bad, estimates are poor, but what a search proves stays true.
///
/// `()` evaluates every position as 0.
pub trait Evaluation<G: Game>: Sync {
    /// Static evaluation in points for [`Side::First`](crate::Side::First) (MAX). It is clamped into the range of points, so
    /// it is never higher than a win.
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        let _ = (game, state);
        0
    }

    /// The unit of the evaluation: the points of a clear advantage, such as a pawn or an open three. The margins of futility
    /// pruning, aspiration windows and the like are counted in it.
    fn unit(&self) -> i32 {
        1
    }
}

impl<G: Game> Evaluation<G> for () {}

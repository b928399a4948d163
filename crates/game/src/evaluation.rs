//! [`Evaluation`]: what a position seems to be worth; and [`Evaluator`], an evaluation given beside the knowledge.

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

    /// The number of [`correction_key`](Evaluation::correction_key)s of a position; 0 switches correction history off.
    const CORRECTION_KEYS: usize = 0;

    /// A key of a part of the position, such as the pawns: positions with the same part are misjudged in a similar way, and correction
    /// history learns how. `which` is below [`CORRECTION_KEYS`](Evaluation::CORRECTION_KEYS).
    fn correction_key(&self, game: &G, state: &G::State, which: usize) -> u64 {
        let _ = (game, state, which);
        0
    }
}

impl<G: Game> Evaluation<G> for () {}

/// An evaluation that is given to a search beside the knowledge, such as a learned network. Like a
/// [`Tablebase`](crate::Tablebase) it wraps no knowledge, so nothing is forwarded; move ordering, tactics, proofs and the
/// [unit](Evaluation::unit) stay those of the knowledge.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The evaluation for one thread of one search.
    fn start(&self) -> Box<dyn PathEvaluation<G> + '_>;
}

/// An evaluation that may keep what it computed along the path of a search. What it returns depends on the position alone.
pub trait PathEvaluation<G: Game> {
    /// Points for [`Side::First`](crate::Side::First), as in [`Evaluation::evaluate`]. The position is `ply` plies from the root:
    /// the last position that was asked about at `ply - 1` is mostly its parent.
    fn evaluate(&mut self, game: &G, state: &G::State, ply: usize) -> i32;
}

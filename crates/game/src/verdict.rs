//! A value with its label.

use crate::{Score, ScoreKind};

/// What a finished search says about a position, for the side to move, in words that cannot be mistaken:
/// everything but [`Estimate`](Verdict::Estimate) is proven.
///
/// Whether the number itself is exact or a bound is said by the [`Bound`](crate::Bound) beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins after so many plies.
    Win(u32),
    /// The side to move loses after so many plies.
    Loss(u32),
    /// Neither side can force a win.
    Draw,
    /// Both sides playing perfectly, the side to move gets so many points.
    Payoff(i32),
    /// The search ended at a horizon and asked an evaluation, or guessed in another way.
    Estimate(i32),
}

impl Verdict {
    /// Labels a score. `proven` says that nothing in it rests on an estimate; wins and losses always are proven,
    /// since no technique may guess one. A proven 0 is a draw unless the game counts points.
    #[must_use]
    pub fn new(score: Score, proven: bool, counts_points: bool) -> Verdict {
        match score.kind() {
            ScoreKind::Win(plies) => Verdict::Win(plies),
            ScoreKind::Loss(plies) => Verdict::Loss(plies),
            ScoreKind::Points(points) if !proven => Verdict::Estimate(points),
            ScoreKind::Points(0) if !counts_points => Verdict::Draw,
            ScoreKind::Points(points) => Verdict::Payoff(points),
        }
    }

    /// Is it more than an estimate?
    #[must_use]
    pub fn is_proven(self) -> bool {
        !matches!(self, Verdict::Estimate(_))
    }
}

//! A value with its label.

use crate::{Score, ScoreKind};

/// The result of a search for a position, for the side to move. Everything but [`Estimate`](Verdict::Estimate) is proven.
///
/// Whether the number itself is exact or a bound is said by the [`Bound`](crate::Bound) that comes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins after this many plies.
    Win(u32),
    /// The side to move loses after this many plies.
    Loss(u32),
    /// Neither side can force a win.
    Draw,
    /// With perfect play of both sides, the side to move gets this many points.
    Payoff(i32),
    /// The value rests on an evaluation at the horizon, or on another speculative technique.
    Estimate(i32),
}

impl Verdict {
    /// Labels a score. `proven` says that nothing in it rests on an estimate; wins and losses are always proven, since no
    /// technique may guess one. A proven 0 is a draw unless the game counts points.
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
    pub fn is_proven(self) -> bool {
        !matches!(self, Verdict::Estimate(_))
    }
}

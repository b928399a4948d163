//! Values and all arithmetic on them: signs, distances, bounds, windows.
//!
//! A [`Score`] is seen by one side and counts distances from the node it belongs to. On one line, from worst to best:
//!
//! ```text
//!  loss in 0 < loss in 1 < … < −LIMIT … points … LIMIT < … < win in 1 < win in 0
//! ```
//!
//! So a win outranks every estimate, a nearer win a farther one, a farther loss a nearer one. Points (payoffs and
//! estimates) are clamped into ±LIMIT when they are made: no evaluation can reach the range of wins.

use std::fmt;
use std::ops::Neg;

/// A value, seen by one of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// What a [`Score`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// A win after this many plies.
    Win(u32),
    /// A loss after this many plies.
    Loss(u32),
    /// Points: a draw (0), a payoff, or an estimate. Only the search that made it knows which.
    Points(i32),
}

const WIN: i32 = 2_000_000_000;
const LIMIT: i32 = 1_000_000_000;

impl Score {
    /// The value of a draw.
    pub const DRAW: Score = Score(0);
    /// Better than any value that occurs.
    pub const INFINITY: Score = Score(WIN + 2);
    /// The most points that a payoff or an estimate can be.
    pub const POINTS_LIMIT: i32 = LIMIT;
    /// The longest distance to a win; longer ones count as this one.
    pub const MAX_PLIES: u32 = 1_000_000;

    const NEAREST_TO_POINTS: i32 = WIN - Self::MAX_PLIES as i32;

    /// A win after `plies` more plies.
    pub const fn win_in(plies: u32) -> Score {
        let plies = if plies > Self::MAX_PLIES { Self::MAX_PLIES } else { plies };
        Score(WIN - plies as i32)
    }

    /// A loss after `plies` more plies.
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Self::win_in(plies).0)
    }

    /// Points, clamped into ±[`POINTS_LIMIT`](Score::POINTS_LIMIT).
    pub const fn points(points: i32) -> Score {
        Score(if points > LIMIT {
            LIMIT
        } else if points < -LIMIT {
            -LIMIT
        } else {
            points
        })
    }

    /// Whether it is a win, a loss or points.
    pub const fn kind(self) -> ScoreKind {
        if self.is_win() {
            ScoreKind::Win(if self.0 > WIN { 0 } else { (WIN - self.0) as u32 })
        } else if self.is_loss() {
            ScoreKind::Loss(if self.0 < -WIN { 0 } else { (WIN + self.0) as u32 })
        } else {
            ScoreKind::Points(self.0)
        }
    }

    /// Is it a win, at any distance?
    pub const fn is_win(self) -> bool {
        self.0 >= Self::NEAREST_TO_POINTS
    }

    /// Is it a loss, at any distance?
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::NEAREST_TO_POINTS
    }

    /// A win or a loss.
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The same value from one ply earlier: a win or loss is one ply farther off. The side does not change.
    #[inline]
    pub const fn one_ply_earlier(self) -> Score {
        let farther = (self.0 <= -Self::NEAREST_TO_POINTS) as i32 - (self.0 >= Self::NEAREST_TO_POINTS) as i32;
        Score(self.0 + farther)
    }

    /// The inverse for limits: `s.one_ply_earlier() >= limit` exactly where `s >= limit.one_ply_later()`.
    #[inline]
    const fn one_ply_later(self) -> Score {
        let nearer = (self.0 >= Self::NEAREST_TO_POINTS && self.0 <= WIN) as i32
            - (self.0 <= -Self::NEAREST_TO_POINTS && self.0 >= -WIN) as i32;
        Score(self.0 + nearer)
    }

    /// A child's value as its parent sees it: one ply farther off, and negated if the turn passed.
    #[inline]
    pub fn from_child(self, turn_passed: bool) -> Score {
        let score = self.one_ply_earlier();
        if turn_passed { -score } else { score }
    }

    /// A win or loss seen from `plies` plies earlier; infinity stays what it is.
    pub const fn earlier_by(self, plies: u32) -> Score {
        if self.0 > WIN || self.0 < -WIN {
            return self;
        }
        match self.kind() {
            ScoreKind::Win(n) => Score::win_in(n + plies),
            ScoreKind::Loss(n) => Score::loss_in(n + plies),
            ScoreKind::Points(_) => self,
        }
    }

    /// This many points more, staying within the range of points.
    pub const fn plus(self, points: i32) -> Score {
        if self.is_decided() { self } else { Score::points(self.0.saturating_add(points)) }
    }

    /// By how many points it exceeds another value, both taken as estimates.
    pub const fn points_above(self, other: Score) -> i32 {
        self.as_estimate().0.saturating_sub(other.as_estimate().0)
    }

    /// Clamped into the range of points: the most that a speculative technique may claim, since a win has to be proven.
    pub const fn as_estimate(self) -> Score {
        Score::points(self.0)
    }

    /// The smallest step above this value.
    pub const fn next_up(self) -> Score {
        Score(self.0 + 1)
    }

    /// The smallest step below this value.
    pub const fn next_down(self) -> Score {
        Score(self.0 - 1)
    }

    /// The value halfway to `other`, wins and losses counted on the same line as points.
    pub const fn midpoint(self, other: Score) -> Score {
        Score(((self.0 as i64 + other.0 as i64) >> 1) as i32)
    }

    /// The raw number, to be stored and read back by [`from_raw`](Score::from_raw). It has no other meaning.
    pub const fn to_raw(self) -> i32 {
        self.0
    }

    /// The inverse of [`to_raw`](Score::to_raw); numbers that no score has are clamped.
    pub const fn from_raw(raw: i32) -> Score {
        let top = Self::INFINITY.0;
        Score(if raw > top {
            top
        } else if raw < -top {
            -top
        } else {
            raw
        })
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self >= Score::INFINITY {
            return f.write_str("+inf");
        }
        if *self <= -Score::INFINITY {
            return f.write_str("-inf");
        }
        match self.kind() {
            ScoreKind::Win(n) => write!(f, "win in {n}"),
            ScoreKind::Loss(n) => write!(f, "loss in {n}"),
            ScoreKind::Points(p) => write!(f, "{p}"),
        }
    }
}

/// How a returned value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is this or more (the search failed high).
    AtLeast,
    /// The value is this or less (the search failed low).
    AtMost,
}

impl Bound {
    /// The sign before a value: nothing, `≥ ` or `≤ `.
    pub fn sign(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::AtLeast => "≥ ",
            Bound::AtMost => "≤ ",
        }
    }

    /// Does a value with this bound settle a search with this window? An exact one always does, a lower bound from beta on, an
    /// upper bound up to alpha.
    #[inline]
    pub fn decides(self, score: Score, window: Window) -> bool {
        match self {
            Bound::Exact => true,
            Bound::AtLeast => score >= window.beta,
            Bound::AtMost => score <= window.alpha,
        }
    }
}

impl Neg for Bound {
    type Output = Bound;
    fn neg(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::AtLeast => Bound::AtMost,
            Bound::AtMost => Bound::AtLeast,
        }
    }
}

/// The values that still matter: up to `alpha` the side to move has a better choice elsewhere, from `beta` on the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Window {
    /// The value that the side to move is already sure of.
    pub alpha: Score,
    /// The value above which the opponent will not let it get.
    pub beta: Score,
}

impl Window {
    /// The full window: every value matters.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITY.0), beta: Score::INFINITY };

    /// From `alpha` to `beta`.
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The null window that asks "more than `alpha`, or not?".
    #[inline]
    pub const fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next_up() }
    }

    /// The null window at the lower end of this one, for a scout search (PVS).
    #[inline]
    pub const fn scout(self) -> Window {
        Window::above(self.alpha)
    }

    /// Do only wins and losses within `plies` plies matter, because a later one would change nothing?
    #[inline]
    pub fn looks_no_farther_than(self, plies: u32) -> bool {
        self.alpha >= Score::win_in(plies) || self.beta <= Score::loss_in(plies)
    }

    /// Is it a null window: does no value lie strictly between the ends?
    #[inline]
    pub const fn is_scout(self) -> bool {
        self.beta.0 as i64 - self.alpha.0 as i64 <= 1
    }

    /// Does no value matter any more?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// The window of a child: distances are one ply shorter, and the ends are swapped and negated if the turn passed.
    #[inline]
    pub fn for_child(self, turn_passed: bool) -> Window {
        let window = Window { alpha: self.alpha.one_ply_later(), beta: self.beta.one_ply_later() };
        if turn_passed { -window } else { window }
    }

    /// The bound of a value that was returned for this window.
    #[inline]
    pub fn judge(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::AtLeast
        } else if score <= self.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }

    /// Strictly inside.
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}

impl Neg for Window {
    type Output = Window;
    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_score() -> impl Strategy<Value = Score> {
        prop_oneof![
            (0u32..2000).prop_map(Score::win_in),
            (0u32..2000).prop_map(Score::loss_in),
            any::<i32>().prop_map(Score::points),
            (-3i32..4).prop_map(Score::points),
        ]
    }

    proptest! {
        #[test]
        fn an_evaluation_never_reaches_the_range_of_wins(points: i32) {
            prop_assert!(Score::points(points) < Score::win_in(Score::MAX_PLIES));
            prop_assert!(Score::points(points) > Score::loss_in(Score::MAX_PLIES));
            prop_assert!(!Score::points(points).is_decided());
        }

        #[test]
        fn nearer_wins_and_farther_losses_are_better(n in 0u32..100_000) {
            prop_assert!(Score::win_in(n) > Score::win_in(n + 1));
            prop_assert!(Score::loss_in(n) < Score::loss_in(n + 1));
        }

        #[test]
        fn negation_swaps_wins_and_losses(n in 0u32..100_000) {
            prop_assert_eq!(-Score::win_in(n), Score::loss_in(n));
        }

        #[test]
        fn a_child_window_asks_the_parents_question(s in any_score(), limit in any_score(), turn_passed: bool) {
            // "Is the child's value, seen by the parent, at least / more than the limit?" must have one answer.
            let window = Window::new(limit, Score::INFINITY);
            let child = window.for_child(turn_passed);
            let fails_low = if turn_passed { s >= child.beta } else { s <= child.alpha };
            prop_assert_eq!(s.from_child(turn_passed) <= limit, fails_low);
        }

        #[test]
        fn raw_round_trips(s in any_score()) {
            prop_assert_eq!(Score::from_raw(s.to_raw()), s);
        }

        #[test]
        fn kind_round_trips(s in any_score()) {
            let back = match s.kind() {
                ScoreKind::Win(n) => Score::win_in(n),
                ScoreKind::Loss(n) => Score::loss_in(n),
                ScoreKind::Points(p) => Score::points(p),
            };
            prop_assert_eq!(back, s);
        }

        #[test]
        fn a_midpoint_lies_between(a in any_score(), b in any_score()) {
            let (low, high) = (a.min(b), a.max(b));
            prop_assert!(low <= low.midpoint(high) && low.midpoint(high) <= high);
        }
    }

    #[test]
    fn infinity_stays_outside_whatever_happens_to_a_window() {
        let mut window = Window::FULL;
        for ply in 0..1000 {
            window = window.for_child(ply % 3 != 0);
        }
        assert_eq!(window, Window::FULL);
    }
}

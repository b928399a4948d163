//! The interval of values that a node can still take, given the visited part below it.
//!
//! It is not the α-β window. The window says which values still *matter* to the nodes above; the interval says which
//! are still *possible*. A leaf can take one value, an unvisited node any. Between them, the ends of a MAX node are the
//! maxima of its children's lower and upper ends, those of a MIN node the minima.

use rootward_game::{Bound, Notation, Score, Side};

use super::value::{Span, Value};

/// The values between two ends, both included, for MAX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: Score,
    pub(super) high: Score,
}

impl Interval {
    /// Anything.
    pub(super) fn full() -> Interval {
        Interval { low: -Score::INFINITY, high: Score::INFINITY }
    }

    pub(super) fn point(score: Score) -> Interval {
        Interval { low: score, high: score }
    }

    /// The interval of a value that may be only a bound.
    pub(super) fn of_bound(value: Score, bound: Bound) -> Interval {
        match bound {
            Bound::Exact => Interval::point(value),
            Bound::AtLeast => Interval { low: value, ..Interval::full() },
            Bound::AtMost => Interval { high: value, ..Interval::full() },
        }
    }

    /// The intersection. A speculative search may contradict itself: then the newer interval counts.
    pub(super) fn and_newer(self, newer: Interval) -> Interval {
        let both = Interval { low: self.low.max(newer.low), high: self.high.min(newer.high) };
        if both.low <= both.high { both } else { newer }
    }

    /// The interval of a node where `side` chooses among these options, and perhaps unvisited others.
    pub(super) fn of_choice(side: Side, options: impl Iterator<Item = Interval>, others: bool) -> Interval {
        let unseen = others.then(Interval::full);
        let better = |a: Interval, b: Interval| match side {
            Side::First => Interval { low: a.low.max(b.low), high: a.high.max(b.high) },
            Side::Second => Interval { low: a.low.min(b.low), high: a.high.min(b.high) },
        };
        options.chain(unseen).reduce(better).unwrap_or_else(Interval::full)
    }

    pub(super) fn is_point(self) -> bool {
        self.low == self.high
    }

    pub(super) fn to_span<G: Notation>(self, game: &G) -> Span {
        Span { low: Value::new(game, self.low), high: Value::new(game, self.high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(low: i32, high: i32) -> Interval {
        Interval { low: Score::points(low), high: Score::points(high) }
    }

    #[test]
    fn a_choice_that_nobody_has_looked_at_leaves_one_end_open() {
        let seen = Interval::point(Score::points(3));
        let at_min = Interval::of_choice(Side::Second, [seen].into_iter(), true);
        assert_eq!(at_min, Interval { high: Score::points(3), ..Interval::full() });
        let at_max = Interval::of_choice(Side::First, [seen].into_iter(), true);
        assert_eq!(at_max, Interval { low: Score::points(3), ..Interval::full() });
    }

    #[test]
    fn an_upper_end_of_max_is_its_largest_childs() {
        let children = [between(3, 3), between(-9, 2), between(-9, 14)];
        assert_eq!(Interval::of_choice(Side::First, children.into_iter(), false), between(3, 14));
        assert_eq!(Interval::of_choice(Side::Second, children.into_iter(), false), between(-9, 2));
    }

    #[test]
    fn what_contradicts_is_replaced() {
        assert_eq!(between(1, 5).and_newer(between(3, 9)), between(3, 5));
        assert_eq!(between(1, 2).and_newer(between(3, 9)), between(3, 9));
    }
}

//! Interval arithmetic: a lower and an upper bound of a value, rounded outwards.

use std::ops::Neg;

/// An interval that contains the true value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// The value is at least this.
    pub low: f64,
    /// The value is at most this.
    pub high: f64,
}

impl Bracket {
    /// The value itself.
    pub fn exactly(value: f64) -> Bracket {
        Bracket { low: value, high: value }
    }

    /// The best estimate: halfway between the ends.
    pub fn middle(self) -> f64 {
        self.low / 2.0 + self.high / 2.0
    }

    /// The largest possible error of the [middle](Bracket::middle).
    pub fn error(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// How far apart the ends are.
    pub(super) fn width(self) -> f64 {
        self.high - self.low
    }

    /// The intersection of both.
    pub(super) fn and(self, other: Bracket) -> Bracket {
        Bracket { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The better of two choices.
    pub(super) fn or(self, other: Bracket) -> Bracket {
        Bracket { low: self.low.max(other.low), high: self.high.max(other.high) }
    }
}

/// As the other side sees it.
impl Neg for Bracket {
    type Output = Bracket;
    fn neg(self) -> Bracket {
        Bracket { low: -self.high, high: -self.low }
    }
}

/// The weighted mean of brackets. Each end is moved outwards by the largest possible rounding error, so that the bounds stay
/// certain even after many means of means.
pub(super) fn mean(terms: impl Iterator<Item = (u32, Bracket)>) -> Bracket {
    let mut sum = Bracket::exactly(0.0);
    let (mut total, mut count, mut size) = (0.0, 0.0, 0.0_f64);
    let mut ends = Bracket { low: f64::INFINITY, high: f64::NEG_INFINITY };
    for (weight, term) in terms {
        let weight = f64::from(weight);
        sum.low += weight * term.low;
        sum.high += weight * term.high;
        ends.low = ends.low.min(term.low);
        ends.high = ends.high.max(term.high);
        size = size.max(term.low.abs()).max(term.high.abs());
        total += weight;
        count += 1.0;
    }
    // A product and an addition for each term and one division, each with an error of at most half an epsilon of its size.
    let slip = (count + 2.0) * size * (f64::EPSILON / 2.0);
    // A mean lies between its terms: if they are equal, it is exact.
    Bracket { low: (sum.low / total - slip).max(ends.low), high: (sum.high / total + slip).min(ends.high) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_mean_holds_the_mean_of_any_values_inside(
            terms in prop::collection::vec((1u32..1000, -1000i32..1000, 0i32..50, 0i32..=4), 1..8)
        ) {
            let brackets = terms.iter().map(|&(weight, low, width, _)| {
                (weight, Bracket { low: f64::from(low) / 7.0, high: f64::from(low + width) / 7.0 })
            });
            let found = mean(brackets);
            // The same in whole numbers, 28 times as large.
            let total: i64 = terms.iter().map(|term| i64::from(term.0)).sum();
            let inside = |&(weight, low, width, quarter): &(u32, i32, i32, i32)| {
                i64::from(weight) * i64::from(4 * low + quarter * width)
            };
            let exact = terms.iter().map(inside).sum::<i64>() as f64 / total as f64;
            prop_assert!(found.low <= exact / 28.0 + 1e-12 && exact / 28.0 - 1e-12 <= found.high);
            prop_assert!(found.low <= found.high);
            prop_assert!(terms.iter().any(|term| term.2 > 0) || found.width() < 1e-11);
        }
    }

    #[test]
    fn terms_that_agree_have_themselves_for_a_mean() {
        let third = Bracket::exactly(1.0 / 3.0);
        assert_eq!(mean([(3, third), (1, third), (7, third)].into_iter()), third);
        assert_eq!(-Bracket { low: -1.0, high: 2.0 }, Bracket { low: -2.0, high: 1.0 });
    }
}

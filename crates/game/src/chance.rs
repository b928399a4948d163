//! The average of a chance node: one rounding rule, and the bounds of an average whose terms are not all known.
//!
//! The value of a chance node is the mean of its outcomes' values in points, rounded to the nearest (halves away from 0, so
//! that both sides see the same number). In the mean, a win counts as the upper end of the game's range and a loss as the
//! lower end. The node is a win only if every outcome is a win, at the distance of the farthest one; likewise with losses.

use std::ops::Neg;

use crate::{Score, Window};

/// The values that a game's payoffs and evaluations can take, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest.
    pub least: i32,
    /// The largest.
    pub most: i32,
}

impl Range {
    /// All points that a score can hold.
    pub const ALL: Range = Range::symmetric(Score::POINTS_LIMIT);

    /// From `-most` to `most`.
    pub const fn symmetric(most: i32) -> Range {
        Range { least: -most, most }
    }

    /// Points clamped into the range.
    #[inline]
    pub fn clamp(self, points: i32) -> i32 {
        points.clamp(self.least, self.most)
    }

    /// The points of a value in an average.
    #[inline]
    fn counts(self, score: Score) -> i64 {
        i64::from(if score.is_win() {
            self.most
        } else if score.is_loss() {
            self.least
        } else {
            self.clamp(score.to_raw())
        })
    }
}

impl Neg for Range {
    type Output = Range;
    fn neg(self) -> Range {
        Range { least: -self.most, most: -self.least }
    }
}

/// An outcome of chance, and what is known about its value.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Its weight: its probability is this over the sum of all weights.
    pub weight: u32,
    /// The value is at least this.
    pub low: Score,
    /// The value is at most this.
    pub high: Score,
}

/// The weighted average of a chance node, as far as it is known: between [`low`](Average::low) and [`high`](Average::high).
#[derive(Clone, Debug)]
pub struct Average {
    terms: Vec<Term>,
    range: Range,
    total: i64,
    /// The sum over the lower bounds of all terms, and that over the upper bounds.
    lows: Sum,
    highs: Sum,
}

/// The weighted sum of one bound over all terms.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    points: i64,
    wins: usize,
    losses: usize,
}

impl Sum {
    fn add(&mut self, range: Range, weight: u32, score: Score) {
        self.points += i64::from(weight) * range.counts(score);
        self.wins += usize::from(score.is_win());
        self.losses += usize::from(score.is_loss());
    }

    fn remove(&mut self, range: Range, weight: u32, score: Score) {
        self.points -= i64::from(weight) * range.counts(score);
        self.wins -= usize::from(score.is_win());
        self.losses -= usize::from(score.is_loss());
    }
}

impl Average {
    /// The average of outcomes with these weights; nothing is known yet. `range` is the game's, for the side that sees the
    /// values.
    pub fn new(weights: impl IntoIterator<Item = u32>, range: Range) -> Average {
        let mut average = Average { terms: Vec::new(), range, total: 0, lows: Sum::default(), highs: Sum::default() };
        average.terms.extend(weights.into_iter().map(|weight| Term {
            weight,
            low: -Score::INFINITY,
            high: Score::INFINITY,
        }));
        for term in &average.terms {
            average.total += i64::from(term.weight);
            average.lows.add(range, term.weight, term.low);
            average.highs.add(range, term.weight, term.high);
        }
        average
    }

    /// The mean of values that are all known.
    pub fn of(terms: &[(u32, Score)], range: Range) -> Score {
        let mut average = Average::new(terms.iter().map(|term| term.0), range);
        for (place, term) in terms.iter().enumerate() {
            average.raise(place, term.1);
            average.lower(place, term.1);
        }
        average.low()
    }

    /// The outcomes in their order.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The sum of the weights.
    pub fn total(&self) -> i64 {
        self.total
    }

    /// The outcome at `place` is worth at least this.
    pub fn raise(&mut self, place: usize, low: Score) {
        let term = &mut self.terms[place];
        self.lows.remove(self.range, term.weight, term.low);
        term.low = term.low.max(low);
        self.lows.add(self.range, term.weight, term.low);
    }

    /// The outcome at `place` is worth at most this.
    pub fn lower(&mut self, place: usize, high: Score) {
        let term = &mut self.terms[place];
        self.highs.remove(self.range, term.weight, term.high);
        term.high = term.high.min(high);
        self.highs.add(self.range, term.weight, term.high);
    }

    /// The average is at least this.
    pub fn low(&self) -> Score {
        self.value(self.lows, |term| term.low)
    }

    /// The average is at most this.
    pub fn high(&self) -> Score {
        self.value(self.highs, |term| term.high)
    }

    fn value(&self, sum: Sum, end: impl Fn(&Term) -> Score) -> Score {
        let ends = self.terms.iter().map(end);
        if sum.wins == self.terms.len() {
            ends.min().unwrap_or(Score::DRAW)
        } else if sum.losses == self.terms.len() {
            ends.max().unwrap_or(Score::DRAW)
        } else {
            Score::points(rounded(sum.points, self.total))
        }
    }

    /// The window for the outcome at `place`, if `window` is that of the average (Star1). If the outcome is at or below the
    /// lower end, the average fails low for all values of the others; at or above the upper end, it fails high.
    pub fn window_for(&self, place: usize, window: Window) -> Window {
        let term = self.terms[place];
        let mut highs = self.highs;
        highs.remove(self.range, term.weight, term.high);
        let mut lows = self.lows;
        lows.remove(self.range, term.weight, term.low);
        let others = || self.terms.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, term)| term);
        let alpha =
            self.fails_low_at(highs, term.weight, self.range, window.alpha, || others().map(|term| term.high).max());
        // The upper end is the lower end as the other side sees it.
        let lows = Sum { points: -lows.points, wins: lows.losses, losses: lows.wins };
        let beta =
            self.fails_low_at(lows, term.weight, -self.range, -window.beta, || others().map(|term| -term.low).max());
        Window::new(alpha, -beta)
    }

    /// The largest value of an outcome with which the average does not exceed `alpha`, if `rest` is the sum of the others.
    fn fails_low_at(
        &self,
        rest: Sum,
        weight: u32,
        range: Range,
        alpha: Score,
        best_of_others: impl Fn() -> Option<Score>,
    ) -> Score {
        let others = self.terms.len() - 1;
        let (all_win, all_lose) = (rest.wins == others, rest.losses == others);
        if alpha.is_win() {
            return if all_win { alpha } else { Score::INFINITY };
        }
        if alpha.is_loss() {
            let low_enough = all_lose && best_of_others().is_none_or(|best| best <= alpha);
            return if low_enough { alpha } else { -Score::INFINITY };
        }
        let room = most_points(i64::from(alpha.to_raw()), self.total) - rest.points;
        let points = room.div_euclid(i64::from(weight));
        if points >= i64::from(range.most) {
            if all_win { BEST_POINTS } else { Score::INFINITY }
        } else if points < i64::from(range.least) {
            if all_lose { -BEST_POINTS.next_up() } else { -Score::INFINITY }
        } else {
            Score::points(points as i32)
        }
    }
}

/// The highest value that is no win.
const BEST_POINTS: Score = Score::win_in(Score::MAX_PLIES).next_down();

/// The one rounding rule: to the nearest, halves away from 0.
fn rounded(sum: i64, total: i64) -> i32 {
    let (twice, total) = (2 * i128::from(sum), i128::from(total.max(1)));
    let away = if sum < 0 { -total } else { total };
    ((twice + away) / (2 * total)) as i32
}

/// The largest sum that is [`rounded`] to `points` or less.
fn most_points(points: i64, total: i64) -> i64 {
    let limit = (2 * i128::from(points) + 1) * i128::from(total);
    // A positive half is rounded up, so it is already too much.
    let twice = if points >= 0 { limit - 1 } else { limit };
    twice.div_euclid(2) as i64
}

/// The place of the entry that a number falls on if each entry covers as many numbers from 0 on as its weight says: with a
/// random number below the sum of the weights, each entry is chosen with its share. None for a number beyond the sum.
///
/// ```
/// use rootward_game::weighted_place;
///
/// assert_eq!([0, 1, 2, 3].map(|number| weighted_place([2, 0, 1], number)), [Some(0), Some(0), Some(2), None]);
/// ```
pub fn weighted_place(weights: impl IntoIterator<Item = u64>, number: u64) -> Option<usize> {
    let mut rest = number;
    weights.into_iter().position(|weight| match rest.checked_sub(weight) {
        Some(beyond) => {
            rest = beyond;
            false
        }
        None => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RANGE: Range = Range { least: -20, most: 30 };

    fn any_value() -> impl Strategy<Value = Score> {
        prop_oneof![
            4 => (-20i32..=30).prop_map(Score::points),
            1 => (0u32..6).prop_map(Score::win_in),
            1 => (0u32..6).prop_map(Score::loss_in),
        ]
    }

    fn any_terms() -> impl Strategy<Value = Vec<(u32, Score)>> {
        prop::collection::vec((1u32..8, any_value()), 1..5)
    }

    proptest! {
        #[test]
        fn both_sides_see_the_same_average(terms in any_terms()) {
            let turned: Vec<_> = terms.iter().map(|&(weight, score)| (weight, -score)).collect();
            prop_assert_eq!(-Average::of(&terms, RANGE), Average::of(&turned, -RANGE));
        }

        #[test]
        fn a_better_outcome_never_makes_the_average_worse(terms in any_terms(), place in 0usize..5, value in any_value()) {
            let place = place % terms.len();
            let mut better = terms.clone();
            better[place].1 = better[place].1.max(value);
            prop_assert!(Average::of(&better, RANGE) >= Average::of(&terms, RANGE));
        }

        #[test]
        fn the_average_is_the_rounded_mean(points in prop::collection::vec((1u32..8, -20i32..=30), 1..6)) {
            let terms: Vec<_> = points.iter().map(|&(weight, points)| (weight, Score::points(points))).collect();
            let sum: f64 = points.iter().map(|&(weight, points)| f64::from(weight) * f64::from(points)).sum();
            let total: f64 = points.iter().map(|&(weight, _)| f64::from(weight)).sum();
            // `f64::round` has the same rule; sums this small are exact.
            prop_assert_eq!(Average::of(&terms, RANGE), Score::points((sum / total).round() as i32));
        }

        /// The window for an outcome is the tightest: at its ends the average fails for certain, inside it does not.
        #[test]
        fn an_outcomes_window_asks_the_averages_question(
            terms in any_terms(),
            known in prop::collection::vec(any::<bool>(), 5),
            value in any_value(),
            (alpha, beta) in (any_value(), any_value()),
        ) {
            let window = Window::new(alpha.min(beta), alpha.max(beta).next_up());
            let mut average = Average::new(terms.iter().map(|term| term.0), RANGE);
            for (place, term) in terms.iter().enumerate().skip(1) {
                if known[place] {
                    average.raise(place, term.1);
                    average.lower(place, term.1);
                }
            }
            if average.high() <= window.alpha || average.low() >= window.beta {
                return Ok(());
            }
            let asked = average.window_for(0, window);
            let mut with = average.clone();
            with.raise(0, value);
            with.lower(0, value);
            prop_assert_eq!(value <= asked.alpha, with.high() <= window.alpha, "{:?} {:?}", asked, with);
            prop_assert_eq!(value >= asked.beta, with.low() >= window.beta, "{:?} {:?}", asked, with);
        }
    }

    #[test]
    fn large_weights_and_points_do_not_overflow() {
        let far = Score::points(Score::POINTS_LIMIT);
        assert_eq!(Average::of(&[(u32::MAX - 1, far), (1, -far)], Range::ALL), far.plus(-1).next_up());
        assert_eq!(Average::of(&[(u32::MAX / 2, -far), (u32::MAX / 2, -far)], Range::ALL), -far);
    }
}

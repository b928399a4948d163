//! [`Chances`]: the ways a game can end, each with its probability.

use std::array;

/// Probabilities for the side on roll. Wins include gammons, gammons include backgammons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances {
    /// To win.
    pub win: f32,
    /// To win a gammon or more.
    pub gammon: f32,
    /// To win a backgammon.
    pub backgammon: f32,
    /// To lose a gammon or more.
    pub lost_gammon: f32,
    /// To lose a backgammon.
    pub lost_backgammon: f32,
}

impl Chances {
    /// The number of probabilities.
    pub const COUNT: usize = 5;

    /// The mean number of points that the side on roll wins: its equity, from −3 to 3.
    #[inline]
    pub fn equity(&self) -> f32 {
        2.0 * self.win - 1.0 + self.gammon + self.backgammon - self.lost_gammon - self.lost_backgammon
    }

    /// The same from the other side's point of view.
    #[must_use]
    #[inline]
    pub fn turned(&self) -> Chances {
        Chances {
            win: 1.0 - self.win,
            gammon: self.lost_gammon,
            backgammon: self.lost_backgammon,
            lost_gammon: self.gammon,
            lost_backgammon: self.backgammon,
        }
    }

    /// Made consistent: no more gammons than wins, no more backgammons than gammons, and none that is impossible by
    /// now. An estimate may violate this slightly.
    #[must_use]
    #[inline]
    pub(super) fn sensible(mut self, can_win_gammon: bool, can_lose_gammon: bool) -> Chances {
        self.win = self.win.clamp(0.0, 1.0);
        self.gammon = if can_win_gammon { self.gammon.clamp(0.0, self.win) } else { 0.0 };
        self.backgammon = self.backgammon.clamp(0.0, self.gammon);
        self.lost_gammon = if can_lose_gammon { self.lost_gammon.clamp(0.0, 1.0 - self.win) } else { 0.0 };
        self.lost_backgammon = self.lost_backgammon.clamp(0.0, self.lost_gammon);
        self
    }

    /// Of a game that is over: points won are positive, points lost negative.
    pub(super) fn over(points: i32) -> Chances {
        let at_least = |least: i32| f32::from(u8::from(points >= least));
        let at_most = |most: i32| f32::from(u8::from(points <= most));
        Chances {
            win: at_least(1),
            gammon: at_least(2),
            backgammon: at_least(3),
            lost_gammon: at_most(-2),
            lost_backgammon: at_most(-3),
        }
    }

    /// As five numbers in the order of the fields.
    #[inline]
    pub(super) fn numbers(&self) -> [f32; Chances::COUNT] {
        [self.win, self.gammon, self.backgammon, self.lost_gammon, self.lost_backgammon]
    }

    #[inline]
    pub(super) fn of(numbers: [f32; Chances::COUNT]) -> Chances {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = numbers;
        Chances { win, gammon, backgammon, lost_gammon, lost_backgammon }
    }

    /// The weighted mean of several.
    pub fn mean(terms: impl IntoIterator<Item = (f32, Chances)>) -> Chances {
        let (mut sums, mut total) = ([0.0; Chances::COUNT], 0.0);
        for (weight, chances) in terms {
            let numbers = chances.numbers();
            sums = array::from_fn(|place| sums[place] + weight * numbers[place]);
            total += weight;
        }
        Chances::of(sums.map(|sum| sum / total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_one_side_wins_the_other_loses_and_none_more_than_a_backgammon(
            numbers in prop::array::uniform5(-0.5f32..1.5), can_win: bool, can_lose: bool
        ) {
            let chances = Chances::of(numbers).sensible(can_win, can_lose);
            let equity = chances.equity();
            prop_assert!((-3.0..=3.0).contains(&equity), "{equity}");
            prop_assert!((chances.turned().equity() + equity).abs() < 1e-5);
            prop_assert!(chances.gammon <= chances.win && chances.backgammon <= chances.gammon);
        }
    }

    #[test]
    fn the_end_is_worth_its_points() {
        for points in [-3, -2, -1, 1, 2, 3] {
            assert_eq!(Chances::over(points).equity(), points as f32);
        }
        let half = Chances::mean([(1.0, Chances::over(3)), (1.0, Chances::over(-1))]);
        assert_eq!((half.win, half.equity()), (0.5, 1.0));
    }
}

//! The checkers of one side, by that side's numbering of the points.

/// The number of checkers of one side on each place: on its points 1 to 24 (its ace point is 1, checkers run
/// downwards), on the [bar](Checkers::BAR) and [borne off](Checkers::OFF).
///
/// ```
/// use rootward_games::backgammon::Checkers;
///
/// let home = Checkers::at(&[(6, 2), (1, 1)]);
/// assert_eq!((home.on(6), home.pips(), home.total()), (2, 13, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checkers {
    counts: [u8; Checkers::PLACES],
}

/// A set of points, one bit each: bit 1 is the ace point, bit 24 the farthest, bit 25 the bar.
pub(super) type Points = u32;

impl Checkers {
    /// Where checkers that were borne off are counted.
    pub const OFF: u8 = 0;
    /// Where checkers that were hit wait: one step beyond the farthest point.
    pub const BAR: u8 = 25;
    /// Off, 24 points, the bar.
    pub const PLACES: usize = 26;
    /// The farthest point of the home board.
    pub const HOME: u8 = 6;

    /// None anywhere.
    pub const NONE: Checkers = Checkers { counts: [0; Checkers::PLACES] };

    /// This many checkers on these places; none elsewhere.
    ///
    /// # Panics
    /// If a place is beyond the bar.
    pub const fn at(places: &[(u8, u8)]) -> Checkers {
        let mut counts = [0; Checkers::PLACES];
        let mut i = 0;
        while i < places.len() {
            counts[places[i].0 as usize] += places[i].1;
            i += 1;
        }
        Checkers { counts }
    }

    /// The number on a point, on the bar (25) or off (0).
    #[inline]
    pub const fn on(&self, place: u8) -> u8 {
        self.counts[place as usize]
    }

    /// All counts: off, the points 1 to 24, the bar.
    #[inline]
    pub const fn counts(&self) -> &[u8; Checkers::PLACES] {
        &self.counts
    }

    /// The number borne off.
    #[inline]
    pub const fn off(&self) -> u8 {
        self.counts[Checkers::OFF as usize]
    }

    /// The number on the bar.
    #[inline]
    pub const fn bar(&self) -> u8 {
        self.counts[Checkers::BAR as usize]
    }

    /// The number of checkers in all, those borne off included.
    pub fn total(&self) -> u8 {
        self.counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The pip count: the number of steps until all are off.
    pub fn pips(&self) -> u32 {
        self.counts.iter().enumerate().map(|(place, count)| place as u32 * u32::from(*count)).sum()
    }

    /// The point with this number, in the other side's numbering.
    #[inline]
    pub const fn across(point: u8) -> u8 {
        25 - point
    }

    /// The counts in four words, for hashing.
    #[inline]
    pub(super) fn word(&self, part: usize) -> u64 {
        let mut word = [0; 8];
        let counts = &self.counts[8 * part..Checkers::PLACES.min(8 * part + 8)];
        word[..counts.len()].copy_from_slice(counts);
        u64::from_le_bytes(word)
    }

    /// The places from the ace point to the bar in turn, each as a one for each checker and then a zero: 25 bits and
    /// one for every checker that is not off, from the lowest. More than three checkers may not fit into 28 bits.
    pub(super) fn unary(&self) -> u128 {
        let mut bits = 0;
        let mut length = 0;
        for &count in &self.counts[1..] {
            bits |= ((1 << count) - 1) << length;
            length += u32::from(count) + 1;
        }
        bits
    }

    /// Moves one checker. There must be one.
    #[inline]
    pub(super) fn shift(&mut self, from: u8, to: u8) {
        debug_assert!(self.on(from) > 0, "no checker on {from}");
        self.counts[from as usize] -= 1;
        self.counts[to as usize] += 1;
    }

    /// The points with at least one checker, and the bar.
    #[inline]
    pub(super) fn occupied(&self) -> Points {
        self.where_at_least::<1>()
    }

    /// The made points, with two or more: the other side cannot enter them.
    #[inline]
    pub(super) fn made(&self) -> Points {
        self.where_at_least::<2>()
    }

    /// Eight counts at a time: adding 128 − `LEAST` carries into a byte's highest bit exactly where the count is large enough,
    /// and a multiplication gathers those bits.
    #[inline]
    fn where_at_least<const LEAST: u8>(&self) -> Points {
        const LOWEST_BITS: u64 = 0x0101_0101_0101_0101;
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let gathered = |first: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&self.counts[first..first + 8]);
            let sums = u64::from_le_bytes(word) + LOWEST_BITS * u64::from(128 - LEAST);
            (((sums >> 7) & LOWEST_BITS).wrapping_mul(GATHER) >> 56) as Points
        };
        let points = gathered(1) | gathered(9) << 8 | gathered(17) << 16;
        points << 1 | Points::from(self.bar() >= LEAST) << Checkers::BAR
    }
}

/// The same points in the other side's numbering; the bar and borne-off checkers are left out.
#[inline]
pub(super) const fn across(points: Points) -> Points {
    (points.reverse_bits() >> 6) & POINTS
}

/// The 24 points of the board.
pub(super) const POINTS: Points = 0x01FF_FFFE;

/// The bar alone.
pub(super) const BAR: Points = 1 << Checkers::BAR;

/// Calls back with each point of a set, the farthest first.
#[inline]
pub(super) fn each_from_the_back(points: Points, mut act: impl FnMut(u8)) {
    let mut rest = points;
    while rest != 0 {
        let point = 31 - rest.leading_zeros();
        act(point as u8);
        rest ^= 1 << point;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sets_of_points_are_those_with_enough_checkers(counts in prop::array::uniform26(0u8..=15)) {
            let checkers = Checkers { counts };
            for place in 1..=25u8 {
                prop_assert_eq!(checkers.occupied() >> place & 1 == 1, checkers.on(place) >= 1);
                prop_assert_eq!(checkers.made() >> place & 1 == 1, checkers.on(place) >= 2);
            }
            for point in 1..=24u8 {
                let theirs = Checkers::across(point);
                prop_assert_eq!(across(checkers.made()) >> theirs & 1, checkers.made() >> point & 1);
            }
            prop_assert_eq!((checkers.occupied() | checkers.made()) & !(POINTS | BAR), 0);
            prop_assert_eq!(across(checkers.occupied()) & !POINTS, 0);
        }
    }
}

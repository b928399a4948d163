//! Counting rolls: those that hit a blot, and those that let a checker run.

use crate::backgammon::Checkers;
use crate::backgammon::checkers::{POINTS, Points};

/// With how many of 36 throws `hitter` can hit one of the blots. Points are counted as the hitter counts them; `blocked`
/// are those it cannot enter.
///
/// With two checkers on the bar only those that enter are looked at: they hardly ever leave a die for another.
#[inline]
pub(super) fn shots(hitter: &Checkers, blots: Points, blocked: Points) -> u32 {
    if blots == 0 {
        return 0;
    }
    let open = !blocked;
    let men = hitter.occupied() & POINTS;
    let mut count = 0;
    for low in 1..=6 {
        for high in low..=6 {
            let hits = match hitter.bar() {
                0 => lands(men, low, high, open) & blots != 0,
                1 => enters_and_hits(men, low, high, open, blots),
                _ => (entry(low, open) | entry(high, open)) & blots != 0,
            };
            count += u32::from(hits) * if low == high { 1 } else { 2 };
        }
    }
    count
}

/// The points where men can land with these dice.
#[inline]
fn lands(men: Points, low: u32, high: u32, open: Points) -> Points {
    if low == high {
        let one = (men >> low) & open;
        let two = (one >> low) & open;
        let three = (two >> low) & open;
        return one | two | three | (three >> low);
    }
    let (with_low, with_high) = ((men >> low) & open, (men >> high) & open);
    with_low | with_high | (with_low >> high) | (with_high >> low)
}

/// The point where a checker enters with this die, if it can.
#[inline]
fn entry(die: u32, open: Points) -> Points {
    (1 << (u32::from(Checkers::BAR) - die)) & open
}

/// One checker must enter first; what is left of the dice is for any.
#[inline]
fn enters_and_hits(men: Points, low: u32, high: u32, open: Points, blots: Points) -> bool {
    let (with_low, with_high) = (entry(low, open), entry(high, open));
    if (with_low | with_high) & blots != 0 {
        return true;
    }
    if low == high {
        let one = ((men | with_low) >> low) & open;
        let two = (one >> low) & open;
        return with_low != 0 && (one | two | (two >> low)) & blots != 0;
    }
    let then = |entered: Points, die: u32| entered != 0 && ((men | entered) >> die) & blots != 0;
    then(with_low, high) || then(with_high, low)
}

/// How freely the hindmost checker moves.
pub(super) struct Runner {
    /// Throws of 36 that it can use whole.
    pub(super) whole: u32,
    /// Throws that bring it out of the other side's home, or leave it outside.
    pub(super) escapes: u32,
}

impl Runner {
    /// On this point, where those of `blocked` cannot be entered.
    #[inline]
    pub(super) fn at(point: u32, blocked: Points) -> Runner {
        const OUTSIDE: u32 = 18;
        let is_open = |pips: u32| point <= pips || blocked >> (point - pips) & 1 == 0;
        let is_outside = |pips: u32| point.saturating_sub(pips) <= OUTSIDE;
        let mut runner = Runner { whole: 0, escapes: 0 };
        for low in 1..=6 {
            for high in low..=6 {
                let weight = if low == high { 1 } else { 2 };
                let both = low + high;
                let whole = (is_open(low) || is_open(high)) && is_open(both);
                let escapes = if whole {
                    is_outside(both)
                } else {
                    [low, high].into_iter().any(|die| is_open(die) && is_outside(die))
                };
                runner.whole += u32::from(whole) * weight;
                runner.escapes += u32::from(escapes) * weight;
            }
        }
        runner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_are_those_of_the_books() {
        let from = |places: &[(u8, u8)], blot: u32, blocked: Points| shots(&Checkers::at(places), 1 << blot, blocked);
        // A single man, a blot 1 to 12 points before it, nothing between: known to every player.
        let known = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3];
        for (distance, throws) in (1..).zip(known) {
            assert_eq!(from(&[(20, 1)], 20 - distance, 0), throws, "{distance} away");
        }
        assert_eq!(from(&[(25, 1)], 20, 0), 15, "entering, 5 away");
        assert_eq!(from(&[(25, 2)], 20, 0), 11, "two on the bar: direct shots alone");
        assert_eq!(
            from(&[(20, 1)], 12, 1 << 18 | 1 << 16 | 1 << 14),
            2,
            "8 away, of 62, 53, 44 and 22 only 53 is open"
        );
        assert_eq!(from(&[(20, 1)], 21, 0), 0, "behind");
    }

    #[test]
    fn a_prime_holds_the_runner() {
        let prime = (18..24).fold(0, |points, point| points | 1 << point);
        let held = Runner::at(24, prime);
        assert_eq!((held.whole, held.escapes), (0, 0));
        let free = Runner::at(24, 0);
        assert_eq!((free.whole, free.escapes), (36, 26 - 5 + 5));
    }
}

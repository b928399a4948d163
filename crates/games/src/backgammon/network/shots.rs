//! Counts rolls: those that hit a blot, and those that a checker can use to run.

use std::array;
use std::sync::LazyLock;

use crate::backgammon::Checkers;
use crate::backgammon::checkers::{POINTS, Points};

/// The shots at a side's blots.
pub(super) struct Shots {
    /// The number of throws out of 36 that hit at least one blot.
    pub(super) throws: u32,
    /// The pips that the blot with the most to lose loses, summed over the throws.
    pub(super) pips: u32,
    /// The number of throws that can hit any of several blots, or more than one.
    pub(super) choices: u32,
}

impl Shots {
    /// The shots of `hitter` at these blots. Points are in the hitter's numbering; `blocked` are those it cannot enter.
    ///
    /// With two checkers on the bar only the entering checkers are counted: they hardly ever leave a die for another.
    #[inline(always)]
    pub(super) fn of(hitter: &Checkers, blots: Points, blocked: Points) -> Shots {
        let mut shots = Shots { throws: 0, pips: 0, choices: 0 };
        if blots == 0 {
            return shots;
        }
        let open = !blocked;
        let men = hitter.occupied() & POINTS;
        for low in 1..=6 {
            for high in low..=6 {
                let reached = match hitter.bar() {
                    0 => lands(men, low, high, open),
                    1 => enters_and_lands(men, low, high, open),
                    _ => entry(low, open) | entry(high, open),
                };
                let hit = reached & blots;
                if hit != 0 {
                    let weight = if low == high { 1 } else { 2 };
                    shots.throws += weight;
                    // The hitter's number of a point is the distance that a checker there has travelled.
                    shots.pips += weight * (31 - hit.leading_zeros());
                    shots.choices += if hit & (hit - 1) == 0 { 0 } else { weight };
                }
            }
        }
        shots
    }
}

/// The points that checkers can reach with these dice.
#[inline(always)]
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
#[inline(always)]
fn entry(die: u32, open: Points) -> Points {
    (1 << (u32::from(Checkers::BAR) - die)) & open
}

/// The points that checkers can reach if one must enter first; the remaining dice are for any checker.
#[inline(always)]
fn enters_and_lands(men: Points, low: u32, high: u32, open: Points) -> Points {
    let (with_low, with_high) = (entry(low, open), entry(high, open));
    if low == high {
        if with_low == 0 {
            return 0;
        }
        let one = ((men | with_low) >> low) & open;
        let two = (one >> low) & open;
        return with_low | one | two | (two >> low);
    }
    let then = |entered: Points, die: u32| if entered == 0 { 0 } else { (men | entered) >> die };
    with_low | with_high | then(with_low, high) | then(with_high, low)
}

/// The number of throws out of 36 that a checker on this point can use in full.
#[inline(always)]
pub(super) fn whole(point: u32, blocked: Points) -> u32 {
    u32::from(TABLES.whole[ahead(point, blocked)])
}

/// No throw but a double goes farther.
const AHEAD: u32 = 12;

/// Which of the twelve points in front of a checker are blocked, the nearest in the highest bit.
#[inline(always)]
fn ahead(point: u32, blocked: Points) -> usize {
    let shifted = if point < AHEAD { blocked << (AHEAD - point) } else { blocked >> (point - AHEAD) };
    shifted as usize & ((1 << AHEAD) - 1)
}

/// What [`Runner::count`] finds, by what is [ahead](ahead) of a checker.
struct Tables {
    whole: [u8; 1 << AHEAD],
    /// By the pips to the first point outside.
    escapes: [[u8; 1 << AHEAD]; 8],
}

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| {
    // Blocked points in front of a checker, wherever it is; the bar is not among them.
    let at = |point: u32, ahead: usize| Runner::count(point, (ahead as Points) << (point - AHEAD));
    Box::new(Tables {
        whole: array::from_fn(|ahead| at(AHEAD + 1, ahead).whole as u8),
        escapes: array::from_fn(|pips| array::from_fn(|ahead| at(OUTSIDE + pips as u32, ahead).escapes as u8)),
    })
});

/// The first point outside of the other side's home.
const OUTSIDE: u32 = 18;

/// The mobility of the rearmost checker.
pub(super) struct Runner {
    /// The number of throws out of 36 that it can use in full.
    pub(super) whole: u32,
    /// Throws that bring it out of the other side's home, or leave it outside.
    pub(super) escapes: u32,
}

impl Runner {
    /// For a checker on this point, with the points `blocked`.
    #[inline(always)]
    pub(super) fn at(point: u32, blocked: Points) -> Runner {
        let ahead = ahead(point, blocked);
        let escapes = TABLES.escapes[point.saturating_sub(OUTSIDE) as usize][ahead];
        Runner { whole: u32::from(TABLES.whole[ahead]), escapes: u32::from(escapes) }
    }

    /// The same, throw by throw.
    fn count(point: u32, blocked: Points) -> Runner {
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
        let from = |places: &[(u8, u8)], blot: u32, blocked: Points| {
            Shots::of(&Checkers::at(places), 1 << blot, blocked).throws
        };
        // A single checker, a blot 1 to 12 points in front of it, nothing between: numbers that every player knows.
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
    fn the_dearest_blot_counts() {
        // A six hits on the hitter's 14-point, a five on the 15-point: 61 and the like hit either.
        let shots = Shots::of(&Checkers::at(&[(20, 1)]), 1 << 14 | 1 << 15, 0);
        let near = Shots::of(&Checkers::at(&[(20, 1)]), 1 << 15, 0);
        assert_eq!((near.throws, near.pips), (15, 15 * 15));
        assert!(shots.choices == 4 && near.choices == 0, "65 and 51 hit either: {}", shots.choices);
        assert!(shots.throws > near.throws && shots.pips > near.pips && shots.pips < 15 * shots.throws);
    }

    #[test]
    fn throws_are_looked_up_as_they_are_counted() {
        let mut dice = rootward_game::contract::Dice::new(2);
        for _ in 0..500 {
            let blocked = dice.bits() as Points & dice.bits() as Points & POINTS;
            for point in 1..=25 {
                let (found, counted) = (Runner::at(point, blocked), Runner::count(point, blocked));
                assert_eq!((found.whole, found.escapes), (counted.whole, counted.escapes), "{point} {blocked:b}");
                assert_eq!(whole(point, blocked), counted.whole);
            }
        }
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

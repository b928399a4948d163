//! [`Stage`]: the part of the game that a position belongs to, which decides how it is evaluated.

use crate::backgammon::bearoff::{CHECKERS, Home, OneSided};
use crate::backgammon::{Chances, Checkers};

/// The parts of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// The game is over, and the side on roll has won this many points, or lost them if negative.
    Over(i32),
    /// All checkers are home, and none can be hit: those of the side on roll, and those of the other.
    BearOff(Home, Home),
    /// No checker can be hit any more.
    Race,
    /// Contact: the sides have still to pass each other.
    Contact,
}

impl Stage {
    /// Of a position: the checkers of the side on roll and of the other, each in its own numbering.
    #[inline]
    pub fn of(mine: &Checkers, theirs: &Checkers) -> Stage {
        let back = |side: &Checkers| 31 - (side.occupied() | 1).leading_zeros();
        let (my_back, their_back) = (back(mine), back(theirs));
        if my_back == 0 {
            return Stage::Over(stakes(theirs, their_back));
        }
        if their_back == 0 {
            return Stage::Over(-stakes(mine, my_back));
        }
        if my_back + their_back > u32::from(Checkers::BAR) {
            return Stage::Contact;
        }
        match (home(mine, my_back), home(theirs, their_back)) {
            (Some(own), Some(other)) => Stage::BearOff(own, other),
            _ => Stage::Race,
        }
    }
}

/// The points that the winner gets from a side with its rearmost checker there.
#[inline]
fn stakes(loser: &Checkers, back: u32) -> i32 {
    match loser.off() {
        0 if back > 18 => 3,
        0 => 2,
        _ => 1,
    }
}

/// The checkers of a side that is home. With fewer than fifteen in the game, one must be off: the tables cover no other
/// gammons.
#[inline]
fn home(side: &Checkers, back: u32) -> Option<Home> {
    let counts = side.counts();
    let home = Home::new([counts[1], counts[2], counts[3], counts[4], counts[5], counts[6]]);
    home.filter(|home| back <= u32::from(Checkers::HOME) && (side.off() > 0 || home.left() == CHECKERS))
}

/// The probabilities when both sides bear off, each minimizing its own mean number of rolls. A side that is behind
/// should prefer the chance of one large roll to a good mean, so this is an estimate, mostly within a thousandth and
/// always within a hundredth or two.
pub(super) fn bear_off(table: &OneSided, own: Home, other: Home) -> Chances {
    let (mine, theirs) = (table.last_off(own), table.last_off(other));
    let win = mine.done_first(theirs);
    // With fewer than fifteen left, a checker is off, and the gammon is saved after 0 rolls.
    let gammon = if other.left() < CHECKERS { 0.0 } else { mine.done_first(table.first_off(other)) };
    let lost_gammon = if own.left() < CHECKERS { 0.0 } else { 1.0 - table.first_off(own).done_first(theirs) };
    Chances {
        win: win as f32,
        gammon: gammon as f32,
        backgammon: 0.0,
        lost_gammon: lost_gammon as f32,
        lost_backgammon: 0.0,
    }
}

//! All plays of a roll, with each resulting position once.
//!
//! Nothing is stored and hardly anything compared. Whether a point is open to the mover does not change during its play
//! (a hit blot leaves an open point), so a play is determined by which checkers move by which die:
//!
//! * **Doubles**: the steps of a play can always be made from the back, the farthest checker first, and two plays with
//!   different steps lead to different positions. So generating steps in that order generates every position once.
//! * **Two different dice**, nothing borne off: two plays lead to the same position only if they move the same checkers, or
//!   if one moves a checker *k* by both dice, higher first (*k* by *a*, *k − a* by *b*), and the other moves the
//!   checkers *k* and *k − b* to the same points (*k* by *b*, *k − b* by *a*). The result is the same unless a blot was
//!   hit on the way. The rules below leave out one of the two.
//! * **Two different dice near the end**: where a checker may be borne off, a die can exceed what it needs, and many
//!   plays have the same result. There are few of them, and they are compared.

use super::checkers::{BAR, POINTS, Points, across, each_from_the_back};
use super::{Checkers, Play, Position, Roll, Step};

/// The data that the mover's plays depend on.
pub(super) struct Generator {
    mine: Checkers,
    /// The mover's points.
    occupied: Points,
    /// The points that it may enter, and those among them where it hits.
    open: Points,
    blots: Points,
}

impl Generator {
    #[inline]
    pub(super) fn new(position: &Position) -> Generator {
        let (mine, theirs) = (position.mine(), position.theirs());
        let (taken, made) = (across(theirs.occupied()), across(theirs.made()));
        Generator { mine: *mine, occupied: mine.occupied(), open: POINTS & !made, blots: taken & !made }
    }

    /// Calls back with every play. As many dice as possible must be used, and if only one of two can be, the higher.
    #[inline]
    pub(super) fn plays(mut self, roll: Roll, push: &mut impl FnMut(Play)) {
        if roll.is_double() {
            let die = roll.high();
            let everything = Points::MAX;
            let found =
                (1..=Play::LONGEST).rev().any(|steps| self.doubles(die, everything, Play::PASS, 0, steps, push));
            if !found {
                push(Play::PASS);
            }
        } else if !self.both_dice(roll, push) && !self.one_die(roll.high(), push) && !self.one_die(roll.low(), push) {
            push(Play::PASS);
        }
    }

    /// The single steps that a die allows, the farthest checker first.
    pub(super) fn single_steps(&self, die: u8) -> Vec<Step> {
        let mut steps = Vec::new();
        each_from_the_back(self.movable(self.occupied, die), |from| steps.push(step(from, die)));
        steps
    }

    /// The checkers that a die can move, if checkers stand on `occupied`.
    #[inline]
    fn movable(&self, occupied: Points, die: u8) -> Points {
        let entering = self.open << die;
        if occupied & BAR != 0 {
            return BAR & entering;
        }
        let moving = occupied & entering;
        if occupied >> (Checkers::HOME + 1) != 0 { moving } else { moving | bearing_off(occupied, die) }
    }

    /// The occupied points after one checker moved from a point by a die.
    #[inline]
    fn occupied_after(&self, from: u8, die: u8) -> Points {
        let left = if self.mine.on(from) == 1 { self.occupied ^ (1 << from) } else { self.occupied };
        left | (1 << target(from, die)) & POINTS
    }

    /// The plays of exactly `steps` more steps by the same die, none from farther back than `reach`.
    fn doubles(
        &mut self,
        die: u8,
        reach: Points,
        play: Play,
        place: usize,
        steps: usize,
        push: &mut impl FnMut(Play),
    ) -> bool {
        let movable = self.movable(self.occupied, die) & reach;
        if place + 1 == steps {
            each_from_the_back(movable, |from| push(play.with(place, step(from, die))));
            return movable != 0;
        }
        let (mine, occupied) = (self.mine, self.occupied);
        let mut found = false;
        each_from_the_back(movable, |from| {
            self.occupied = self.occupied_after(from, die);
            self.mine.shift(from, target(from, die));
            let reach = (2 << from) - 1;
            found |= self.doubles(die, reach, play.with(place, step(from, die)), place + 1, steps, push);
            (self.mine, self.occupied) = (mine, occupied);
        });
        found
    }

    /// The plays with both of two different dice.
    #[inline]
    fn both_dice(&self, roll: Roll, push: &mut impl FnMut(Play)) -> bool {
        let mut found = false;
        let mut push = |play| {
            found = true;
            push(play);
        };
        let outside = self.occupied >> (Checkers::HOME + 1);
        let last_outside =
            outside & outside.wrapping_sub(1) == 0 && (outside == 0 || self.mine.on(farthest(self.occupied)) == 1);
        if last_outside {
            self.near_the_end(roll, &mut push);
        } else if self.occupied & BAR == 0 {
            self.in_the_open(roll, &mut push);
        } else {
            self.enter_first(roll, &mut push);
        }
        found
    }

    /// Nobody is on the bar, and nothing can be borne off.
    #[inline]
    fn in_the_open(&self, roll: Roll, push: &mut impl FnMut(Play)) {
        let (high, low) = (roll.high(), roll.low());
        each_from_the_back(self.movable(self.occupied, high), |first| {
            let between = first - high;
            let mut seconds = self.occupied_after(first, high) & (self.open << low);
            // This checker could move on, but two others lead to the same result.
            let partner = (self.occupied << low) >> first & 1;
            seconds &= !((partner & !(self.blots >> between)) << between);
            each_from_the_back(seconds, |second| push(Play::of_two(step(first, high), step(second, low))));
        });
        // The lower die first gives a new result only where one checker makes both steps through a different point.
        let lower_first = self.occupied & (self.open << low) & !(self.occupied << low) & (self.open << (high + low));
        let only_so = (!self.open | self.blots) << high | self.blots << low;
        each_from_the_back(lower_first & only_so, |from| {
            push(Play::of_two(step(from, low), step(from - low, high)));
        });
    }

    /// Checkers on the bar enter first; others are outside the home, so nothing can be borne off.
    fn enter_first(&self, roll: Roll, push: &mut impl FnMut(Play)) {
        let (high, low) = (roll.high(), roll.low());
        let entering = [high, low].map(|die| (self.open << die) & BAR != 0);
        if self.mine.bar() > 1 {
            if entering == [true, true] {
                push(Play::of_two(step(Checkers::BAR, high), step(Checkers::BAR, low)));
            }
            return;
        }
        let [by_high, by_low] = [high, low].map(|die| Checkers::BAR - die);
        if entering[0] {
            let seconds = self.movable(self.occupied_after(Checkers::BAR, high), low);
            each_from_the_back(seconds, |second| push(Play::of_two(step(Checkers::BAR, high), step(second, low))));
        }
        if entering[1] {
            let mut seconds = self.movable(self.occupied_after(Checkers::BAR, low), high);
            if entering[0] && self.blots & (1 << by_high | 1 << by_low) == 0 {
                // Already generated: the entering checker moves on.
                seconds &= !(1 << by_low);
            }
            each_from_the_back(seconds, |second| push(Play::of_two(step(Checkers::BAR, low), step(second, high))));
        }
    }

    /// At most one checker is outside the home: checkers may be borne off, and plays are compared.
    fn near_the_end(&self, roll: Roll, push: &mut impl FnMut(Play)) {
        let mut seen = Seen::default();
        for (first_die, second_die) in [(roll.high(), roll.low()), (roll.low(), roll.high())] {
            each_from_the_back(self.movable(self.occupied, first_die), |first| {
                let seconds = self.movable(self.occupied_after(first, first_die), second_die);
                each_from_the_back(seconds, |second| {
                    let play = Play::of_two(step(first, first_die), step(second, second_die));
                    if seen.is_new(play, self.blots) {
                        push(play);
                    }
                });
            });
        }
    }

    /// The plays with this die alone.
    fn one_die(&self, die: u8, push: &mut impl FnMut(Play)) -> bool {
        let movable = self.movable(self.occupied, die);
        each_from_the_back(movable, |from| push(Play::PASS.with(0, step(from, die))));
        movable != 0
    }
}

/// The checker that a die bears off, if all are home: from the point of that number, or from the farthest point if that
/// is nearer.
#[inline]
fn bearing_off(occupied: Points, die: u8) -> Points {
    let exactly = occupied & (1 << die);
    if exactly != 0 || occupied >> die != 0 || occupied == 0 { exactly } else { 1 << farthest(occupied) }
}

#[inline]
fn farthest(occupied: Points) -> u8 {
    (31 - occupied.leading_zeros()) as u8
}

#[inline]
const fn target(from: u8, die: u8) -> u8 {
    from.saturating_sub(die)
}

#[inline]
const fn step(from: u8, die: u8) -> Step {
    Step { from, to: target(from, die) }
}

/// The results of the plays generated so far, where at most one checker is outside the home.
struct Seen {
    results: [u64; Seen::MOST],
    count: usize,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { results: [0; Seen::MOST], count: 0 }
    }
}

impl Seen {
    /// Seven points to start from, by either of two dice, in either order.
    const MOST: usize = 2 * 7 * 7;

    fn is_new(&mut self, play: Play, blots: Points) -> bool {
        let result = Seen::result(play, blots);
        if self.results[..self.count].contains(&result) {
            return false;
        }
        self.results[self.count] = result;
        self.count += 1;
        true
    }

    /// A play's change to a number that identifies the mover's position, together with the points where it hits. The
    /// number has four bits for each home point and the place of the checker outside.
    fn result(play: Play, blots: Points) -> u64 {
        let place = |point: u8| match point {
            0 => 0u64,
            1..=Checkers::HOME => 1 << (4 * (point - 1)),
            outside => u64::from(outside) << 24,
        };
        let mut change = 0u64;
        let mut hits = 0u64;
        for step in play.steps() {
            change = change.wrapping_add(place(step.to)).wrapping_sub(place(step.from));
            hits |= u64::from(blots & (1 << step.to)) << 32;
        }
        (change & u64::from(u32::MAX)) | hits
    }
}

//! The network's inputs for a position: [`Inputs`].
//!
//! For each side, the one on roll first: four numbers for each of its 24 points (a single checker; two or more; three
//! or more; half of those beyond three), and thirty-two for what is hard to see in them, such as the shots at its
//! blots. Most are 0 and are left out.

use super::shots::{Runner, Shots, whole};
use crate::backgammon::Checkers;
use crate::backgammon::checkers::{POINTS, Points, across};

const UNITS_OF_A_POINT: usize = 4;
const POINT_UNITS: usize = 24 * UNITS_OF_A_POINT;
const SIDE: usize = POINT_UNITS + RACE_UNITS + CONTACT_UNITS;

/// The number of inputs.
pub(super) const INPUTS: usize = 2 * SIDE;

/// A side has at most 15 points with at most three numbers each; this leaves room for the others of both sides.
const MOST: usize = 2 * (15 * 3 + RACE_UNITS + CONTACT_UNITS);

/// The inputs that are not 0, each with its index.
pub(super) struct Inputs {
    count: usize,
    places: [u16; MOST],
    values: [f32; MOST],
}

impl Inputs {
    /// The inputs of a position for the side on roll (`mine`). In a race, inputs that matter only with contact are left
    /// out.
    #[inline(always)]
    pub(super) fn of(mine: &Checkers, theirs: &Checkers, is_race: bool) -> Inputs {
        let mut inputs = Inputs { count: 0, places: [0; MOST], values: [0.0; MOST] };
        for (base, own, other) in [(0, mine, theirs), (SIDE, theirs, mine)] {
            inputs.put_points(base, own);
            inputs.put_race(base + POINT_UNITS, own);
            if !is_race {
                inputs.put_contact(base + POINT_UNITS + RACE_UNITS, own, other);
            }
        }
        inputs
    }

    /// The inputs, by index.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        let places = self.places[..self.count].iter().map(|&place| usize::from(place));
        places.zip(self.values[..self.count].iter().copied())
    }

    #[inline(always)]
    fn put(&mut self, place: usize, value: f32) {
        if value != 0.0 {
            self.places[self.count] = place as u16;
            self.values[self.count] = value;
            self.count += 1;
        }
    }

    #[inline(always)]
    fn put_points(&mut self, base: usize, own: &Checkers) {
        let mut points = own.occupied() & POINTS;
        while points != 0 {
            let point = points.trailing_zeros();
            points &= points - 1;
            let count = own.on(point as u8);
            let place = base + (point as usize - 1) * UNITS_OF_A_POINT;
            if count == 1 {
                self.put(place, 1.0);
                continue;
            }
            self.put(place + 1, 1.0);
            if count > 2 {
                self.put(place + 2, 1.0);
                self.put(place + 3, f32::from(count - 3) * 0.5);
            }
        }
    }

    /// How far a side has come in the race.
    #[inline(always)]
    fn put_race(&mut self, base: usize, own: &Checkers) {
        let (bar, off) = (own.bar(), own.off());
        let beyond_home = |place: &(usize, &u8)| place.0 > usize::from(Checkers::HOME);
        let (mut outside, mut steps_home) = (0, 0);
        for (place, &count) in own.counts().iter().enumerate().filter(beyond_home) {
            outside += u32::from(count);
            steps_home += (place as u32 - u32::from(Checkers::HOME)) * u32::from(count);
        }
        let values = [
            f32::from(bar.min(1)),
            f32::from(bar.saturating_sub(1)) * 0.5,
            f32::from(off.min(5)) / 5.0,
            f32::from(off.saturating_sub(5).min(5)) / 5.0,
            f32::from(off.saturating_sub(10)) / 5.0,
            own.pips() as f32 / 100.0,
            outside as f32 / 10.0,
            steps_home as f32 / 60.0,
            f32::from(u8::from(off == 0)),
        ];
        values.into_iter().enumerate().for_each(|(place, value)| self.put(base + place, value));
    }

    /// A side's position against the other side.
    #[inline(always)]
    fn put_contact(&mut self, base: usize, own: &Checkers, other: &Checkers) {
        let (occupied, made) = (own.occupied(), own.made() & POINTS);
        let blots = (occupied & POINTS) & !made;
        let home_points = (made & HOME).count_ones() as f32;
        let back = 31 - (occupied | 1).leading_zeros();
        let blocked = across(other.made());
        let runner = Runner::at(back, blocked);
        let shots = Shots::of(other, across(blots), across(made));
        // The worst point on the way out of the other home: for the checkers present, and for one that is hit.
        let whole_from = |point: u32| whole(point, blocked);
        let worst = (OUTSIDE..=back.min(24)).map(whole_from).min().unwrap_or(36);
        let worst_of_all = (OUTSIDE..=24).map(whole_from).min().unwrap_or(36);
        // Pips that can be played before the home board has to be broken.
        let spare: u32 = (7..=18).map(|point| (point - 6) * u32::from(own.on(point as u8))).sum();
        // The other side's checkers in front of this side's rearmost one.
        let met: u32 = (1..back).map(|point| u32::from(other.on(25 - point as u8))).sum();
        let values = [
            shots.throws as f32 / 18.0,
            home_points / 6.0,
            home_points * home_points / 36.0,
            longest_run(made) as f32 / 6.0,
            runner.whole as f32 / 36.0,
            runner.escapes as f32 / 36.0,
            back as f32 / 25.0,
            blots.count_ones() as f32 / 4.0,
            ((made & FAR_HOME).count_ones().min(2)) as f32 / 2.0,
            met as f32 / 15.0,
            (19..=Checkers::BAR).map(|place| f32::from(own.on(place))).sum::<f32>() / 4.0,
            shots.pips as f32 / 300.0,
            (36 - worst) as f32 / 36.0,
            (36 - worst_of_all) as f32 / 36.0,
            spare as f32 / 40.0,
            shots.choices as f32 / 18.0,
            mobility(own, blocked) as f32 / 100.0,
            scatter(own) as f32 / 800.0,
            anchor(made) as f32 / 7.0,
            block(made, 31 - (other.occupied() | 1).leading_zeros()) as f32 / 6.0,
            stacked(own) as f32 / 8.0,
            (blots & HOME).count_ones() as f32 / 3.0,
            (other.pips() as f32 - own.pips() as f32) / (other.pips() + own.pips() + 10) as f32,
        ];
        values.into_iter().enumerate().for_each(|(place, value)| self.put(base + place, value));
    }
}

/// The number of inputs that [`Inputs::put_race`] sets.
const RACE_UNITS: usize = 9;

/// The number of inputs that [`Inputs::put_contact`] sets.
const CONTACT_UNITS: usize = 23;

/// Two points outside the other home, where a checker has escaped.
const OUTSIDE: u32 = 16;

/// The six points of a side's home.
const HOME: Points = 0x7E;

/// The other side's home, where a made point is an anchor, and the point in front of it.
const FAR_HOME: Points = 0x1FC_0000;

/// The throws that each checker on the far side of the board can use in full, summed over the checkers.
#[inline(always)]
fn mobility(own: &Checkers, blocked: Points) -> u32 {
    let mut sum = 0;
    let mut points = own.occupied() & POINTS & (Points::MAX << 13);
    while points != 0 {
        let point = points.trailing_zeros();
        points &= points - 1;
        sum += whole(point, blocked) * u32::from(own.on(point as u8));
    }
    sum
}

/// How far the checkers are from each other: the sum of the squared distances from their mean place.
#[inline(always)]
fn scatter(own: &Checkers) -> u32 {
    let (mut count, mut sum, mut squares) = (0, 0, 0);
    for (place, &checkers) in own.counts().iter().enumerate().skip(1) {
        let (place, checkers) = (place as u32, u32::from(checkers));
        count += checkers;
        sum += place * checkers;
        squares += place * place * checkers;
    }
    squares - sum * sum / count.max(1)
}

/// How far the foremost anchor is from the back, 1 to 7; 0 if there is none.
#[inline(always)]
fn anchor(made: Points) -> u32 {
    let anchors = made & FAR_HOME;
    if anchors == 0 { 0 } else { 25 - anchors.trailing_zeros() }
}

/// The most made points among six in a row, in front of the other side's rearmost checker.
#[inline(always)]
fn block(made: Points, their_back: u32) -> u32 {
    let ahead = made & (Points::MAX << (26 - their_back.max(1)));
    (1..=19).map(|first| (ahead >> first & 63).count_ones()).max().unwrap_or(0)
}

/// The checkers beyond three on a point.
#[inline(always)]
fn stacked(own: &Checkers) -> u32 {
    own.counts()[1..25].iter().map(|&count| u32::from(count.saturating_sub(3))).sum()
}

/// The length of the longest run of set bits.
#[inline(always)]
fn longest_run(points: Points) -> u32 {
    let (mut rest, mut length) = (points, 0);
    while rest != 0 {
        rest &= rest << 1;
        length += 1;
    }
    length
}

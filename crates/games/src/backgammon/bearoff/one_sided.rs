//! [`OneSided`]: the number of rolls that a player needs, ignoring the opponent.

use std::sync::OnceLock;

use super::rolls::{BestUse, ROLLS};
use super::{CHECKERS, Home};

/// For every position of one player at home: the distribution of the number of rolls until the last checker is off, and
/// until the first one is. The player minimizes the mean number of rolls.
pub struct OneSided {
    last: Distributions,
    /// For positions with all checkers on the board.
    first: Distributions,
}

/// The distribution of the number of rolls from one position.
#[derive(Clone, Copy, Debug)]
pub struct Rolls<'a> {
    /// The probabilities of 0, 1, 2 … rolls.
    chances: &'a [f64],
    mean: f64,
}

impl<'a> Rolls<'a> {
    /// The probabilities of 0, 1, 2 … rolls; more rolls are impossible.
    pub fn chances(self) -> &'a [f64] {
        self.chances
    }

    /// The probability of this number of rolls.
    pub fn chance(self, rolls: usize) -> f64 {
        self.chances.get(rolls).copied().unwrap_or(0.0)
    }

    /// The mean number of rolls, the smallest of any play.
    pub fn mean(self) -> f64 {
        self.mean
    }

    /// The probability of needing no more rolls than the other side, if both roll in turn and this side begins.
    pub fn done_first(self, other: Rolls<'_>) -> f64 {
        let mut other_is_not_done = 1.0;
        let mut chance = self.chance(0);
        for rolls in 1..self.chances.len() {
            other_is_not_done -= other.chance(rolls - 1);
            chance += self.chances[rolls] * other_is_not_done;
        }
        chance.clamp(0.0, 1.0)
    }
}

impl OneSided {
    /// The table of this program, computed on first use.
    pub fn shared() -> &'static OneSided {
        static TABLE: OnceLock<OneSided> = OnceLock::new();
        TABLE.get_or_init(OneSided::build)
    }

    /// Computes the table.
    pub fn build() -> OneSided {
        let mut all = Home::all(CHECKERS);
        all.sort_by_key(|home| home.pips());
        OneSided {
            last: Distributions::build(&all, |home| home == Home::EMPTY),
            first: Distributions::build(&all, |home| home.left() < CHECKERS),
        }
    }

    /// All distributions: those until the last checker is off, by index of the position, then those until the first one
    /// is.
    pub fn all(&self) -> impl Iterator<Item = Rolls<'_>> {
        let each =
            |distributions| (0..Home::count(CHECKERS)).map(move |number| Distributions::at(distributions, number));
        each(&self.last).chain(each(&self.first))
    }

    /// The number of rolls until all checkers are off.
    pub fn last_off(&self, home: Home) -> Rolls<'_> {
        self.last.rolls(home)
    }

    /// The number of rolls until one of fifteen is off: 0 if one is off already.
    pub fn first_off(&self, home: Home) -> Rolls<'_> {
        self.first.rolls(home)
    }
}

/// The distributions of all positions, one after the other.
struct Distributions {
    /// By index of the position: where its probabilities begin and end.
    places: Vec<(u32, u32)>,
    chances: Vec<f64>,
    means: Vec<f64>,
}

impl Distributions {
    /// The positions are given in the order of pips.
    fn build(all: &[Home], is_done: impl Fn(Home) -> bool) -> Distributions {
        let mut built =
            Distributions { places: vec![(0, 1); all.len()], chances: vec![1.0], means: vec![0.0; all.len()] };
        let mut best = BestUse::new(all.len());
        for &home in all {
            // The roll goes on after the goal is reached, but the rest of it does not matter.
            let next = best.add(home, |number| built.means[number]);
            if !is_done(home) {
                built.add(home, next);
            }
        }
        built
    }

    fn add(&mut self, home: Home, next: [usize; 21]) {
        let length = next.iter().map(|&next| self.places[next].1 - self.places[next].0).max().unwrap_or(0) as usize + 1;
        let begin = self.chances.len();
        self.chances.resize(begin + length, 0.0);
        let mut mean = 36.0;
        for (next, (_, _, weight)) in next.into_iter().zip(ROLLS) {
            let (from, to) = self.places[next];
            let (known, new) = self.chances.split_at_mut(begin);
            for (chance, sum) in known[from as usize..to as usize].iter().zip(&mut new[1..]) {
                *sum += f64::from(weight) * chance;
            }
            mean += f64::from(weight) * self.means[next];
        }
        self.chances[begin..].iter_mut().for_each(|sum| *sum /= 36.0);
        self.places[home.number()] = (begin as u32, (begin + length) as u32);
        self.means[home.number()] = mean / 36.0;
    }

    fn rolls(&self, home: Home) -> Rolls<'_> {
        self.at(home.number())
    }

    fn at(&self, number: usize) -> Rolls<'_> {
        let (from, to) = self.places[number];
        Rolls { chances: &self.chances[from as usize..to as usize], mean: self.means[number] }
    }
}

//! The best play of every roll, found die by die.
//!
//! Here all dice of a roll can always be played, in any order. So the best play of a roll is the best step of the first
//! die, followed by the best play of the rest, and that is known already: the position after a step has fewer pips.
//! So every position is evaluated from its single steps alone, at most 36.

use super::Home;

/// The 21 rolls: the smaller number, the larger one, and the number of throws out of 36.
pub const ROLLS: [(usize, usize, u32); 21] = {
    let mut rolls = [(0, 0, 0); 21];
    let (mut place, mut low) = (0, 1);
    while low <= 6 {
        let mut high = low;
        while high <= 6 {
            rolls[place] = (low, high, if low == high { 1 } else { 2 });
            place += 1;
            high += 1;
        }
        low += 1;
    }
    rolls
};

/// The results of the best plays, position by position; filled in the order of pips.
pub(super) struct BestUse {
    /// For each position, each die and 1 to 4 steps with it: the index of the best resulting position.
    after: Vec<[[u32; 4]; 6]>,
}

impl BestUse {
    pub(super) fn new(positions: usize) -> BestUse {
        BestUse { after: vec![[[0; 4]; 6]; positions] }
    }

    /// The indices of the best resulting positions for each of the [`ROLLS`]; `cost` gives the cost of a position with
    /// fewer pips.
    pub(super) fn add(&mut self, home: Home, cost: impl Fn(usize) -> f64) -> [usize; 21] {
        let number = home.number();
        let mut steps: [Vec<usize>; 6] = Default::default();
        for (die, steps) in steps.iter_mut().enumerate() {
            home.each_step(die + 1, |next| steps.push(next.number()));
        }
        let cheapest = |places: &mut dyn Iterator<Item = usize>| {
            places.min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or_default()
        };
        for die in 0..6 {
            self.after[number][die][0] = cheapest(&mut steps[die].iter().copied()) as u32;
            for more in 1..4 {
                let after = &self.after;
                let best = cheapest(&mut steps[die].iter().map(|&next| after[next][die][more - 1] as usize));
                self.after[number][die][more] = best as u32;
            }
        }
        ROLLS.map(|(low, high, _)| {
            let (low, high) = (low - 1, high - 1);
            if low == high {
                return self.after[number][low][3] as usize;
            }
            let then = |first: usize, second: usize| {
                let after = &self.after;
                steps[first].iter().map(move |&next| after[next][second][0] as usize)
            };
            cheapest(&mut then(low, high).chain(then(high, low)))
        })
    }
}

//! [`TwoSided`]: the winning probability, if both sides only bear off and have few checkers left.

use std::collections::BTreeSet;
use std::thread;

use super::Home;
use super::rolls::ROLLS;

/// The largest table: with this many checkers a side it takes 72 MB; with ten it would take half a gigabyte.
pub const MOST_MEN: u8 = 8;

/// The winning probability of the side on roll under optimal play, for all positions in which neither side has more
/// than this many checkers. No gammon is possible there, so the probability determines the equity.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoSided {
    men: u8,
    /// The winning probability of `own` against `other`, at own × positions + other.
    wins: Vec<f64>,
}

impl TwoSided {
    /// Computes the table backwards from the end of the game, on this many threads. `each` gets the number of positions
    /// done and returns whether to continue; `None` if it stops.
    pub fn build(men: u8, threads: usize, each: &mut dyn FnMut(usize) -> bool) -> Option<TwoSided> {
        let men = men.clamp(1, MOST_MEN);
        let homes = Home::all(men);
        let count = homes.len();
        let plays: Vec<Plays> = homes.iter().map(|&home| Plays::of(home)).collect();
        let mut table = TwoSided { men, wins: vec![0.0; count * count] };
        // Every play reduces the pips: a layer of positions with equal pip sums depends only on earlier layers.
        let mut layers: Vec<Vec<(u32, u32)>> = vec![Vec::new(); 12 * usize::from(men) + 1];
        for (own, home) in homes.iter().enumerate().skip(1) {
            for (other, against) in homes.iter().enumerate().skip(1) {
                layers[(home.pips() + against.pips()) as usize].push((own as u32, other as u32));
            }
        }
        let mut done = 0;
        for layer in layers {
            table.solve_layer(&layer, &plays, threads.max(1));
            done += layer.len();
            if !each(done) {
                return None;
            }
        }
        Some(table)
    }

    fn solve_layer(&mut self, layer: &[(u32, u32)], plays: &[Plays], threads: usize) {
        let count = plays.len();
        let table = &*self;
        let solve = |part: &[(u32, u32)]| -> Vec<f64> {
            part.iter().map(|&(own, other)| plays[own as usize].value(table, other as usize)).collect()
        };
        let part = layer.len().div_ceil(threads).max(1);
        let solved: Vec<Vec<f64>> = if threads == 1 {
            vec![solve(layer)]
        } else {
            thread::scope(|scope| {
                let workers: Vec<_> = layer.chunks(part).map(|part| scope.spawn(|| solve(part))).collect();
                workers.into_iter().map(|worker| worker.join().unwrap_or_default()).collect()
            })
        };
        for (&(own, other), win) in layer.iter().zip(solved.into_iter().flatten()) {
            self.wins[own as usize * count + other as usize] = win;
        }
    }

    /// The largest number of checkers of a side.
    pub fn men(&self) -> u8 {
        self.men
    }

    /// The winning probability of the side on roll; `None` where one side has more checkers, or no checkers.
    #[inline]
    pub fn win(&self, own: Home, other: Home) -> Option<f64> {
        let left = |home: Home| (1..=self.men).contains(&home.left());
        (left(own) && left(other)).then(|| self.wins[own.number() * Home::count(self.men) + other.number()])
    }

    /// All probabilities, grouped by own position.
    pub fn wins(&self) -> &[f64] {
        &self.wins
    }

    /// The table of these probabilities; `None` if their number is wrong, or one is no probability.
    pub fn of(men: u8, wins: Vec<f64>) -> Option<TwoSided> {
        let fits = (1..=MOST_MEN).contains(&men) && wins.len() == Home::count(men).pow(2);
        (fits && wins.iter().all(|win| (0.0..=1.0).contains(win))).then_some(TwoSided { men, wins })
    }
}

/// The results of every roll from one position.
struct Plays {
    /// One after the other: the results of the first roll, of the second …
    results: Vec<u32>,
    /// Where the results of each roll end.
    ends: [u32; 21],
}

impl Plays {
    fn of(home: Home) -> Plays {
        let mut plays = Plays { results: Vec::new(), ends: [0; 21] };
        for (place, (low, high, _)) in ROLLS.into_iter().enumerate() {
            let results: BTreeSet<usize> = if low == high {
                after(home, &[low; 4])
            } else {
                &after(home, &[low, high]) | &after(home, &[high, low])
            };
            plays.results.extend(results.iter().map(|&number| number as u32));
            plays.ends[place] = plays.results.len() as u32;
        }
        plays
    }

    fn value(&self, table: &TwoSided, other: usize) -> f64 {
        let count = Home::count(table.men);
        let against = &table.wins[other * count..(other + 1) * count];
        let mut sum = 0.0;
        let mut begin = 0;
        for (end, (_, _, weight)) in self.ends.into_iter().zip(ROLLS) {
            // The empty position has index 0, and against it nobody wins: the table says 0 there.
            let worst_reply = self.results[begin..end as usize].iter().map(|&next| against[next as usize]);
            sum += f64::from(weight) * (1.0 - worst_reply.fold(1.0, f64::min));
            begin = end as usize;
        }
        sum / 36.0
    }
}

/// The indices of all positions after these dice, in this order.
fn after(home: Home, dice: &[usize]) -> BTreeSet<usize> {
    fn go(home: Home, dice: &[usize], results: &mut BTreeSet<usize>) {
        match dice {
            [die, rest @ ..] if home != Home::EMPTY => home.each_step(*die, |next| go(next, rest, results)),
            _ => {
                results.insert(home.number());
            }
        }
    }
    let mut results = BTreeSet::new();
    go(home, dice, &mut results);
    results
}

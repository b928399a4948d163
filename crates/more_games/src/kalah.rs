//! Kalah with any number of pits and seeds: `kalah:PITS,SEEDS`.
//!
//! A player takes all seeds of one of their pits and sows them counter-clockwise, one into each pit, into their own store
//! too, but not into the other's. A last seed in the own store gives another turn. A last seed in an own empty pit is
//! captured with all seeds of the pit opposite, also if there are none. The game is over as soon as a side has no seeds in
//! its pits; the other side then gets those that are left. Whoever has more seeds wins.
//!
//! With these rules small games have the values that are quoted for Irving, Donkers and Uiterwijk, *Solving Kalah*, ICGA Journal 23(3), 2000. Where nothing is
//! captured from an empty pit opposite, `kalah:5,2` is a win for South and no draw.

mod knowledge;
mod notation;

pub use knowledge::KalahKnowledge;

use rootward_game::{Game, Outcome, Side, TextError};

/// The most pits that a side has.
const MOST_PITS: usize = 6;

/// The most seeds in a pit at the beginning.
const MOST_SEEDS: u8 = 6;

/// A pit, counted from 0 in the direction of sowing; the one before the own store is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pit(pub u8);

/// The seeds in the pits and stores, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pits: [[u8; MOST_PITS]; 2],
    stores: [u8; 2],
    mover: Side,
}

impl Position {
    /// The seeds in a side's pits, counted in the direction of sowing.
    pub const fn pits(&self, side: Side) -> &[u8; MOST_PITS] {
        &self.pits[side.index()]
    }

    /// The seeds in a side's store.
    pub const fn store(&self, side: Side) -> u8 {
        self.stores[side.index()]
    }

    /// The seeds that a side still has to play with.
    fn in_play(&self, side: Side) -> u8 {
        self.pits(side).iter().sum()
    }
}

/// The rules, for a number of pits of each side and of seeds in each pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kalah {
    pits: usize,
    seeds: u8,
}

impl Default for Kalah {
    fn default() -> Kalah {
        Kalah { pits: 6, seeds: 4 }
    }
}

impl Kalah {
    /// The game with 1 to 6 pits for each side and 1 to 6 seeds in each pit.
    pub fn new(pits: usize, seeds: u8) -> Result<Kalah, TextError> {
        if (1..=MOST_PITS).contains(&pits) && (1..=MOST_SEEDS).contains(&seeds) {
            return Ok(Kalah { pits, seeds });
        }
        Err(TextError::new(format!("{pits} pits with {seeds} seeds each"), "1 to 6 pits and 1 to 6 seeds"))
    }

    /// The seeds of all pits and stores.
    const fn all_seeds(&self) -> u8 {
        2 * self.pits as u8 * self.seeds
    }

    /// Sows the seeds of a pit, captures, and says whether the last seed fell into the own store.
    fn sow(&self, state: &mut Position, Pit(pit): Pit) -> bool {
        let (own, others) = (state.mover.index(), state.mover.other().index());
        let mut place = usize::from(pit);
        let seeds = std::mem::take(&mut state.pits[own][place]);
        let round = 2 * self.pits + 1;
        for _ in 0..seeds {
            place = (place + 1) % round;
            match place {
                own_pit if own_pit < self.pits => state.pits[own][own_pit] += 1,
                store if store == self.pits => state.stores[own] += 1,
                other => state.pits[others][other - self.pits - 1] += 1,
            }
        }
        if place < self.pits && state.pits[own][place] == 1 {
            let opposite = self.pits - 1 - place;
            state.stores[own] +=
                std::mem::take(&mut state.pits[own][place]) + std::mem::take(&mut state.pits[others][opposite]);
        }
        place == self.pits
    }
}

impl Game for Kalah {
    type State = Position;
    type Move = Pit;

    fn initial(&self) -> Position {
        let mut pits = [[0; MOST_PITS]; 2];
        pits.iter_mut().for_each(|side| side[..self.pits].fill(self.seeds));
        Position { pits, stores: [0; 2], mover: Side::First }
    }

    fn to_move(&self, state: &Position) -> Side {
        state.mover
    }

    /// A side with more than half of all seeds in its store has won; the seeds that are left cannot change that.
    fn outcome(&self, state: &Position) -> Option<Outcome> {
        let half = self.all_seeds() / 2;
        let mut got = state.stores;
        if let Some(empty) = [Side::First, Side::Second].into_iter().find(|&side| state.in_play(side) == 0) {
            got[empty.other().index()] += state.in_play(empty.other());
        } else if got.iter().all(|&seeds| seeds <= half) {
            return None;
        }
        Some(match got[0].cmp(&got[1]) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn moves(&self, state: &Position, push: &mut impl FnMut(Pit)) {
        let own = state.pits(state.mover);
        (0..self.pits).filter(|&pit| own[pit] > 0).for_each(|pit| push(Pit(pit as u8)));
    }

    /// Who gets another turn without seeds to play with does not move: the game is over then.
    fn apply(&self, state: &Position, pit: Pit) -> Position {
        let mut next = *state;
        if !self.sow(&mut next, pit) {
            next.mover = state.mover.other();
        }
        next
    }

    fn has_move(&self, _: &Position) -> bool {
        true
    }

    /// The rank of the distribution of seeds among all that there are, by the combinatorial number system: exact, and small
    /// enough for the largest game.
    fn key(&self, state: &Position) -> Option<u64> {
        let pits = [Side::First, Side::Second].into_iter().flat_map(|side| &state.pits(side)[..self.pits]);
        let (mut before, mut rank) = (0, 0);
        for (place, &seeds) in pits.chain([&state.stores[0]]).enumerate() {
            before += usize::from(seeds);
            rank += BINOMIALS[before + place][place + 1];
        }
        Some(2 * rank + state.mover as u64)
    }

    fn has_exact_keys(&self) -> bool {
        true
    }

    fn with_sides_exchanged(&self, state: &Position) -> Option<Position> {
        let ([south, north], [souths, norths]) = (state.pits, state.stores);
        Some(Position { pits: [north, south], stores: [norths, souths], mover: state.mover.other() })
    }

    fn position_count(&self) -> Option<f64> {
        let places = 2 * self.pits + 1;
        let count = 2.0 * BINOMIALS[usize::from(self.all_seeds()) + places][places] as f64;
        Some(count).filter(|&count| count > 1e9)
    }
}

/// The most places where seeds can be chosen freely: all pits and one store. The other store has the rest.
const MOST_PLACES: usize = 2 * MOST_PITS + 1;

/// n over k, for the [keys](Game::key).
const BINOMIALS: [[u64; MOST_PLACES + 1]; 2 * MOST_PITS * MOST_SEEDS as usize + MOST_PLACES + 1] = {
    let mut table = [[0; MOST_PLACES + 1]; 2 * MOST_PITS * MOST_SEEDS as usize + MOST_PLACES + 1];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST_PLACES {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

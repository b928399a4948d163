//! Knowledge of Kalah: seeds in the stores, extra turns and captures at hand.

use rootward_game::{Evaluation, Feature, Game, Linear, MoveOrdering, Proof, Proofs, Score, Side, Tactics, Window};

use super::{Kalah, Pit, Position};

/// Knowledge of Kalah. The evaluation is a weighted sum of differences, South's minus North's, in tenths of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KalahKnowledge {
    weights: [i32; FEATURES.len()],
}

/// Name, meaning, weight.
const FEATURES: [(&str, &str, i32); 4] = [
    ("store", "seeds in the store", 10),
    ("pits", "seeds in the own pits", 2),
    ("extra-turns", "pits whose last seed falls into the store", 6),
    ("captures", "seeds that a move to an empty pit would capture", 3),
];

impl Default for KalahKnowledge {
    fn default() -> KalahKnowledge {
        KalahKnowledge { weights: FEATURES.map(|(_, _, weight)| weight) }
    }
}

impl Kalah {
    /// Does the last seed of this pit fall into the own store?
    fn ends_in_store(&self, seeds: u8, pit: usize) -> bool {
        usize::from(seeds) % (2 * self.pits + 1) == self.pits - pit
    }

    /// The seeds of the other side that this pit captures without going round the board.
    fn captures(&self, state: &Position, side: Side, pit: usize) -> i32 {
        let (own, others) = (state.pits(side), state.pits(side.other()));
        let end = pit + usize::from(own[pit]);
        let reaches = own[pit] > 0 && end < self.pits && own[end] == 0;
        if reaches { i32::from(others[self.pits - 1 - end]) } else { 0 }
    }

    fn counts(&self, state: &Position, side: Side) -> [i32; FEATURES.len()] {
        let own = &state.pits(side)[..self.pits];
        let turns = (0..self.pits).filter(|&pit| own[pit] > 0 && self.ends_in_store(own[pit], pit)).count();
        let captured = (0..self.pits).map(|pit| self.captures(state, side, pit)).max().unwrap_or(0);
        [i32::from(state.store(side)), i32::from(state.in_play(side)), turns as i32, captured]
    }

    fn measures(&self, state: &Position) -> [i32; FEATURES.len()] {
        let [south, north] = [Side::First, Side::Second].map(|side| self.counts(state, side));
        std::array::from_fn(|index| south[index] - north[index])
    }
}

impl Evaluation<Kalah> for KalahKnowledge {
    fn evaluate(&self, game: &Kalah, state: &Position) -> i32 {
        let terms = self.weights.iter().zip(game.measures(state));
        terms.fold(0, |sum: i32, (weight, count)| sum.saturating_add(weight.saturating_mul(count)))
    }

    /// Two seeds.
    fn unit(&self) -> i32 {
        20
    }
}

impl Linear<Kalah> for KalahKnowledge {
    fn features(&self) -> Vec<Feature> {
        let feature = |(&(name, meaning, _), &weight)| Feature { name, meaning, group: name, weight };
        FEATURES.iter().zip(&self.weights).map(feature).collect()
    }

    fn measure(&self, game: &Kalah, state: &Position) -> Vec<i32> {
        game.measures(state).to_vec()
    }

    fn set_weight(&mut self, index: usize, weight: i32) {
        self.weights[index] = weight;
    }
}

impl MoveOrdering<Kalah> for KalahKnowledge {
    /// Extra turns first, from the pit next to the store, so that no other one is spoiled; then the largest captures.
    fn priority(&self, game: &Kalah, state: &Position, Pit(pit): Pit) -> i32 {
        let place = usize::from(pit);
        let seeds = state.pits(state.mover)[place];
        if game.ends_in_store(seeds, place) {
            return 200 + i32::from(pit);
        }
        4 * game.captures(state, state.mover, place) + i32::from(pit)
    }

    /// One for each pit of each side.
    fn history_slots(&self) -> usize {
        2 * super::MOST_PITS
    }

    fn history_slot(&self, game: &Kalah, state: &Position, Pit(pit): Pit) -> usize {
        2 * usize::from(pit) + game.to_move(state).index()
    }
}

impl Tactics<Kalah> for KalahKnowledge {
    /// Extra turns and captures.
    fn noisy_moves(&self, game: &Kalah, state: &Position, push: &mut impl FnMut(Pit)) {
        let mover = state.mover;
        let is_noisy = |pit: usize| {
            let seeds = state.pits(mover)[pit];
            seeds > 0 && (game.ends_in_store(seeds, pit) || game.captures(state, mover, pit) > 0)
        };
        (0..game.pits).filter(|&pit| is_noisy(pit)).for_each(|pit| push(Pit(pit as u8)));
    }
}

impl Proofs<Kalah> for KalahKnowledge {
    type Note = ();

    /// Who has half of the seeds in the store does not lose any more.
    fn prove(&self, game: &Kalah, state: &Position, _: Window) -> Proof {
        let has_half = |side| 2 * state.store(side) >= game.all_seeds();
        let at_least = if has_half(state.mover) { Score::DRAW } else { Window::FULL.alpha };
        let at_most = if has_half(state.mover.other()) { Score::DRAW } else { Window::FULL.beta };
        Proof::between(at_least, at_most)
    }
}

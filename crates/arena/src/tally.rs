//! The result of a match, counted by pairs of games: the same opening with either side.

use serde::Serialize;

/// Games and pairs of a match, from the point of view of its first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs in which it scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

/// The points of one game in halves: 0 for a loss, 1 for a draw, 2 for a win.
pub type Halves = u8;

impl Tally {
    /// Adds a pair, with the half points scored in both games.
    pub fn add(&mut self, games: [Halves; 2]) {
        for halves in games {
            match halves {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs[usize::from(games[0].min(2) + games[1].min(2))] += 1;
    }

    /// The sum with other games.
    pub fn plus(&self, other: &Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs: std::array::from_fn(|points| self.pairs[points] + other.pairs[points]),
        }
    }

    /// The same games from the point of view of the second engine.
    pub fn seen_by_the_other(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points scored.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_counts_as_two_games_and_one_pair() {
        let mut tally = Tally::default();
        for games in [[0, 0], [2, 0], [1, 1], [2, 1], [2, 2], [0, 1]] {
            tally.add(games);
        }
        assert_eq!(tally, Tally { wins: 4, draws: 4, losses: 4, pairs: [1, 1, 2, 1, 1] });
        assert_eq!((tally.games(), tally.points()), (12, 6.0));
    }
}

//! Playing with limited strength: fewer nodes, and noisy values.
//!
//! A limited player searches few positions, and adds noise to the value of each move, so that it overlooks good moves now
//! and then and trusts bad ones. Both the nodes and the noise follow from the requested strength. The strength against
//! humans has not been measured: the numbers are an ordering.

use rootward_game::contract::Dice;
use rootward_models::{Error, Weakness};
use rootward_search::Line;

/// The minimum strength.
pub const WEAKEST: u32 = 800;
/// The maximum strength; above it is the engine without a limit.
pub const STRONGEST: u32 = 2400;

/// A player of limited strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limited {
    elo: u32,
    seed: u64,
}

/// The weakest player's nodes; the number doubles with every `POINTS_TO_DOUBLE` points.
const LEAST_NODES: u64 = 40;
const POINTS_TO_DOUBLE: f64 = 110.0;

/// The weakest player's mean error in centipawns; it vanishes at the other end of the scale.
const MOST_NOISE: f64 = 160.0;

/// The maximum number of moves compared, best first.
const MOVES_COMPARED: usize = 6;

impl Limited {
    /// A player of this strength. The same seed makes the same errors.
    pub fn new(elo: u32, seed: u64) -> Limited {
        Limited { elo: elo.clamp(WEAKEST, STRONGEST), seed }
    }

    /// The node limit of a move.
    pub fn nodes(self) -> u64 {
        let doublings = f64::from(self.elo - WEAKEST) / POINTS_TO_DOUBLE;
        (LEAST_NODES as f64 * doublings.exp2()) as u64
    }

    /// The number of lines that a search has to report for the choice.
    pub fn lines(self) -> usize {
        MOVES_COMPARED
    }

    /// The index of the line that looks best with noise. `key` is the position's key: each position has other noise.
    pub fn choose<M>(self, lines: &[Line<M>], key: u64) -> usize {
        let mut dice = Dice::new(self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ key);
        let value = |line: &Line<M>| f64::from(line.score.as_estimate().to_raw().clamp(-3_000, 3_000));
        let values: Vec<f64> = lines.iter().map(value).collect();
        self.weakness().choose(&values, &mut dice).map_or(0, |choice| choice.place)
    }

    /// Its errors: it misjudges values, the more the weaker it is.
    fn weakness(self) -> Weakness {
        let share = f64::from(STRONGEST - self.elo) / f64::from(STRONGEST - WEAKEST);
        Weakness { error: Error::Normal { deviation: MOST_NOISE * share }, ..Weakness::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_game::{Bound, Score};

    fn lines(points: &[i32]) -> Vec<Line<usize>> {
        let line = |(mv, &points): (usize, &i32)| Line {
            score: Score::points(points),
            bound: Bound::Exact,
            proven: false,
            moves: vec![mv],
        };
        points.iter().enumerate().map(line).collect()
    }

    /// How often in a thousand trials the best of three moves is found.
    fn found(elo: u32) -> usize {
        let lines = lines(&[100, 20, -40]);
        (0..1000).filter(|&key| Limited::new(elo, 1).choose(&lines, key) == 0).count()
    }

    #[test]
    fn the_stronger_the_player_the_more_it_sees() {
        assert!(found(800) < 850 && found(800) > 400, "{}", found(800));
        assert!(found(1600) > found(800) + 50);
        assert_eq!(found(STRONGEST), 1000);
        assert!(Limited::new(2000, 0).nodes() > 10 * Limited::new(1500, 0).nodes());
    }

    #[test]
    fn the_same_seed_overlooks_the_same_things() {
        let lines = lines(&[30, 20, 10, 0]);
        let game = |seed| (0..50).map(|key| Limited::new(900, seed).choose(&lines, key)).collect::<Vec<_>>();
        assert_eq!(game(3), game(3));
        assert_ne!(game(3), game(4));
    }

    #[test]
    fn the_whole_scale_has_sensible_numbers() {
        let mut last = 0;
        for elo in WEAKEST..=STRONGEST {
            let nodes = Limited::new(elo, 0).nodes();
            assert!(nodes >= last && (LEAST_NODES..5_000_000).contains(&nodes));
            last = nodes;
        }
        assert_eq!(Limited::new(0, 0), Limited::new(WEAKEST, 0));
    }
}

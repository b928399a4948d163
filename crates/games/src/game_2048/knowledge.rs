//! Which positions of 2048 are good: those with room, pairs, and tiles in order.

use rootward_game::{Evaluation, MoveOrdering, Proofs, Tactics};

use super::grid::Grid;
use super::rules::{Game2048, Step, Tiles};

/// Knowledge of 2048: a weighted sum of three counts, and the symmetries of the board.
///
/// ```
/// use rootward_game::{Evaluation, MoveOrdering, Notation, Proofs, Tactics};
/// use rootward_games::game_2048::{Game2048, Game2048Knowledge};
///
/// let game = Game2048::default();
/// let value = |text| Game2048Knowledge::default().evaluate(&game, &game.parse_position(text).unwrap());
/// let (in_order, in_a_muddle) = ("64,32,16,8/.,.,.,./.,.,.,./.,.,.,.", "16,64,8,32/.,.,.,./.,.,.,./.,.,.,.");
/// assert!(value(in_order) > value(in_a_muddle));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game2048Knowledge {
    /// Hundredths of a point for an empty cell, for a pair, and for each step of disorder (subtracted).
    weights: [i32; 3],
}

impl Default for Game2048Knowledge {
    fn default() -> Game2048Knowledge {
        Game2048Knowledge { weights: [15_000, 8_000, 1_500] }
    }
}

impl Game2048Knowledge {
    /// Estimates stay this far inside the range: a game that is not over is neither won nor lost.
    const LARGEST: i64 = Game2048::WIN as i64 * 9 / 10;

    /// Empty cells; equal tiles side by side; and how far rows and columns are from monotonic, negative.
    fn measures(game: &Game2048, state: &Tiles) -> [i32; 3] {
        let lanes = game.grid().lanes_across(false).chain(game.grid().lanes_along(false));
        let (mut pairs, mut disorder) = (0, 0);
        for lane in lanes {
            let (mut rises, mut falls, mut last) = (0, 0, 0);
            for (place, power) in Grid::tiles(state.cells, lane).enumerate() {
                // Squares of the powers: a 512 out of place is worse than several small tiles.
                let size = power.pow(2) as i32;
                if place > 0 {
                    pairs += i32::from(size == last && size > 0);
                    rises += (size - last).max(0);
                    falls += (last - size).max(0);
                }
                last = size;
            }
            disorder += rises.min(falls);
        }
        [game.grid().empty(state.cells).count() as i32, pairs, -disorder]
    }
}

impl Evaluation<Game2048> for Game2048Knowledge {
    fn evaluate(&self, game: &Game2048, state: &Tiles) -> i32 {
        let terms = self.weights.iter().zip(Game2048Knowledge::measures(game, state));
        let sum = terms.map(|(&weight, count)| i64::from(weight) * i64::from(count)).sum::<i64>();
        (sum / 100).clamp(-Game2048Knowledge::LARGEST, Game2048Knowledge::LARGEST) as i32
    }

    /// A hundredth of a win.
    fn unit(&self) -> i32 {
        Game2048::WIN / 100
    }
}

impl MoveOrdering<Game2048> for Game2048Knowledge {
    fn history_slots(&self) -> usize {
        4
    }

    fn history_slot(&self, _: &Game2048, _: &Tiles, step: Step) -> usize {
        match step {
            Step::Slide(direction) => direction as usize,
            Step::Tile { .. } => 0,
        }
    }
}

impl Tactics<Game2048> for Game2048Knowledge {}

impl Proofs<Game2048> for Game2048Knowledge {
    type Note = ();

    fn value_key(&self, game: &Game2048, state: &Tiles) -> Option<u64> {
        Some(game.key_of(game.grid().folded(state.cells), state.to_come))
    }
}

//! Checkers: men and kings of a side on the 32 dark squares.

use rootward_game::Side;
use rootward_games::checkers::{Checkers, Colour, Position};

use super::{Features, Layout};

/// Men and kings of both sides. The board looks the same to both when it is turned round.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckersFeatures;

const SQUARES: usize = 32;

impl Features<Checkers> for CheckersFeatures {
    type Words = [u64; 4];

    fn layout(&self) -> Layout {
        Layout {
            name: "checkers-128",
            board: "checkers-128",
            planes: 4,
            cells: SQUARES,
            most: 24,
            views: 1,
            inputs: 4 * SQUARES,
            regions: 1,
            buckets: 6,
        }
    }

    #[inline]
    fn words(&self, game: &Checkers, state: &Position) -> [u64; 4] {
        let first = game.rules().first;
        let planes = |colour: Colour| [u64::from(state.men(colour)), u64::from(state.kings(colour))];
        let ([men, kings], [others, other_kings]) = (planes(first), planes(first.other()));
        [men, kings, others, other_kings]
    }

    fn input(&self, side: Side, _: usize, plane: usize, cell: usize) -> usize {
        let owner = usize::from(plane / 2 != side.index());
        let seen = if side == Side::Second { SQUARES - 1 - cell } else { cell };
        (owner * 2 + plane % 2) * SQUARES + seen
    }
}

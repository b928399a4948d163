//! Connect Four: a stone of a side on a cell.

use rootward_game::Side;
use rootward_games::connect_four::{ConnectFour, Position};

use super::{Features, Layout};

/// The stones of both sides on the usual board of seven columns and six rows. The two sides are not alike: who began decides
/// which rows fall to whom, so each has inputs of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFourFeatures;

/// The bits of a board: a column of six cells and a spare one, seven times.
const CELLS: usize = 49;

impl Features<ConnectFour> for ConnectFourFeatures {
    type Words = [u64; 2];

    fn layout(&self) -> Layout {
        let inputs = 2 * 2 * CELLS;
        Layout {
            name: "connect-four-7x6",
            board: "connect-four-7x6",
            planes: 2,
            cells: CELLS,
            most: 42,
            views: 1,
            inputs,
            regions: 1,
            buckets: 7,
        }
    }

    #[inline]
    fn words(&self, _: &ConnectFour, state: &Position) -> [u64; 2] {
        [Side::First, Side::Second].map(|side| state.stones_of(side))
    }

    fn input(&self, side: Side, _: usize, plane: usize, cell: usize) -> usize {
        let owner = usize::from(plane != side.index());
        (side.index() * 2 + owner) * CELLS + cell
    }
}

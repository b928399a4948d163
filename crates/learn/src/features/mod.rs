//! [`Features`]: what is on in a position, as a bit set, and how each side sees it.

mod checkers;
mod chess;
mod connect_four;

use rootward_game::{Game, Side};

use crate::Thing;

pub use checkers::CheckersFeatures;
pub use chess::ChessFeatures;
pub use connect_four::ConnectFourFeatures;

/// The sizes of a game's features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The name in files of networks: one with other features is refused by it.
    pub name: &'static str,
    /// The name in files of positions, which hold what is on the board, however a network sees it.
    pub board: &'static str,
    /// The kinds of things on the board, one plane each.
    pub planes: usize,
    /// The cells of a plane, at most 64: one word holds a plane.
    pub cells: usize,
    /// The most things on the board at the same time.
    pub most: usize,
    /// The ways a side can see the board: two if it is mirrored so that the king stands on one half.
    pub views: usize,
    /// The inputs of the network.
    pub inputs: usize,
    /// The regions in which a view can be, mostly one: each has its share of the inputs, in the same order, and what is learned in one
    /// is shared with the others.
    pub regions: usize,
    /// The stages of a game, each with its own output weights.
    pub buckets: usize,
}

/// The sparse features of a game. A position is a bit set with a word for each plane (the white pawns, the stones of a side),
/// so the difference between two positions is an exclusive or of words, whatever the move was. A cell holds one thing at most.
///
/// Each bit is an input of the network twice, once as each side sees it: [`input`](Features::input) gives its number. Where the
/// board looks the same to both sides (chess turned round, colours swapped), the same thing has the same number for both.
pub trait Features<G: Game>: Send + Sync + 'static {
    /// The planes of a position: an array of words.
    type Words: Copy + Default + PartialEq + Send + Sync + AsRef<[u64]> + AsMut<[u64]>;

    /// The sizes.
    fn layout(&self) -> Layout;

    /// What is on in a position.
    fn words(&self, game: &G, state: &G::State) -> Self::Words;

    /// The way in which a side sees this position, below [`Layout::views`].
    fn view(&self, words: &Self::Words, side: Side) -> usize {
        let _ = (words, side);
        0
    }

    /// The number of the input for a thing on a cell, as `side` sees it.
    fn input(&self, side: Side, view: usize, plane: usize, cell: usize) -> usize;

    /// The thing of a plane on a cell, in words; none in a game that has no words for them.
    fn thing(&self, plane: usize, cell: usize) -> Option<Thing> {
        let _ = (plane, cell);
        None
    }

    /// The stage of the game, below [`Layout::buckets`].
    fn bucket(&self, words: &Self::Words) -> usize {
        let Layout { most, buckets, .. } = self.layout();
        // A cell holds one thing at most, so that the planes do not overlap.
        let things = words.as_ref().iter().fold(0, |cells, word| cells | word).count_ones();
        (things.saturating_sub(1) as usize * buckets / most.max(1)).min(buckets - 1)
    }
}

/// The numbers of all inputs by side, view and bit (plane × 64 + cell), so that none is computed in a search.
pub(crate) struct InputTable {
    views: usize,
    bits: usize,
    inputs: Vec<u16>,
}

impl InputTable {
    pub(crate) fn new<G: Game, F: Features<G>>(features: &F) -> InputTable {
        let Layout { planes, cells, views, inputs: count, .. } = features.layout();
        assert!(count <= usize::from(u16::MAX) && (1..=64).contains(&cells), "these sizes do not fit");
        let bits = planes * 64;
        let mut inputs = vec![0; 2 * views * bits];
        for side in [Side::First, Side::Second] {
            for view in 0..views {
                for bit in (0..bits).filter(|bit| bit % 64 < cells) {
                    let input = features.input(side, view, bit / 64, bit % 64);
                    assert!(input < count, "input {input} of {count}");
                    inputs[(side.index() * views + view) * bits + bit] = input as u16;
                }
            }
        }
        InputTable { views, bits, inputs }
    }

    /// The inputs of all bits as a side sees them.
    #[inline]
    pub(crate) fn of(&self, side: Side, view: usize) -> &[u16] {
        let start = (side.index() * self.views + view) * self.bits;
        &self.inputs[start..start + self.bits]
    }
}

/// Calls `each` with every bit that is on: plane × 64 + cell.
#[inline]
pub(crate) fn each_bit(words: &[u64], mut each: impl FnMut(usize)) {
    for (plane, &word) in words.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            each(plane * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

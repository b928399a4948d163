//! Chess: a piece of a colour on a square.

use cozy_chess::{Color, Piece, Square};
use rootward_game::Side;
use rootward_games::chess::{Chess, Position};

use super::{Features, Layout};
use crate::Thing;

/// Twelve kinds of pieces on 64 squares. Black sees the board from its own side, with its own pieces as White has White's. Each
/// side's board is also mirrored from left to right so that its own king stands on the files a to d: what is learned
/// about one wing then holds for the other, which is worth twice the positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessFeatures;

const KING_PLANES: [usize; 2] = [5, 11];
const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const RIGHT_HALF: u64 = 0xF0F0_F0F0_F0F0_F0F0;
const REGIONS: usize = 4;
/// Inputs of a region: a piece of either colour on a square.
const REGION: usize = 768;

/// The region of the own king, from its square as its side sees it.
fn region(square: usize) -> usize {
    match (square / 8, square % 8) {
        (0, 0 | 1) => 0,
        (0, _) => 1,
        (1, _) => 2,
        _ => 3,
    }
}

impl Features<Chess> for ChessFeatures {
    type Words = [u64; 12];

    fn layout(&self) -> Layout {
        Layout {
            name: "chess-768x4-mirrored",
            board: "chess-768-mirrored",
            planes: 12,
            cells: 64,
            most: 32,
            views: 2 * REGIONS,
            inputs: REGIONS * REGION,
            regions: REGIONS,
            buckets: 8,
        }
    }

    #[inline]
    fn words(&self, _: &Chess, state: &Position) -> [u64; 12] {
        let board = state.board();
        let mut words = [0; 12];
        for (plane, &piece) in Piece::ALL.iter().enumerate() {
            let pieces = board.pieces(piece).0;
            words[plane] = pieces & board.colors(Color::White).0;
            words[plane + 6] = pieces & board.colors(Color::Black).0;
        }
        words
    }

    #[inline]
    fn view(&self, words: &[u64; 12], side: Side) -> usize {
        let king = words[KING_PLANES[side.index()]];
        let is_mirrored = king & RIGHT_HALF != 0;
        let turned = if side == Side::Second { 56 } else { 0 };
        let mirrored = if is_mirrored { 7 } else { 0 };
        // A board without this king is no position of a game, but has a value all the same.
        let square = (king.trailing_zeros() as usize & 63) ^ turned ^ mirrored;
        2 * region(square) + usize::from(is_mirrored)
    }

    fn input(&self, side: Side, view: usize, plane: usize, cell: usize) -> usize {
        let turned = if side == Side::Second { 56 } else { 0 };
        let mirrored = if view % 2 == 1 { 7 } else { 0 };
        let owner = usize::from(plane / 6 != side.index());
        view / 2 * REGION + (owner * 6 + plane % 6) * 64 + (cell ^ turned ^ mirrored)
    }

    fn thing(&self, plane: usize, cell: usize) -> Option<Thing> {
        Some(Thing {
            side: if plane < 6 { Side::First } else { Side::Second },
            name: NAMES[plane % 6],
            cell: Square::index(cell).to_string(),
            is_needed: KING_PLANES.contains(&plane),
        })
    }
}

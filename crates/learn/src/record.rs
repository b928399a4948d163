//! A position of a self-play game in a few bytes: 29 for chess, 18 for Connect Four, 15 for checkers.
//!
//! ```text
//!   score for the side to move   i16, little-endian
//!   plies since the start        u16, little-endian
//!   flags                        u8: bits 0–1 the result for the side to move (0 loss, 1 draw, 2 win),
//!                                    bit 2 the second side is to move, bit 3 the game is held out
//!   occupied cells               one bit for each cell, lowest first
//!   their planes                 in the order of the cells, as few bits each as number the planes, lowest bit first;
//!                                unused bits at the end are 0
//! ```
//!
//! The words of the features are kept, not the position: castling rights and the like are no inputs of a network.

use rootward_game::Side;

use crate::Layout;

/// A position with what was learned about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<W> {
    /// What is on.
    pub words: W,
    /// The side to move.
    pub mover: Side,
    /// The search's score for the side to move, in points.
    pub score: i16,
    /// The result for the side to move: 0 for a loss, 1 for a draw, 2 for a win.
    pub result: u8,
    /// Plies since the start.
    pub ply: u16,
    /// It is from a game that is kept out of training, to measure what was learned.
    pub held_out: bool,
}

/// How the positions of a game are packed.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    cells: usize,
    planes: usize,
    most: usize,
    bits: usize,
}

const HEAD: usize = 5;

impl Record {
    /// For a game with these features.
    #[must_use]
    pub fn of(layout: &Layout) -> Record {
        let bits = (usize::BITS - (layout.planes - 1).leading_zeros()) as usize;
        Record { cells: layout.cells, planes: layout.planes, most: layout.most, bits: bits.max(1) }
    }

    /// Bytes of a position.
    #[must_use]
    pub fn size(&self) -> usize {
        HEAD + self.cells.div_ceil(8) + (self.most * self.bits).div_ceil(8)
    }

    /// Appends a position.
    pub fn pack<W: AsRef<[u64]>>(&self, sample: &Sample<W>, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        bytes.extend(sample.score.to_le_bytes());
        bytes.extend(sample.ply.to_le_bytes());
        bytes.push(sample.result | (sample.mover.index() as u8) << 2 | u8::from(sample.held_out) << 3);
        let words = sample.words.as_ref();
        let occupied = words.iter().fold(0, |all, word| all | word);
        bytes.extend(&occupied.to_le_bytes()[..self.cells.div_ceil(8)]);
        bytes.resize(start + self.size(), 0);
        let planes = &mut bytes[start + HEAD + self.cells.div_ceil(8)..];
        let (mut rest, mut at) = (occupied, 0);
        while rest != 0 {
            let cell = rest.trailing_zeros();
            rest &= rest - 1;
            let plane = words.iter().position(|word| word >> cell & 1 == 1).unwrap_or(0);
            for bit in 0..self.bits {
                planes[at / 8] |= ((plane >> bit & 1) as u8) << (at % 8);
                at += 1;
            }
        }
    }

    /// Reads a position; none if the bytes are no position of this game.
    pub fn unpack<W: Default + AsMut<[u64]>>(&self, bytes: &[u8]) -> Option<Sample<W>> {
        if bytes.len() != self.size() {
            return None;
        }
        let flags = bytes[4];
        let (board, planes) = bytes[HEAD..].split_at(self.cells.div_ceil(8));
        let mut occupied = [0; 8];
        occupied[..board.len()].copy_from_slice(board);
        let mut rest = u64::from_le_bytes(occupied);
        let too_far = self.cells < 64 && rest >> self.cells != 0;
        if flags & 3 == 3 || flags > 15 || too_far || rest.count_ones() as usize > self.most {
            return None;
        }
        let mut words = W::default();
        let mut at = 0;
        while rest != 0 {
            let cell = rest.trailing_zeros();
            rest &= rest - 1;
            // A plane may lie across two bytes.
            let two = u16::from(planes[at / 8]) | u16::from(planes.get(at / 8 + 1).copied().unwrap_or(0)) << 8;
            let plane = usize::from(two >> (at % 8)) & ((1 << self.bits) - 1);
            at += self.bits;
            *words.as_mut().get_mut(plane).filter(|_| plane < self.planes)? |= 1 << cell;
        }
        Some(Sample {
            words,
            mover: if flags & 4 == 0 { Side::First } else { Side::Second },
            score: i16::from_le_bytes([bytes[0], bytes[1]]),
            result: flags & 3,
            ply: u16::from_le_bytes([bytes[2], bytes[3]]),
            held_out: flags & 8 != 0,
        })
    }
}

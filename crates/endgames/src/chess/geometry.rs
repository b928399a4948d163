//! The board: reflections, attacks, and the numbers of pairs of kings.

use std::sync::LazyLock;

use cozy_chess::{
    BitBoard, Color, Piece, Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// A set of squares, or of positions that differ in the square of one piece.
pub(super) type Set = u64;

pub(super) const FILE_A: Set = 0x0101_0101_0101_0101;
const FILE_H: Set = FILE_A << 7;
pub(super) const RANK_1: Set = 0xFF;

#[inline]
pub(super) const fn bit(square: u8) -> Set {
    1 << square
}

#[inline]
fn square(square: u8) -> Square {
    Square::index_const(square as usize & 63)
}

/// The squares from `from` to `to`, both excluded, if they lie on a line.
#[inline]
pub(super) fn between(from: u8, to: u8) -> Set {
    get_between_rays(square(from), square(to)).0
}

/// What a piece attacks.
#[inline]
pub(super) fn attacks(piece: Piece, color: usize, from: u8, occupied: Set) -> Set {
    let (from, occupied) = (square(from), BitBoard(occupied));
    let attacked = match piece {
        Piece::Pawn => get_pawn_attacks(from, if color == 0 { Color::White } else { Color::Black }),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    };
    attacked.0
}

/// The squares that a piece reaches in one move from any square of a set. The squares of the set are alternatives, which do not
/// block one another; those of `occupied` do.
pub(super) fn spread(piece: Piece, from: Set, occupied: Set) -> Set {
    // A few squares one by one, many at once.
    if from.count_ones() <= 3 || matches!(piece, Piece::Pawn | Piece::King) {
        let reached = crate::by_moves::each(from).map(|at| attacks(piece, 0, at as u8, occupied));
        return reached.fold(0, |all, some| all | some) & !occupied;
    }
    let free = !occupied;
    let reached = match piece {
        Piece::Knight => knights(from),
        Piece::Bishop => diagonals(from, free),
        Piece::Rook => lines(from, free),
        _ => diagonals(from, free) | lines(from, free),
    };
    reached & free
}

fn knights(from: Set) -> Set {
    let (a, h) = (!FILE_A, !FILE_H);
    let (ab, gh) = (a & a << 1, h & h >> 1);
    (from & h) << 17
        | (from & a) << 15
        | (from & gh) << 10
        | (from & ab) << 6
        | (from & a) >> 17
        | (from & h) >> 15
        | (from & ab) >> 10
        | (from & gh) >> 6
}

/// Slides by `step` bits to the left until something blocks; `free` must not wrap around an edge. The last step is included.
#[inline]
const fn slide_up(mut from: Set, mut free: Set, step: u32) -> Set {
    from |= free & from << step;
    free &= free << step;
    from |= free & from << (2 * step);
    free &= free << (2 * step);
    from |= free & from << (4 * step);
    from << step
}

#[inline]
const fn slide_down(mut from: Set, mut free: Set, step: u32) -> Set {
    from |= free & from >> step;
    free &= free >> step;
    from |= free & from >> (2 * step);
    free &= free >> (2 * step);
    from |= free & from >> (4 * step);
    from >> step
}

fn lines(from: Set, free: Set) -> Set {
    slide_up(from, free, 8)
        | slide_down(from, free, 8)
        | slide_up(from, free & !FILE_A, 1) & !FILE_A
        | slide_down(from, free & !FILE_H, 1) & !FILE_H
}

fn diagonals(from: Set, free: Set) -> Set {
    slide_up(from, free & !FILE_A, 9) & !FILE_A
        | slide_up(from, free & !FILE_H, 7) & !FILE_H
        | slide_down(from, free & !FILE_H, 9) & !FILE_H
        | slide_down(from, free & !FILE_A, 7) & !FILE_A
}

/// A reflection of the board: 1 swaps left and right, 2 swaps top and bottom, then 4 reflects in the diagonal from a1.
pub(super) type Way = u8;

/// The image of a square.
#[inline]
pub(super) const fn turn(way: Way, square: u8) -> u8 {
    let square = square ^ ((way & 1) * 7) ^ ((way >> 1 & 1) * 56);
    if way & 4 == 0 { square } else { square >> 3 | (square & 7) << 3 }
}

/// The image of a set.
#[inline]
pub(super) const fn turn_set(way: Way, set: Set) -> Set {
    let mut set = set;
    if way & 1 != 0 {
        set = set.swap_bytes().reverse_bits();
    }
    if way & 2 != 0 {
        set = set.swap_bytes();
    }
    if way & 4 != 0 {
        let mut swap = 0x0F0F_0F0F_0000_0000 & (set ^ set << 28);
        set ^= swap ^ swap >> 28;
        swap = 0x3333_0000_3333_0000 & (set ^ set << 14);
        set ^= swap ^ swap >> 14;
        swap = 0x5500_5500_5500_5500 & (set ^ set << 7);
        set ^= swap ^ swap >> 7;
    }
    set
}

/// The reflection that undoes another.
#[inline]
pub(super) const fn undo(way: Way) -> Way {
    if way & 4 == 0 { way } else { 4 | (way & 1) << 1 | way >> 1 & 1 }
}

/// The pairs of squares of two kings that are not next to each other, numbered, with reflections folded.
pub(super) struct Kings {
    /// The number of a pair and the reflection to the pair that stands for it; `NONE` if the kings touch.
    numbers: Box<[[(u16, Way); 64]; 64]>,
    pub(super) pairs: Vec<(u8, u8)>,
    diagonal: Vec<bool>,
}

const NONE: u16 = u16::MAX;

impl Kings {
    fn new(way_of: impl Fn(u8, u8) -> Way) -> Kings {
        let mut kings = Kings { numbers: Box::new([[(NONE, 0); 64]; 64]), pairs: Vec::new(), diagonal: Vec::new() };
        let apart = |white: u8, black: u8| attacks(Piece::King, 0, white, 0) & bit(black) == 0 && white != black;
        for (white, black) in (0..64).flat_map(|white| (0..64).map(move |black| (white, black))) {
            if apart(white, black) && way_of(white, black) == 0 {
                kings.numbers[white as usize][black as usize] = (kings.pairs.len() as u16, 0);
                kings.pairs.push((white, black));
                kings.diagonal.push(turn(4, white) == white && turn(4, black) == black);
            }
        }
        for (white, black) in (0..64).flat_map(|white| (0..64).map(move |black| (white, black))) {
            if apart(white, black) {
                let way = way_of(white, black);
                let (number, _) = kings.numbers[turn(way, white) as usize][turn(way, black) as usize];
                kings.numbers[white as usize][black as usize] = (number, way);
            }
        }
        kings
    }

    /// The number of a pair and the reflection that folds it.
    #[inline]
    pub(super) fn number(&self, white: u8, black: u8) -> Option<(usize, Way)> {
        let (number, way) = self.numbers[white as usize & 63][black as usize & 63];
        (number != NONE).then_some((number as usize, way))
    }

    /// Do both kings stand on the diagonal, so that the reflection in it leads back to the same pair?
    #[inline]
    pub(super) fn on_diagonal(&self, number: usize) -> bool {
        self.diagonal[number]
    }
}

/// Without pawns, eight reflections: White's king stands in the triangle a1, d1, d4. 462 pairs.
pub(super) static TRIANGLE: LazyLock<Kings> = LazyLock::new(|| {
    Kings::new(|white, black| {
        let flips = u8::from(white & 7 > 3) | u8::from(white >> 3 > 3) << 1;
        let above = |square: u8| (square >> 3).cmp(&(square & 7));
        let swap = above(turn(flips, white)).then(above(turn(flips, black))).is_gt();
        flips | u8::from(swap) << 2
    })
});

/// With pawns, left and right alone: White's king stands on the files a to d. 1,806 pairs.
pub(super) static HALF: LazyLock<Kings> = LazyLock::new(|| Kings::new(|white, _| u8::from(white & 7 > 3)));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_moves::each;

    #[test]
    fn pairs_of_kings_are_as_many_as_they_should_be() {
        assert_eq!(TRIANGLE.pairs.len(), 462);
        assert_eq!(HALF.pairs.len(), 1806);
    }

    #[test]
    fn a_set_turns_as_its_squares_do() {
        let sets = [0x0123_4567_89AB_CDEF, 1, 1 << 63, 0xFF00, FILE_A, 0x8040_2010_0804_0201u64 ^ 0x42];
        for (way, set) in (0..8).flat_map(|way| sets.map(|set| (way, set))) {
            let one_by_one = each(set).map(|at| bit(turn(way, at as u8))).sum::<u64>();
            assert_eq!(turn_set(way, set), one_by_one, "{way}");
            assert_eq!(turn_set(undo(way), turn_set(way, set)), set, "{way}");
            assert!((0..64).all(|square| turn(undo(way), turn(way, square)) == square));
        }
    }

    #[test]
    fn many_squares_spread_as_one_by_one() {
        let mut seed = 7u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 31
        };
        for _ in 0..2_000 {
            let occupied = random() & random() & random();
            let from = random() & !occupied;
            for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
                let single = each(from).map(|at| attacks(piece, 0, at as u8, occupied)).fold(0, |a, b| a | b);
                assert_eq!(spread(piece, from, occupied), single & !occupied, "{piece:?}");
            }
        }
    }
}

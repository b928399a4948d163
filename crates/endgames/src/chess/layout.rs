//! How the positions of an ending are numbered.
//!
//! A number is that of the two kings, then of each other piece, and last the square of one piece, the **rider**. So a word of 64
//! numbers is a set of squares of the rider, and questions about 64 positions become operations on bitboards. Two like pieces
//! share one number, since their order means nothing. A third like piece, or two where there is no other rider, has a place of
//! its own; such a position has several numbers with the same value.

use cozy_chess::Piece;

use super::geometry::{HALF, Kings, TRIANGLE, Way, turn};
use super::material::{KINDS, Material};

/// The squares of the pieces, in the order of [`Layout::men`].
pub(super) type Squares = [u8; 8];

/// A piece of a colour, 0 for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) color: usize,
    pub(super) piece: Piece,
}

/// The place of one piece, or of two like ones, in a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) slot: usize,
    pub(super) pair: bool,
    pub(super) pawn: bool,
    size: usize,
    pub(super) stride: usize,
}

/// How the positions of an ending are numbered.
pub(super) struct Layout {
    /// White's king, Black's, the pieces that have places, the rider.
    pub(super) men: Vec<Man>,
    pub(super) kings: &'static Kings,
    pub(super) places: Vec<Place>,
    /// Words for each pair of kings.
    pub(super) rest: usize,
    /// Words for each side to move.
    pub(super) words: usize,
    /// Some positions have several numbers, because a place is not shared by like pieces.
    pub(super) repeats: bool,
    /// Reflections in the diagonal are folded: there are no pawns.
    folds_diagonal: bool,
}

const PAIRS: [(u8, u8); 2016] = {
    let mut pairs = [(0, 0); 2016];
    let (mut at, mut high) = (0, 1);
    while high < 64 {
        let mut low = 0;
        while low < high {
            pairs[at] = (low, high);
            at += 1;
            low += 1;
        }
        high += 1;
    }
    pairs
};

#[inline]
fn pair(a: u8, b: u8) -> usize {
    let (low, high) = if a < b { (a as usize, b as usize) } else { (b as usize, a as usize) };
    // Two pieces on one square have no number; the first will do, since the position is not legal.
    (high * high.saturating_sub(1)) / 2 + if low == high { 0 } else { low }
}

impl Place {
    /// The part of a word's number that this place gives.
    #[inline]
    pub(super) fn part(&self, a: u8, b: u8) -> usize {
        let first = if self.pawn { 8 } else { 0 };
        self.stride * if self.pair { pair(a - first, b - first) } else { (a - first) as usize }
    }
}

impl Layout {
    pub(super) fn new(material: &Material) -> Layout {
        let mut left = material.sides;
        let (color, kind) = rider(material);
        left[color][kind] -= 1;
        let mut men = vec![Man { color: 0, piece: Piece::King }, Man { color: 1, piece: Piece::King }];
        let mut places = Vec::new();
        for (color, kind) in (0..2).flat_map(|color| (0..5).map(move |kind| (color, kind))) {
            let man = Man { color, piece: KINDS[kind] };
            let pawn = man.piece == Piece::Pawn;
            let squares = if pawn { 48 } else { 64 };
            while left[color][kind] > 0 {
                let pair = left[color][kind] > 1;
                let size = if pair { squares * (squares - 1) / 2 } else { squares };
                places.push(Place { slot: men.len(), pair, pawn, size, stride: 0 });
                (0..=u8::from(pair)).for_each(|_| men.push(man));
                left[color][kind] -= 1 + u8::from(pair);
            }
        }
        men.push(Man { color, piece: KINDS[kind] });
        let mut rest = 1;
        for place in places.iter_mut().rev() {
            place.stride = rest;
            rest *= place.size;
        }
        let kings: &Kings = if material.has_pawns() { &HALF } else { &TRIANGLE };
        let repeats = material.sides.iter().flatten().any(|&count| count > 2) || material.sides[color][kind] > 1;
        Layout {
            men,
            kings,
            places,
            rest,
            words: rest * kings.pairs.len(),
            repeats,
            folds_diagonal: !material.has_pawns(),
        }
    }

    /// The slot of the rider.
    #[inline]
    pub(super) fn rider(&self) -> usize {
        self.men.len() - 1
    }

    /// The number of the pair of kings, and the squares of all pieces but the rider.
    #[inline]
    pub(super) fn squares(&self, word: usize) -> (usize, Squares) {
        let mut squares = [0; 8];
        let number = word / self.rest;
        (squares[0], squares[1]) = self.kings.pairs[number];
        let mut left = (word - number * self.rest) as u32;
        for place in &self.places {
            let (at, remainder) = (left / place.stride as u32, left % place.stride as u32);
            left = remainder;
            let first = if place.pawn { 8 } else { 0 };
            if place.pair {
                let (low, high) = PAIRS[at as usize];
                (squares[place.slot], squares[place.slot + 1]) = (low + first, high + first);
            } else {
                squares[place.slot] = at as u8 + first;
            }
        }
        (number, squares)
    }

    /// The part of a word's number that pieces other than the kings give, after a reflection.
    #[inline]
    pub(super) fn rest_of(&self, squares: &Squares, way: Way) -> usize {
        let part = |place: &Place| {
            let second = if place.pair { turn(way, squares[place.slot + 1]) } else { 0 };
            place.part(turn(way, squares[place.slot]), second)
        };
        self.places.iter().map(part).sum()
    }

    /// The word of a position and the rider's bit in it; `None` if the kings touch.
    #[inline]
    pub(super) fn locate(&self, squares: &Squares) -> Option<(usize, u32)> {
        let (number, way) = self.kings.number(squares[0], squares[1])?;
        let word = number * self.rest + self.rest_of(squares, way);
        Some((word, turn(way, squares[self.rider()]).into()))
    }

    /// [`number`](Layout::number), quickly where a position has only one.
    #[inline]
    pub(super) fn stored(&self, squares: &Squares) -> Option<u64> {
        let (word, rider) = self.locate(squares)?;
        if self.repeats || self.kings_share(word / self.rest) {
            return self.number(squares);
        }
        Some(word as u64 * 64 + u64::from(rider))
    }

    /// The lowest number of a position, where it has several: what it is stored under.
    pub(super) fn number(&self, squares: &Squares) -> Option<u64> {
        let (pair, way) = self.kings.number(squares[0], squares[1])?;
        let turned = |way: Way| {
            let mut image = squares.map(|square| turn(way, square & 63));
            self.sort(&mut image);
            let rest = self.rest_of(&image, 0);
            (pair * self.rest + rest) as u64 * 64 + u64::from(image[self.rider()])
        };
        let number = turned(way);
        // On the diagonal, the reflection in it is another image of the same pair of kings.
        let mirrored = || turned(if way & 4 == 0 { 4 | way } else { way & 3 });
        Some(if self.kings_share(pair) { number.min(mirrored()) } else { number })
    }

    /// Is the position its own reflection in the diagonal, with some like pieces in each other's place?
    pub(super) fn mirror_swaps(&self, squares: &Squares) -> bool {
        let men = || self.men.iter().zip(squares);
        let moves = |(man, square): (&Man, &u8)| {
            turn(4, *square) != *square && men().any(|(other, place)| other == man && *place == turn(4, *square))
        };
        men().all(|pair| turn(4, *pair.1) == *pair.1 || moves(pair)) && men().any(moves)
    }

    /// Is the reflection of a position with these kings in the same part of the numbers?
    #[inline]
    pub(super) fn kings_share(&self, pair: usize) -> bool {
        self.folds_diagonal && self.kings.on_diagonal(pair)
    }

    /// Sorts like pieces, so that the same position always comes out the same.
    fn sort(&self, squares: &mut Squares) {
        if !self.repeats {
            return;
        }
        for last in (3..self.men.len()).rev() {
            for at in 2..last {
                if self.men[at] == self.men[last] && squares[at] > squares[last] {
                    squares.swap(at, last);
                }
            }
        }
    }
}

/// The rider: a piece that has no other like it to share a place with, a knight if possible, since knights move cheaply in
/// words; a pawn only if there is nothing else.
fn rider(material: &Material) -> (usize, usize) {
    const QUICK: [usize; 5] = [3, 1, 2, 0, 4];
    let all = || QUICK.into_iter().flat_map(|kind| [(0, kind), (1, kind)]);
    let count = |(color, kind): (usize, usize)| material.sides[color][kind];
    all()
        .find(|&man| count(man) % 2 == 1 && man.1 != 4)
        .or_else(|| all().find(|&man| count(man) % 2 == 1))
        .or_else(|| all().find(|&man| count(man) > 0 && man.1 != 4))
        .or_else(|| all().find(|&man| count(man) > 0))
        .expect("an ending has a piece beside the kings")
}

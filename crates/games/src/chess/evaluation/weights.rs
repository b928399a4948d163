//! Points for each feature, at both stages of a game.

use std::sync::LazyLock;

use cozy_chess::{Color, Piece, Square};

use super::squares::half_square;
use super::terms::{FEATURES, MATERIAL, square_feature};

/// Points in the middlegame and in the ending, packed into one number with the middlegame in the upper half: one
/// addition adds both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair(i64);

impl Pair {
    const fn new(middlegame: i32, ending: i32) -> Pair {
        Pair(((middlegame as i64) << 32) + ending as i64)
    }

    #[inline(always)]
    pub(super) const fn middlegame(self) -> i32 {
        // A negative ending value has borrowed from the middlegame.
        ((self.0 - self.ending() as i64) >> 32) as i32
    }

    #[inline(always)]
    pub(super) const fn ending(self) -> i32 {
        self.0 as i32
    }

    /// Adds another pair `count` times.
    #[inline(always)]
    pub(super) fn add(&mut self, other: Pair, count: i32) {
        self.0 += other.0 * i64::from(count);
    }
}

/// No weight is larger: 64 squares full of features still add up to less than an `i32` holds.
const LARGEST: i32 = 100_000;

/// The weights of the evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    pairs: Box<[Pair; FEATURES]>,
    /// The value of a piece on each square, relative to its side and with material included. Every evaluation needs it
    /// for every piece, so it is summed up in advance.
    on_square: Box<[[Pair; 64]; 6]>,
}

/// The default weights: a line for each feature, as `--weights` reads it.
static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
    let mut weights = Weights::zero();
    let lines = include_str!("weights.txt").lines().filter(|line| !line.starts_with('#'));
    // They stand in the order of the terms: a test holds their names against those. To look up each name at the start of the program took
    // 26 million instructions.
    let texts = lines.flat_map(|line| line.split(',')).filter_map(|part| part.split_once('='));
    for (term, (_, text)) in texts.enumerate().take(Weights::count()) {
        weights.store(term, text.parse().unwrap_or_default());
    }
    weights.sum_up(|_| true);
    weights
});

impl Default for Weights {
    fn default() -> Weights {
        SHIPPED.clone()
    }
}

impl Weights {
    /// All weights 0.
    pub fn zero() -> Weights {
        Weights { pairs: Box::new([Pair::default(); FEATURES]), on_square: Box::new([[Pair::default(); 64]; 6]) }
    }

    /// The number of weights: two for each feature.
    pub fn count() -> usize {
        2 * FEATURES
    }

    /// The weight of a term.
    pub fn get(&self, term: usize) -> i32 {
        let pair = self.pairs[term / 2];
        if term.is_multiple_of(2) { pair.middlegame() } else { pair.ending() }
    }

    /// Changes the weight of a term, clamped to ±100,000.
    pub fn set(&mut self, term: usize, weight: i32) {
        self.store(term, weight);
        self.sum_up(|feature| feature == term / 2);
    }

    fn store(&mut self, term: usize, weight: i32) {
        let weight = weight.clamp(-LARGEST, LARGEST);
        let pair = &mut self.pairs[term / 2];
        *pair = match term.is_multiple_of(2) {
            true => Pair::new(weight, pair.ending()),
            false => Pair::new(pair.middlegame(), weight),
        };
    }

    /// The points of a feature.
    #[inline(always)]
    pub(super) fn pair(&self, feature: usize) -> Pair {
        self.pairs[feature]
    }

    /// The value of a piece on a square, relative to its side.
    #[inline(always)]
    pub(super) fn piece_on(&self, piece: Piece, square: Square) -> Pair {
        self.on_square[piece as usize][square as usize]
    }

    /// The value of all pieces of one kind, relative to their side; `squares` has a bit for each.
    #[inline(always)]
    pub(super) fn pieces_on(&self, piece: Piece, mut squares: u64, side: Color) -> Pair {
        let turned = if side == Color::White { 0 } else { 56 };
        let worth = &self.on_square[piece as usize];
        let mut sum = Pair::default();
        while squares != 0 {
            sum.add(worth[(squares.trailing_zeros() as usize ^ turned) % 64], 1);
            squares &= squares - 1;
        }
        sum
    }

    /// Recomputes the value of each piece on the squares that changed features affect.
    fn sum_up(&mut self, has_changed: impl Fn(usize) -> bool) {
        for piece in Piece::ALL {
            let material = (piece != Piece::King).then_some(MATERIAL + piece as usize);
            for square in Square::ALL {
                if piece == Piece::Pawn && matches!(square as usize / 8, 0 | 7) {
                    continue;
                }
                let feature = square_feature(piece, half_square(square, Color::White));
                if has_changed(feature) || material.is_some_and(&has_changed) {
                    let mut worth = self.pairs[feature];
                    worth.add(material.map_or(Pair::default(), |material| self.pairs[material]), 1);
                    self.on_square[piece as usize][square as usize] = worth;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::terms::TERMS;
    use super::*;

    #[test]
    fn every_line_of_the_shipped_weights_is_understood_and_none_is_missing() {
        let text = include_str!("weights.txt");
        let mut names: Vec<&str> = Vec::new();
        for part in text.lines().filter(|line| !line.starts_with('#')).flat_map(|line| line.split(',')) {
            let (name, weight) = part.split_once('=').unwrap_or_else(|| panic!("'{part}' is not a weight"));
            assert!(weight.parse::<i32>().is_ok(), "{part}");
            names.push(name);
        }
        let expected: Vec<&str> = TERMS.iter().map(|term| term.name.as_str()).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn the_shipped_weights_are_those_of_their_file_one_set_after_the_other() {
        let mut weights = Weights::zero();
        for part in include_str!("weights.txt").lines().flat_map(|line| line.split(',')) {
            let Some((name, weight)) = part.split_once('=') else { continue };
            weights.set(TERMS.iter().position(|term| term.name == name).unwrap(), weight.parse().unwrap());
        }
        assert_eq!(weights, Weights::default());
    }

    #[test]
    fn a_pair_keeps_its_numbers_apart_whatever_is_added() {
        for (middlegame, ending) in [(3, 4), (-3, 4), (3, -4), (-3, -4), (LARGEST, -LARGEST), (0, -1)] {
            let mut sum = Pair::new(middlegame, ending);
            sum.add(Pair::new(5, -7), -3);
            assert_eq!((sum.middlegame(), sum.ending()), (middlegame - 15, ending + 21));
        }
    }

    #[test]
    fn a_piece_on_a_square_is_its_material_and_its_square() {
        let mut weights = Weights::zero();
        weights.set(2 * (MATERIAL + Piece::Knight as usize), 300);
        weights.set(2 * square_feature(Piece::Knight, half_square(Square::F3, Color::White)) + 1, 20);
        assert_eq!(weights.piece_on(Piece::Knight, Square::C3), Pair::new(300, 20));
        assert_eq!(weights.piece_on(Piece::Knight, Square::A1), Pair::new(300, 0));
        weights.set(0, i32::MAX);
        assert_eq!(weights.get(0), LARGEST);
    }
}

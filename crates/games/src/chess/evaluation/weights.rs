//! Points for each feature, at both stages of a game.

use std::sync::LazyLock;

use cozy_chess::{Color, Piece, Square};

use super::squares::half_square;
use super::terms::{FEATURES, MATERIAL, TERMS, square_feature};

/// Points in the middlegame and in the ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) middlegame: i32,
    pub(super) ending: i32,
}

impl Pair {
    /// Adds so many of another pair.
    #[inline(always)]
    pub(super) fn add(&mut self, other: Pair, count: i32) {
        self.middlegame += other.middlegame * count;
        self.ending += other.ending * count;
    }
}

/// No weight is larger: 64 squares full of features still add up to less than an `i32` holds.
const LARGEST: i32 = 100_000;

/// The weights of the evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    pairs: Box<[Pair; FEATURES]>,
    /// What a piece is worth on each square as its side sees the board, material included: asked for every piece of
    /// every position, so it is added up beforehand.
    on_square: Box<[[Pair; 64]; 6]>,
}

/// The weights that come along: a line for each feature, as `--weights` reads it.
static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
    let mut weights = Weights::zero();
    for (name, weight) in include_str!("weights.txt").split([',', '\n']).filter_map(|part| part.split_once('=')) {
        let index = TERMS.iter().position(|term| term.name == name.trim());
        if let (Some(index), Ok(weight)) = (index, weight.trim().parse()) {
            weights.set(index, weight);
        }
    }
    weights
});

impl Default for Weights {
    fn default() -> Weights {
        SHIPPED.clone()
    }
}

impl Weights {
    /// All weights 0.
    #[must_use]
    pub fn zero() -> Weights {
        Weights { pairs: Box::new([Pair::default(); FEATURES]), on_square: Box::new([[Pair::default(); 64]; 6]) }
    }

    /// How many weights there are: two for each feature.
    #[must_use]
    pub fn count() -> usize {
        2 * FEATURES
    }

    /// The weight of a term.
    #[must_use]
    pub fn get(&self, term: usize) -> i32 {
        let Pair { middlegame, ending } = self.pairs[term / 2];
        if term.is_multiple_of(2) { middlegame } else { ending }
    }

    /// Changes the weight of a term; beyond ±100,000 it is cut.
    pub fn set(&mut self, term: usize, weight: i32) {
        let pair = &mut self.pairs[term / 2];
        *(if term.is_multiple_of(2) { &mut pair.middlegame } else { &mut pair.ending }) =
            weight.clamp(-LARGEST, LARGEST);
        for piece in Piece::ALL {
            self.sum_up(piece, term / 2);
        }
    }

    /// The points of a feature.
    #[inline(always)]
    pub(super) fn pair(&self, feature: usize) -> Pair {
        self.pairs[feature]
    }

    /// What a piece is worth on a square, as its side sees the board.
    #[inline(always)]
    pub(super) fn piece_on(&self, piece: Piece, square: Square) -> Pair {
        self.on_square[piece as usize][square as usize]
    }

    /// Adds up anew what a piece is worth on the squares that a feature matters to.
    fn sum_up(&mut self, piece: Piece, changed: usize) {
        let material = (piece != Piece::King).then_some(MATERIAL + piece as usize);
        for square in Square::ALL {
            if piece == Piece::Pawn && matches!(square as usize / 8, 0 | 7) {
                continue;
            }
            let feature = square_feature(piece, half_square(square, Color::White));
            if feature == changed || material == Some(changed) {
                let mut worth = self.pairs[feature];
                worth.add(material.map_or(Pair::default(), |material| self.pairs[material]), 1);
                self.on_square[piece as usize][square as usize] = worth;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_shipped_weights_is_understood_and_none_is_missing() {
        let text = include_str!("weights.txt");
        let mut names: Vec<&str> = Vec::new();
        for part in text.lines().filter(|line| !line.starts_with('#')).flat_map(|line| line.split(',')) {
            let (name, weight) = part.split_once('=').unwrap_or_else(|| panic!("'{part}' is no weight"));
            assert!(weight.parse::<i32>().is_ok(), "{part}");
            names.push(name);
        }
        let expected: Vec<&str> = TERMS.iter().map(|term| term.name.as_str()).collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn a_piece_on_a_square_is_its_material_and_its_square() {
        let mut weights = Weights::zero();
        weights.set(2 * (MATERIAL + Piece::Knight as usize), 300);
        weights.set(2 * square_feature(Piece::Knight, half_square(Square::F3, Color::White)) + 1, 20);
        assert_eq!(weights.piece_on(Piece::Knight, Square::C3), Pair { middlegame: 300, ending: 20 });
        assert_eq!(weights.piece_on(Piece::Knight, Square::A1), Pair { middlegame: 300, ending: 0 });
        weights.set(0, i32::MAX);
        assert_eq!(weights.get(0), LARGEST);
    }
}

//! Material: which pieces are on the board, and the name of an ending.

use std::fmt;

use cozy_chess::{Board, Color, Piece};

use crate::endings::shown;

/// The pieces other than kings, in the order of names.
pub(super) const KINDS: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
const LETTERS: [char; 5] = ['Q', 'R', 'B', 'N', 'P'];

/// The most pieces of an ending, kings included.
pub const MOST_PIECES: usize = 6;

/// The pieces of an ending beside the kings, those of the stronger side first: `KRNKNN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// The numbers of queens, rooks, bishops, knights and pawns, for the stronger side and for the other.
    pub(super) sides: [[u8; 5]; 2],
}

impl Material {
    /// The material with these numbers, and whether the sides had to be swapped so that the stronger one is first.
    pub(super) fn new(sides: [[u8; 5]; 2]) -> (Material, bool) {
        let strength = |side: [u8; 5]| (side.iter().sum::<u8>(), side);
        let swapped = strength(sides[1]) > strength(sides[0]);
        (Material { sides: if swapped { [sides[1], sides[0]] } else { sides } }, swapped)
    }

    /// The material of a board; `true` if Black is the stronger side.
    pub(super) fn of(board: &Board) -> (Material, bool) {
        let count = |color| KINDS.map(|piece| board.colored_pieces(color, piece).len() as u8);
        Material::new([count(Color::White), count(Color::Black)])
    }

    /// The number of pieces, kings included.
    pub fn pieces(&self) -> usize {
        2 + self.sides.iter().flatten().map(|&count| usize::from(count)).sum::<usize>()
    }

    /// Are there pawns?
    pub fn has_pawns(&self) -> bool {
        self.sides[0][4] + self.sides[1][4] > 0
    }

    /// Do both sides have the same?
    pub fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// Every ending with this many pieces.
    pub fn all(pieces: usize) -> Vec<Material> {
        let mut found = vec![[[0; 5]; 2]];
        for _ in 2..pieces {
            let more = |sides: [[u8; 5]; 2]| {
                (0..10).map(move |at| {
                    let mut sides = sides;
                    sides[at / 5][at % 5] += 1;
                    sides
                })
            };
            found = found.into_iter().flat_map(more).collect();
            found.sort_unstable();
            found.dedup();
        }
        let mut all: Vec<Material> = found.into_iter().map(|sides| Material::new(sides).0).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The material of a name such as `KRNKNN` or `KRNvKNN`.
    pub fn parse(name: &str) -> Result<Material, String> {
        let shown = shown(name);
        let wrong =
            || format!("'{shown}' is not an ending of chess: expected a name such as KQKR, the pieces of both sides");
        let upper = name.trim().to_ascii_uppercase().replace('V', "");
        let rest = upper.strip_prefix('K').ok_or_else(wrong)?;
        let (white, black) = rest.split_once('K').ok_or_else(wrong)?;
        let mut sides = [[0; 5]; 2];
        for (side, letters) in [white, black].into_iter().enumerate() {
            for letter in letters.chars() {
                let kind = LETTERS.iter().position(|&other| other == letter).ok_or_else(wrong)?;
                sides[side][kind] += 1;
                if sides.iter().flatten().map(|&count| usize::from(count)).sum::<usize>() > MOST_PIECES - 2 {
                    return Err(format!(
                        "'{shown}' has too many pieces: expected at most {MOST_PIECES}, kings included"
                    ));
                }
            }
        }
        let (material, _) = Material::new(sides);
        if material.pieces() == 2 {
            return Err(format!("'{shown}' is a draw: expected at least one piece beside the kings"));
        }
        Ok(material)
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in self.sides {
            write!(f, "K")?;
            for (count, letter) in side.into_iter().zip(LETTERS) {
                (0..count).try_for_each(|_| write!(f, "{letter}"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_side_comes_first() {
        for (text, name) in
            [("KNNvKRN", "KRNKNN"), ("KKQ", "KQK"), ("kbkn", "KBKN"), ("KQKNN", "KNNKQ"), ("KPKB", "KBKP")]
        {
            assert_eq!(Material::parse(text).unwrap().to_string(), name);
        }
        for wrong in ["", "K", "KK", "QK", "KXK", "KQQQKQQ", "KKK", "ĸq"] {
            assert!(Material::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn there_are_as_many_endings_as_published() {
        assert_eq!([3, 4, 5].map(|pieces| Material::all(pieces).len()), [5, 30, 110]);
    }
}

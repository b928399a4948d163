//! Which pieces are on the board, and the name of an ending.

use std::fmt;

use crate::endings::shown;

/// The most pieces of an ending, those of both sides together.
pub const MOST_PIECES: usize = 5;

/// The pieces of one side. Fields are in the order of strength: the side with more pieces is the stronger, then the one with more
/// kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Side {
    pub(super) pieces: u8,
    pub(super) kings: u8,
}

impl Side {
    pub(super) const fn men(self) -> u8 {
        self.pieces - self.kings
    }

    /// What is left if this many men and kings are taken.
    fn without(self, men: u8, kings: u8) -> Side {
        Side { pieces: self.pieces - men - kings, kings: self.kings - kings }
    }

    /// With one man crowned.
    fn crowned(self) -> Side {
        Side { kings: self.kings + 1, ..self }
    }

    fn all(pieces: u8) -> impl Iterator<Item = Side> {
        (0..=pieces).map(move |kings| Side { pieces, kings })
    }
}

/// The pieces of an ending, those of the stronger side first: `KKMvKM` has two kings and a man against a king and a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces {
    pub(super) sides: [Side; 2],
}

impl Pieces {
    /// The pieces of two sides in either order.
    pub(super) fn new(one: Side, other: Side) -> Pieces {
        Pieces { sides: [one.max(other), one.min(other)] }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.sides.iter().map(|side| usize::from(side.pieces)).sum()
    }

    /// Do both sides have the same? Then one side to move stands for both.
    pub fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// Every ending with this many pieces where each side has one at least.
    pub fn all(pieces: usize) -> Vec<Pieces> {
        let pieces = pieces.min(MOST_PIECES) as u8;
        let mut all = Vec::new();
        for few in 1..=pieces / 2 {
            for weaker in Side::all(few) {
                all.extend(Side::all(pieces - few).map(|stronger| Pieces::new(stronger, weaker)));
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The ending of a name such as `KKMvKM`.
    pub fn parse(name: &str) -> Result<Pieces, String> {
        let wrong = || {
            let name = shown(name);
            format!(
                "'{name}' is not an ending of checkers: expected a name such as KKMvKM, kings and men of both sides, with at most \
                 {MOST_PIECES} pieces"
            )
        };
        let upper = name.trim().to_ascii_uppercase();
        if upper.chars().count() > MOST_PIECES + 1 {
            return Err(wrong());
        }
        let side = |text: &str| {
            let known = !text.is_empty() && text.chars().all(|letter| matches!(letter, 'K' | 'M'));
            known.then(|| Side { pieces: text.len() as u8, kings: text.matches('K').count() as u8 })
        };
        let (one, other) = upper.split_once('V').ok_or_else(wrong)?;
        Ok(Pieces::new(side(one).ok_or_else(wrong)?, side(other).ok_or_else(wrong)?))
    }

    /// What a move may convert into: it takes pieces, crowns a man, or both. A side without pieces has lost and has no ending.
    pub(super) fn converts_into(&self) -> Vec<Pieces> {
        let mut all = Vec::new();
        for (mover, other) in [(self.sides[0], self.sides[1]), (self.sides[1], self.sides[0])] {
            for men in 0..=other.men() {
                for kings in 0..=other.kings {
                    let left = other.without(men, kings);
                    if left.pieces > 0 {
                        all.push(Pieces::new(mover, left));
                        all.extend((mover.men() > 0).then(|| Pieces::new(mover.crowned(), left)));
                    }
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all.retain(|pieces| pieces != self);
        all
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |side: Side| "K".repeat(side.kings.into()) + &"M".repeat(side.men().into());
        write!(to, "{}v{}", letters(self.sides[0]), letters(self.sides[1]))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_and_endings_are_one_to_one() {
        assert_eq!([2, 3, 4].map(|pieces| Pieces::all(pieces).len()), [3, 6, 14]);
        for pieces in (2..=MOST_PIECES).flat_map(Pieces::all) {
            assert_eq!(Pieces::parse(&pieces.to_string()), Ok(pieces));
        }
        assert_eq!(Pieces::parse(" mkvkkm ").map(|pieces| pieces.to_string()), Ok("KKMvKM".into()));
        assert!(Pieces::parse("KKKKvKK").is_err_and(|message| message.contains("at most 5 pieces")));
    }

    #[test]
    fn moves_convert_into_endings_with_fewer_pieces_or_men() {
        let names = |name: &str| {
            let into = Pieces::parse(name).map(|pieces| pieces.converts_into()).unwrap_or_default();
            into.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("KvK"), [""; 0]);
        assert_eq!(names("MvM"), ["KvM"]);
        assert_eq!(names("KMvK"), ["KvM", "KvK", "KKvK"]);
    }

    proptest! {
        #[test]
        fn any_text_is_a_name_or_a_sentence(text in "[KMVkmv ]{0,9}|.{0,12}") {
            match Pieces::parse(&text) {
                Ok(pieces) => prop_assert!((2..=MOST_PIECES).contains(&pieces.count())),
                Err(message) => prop_assert!(message.contains("expected a name such as")),
            }
        }
    }
}

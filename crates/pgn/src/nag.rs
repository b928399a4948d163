//! Marks on moves: `!`, `??`, `$18`.

use std::fmt;

/// A mark by its number in the standard (a "numeric annotation glyph").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

impl Nag {
    /// `!`
    pub const GOOD: Nag = Nag(1);
    /// `?`
    pub const MISTAKE: Nag = Nag(2);
    /// `!!`
    pub const BRILLIANT: Nag = Nag(3);
    /// `??`
    pub const BLUNDER: Nag = Nag(4);
    /// `!?`
    pub const INTERESTING: Nag = Nag(5);
    /// `?!`
    pub const DUBIOUS: Nag = Nag(6);

    /// The mark with this text: after a move (`!?`) or as a separate word (`+-`).
    pub fn from_text(text: &str) -> Option<Nag> {
        WRITTEN.iter().find(|(_, written)| *written == text).map(|(number, _)| Nag(*number))
    }

    /// The text of a mark that is written after a move.
    pub fn suffix(self) -> Option<&'static str> {
        WRITTEN.iter().find(|(number, _)| *number == self.0 && self.0 <= 6).map(|(_, written)| *written)
    }
}

const WRITTEN: [(u8, &str); 24] = [
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (4, "??"),
    (5, "!?"),
    (6, "?!"),
    (10, "="),
    (10, "=="),
    (13, "∞"),
    (14, "+="),
    (14, "+/="),
    (14, "⩲"),
    (15, "=+"),
    (15, "=/+"),
    (15, "⩱"),
    (16, "+/-"),
    (16, "±"),
    (17, "-/+"),
    (17, "∓"),
    (18, "+-"),
    (18, "+−"),
    (19, "-+"),
    (19, "−+"),
    (146, "N"),
];

/// As in a file: `$4`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

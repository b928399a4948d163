//! [`TableError`]: why a book cannot be read or built.

use std::fmt;

/// Why there is no book: one sentence, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// The bytes do not begin like a book.
    NotABook,
    /// An unknown version of the format.
    Version(u8),
    /// The checksum is wrong: bytes were changed or are missing.
    Damaged {
        /// The checksum in the file.
        written: u32,
        /// The checksum of the content.
        computed: u32,
    },
    /// The checksum is right, but the content is not valid.
    Invalid(&'static str),
    /// A book of another game.
    OtherGame {
        /// The book's game.
        found: String,
        /// The game that it should be for.
        wanted: String,
    },
    /// Positions are missing: it was made with other keys.
    OtherKeys,
    /// Different positions of the game may have the same key.
    KeysNotExact,
    /// The game's positions can repeat.
    Repeats,
    /// A value that is not a win, loss or draw within 127 plies.
    Value(String),
    /// Every game is over before this many plies.
    NothingThere(u32),
    /// The work was stopped from outside.
    Stopped,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::NotABook => {
                write!(f, "it does not begin as a book does; expected a file of 'rootward book build'")
            }
            TableError::Version(version) => write!(f, "its format has the version {version}; expected version 1"),
            TableError::Damaged { written, computed } => write!(
                f,
                "it is damaged or cut off: its content has the checksum {computed:08x}; expected {written:08x}, as it says"
            ),
            TableError::Invalid(what) => write!(f, "{what}; expected a file of 'rootward book build'"),
            TableError::OtherGame { found, wanted } => {
                write!(f, "it is a book of {found:?}; expected one of {wanted:?}")
            }
            TableError::OtherKeys => {
                write!(f, "its positions are not those of the game; expected a file made with the same keys")
            }
            TableError::KeysNotExact => {
                write!(f, "two positions of this game may share a key; expected a game with exact keys")
            }
            TableError::Repeats => {
                write!(f, "the value of a position that can repeat depends on the moves before; expected another game")
            }
            TableError::Stopped => write!(f, "stopped"),
            TableError::Value(value) => {
                write!(f, "a position is worth {value}; expected a win, a loss or a draw within 127 plies")
            }
            TableError::NothingThere(plies) => {
                write!(f, "every game is over before {plies} plies are played; expected fewer plies")
            }
        }
    }
}

impl std::error::Error for TableError {}

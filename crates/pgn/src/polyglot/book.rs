//! An open book.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use rootward_game::weighted_place;
use rootward_games::chess::{Move, Position};
use rootward_support::Dice;

use super::entry::unpack;
use super::{ENTRY_BYTES, Entry, polyglot_key};

/// An opening book: moves with weights.
///
/// ```no_run
/// use rootward_game::Game;
/// use rootward_games::chess::Chess;
/// use rootward_pgn::polyglot::{Choice, Polyglot};
///
/// let book = Polyglot::open("book.bin").unwrap();
/// let position = Chess::default().initial();
/// for (mv, weight) in book.moves(&position) {
///     println!("{mv} {weight}");
/// }
/// let played = book.choose(&position, Choice::Weighted { seed: 1 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polyglot {
    /// The entries as in the file: in ascending order of keys.
    bytes: Vec<u8>,
    positions: usize,
}

/// How a move is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The move with the largest weight.
    Best,
    /// A random move, with probability proportional to its weight. The same seed gives the same move in the same
    /// position.
    Weighted {
        /// The seed of the choice.
        seed: u64,
    },
}

/// Why a file is not a book.
#[derive(Debug)]
pub enum BookTrouble {
    /// The system could not read it.
    System(io::Error),
    /// The file is empty.
    Empty,
    /// Its size is not a multiple of the entry size.
    Size(usize),
    /// Its entries are out of order; the number of the first such entry, from 1.
    Order(usize),
}

impl fmt::Display for BookTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const EXPECTED: &str = "expected a Polyglot book: entries of 16 bytes in ascending order of their keys";
        match self {
            BookTrouble::System(error) => error.fmt(f),
            BookTrouble::Empty => write!(f, "the file is empty; {EXPECTED}"),
            BookTrouble::Size(bytes) => write!(f, "{bytes} bytes are not a multiple of 16; {EXPECTED}"),
            BookTrouble::Order(number) => write!(f, "entry {number} is out of order; {EXPECTED}"),
        }
    }
}

impl std::error::Error for BookTrouble {}

impl Polyglot {
    /// Reads a book. Its entries are checked to be in order, since they are found by binary search.
    pub fn open(path: impl AsRef<Path>) -> Result<Polyglot, BookTrouble> {
        Polyglot::from_bytes(fs::read(path).map_err(BookTrouble::System)?)
    }

    /// A book from the bytes of its file.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Polyglot, BookTrouble> {
        if bytes.is_empty() {
            return Err(BookTrouble::Empty);
        }
        if !bytes.len().is_multiple_of(ENTRY_BYTES) {
            return Err(BookTrouble::Size(bytes.len()));
        }
        let mut book = Polyglot { bytes, positions: 1 };
        for number in 1..book.len() {
            let (before, key) = (book.entry(number - 1).key, book.entry(number).key);
            if before > key {
                return Err(BookTrouble::Order(number + 1));
            }
            book.positions += usize::from(before < key);
        }
        Ok(book)
    }

    /// The number of entries.
    #[expect(clippy::len_without_is_empty, reason = "an empty file is no book")]
    pub fn len(&self) -> usize {
        self.bytes.len() / ENTRY_BYTES
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// The bytes of its file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All entries, in ascending order of keys.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        (0..self.len()).map(|number| self.entry(number))
    }

    /// The moves of a position with their weights, the largest first. A weight of zero marks a move that is known and
    /// never played. Entries that are no legal move are left out.
    pub fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        let key = polyglot_key(position);
        let known = (self.first_at_or_above(key)..self.len()).map(|number| self.entry(number));
        let known = known.take_while(|entry| entry.key == key);
        let mut moves: Vec<_> =
            known.filter_map(|entry| Some((unpack(position, entry.packed)?, entry.weight))).collect();
        moves.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        moves
    }

    /// A move to play; `None` if the book has none for this position.
    pub fn choose(&self, position: &Position, choice: Choice) -> Option<Move> {
        let moves: Vec<_> = self.moves(position).into_iter().filter(|(_, weight)| *weight > 0).collect();
        let Choice::Weighted { seed } = choice else { return moves.first().map(|(mv, _)| *mv) };
        let total: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let number = Dice::new(seed ^ polyglot_key(position)).bits() % total.max(1);
        let place = weighted_place(moves.iter().map(|(_, weight)| u64::from(*weight)), number)?;
        Some(moves[place].0)
    }

    fn entry(&self, number: usize) -> Entry {
        Entry::from_bytes(&self.bytes.as_chunks().0[number])
    }

    /// The index of the first entry whose key is not below this one.
    fn first_at_or_above(&self, key: u64) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle).key < key { low = middle + 1 } else { high = middle }
        }
        low
    }
}

//! The numbers of a book.

use std::fs;
use std::path::Path;

use rootward_tables::Book;
use serde::Serialize;

use super::choice::shipped;
use crate::{Problem, find_game, open};

/// The numbers of a book whose checksum is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookInfo {
    /// The game.
    pub game: String,
    /// The plies of its deepest positions.
    pub plies: u32,
    /// The number of positions, mirror images counted once.
    pub positions: usize,
    /// How many of them first occur after 0, 1, 2 … plies.
    pub counts: Vec<usize>,
    /// The size of the file.
    pub bytes: usize,
    /// The checksum at its end. It was verified.
    pub checksum: String,
}

impl BookInfo {
    pub(crate) fn of(book: &Book, bytes: &[u8]) -> BookInfo {
        let checksum = bytes.last_chunk().map(|&end| u32::from_le_bytes(end)).unwrap_or_default();
        BookInfo {
            game: book.game().to_owned(),
            plies: book.plies(),
            positions: book.len(),
            counts: book.counts().to_vec(),
            bytes: bytes.len(),
            checksum: format!("{checksum:08x}"),
        }
    }
}

/// The numbers of the book in a file, or of the shipped one for a game.
pub fn read_book(file_or_game: &str) -> Result<BookInfo, Problem> {
    let path = Path::new(file_or_game);
    if path.exists() || find_game(file_or_game).is_err() {
        return read_file(path).map(|(book, bytes)| BookInfo::of(&book, &bytes));
    }
    let game = open(file_or_game, None)?.view().game;
    let Some(shipped) = shipped(&game) else { return Err(none_shipped(&game)) };
    let book = Book::from_bytes(shipped.bytes).map_err(Problem::sentence)?;
    Ok(BookInfo::of(&book, shipped.bytes))
}

pub(crate) fn none_shipped(game: &str) -> Problem {
    let games: Vec<&str> = super::shipped_books().collect();
    Problem::new(format!("no book for {game} comes with the program"), format!("{}, or a file", games.join(", ")))
}

/// The book in a file, and the file's bytes.
pub(crate) fn read_file(path: &Path) -> Result<(Book, Vec<u8>), Problem> {
    let place = format!("book '{}'", path.display());
    let bytes = fs::read(path).map_err(|error| Problem::sentence(error).within(&place))?;
    let book = Book::from_bytes(&bytes).map_err(|error| Problem::sentence(error).within(&place))?;
    Ok((book, bytes))
}

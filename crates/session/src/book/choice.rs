//! Which book a session uses.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use rootward_game::{Knowledge, Notation};
use rootward_tables::{Book, TableError};

use super::info::read_file;
use crate::{Problem, games};

/// Which book to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BookChoice {
    /// None: the engine alone.
    #[default]
    Nothing,
    /// The shipped one, if there is one for the game.
    Shipped,
    /// The one in this file.
    File(PathBuf),
}

/// A book that comes with the program, read when it is first needed. Made by `rootward book build`.
#[derive(Debug)]
pub struct ShippedBook {
    pub(crate) bytes: &'static [u8],
    book: OnceLock<Result<Arc<Book>, TableError>>,
}

/// The book of Connect Four.
pub(crate) static CONNECT_FOUR_BOOK: ShippedBook = ShippedBook::new(include_bytes!("../../books/connect-four.book"));

/// The games with a shipped book.
pub fn shipped_books() -> impl Iterator<Item = &'static str> {
    games().iter().filter(|entry| entry.book.is_some()).map(|entry| entry.name)
}

/// The book for a game as it writes its name, which is the entry's name if it is no variant.
pub(crate) fn shipped(game: &str) -> Option<&'static ShippedBook> {
    games().iter().find(|entry| entry.name == game)?.book
}

impl ShippedBook {
    /// From the bytes of a book's file.
    pub const fn new(bytes: &'static [u8]) -> ShippedBook {
        ShippedBook { bytes, book: OnceLock::new() }
    }

    fn book(&self) -> Result<Arc<Book>, Problem> {
        let book = self.book.get_or_init(|| Book::from_bytes(self.bytes).map(Arc::new));
        book.clone().map_err(|error| Problem::sentence(error).within("the shipped book"))
    }
}

/// The chosen book, if it is one of this game.
pub(crate) fn mount<G: Notation, K: Knowledge<G>>(
    choice: &BookChoice,
    game: &G,
    knowledge: &K,
) -> Result<Option<Arc<Book>>, Problem> {
    let name = game.name();
    let (book, place) = match choice {
        BookChoice::Nothing => return Ok(None),
        BookChoice::Shipped => match shipped(&name) {
            None => return Ok(None),
            Some(shipped) => (shipped.book()?, "the shipped book".to_owned()),
        },
        BookChoice::File(path) => (Arc::new(read_file(path)?.0), format!("book '{}'", path.display())),
    };
    book.check(game, knowledge, &name).map_err(|error| Problem::sentence(error).within(place))?;
    Ok(Some(book))
}

#[cfg(test)]
mod tests {
    use rootward_game::legal_moves;
    use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
    use rootward_tables::{MountedBook, Openings};

    use super::*;

    #[test]
    fn the_book_that_comes_along_is_whole_and_agrees_with_itself() {
        let (game, knowledge) = (ConnectFour::default(), ConnectFourKnowledge::default());
        let book = mount(&BookChoice::Shipped, &game, &knowledge).unwrap().expect("there is one");
        for plies in 0..=book.plies() {
            let openings = Openings::list(&game, &knowledge, plies).unwrap();
            assert_eq!(openings.len(), book.counts()[plies as usize]);
            let booked = MountedBook::new(&knowledge, &book);
            for (key, state) in openings.positions() {
                let value = book.get(key).expect("no position is missing");
                let best = legal_moves(&game, state).into_iter().map(|mv| booked.value_of_move(&game, state, mv)).max();
                let deepest = plies == book.plies();
                assert!(deepest || best.flatten() == Some(value), "a position is worth what its best move is");
            }
        }
    }
}

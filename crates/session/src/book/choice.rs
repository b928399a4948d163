//! Which book a session uses.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use rootward_game::{Knowledge, Notation};
use rootward_tables::{Book, Trouble};

use super::info::read_file;
use crate::Problem;

/// Which book to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BookChoice {
    /// None: the bare engine.
    #[default]
    Nothing,
    /// The one that comes along, if there is one for the game.
    Shipped,
    /// The one in this file.
    File(PathBuf),
}

/// A book that comes along, read when it is first wanted.
pub(crate) struct Shipped {
    game: &'static str,
    pub(crate) bytes: &'static [u8],
    book: OnceLock<Result<Arc<Book>, Trouble>>,
}

/// Made by `rootward book build`. A book for another game is one more line.
static SHIPPED: [Shipped; 1] =
    [Shipped { game: "connect-four", bytes: include_bytes!("../../books/connect-four.book"), book: OnceLock::new() }];

/// The games that a book comes along for.
pub fn shipped_books() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|shipped| shipped.game)
}

pub(crate) fn shipped(game: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|shipped| shipped.game == game)
}

impl Shipped {
    fn book(&self) -> Result<Arc<Book>, Problem> {
        let book = self.book.get_or_init(|| Book::from_bytes(self.bytes).map(Arc::new));
        book.clone().map_err(|trouble| Problem::sentence(trouble).within("the book that comes along"))
    }
}

/// The book of this choice, if it is one of this game.
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
            Some(shipped) => (shipped.book()?, "the book that comes along".to_owned()),
        },
        BookChoice::File(path) => (Arc::new(read_file(path)?.0), format!("book '{}'", path.display())),
    };
    book.check(game, knowledge, &name).map_err(|trouble| Problem::sentence(trouble).within(place))?;
    Ok(Some(book))
}

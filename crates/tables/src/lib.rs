//! Positions solved once and for all, kept in a file.
//!
//! * A [`Book`] holds the exact value of every position up to some number of plies, each mirror image once. It is read
//!   from bytes and written to bytes; files are somebody else's business.
//! * [`Openings`] lists these positions, [`solve_openings`] solves the deepest of them with the one engine that there
//!   is, and [`back_up`] carries their values back to the start. A [`Journal`] keeps what is solved so far.
//! * [`WithBook`] puts a book before a game's knowledge: to the search it is one more proof that needs no search.
//!
//! A book is only as exact as its keys. So it is offered only for games that promise
//! [exact keys](rootward_game::Game::has_exact_keys), and whose positions do not repeat: the value of one that does
//! depends on the moves before.
//!
//! ```
//! use rootward_game::{Game, Score};
//! use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
//! use rootward_search::{Search, SharedTable};
//! use rootward_tables::{Openings, WithBook, Workers, back_up, solve_openings};
//!
//! let (game, knowledge) = (ConnectFour::new(4, 4).unwrap(), ConnectFourKnowledge::default());
//! let openings = Openings::list(&game, &knowledge, 2).unwrap();
//! let workers = Workers { threads: 1, table: &SharedTable::with_bytes(1 << 20), stop: Default::default() };
//! let mut values = Default::default();
//! solve_openings(&game, &knowledge, &openings, &mut values, &workers, &mut |_| {}).unwrap();
//! let book = back_up(&game, &knowledge, &openings, values, "connect-four:4x4").unwrap();
//!
//! let knowledge = WithBook::new(&knowledge, &book);
//! let report = Search::new(&game).knowledge(&knowledge).solve(&game.initial());
//! assert_eq!(report.score, Score::DRAW);
//! ```

mod checksum;
mod varint;
mod value;
mod trouble;
mod book;
mod format;
mod openings;
mod build;
mod journal;
mod with_book;
mod whole_game;

pub use book::Book;
pub use build::{Solved, Values, Workers, back_up, solve_openings};
pub use checksum::{opened, sealed};
pub use journal::{Journal, Opened};
pub use openings::Openings;
pub use trouble::Trouble;
pub use whole_game::{Bracket, Choice, Ending, Progress, WholeGame, Work};
pub use with_book::WithBook;

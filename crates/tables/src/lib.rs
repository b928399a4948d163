//! Tables of solved positions: opening books, and the values of whole games.
//!
//! * A [`Book`] holds the exact value of every position up to some number of plies; mirror images share an entry. It is read
//!   from bytes and written to bytes; the caller reads and writes files.
//! * [`Openings`] lists these positions, [`solve_openings`] solves the deepest of them with the engine, and [`back_up`]
//!   backs up their values to the start.
//! * [`MountedBook`] gives a book to the search: its values are proofs.
//! * [`WholeGame`] holds the values of all positions of a game, with or without chance.
//!
//! A book is only as exact as its keys. So there are books only of games that promise
//! [exact keys](rootward_game::Game::has_exact_keys) and whose positions do not repeat: the value of a position that
//! repeats depends on the moves before.
//!
//! ```
//! use rootward_game::{Game, Score};
//! use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
//! use rootward_search::{Search, SharedTable};
//! use rootward_tables::{Openings, MountedBook, Workers, back_up, solve_openings};
//!
//! let (game, knowledge) = (ConnectFour::new(4, 4).unwrap(), ConnectFourKnowledge::default());
//! let openings = Openings::list(&game, &knowledge, 2).unwrap();
//! let workers = Workers { threads: 1, table: &SharedTable::with_bytes(1 << 20), stop: Default::default() };
//! let mut values = Default::default();
//! solve_openings(&game, &knowledge, &openings, &mut values, &workers, &mut |_| {}).unwrap();
//! let book = back_up(&game, &knowledge, &openings, values, "connect-four:4x4").unwrap();
//!
//! let book = MountedBook::new(&knowledge, &book);
//! let report = Search::new(&game).knowledge(&knowledge).tablebase(Some(&book)).solve(&game.initial());
//! assert_eq!(report.score, Score::DRAW);
//! ```

mod varint;
mod value;
mod error;
mod book;
mod format;
mod openings;
mod build;
mod mounted_book;
mod whole_game;

pub use book::Book;
pub use build::{Solved, Values, Workers, back_up, solve_openings};
pub use error::TableError;
pub use mounted_book::MountedBook;
pub use openings::Openings;
pub use value::{from_byte, to_byte};
pub use whole_game::{Bracket, Choice, Ending, Progress, WholeGame, WholeGameSettings};

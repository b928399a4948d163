//! Opening books: which one a session uses, what it says, and how one is built.

mod choice;
mod info;
mod page;
mod build;
mod parts;
mod weighted;
mod games;

pub use build::{BookBuild, BookProgress, BuildEnd};
pub(crate) use build::{assemble, build, positions};
pub(crate) use choice::CONNECT_FOUR_BOOK;
pub(crate) use choice::mount;
pub use choice::{BookChoice, ShippedBook, shipped_books};
pub use games::{GamesBook, GamesEnd, GamesEvent, GamesProgress, build_of_games};
pub use info::{BookInfo, read_book};
pub use page::BookPage;
pub(crate) use page::page;
pub use weighted::{Suggestion, WeightedInfo, read_weighted};
pub(crate) use weighted::{Weights, suggestions, weights_of};

use serde::Serialize;

/// The source of a value, if not a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A book of positions that were solved before.
    Book,
    /// Endgame tables that know the exact value of the position.
    Tables,
}

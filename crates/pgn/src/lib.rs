//! Files of games: reads and writes PGN for chess and PDN for draughts, and Polyglot opening books.
//!
//! * A [`Reader`] returns one [`Record`] after the other from any source of bytes, and holds one game at a time. For a
//!   game that cannot be read it returns one sentence with line and column, and continues with the next game.
//! * [`write()`] writes a record in the standard's export format.
//! * [`polyglot`] reads opening books, and builds them from games.
//!
//! ```
//! use rootward_pgn::{GameResult, Reader, written};
//!
//! let text = "[White \"Anna\"]\n\n1. e4 e5 (1... c5 {sharper}) 2. Nf3! 1-0";
//! let mut games = Reader::new(text.as_bytes());
//! let game = games.next().unwrap().unwrap();
//! assert_eq!((game.tags.get("White"), game.result), (Some("Anna"), GameResult::White));
//! assert_eq!(game.line.plies.len(), 3);
//! assert!(written(&game).ends_with("1. e4 e5 (1... c5 {sharper}) 2. Nf3 $1 1-0\n"));
//! assert!(games.next().is_none());
//! ```
//!
//! ```
//! use rootward_pgn::{Reader, written};
//!
//! let text = "[GameType \"21\"]\n\n1. 11-15 23-19 (1... 22-18 {Single Corner} 2. 15x22 25x18) 2. 8-11 *";
//! let game = Reader::of_draughts(text.as_bytes()).next().unwrap().unwrap();
//! assert!(written(&game).ends_with("1. 11-15 23-19 (1... 22-18 {Single Corner} 2. 15x22 25x18) 2. 8-11 *\n"));
//! ```
//!
//! Nothing here prints, and nothing searches.

mod source;
mod comment;
mod nag;
mod tags;
mod record;
mod token;
mod quick;
mod loose;
mod format;
mod chess;
mod draughts;
mod moves;
mod read;
mod write;
pub mod polyglot;

pub use comment::{Comment, Eval};
pub use format::{Format, Reading};
pub use nag::Nag;
pub use read::{BadGame, ReadError, Reader, Remark};
pub use record::{GameResult, Line, Ply, Record};
pub use tags::{ROSTER, Tags};
pub use write::{write, written};

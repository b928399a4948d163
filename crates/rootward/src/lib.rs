//! Rootward in one library: bring a game, get a perfect player, or the best one that the clock allows, and see why.
//!
//! * [`game`]: the traits to write a game with, and the scores.
//! * [`search`]: the textbook algorithms and the engine.
//! * [`games`]: the games included.
//! * [`tables`]: solved positions: opening books.
//! * [`session`]: games by name, positions as text, for front ends.
//! * [`trace`]: a search step by step, with the reason of every cut.
//! * [`studies`]: comparisons of methods, suites, fitted weights, annotated games.
//!
//! A game needs five functions. Here is one in which a number is counted down by 1 or 2, and whoever reaches 0 wins:
//!
//! ```
//! use rootward::game::{Game, Outcome, Score, Side};
//! use rootward::search::Search;
//!
//! struct Countdown;
//!
//! impl Game for Countdown {
//!     type State = (u32, Side);
//!     type Move = u32;
//!
//!     fn initial(&self) -> (u32, Side) {
//!         (10, Side::First)
//!     }
//!     fn to_move(&self, &(_, side): &(u32, Side)) -> Side {
//!         side
//!     }
//!     fn outcome(&self, &(number, side): &(u32, Side)) -> Option<Outcome> {
//!         (number == 0).then_some(Outcome::Win(side.other()))
//!     }
//!     fn moves(&self, &(number, _): &(u32, Side), push: &mut impl FnMut(u32)) {
//!         (1..=number.min(2)).for_each(push);
//!     }
//!     fn apply(&self, &(number, side): &(u32, Side), step: u32) -> (u32, Side) {
//!         (number - step, side.other())
//!     }
//! }
//!
//! let report = Search::new(&Countdown).solve(&Countdown.initial());
//! assert_eq!(report.score, Score::win_in(7));
//! assert_eq!(report.best(), Some(1));
//! ```
//!
//! The tutorial, `docs/tutorial.md`, continues from here to a timed, parallel player.

pub use rootward_game as game;
pub use rootward_games as games;
pub use rootward_search as search;
pub use rootward_session as session;
pub use rootward_studies as studies;
pub use rootward_tables as tables;
pub use rootward_trace as trace;

/// The Rust code of this page is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/programmers.md")]
struct ForProgrammers;

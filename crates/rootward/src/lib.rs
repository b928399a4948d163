//! Rootward in one library: bring a game, get a perfect player, or the best one that the clock allows, and see why.
//!
//! * [`game`]: the traits to write a game with, and the scores.
//! * [`search`]: the textbook algorithms and the engine.
//!
//! These two are the default. The rest comes with features:
//!
//! * `games`: the games included.
//! * `session`: games by name, positions as text, for front ends; opening books and endgame tables; searches step by step; comparisons, suites,
//!   fitted weights, annotated games.
//! * `arena`: matches between engines, with Elo and SPRT.
//! * `cli`: the whole command line. A program with a game of its own is
//!   `rootward::cli::main(rootward::games().with(OwnGame::new("my-game", game, knowledge)))`.
//! * `serde`: reports and scores can be serialised.
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

#[cfg(feature = "arena")]
pub use rootward_arena as arena;
#[cfg(feature = "cli")]
pub use rootward_cli as cli;
#[cfg(feature = "session")]
pub use rootward_endgames as endgames;
pub use rootward_game as game;
#[cfg(feature = "games")]
pub use rootward_games as games;
#[cfg(feature = "session")]
pub use rootward_registry::{Games, OwnGame, games};
pub use rootward_search as search;
#[cfg(feature = "session")]
pub use rootward_session as session;
#[cfg(feature = "session")]
pub use rootward_studies as studies;
#[cfg(feature = "session")]
pub use rootward_tables as tables;
#[cfg(feature = "session")]
pub use rootward_trace as trace;

/// What a program with a game of its own needs, in one line: `use rootward::prelude::*;`.
pub mod prelude {
    pub use rootward_game::{
        Bound, Evaluation, Feature, Game, Knowledge, Linear, MoveOrdering, Notation, Outcome, Proof, Proofs, Score,
        Side, TableKey, Tactics, TextError, Verdict, Window, contract, legal_moves, outcome_at, perft, state_hash,
    };
    #[cfg(feature = "session")]
    pub use rootward_registry::{Games, OwnGame, games};
    pub use rootward_search::{Limits, Report, Search, SharedTable, Techniques};
}

/// The Rust code of this page is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/programmers.md")]
struct ForProgrammers;

/// So is that of the page that crates.io shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Matches: players of any kind, a referee that knows the rules of every game, clocks, and the statistics of the result.
//!
//! * An [`EngineSpec`] says who plays: this program's engine with settings, or a program that speaks UCI or xboard.
//! * A [`Match`] plays pairs of games, the same opening with either side, and counts them in order.
//! * [`Estimate`] and [`Sprt`] say what the result means. A [`Journal`] keeps finished games if the program is killed.
//!
//! ```
//! use rootward_arena::{Allowance, EngineSpec, Match, Rules};
//!
//! let engine = |text: &str| EngineSpec::parse(text).unwrap();
//! let game_match = Match {
//!     game: "tic-tac-toe".to_owned(),
//!     engines: [engine("name=deep"), engine("name=shallow techniques=none")],
//!     allowances: [9, 1].map(|depth| Allowance { depth: Some(depth), ..Allowance::default() }),
//!     openings: vec!["X../.../...".to_owned()],
//!     pairs: 1,
//!     sprt: None,
//!     concurrency: 1,
//!     rules: Rules::default(),
//!     seed: 1,
//!     stop: Default::default(),
//! };
//! let standings = game_match.run(None, &mut |_, _| Ok(())).unwrap();
//! assert_eq!((standings.tally.games(), standings.tally.losses), (2, 0));
//! ```
//!
//! Nothing here prints.

mod words;
mod control;
mod spec;
mod player;
mod own;
mod process;
mod scoresheet;
mod uci;
mod xboard;
mod start_player;
mod ending;
mod adjudicate;
mod game;
mod openings;
mod tally;
mod points;
mod elo;
mod sprt;
mod journal;
mod match_play;
mod pgn;

pub use adjudicate::{DrawRule, Opinions, ResignRule};
pub use control::{Allowance, Clock, TimeControl};
pub use elo::{Estimate, elo_of, score_of};
pub use ending::Ending;
pub use game::{GameRecord, Pairing, Rules, Spent};
pub use journal::Journal;
pub use match_play::{FaultRecord, Match, Standings};
pub use openings::{draw_openings, read_openings, shuffle};
pub use own::Own;
pub use pgn::{check_pgn, to_pgn};
pub use player::{Choice, Fault, Player, Setup, Turn, WON};
pub use points::PointsAGame;
pub use rootward_session::Level;
pub use spec::{ChildCommand, EngineKind, EngineSpec, OwnSettings};
pub use sprt::{Decision, Sprt, SprtState};
pub use start_player::start_player;
pub use tally::{Halves, Tally};

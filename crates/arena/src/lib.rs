//! Matches: players of any kind, a referee that knows the rules of every game, clocks, and the statistics of the result.
//!
//! * An [`EngineSpec`] says who plays: this program's engine with settings, or a program that speaks UCI or xboard.
//! * A [`Match`] plays pairs of games between two or more engines, the same opening with either side, and counts them in
//!   order.
//! * [`Estimate`] and [`Sprt`] say what the result means. A [`Journal`] keeps finished games if the program is killed.
//!
//! ```
//! use rootward_arena::{Allowance, EngineSpec, Match, Rules, Schedule};
//!
//! let engine = |text: &str| EngineSpec::parse(text).unwrap();
//! let game_match = Match {
//!     game: "tic-tac-toe".to_owned(),
//!     engines: vec![engine("name=deep"), engine("name=shallow techniques=none")],
//!     allowances: [9, 1].map(|depth| Allowance { depth: Some(depth), ..Allowance::default() }).to_vec(),
//!     schedule: Schedule::RoundRobin,
//!     openings: vec!["X../.../...".to_owned()],
//!     pairs: 1,
//!     sprt: None,
//!     concurrency: 1,
//!     rules: Rules::default(),
//!     seed: 1,
//!     stop: Default::default(),
//! };
//! let results = game_match.run(None, &mut |_, _| Ok(())).unwrap();
//! let best = &results.table()[0];
//! assert_eq!((best.engine, best.tally.games(), best.tally.losses), (0, 2, 0));
//! ```
//!
//! Nothing here prints.

mod words;
mod timekeeping;
mod control;
mod spec;
mod roster;
mod player;
mod own;
mod process;
mod waiting;
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
mod tournament;
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
pub use roster::{MOST_ENGINES, parse_engines, read_engines, tell_apart};
pub use spec::{ChildCommand, EngineKind, EngineSpec, OwnSettings};
pub use sprt::{Decision, Sprt, SprtState};
pub use start_player::start_player;
pub use tally::{Halves, Tally};
pub use timekeeping::Timekeeping;
pub use tournament::{Encounter, Results, Row, Schedule};

//! Searching games.
//!
//! * [`textbook`] holds the algorithms as a lecture teaches them. The engine is tested against them.
//! * [`Search`] runs the engine: **one recursion** for every game (`engine/node.rs`). Iterative deepening, threads, tables,
//!   time and tracing call it or are called by it; none of them copies it. Game knowledge enters by a trait.
//!
//! ```
//! use rootward_games::connect_four::ConnectFour;
//! use rootward_search::{Limits, Search};
//! use rootward_game::Game;
//!
//! let game = ConnectFour::default();
//! let report = Search::new(&game).limits(Limits::depth(6)).run(&game.initial());
//! assert!(report.best().is_some());
//! ```
//!
//! Nothing here prints or parses text, and only `limits.rs` reads the clock. There is no unseeded randomness, so a search
//! with one thread that is not stopped by the clock gives the same nodes and the same answer every time.

pub mod textbook;
mod techniques;
mod limits;
mod time_management;
#[cfg(not(target_family = "wasm"))]
mod memory;
#[cfg(target_family = "wasm")]
#[path = "heap_memory.rs"]
mod memory;
mod histories;
mod table;
mod table_file;
mod table_identity;
mod observe;
mod counter;
mod recorder;
mod report;
mod engine;
mod search;
mod root_moves;

pub use counter::Counter;
pub use engine::{Omission, twice_before};
pub use histories::Histories;
pub use limits::{Ending, Limits, MAX_DEPTH, NodeMeter, StopFlag, ThreadClock};
pub use observe::{Cut, CutKind, Departure, Observer, Remark, Share, Visit, Why};
pub use recorder::{Event, Recorder};
pub use report::{Counts, Iteration, Line, Report, Resistance, SecondarySearch};
pub use root_moves::{narrow_lines, root_moves};
pub use search::Search;
pub use table::{Entry, SharedTable, Table};
pub use table_file::{TableFileError, TableFileProblem};
pub use table_identity::TableIdentity;
pub use techniques::{Farsighted, Singular, Sound, Speculative, Techniques};
pub use time_management::{Budget, GameClock, TimeManager};

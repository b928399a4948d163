//! Games by name, positions as text, searches as jobs: strings in, plain data out. Front ends depend on this alone.
//!
//! * [`open`] gives a [`Session`]: a game at a position, whatever its kind.
//! * A session is asked for an analysis ([`Ask`]) or a proof ([`SolveAsk`]) and hands back data that serialises to JSON.
//! * Everything that people write is parsed here: games, techniques, times, sizes. Invalid input is a [`Problem`].
//!
//! ```
//! let mut session = rootward_session::open("tree", Some("((3 12 8) (2 4 6) (14 5 2))")).unwrap();
//! let solution = session.solve(&Default::default()).unwrap();
//! assert_eq!(solution.best.as_deref(), Some("1"));
//! assert_eq!(solution.payoff.unwrap().number(), 3.0);
//! ```
//!
//! Nothing here prints.

mod problem;
mod suggest;
mod quantity;
mod judge;
mod network;
mod game_name;
mod techniques;
mod score;
mod ask;
mod results;
mod solution_json;
mod scribe;
mod pool;
mod job;
mod stoppable;
mod textbook;
mod analyse;
mod against;
mod stages;
mod endless;
mod solve;
mod whole;
mod chance;
mod session;
mod path;
mod setup;
mod played;
mod typed;
mod measure;
mod chess_search;
mod explain;
mod drawn;
mod efg;
mod endgames;
mod table_folders;
mod own_game;
mod registry;
mod words;
mod level;
mod saved;
mod book;
pub mod backgammon;
pub mod endgame_tables;
pub mod endgame_view;

pub use ask::{Algorithm, Ask, SolveAsk};
pub use book::{
    BookBuild, BookChoice, BookInfo, BookPage, BookProgress, BuildEnd, ShippedBook, Source, read_book, shipped_books,
};
pub use book::{GamesBook, GamesEnd, GamesEvent, GamesProgress, build_of_games};
pub use book::{Suggestion, WeightedInfo, read_weighted};
pub use chance::{ChanceData, OutcomeChance, SeededDice};
pub use chess_search::search_chess;
pub use drawn::WrittenTree;
pub use explain::{
    ExplainedFeature, ExplainedGroup, ExplainedWeight, Explanation, NetworkExplanation, explain, explain_network,
    weights_text, written_weights,
};
pub use judge::Judge;
pub use level::{Chosen, LEVELS, Level, Opponent};
pub use measure::{Measured, measure};
pub use own_game::OwnGame;
pub use problem::{Problem, quoted};
pub use quantity::{parse_count, parse_memory, parse_time, parse_within};
pub use registry::{
    BenchPosition, GameEntry, ReadChess, ReadDraughts, built_in_games, chess_of, draughts_of, find_game, games,
    install, learner_of, open, open_written, techniques_for,
};
pub use results::{Analysis, Expected, Iteration, Line, MoveValue, OutcomeValue, SecondarySearch, Solution};
pub use rootward_game::{Board, BoardMove, BoardStep, BoardStyle, Bound, Square, Steps};
pub use rootward_models::Model;
pub use rootward_search::textbook::{CutRule, Fail, Order};
pub use rootward_search::{
    Budget, Ending, GameClock, Limits, MAX_DEPTH, NodeMeter, Resistance, StopFlag, Techniques, ThreadClock,
};
pub use rootward_support::file::{part_of, read_small, replace_file};
pub use rootward_support::text::{counted, grouped};
pub use saved::SavedGame;
pub use score::{Kind, Points, Probability, Score, Viewer};
pub use scribe::millis;
pub use session::{Division, FeatureData, NetworkData, OutcomeData, PieceData, Session, Standing, View};
pub use stoppable::{Advice, Stoppable, Stopwatch};
pub use table_folders::TableFolders;
pub use techniques::{
    Group, PRESETS, TECHNIQUES, Technique, active_techniques, parse_techniques, parse_techniques_from, pruning_reason,
};
pub use typed::{ForGame, Position, for_game, typed};

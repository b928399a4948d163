//! The endgame tables of a game by its name, for every game that registers its endings: built, listed, checked and asked. Text in,
//! plain data out.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use rootward_session::endgame_tables::{SweepsAsk, endgame_tables};
//!
//! let tables = endgame_tables("tic-tac-toe").unwrap();
//! let ask = SweepsAsk { name: "7", ..SweepsAsk::default() };
//! let sweeps = tables.sweeps(&ask, &AtomicBool::new(false), &mut |_, _| {}).unwrap().unwrap();
//! assert_eq!(sweeps[0].table, "7");
//! ```

mod build;
mod folder;
mod line;
mod sweeps;
mod words;

use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rootward_endgames::{BuildError, GameEndings, Metric, Options, Sweep, Tables};
use rootward_game::Notation;

use crate::registry::{find_game, variant_of};
use crate::{Problem, games, quoted};

pub use build::TableNews;
pub use folder::{ProbedMove, ProbedPosition, SideSummary, TableCheck, TableSummary};
pub use line::LongestWin;
pub use sweeps::{ShownSweep, SweepsAsk, SweptCount, SweptTable};

/// The endgame tables of a game.
pub trait EndgameTables: Send + Sync {
    /// The game, as on the command line.
    fn game(&self) -> String;

    /// Builds the tables of these endings and of all that they convert into, those that already exist excepted.
    fn build(
        &self,
        names: &[String],
        options: &Options,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(TableNews),
    ) -> Result<(), BuildError>;

    /// Opens the tables in a folder: those with this metric, or with the first of dtm, dtc and wdl that is there.
    fn open(&self, folder: &Path, metric: Option<Metric>) -> Result<Box<dyn OpenTables>, Problem>;

    /// Solves a small ending in memory and reports its sweeps; none if it was stopped.
    fn sweeps(
        &self,
        ask: &SweepsAsk<'_>,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&str, Sweep),
    ) -> Result<Option<Vec<SweptTable>>, Problem>;
}

/// The tables of a folder.
pub trait OpenTables {
    /// What distances count.
    fn metric(&self) -> Metric;

    /// Sentences about files that could not be used.
    fn damaged(&self) -> &[String];

    /// The tables that these names stand for, or all that are there; a sentence if one is missing.
    fn tables(&self, names: &[String]) -> Result<Vec<String>, Problem>;

    /// What the tables of each name hold together; without a name, each table by itself.
    fn summaries(&self, names: &[String]) -> Result<Vec<TableSummary>, Problem>;

    /// Checks a table: every byte of its file, and random positions against their moves.
    fn check(&self, name: &str, positions: u64, seed: u64) -> Result<TableCheck, Problem>;

    /// The value of a position and of each of its moves.
    fn probe(&self, position: &str) -> Result<ProbedPosition, Problem>;

    /// The longest win of an ending, or of all that a name stands for, with its whole line.
    fn longest(&self, name: &str) -> Result<LongestWin, Problem>;
}

/// The endgame tables of a game, `NAME[:VARIANT]`.
pub fn endgame_tables(spec: &str) -> Result<Box<dyn EndgameTables>, Problem> {
    let none = || Problem::new(format!("there are no tables of {}", quoted(spec)), games_with_tables());
    let entry = find_game(spec).map_err(|_| none())?;
    (entry.endings.ok_or_else(none)?.0)(variant_of(spec))
}

/// The games that have endgame tables, as a list in words.
pub fn games_with_tables() -> String {
    let names: Vec<&str> = games().iter().filter(|entry| entry.endings.is_some()).map(|entry| entry.name).collect();
    match names.split_last() {
        None => "a game that registers its endings".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// Opens the endings of a game in a variant, the text after the colon.
#[derive(Clone, Copy)]
pub(crate) struct OpenEndings(pub(crate) &'static (dyn Fn(Option<&str>) -> OpenedEndings + Send + Sync));

pub(crate) type OpenedEndings = Result<Box<dyn EndgameTables>, Problem>;

impl fmt::Debug for OpenEndings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OpenEndings")
    }
}

/// The endings of a game in one variant, with the names of its sides.
pub(crate) fn endings_of<E: GameEndings>(game: &E::Game, sides: [&'static str; 2]) -> OpenedEndings
where
    Tables<E>: Send + Sync,
{
    let spec = game.name();
    Ok(Box::new(OfGame { endings: E::of(game).map_err(Problem::sentence)?, spec, sides }))
}

/// The one implementation of [`EndgameTables`].
struct OfGame<E> {
    endings: E,
    spec: String,
    sides: [&'static str; 2],
}

impl<E: GameEndings> EndgameTables for OfGame<E>
where
    Tables<E>: Send + Sync,
{
    fn game(&self) -> String {
        self.spec.clone()
    }

    fn build(
        &self,
        names: &[String],
        options: &Options,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(TableNews),
    ) -> Result<(), BuildError> {
        build::run(&self.endings, names, options, stop, tell)
    }

    fn open(&self, folder: &Path, metric: Option<Metric>) -> Result<Box<dyn OpenTables>, Problem> {
        let endings = E::of(self.endings.rules()).map_err(Problem::sentence)?;
        let tables = Tables::open(endings, folder, metric).map_err(Problem::sentence)?;
        let (place, spec) = (folder.display().to_string(), self.spec.clone());
        Ok(Box::new(folder::Folder { tables, place, spec, sides: self.sides }))
    }

    fn sweeps(
        &self,
        ask: &SweepsAsk<'_>,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&str, Sweep),
    ) -> Result<Option<Vec<SweptTable>>, Problem> {
        sweeps::run(&self.endings, ask, stop, tell)
    }
}

/// The slices of several names, each once.
fn all_named<E: GameEndings>(game: &E, names: &[String]) -> Result<Vec<E::Slice>, String> {
    let mut all = Vec::new();
    for name in names {
        for slice in game.named(name)? {
            if !all.contains(&slice) {
                all.push(slice);
            }
        }
    }
    Ok(all)
}

/// Writes a numbered position as the game does.
fn written<E: GameEndings>(game: &E, position: &E::Position) -> String {
    game.rules().write_position(&game.state(position))
}

//! Building a book: long work that can be stopped at any time and resumed.

use std::path::{Path, PathBuf};
use std::time::Instant;

use rootward_game::{Knowledge, Notation};
use rootward_search::StopFlag;
use rootward_tables::{Book, Openings, TableError, Values, Workers, back_up, from_byte, solve_openings};
use serde::Serialize;

use super::BookInfo;
use super::parts::Parts;
use crate::pool::TablePool;
use crate::scribe::millis;
use crate::{Problem, replace_file};

/// A book to build.
#[derive(Clone, Debug)]
pub struct BookBuild {
    /// Plies of the deepest positions.
    pub plies: u32,
    /// The file. Until it is complete, the solved positions are in `FILE.part`.
    pub out: PathBuf,
    /// Threads; each solves a position of its own.
    pub threads: usize,
    /// Bytes for their shared table.
    pub memory: usize,
    /// Stops the work when it is raised; solved positions are kept.
    pub stop: StopFlag,
}

/// The progress of a build.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BookProgress {
    /// Positions solved, those of an earlier run included.
    pub solved: usize,
    /// Positions from an earlier run.
    pub kept: usize,
    /// Positions to be solved in all.
    pub total: usize,
    /// Nodes of this run.
    pub nodes: u64,
    /// Time of this run.
    pub elapsed_ms: f64,
    /// Estimated remaining time; none before the first position is solved.
    pub left_ms: Option<f64>,
}

/// The result of a build.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BuildEnd {
    /// The book; none if the work was stopped before its end.
    pub book: Option<BookInfo>,
    /// The progress at the end.
    #[serde(flatten)]
    pub progress: BookProgress,
}

/// Builds a book, or resumes building it. Reports to `each` after every position. A file of that name is replaced at the end.
pub(crate) fn build<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    wanted: &BookBuild,
    each: &mut dyn FnMut(&BookProgress),
) -> Result<BuildEnd, Problem> {
    let name = game.name();
    let no_book = |error: TableError| no_book(game, error);
    let openings = match Openings::list_until(game, knowledge, wanted.plies, &wanted.stop) {
        Err(TableError::Stopped) => return Ok(BuildEnd { book: None, progress: Meter::start(0, 0).progress }),
        listed => listed.map_err(no_book)?,
    };
    let table = TablePool::default().take(wanted.memory)?;
    let (mut parts, mut values) = Parts::open(&wanted.out, &name, wanted.plies, openings.fingerprint())?;
    // Values of positions outside this build are ignored.
    let kept = openings.positions().filter_map(|(key, _)| Some((key, values.remove(&key)?))).collect();
    values = kept;
    let mut meter = Meter::start(values.len(), openings.len());
    each(&meter.progress);
    let workers = Workers { threads: wanted.threads, table: &table, stop: wanted.stop.clone() };
    let mut written = Ok(());
    let mut note = |solved: rootward_tables::Solved| {
        meter.count(solved.nodes);
        if written.is_ok() {
            written = parts.note(solved.key, solved.value);
        }
        if written.is_err() {
            workers.stop.raise();
        }
        each(&meter.progress);
    };
    solve_openings(game, knowledge, &openings, &mut values, &workers, &mut note).map_err(no_book)?;
    written.and_then(|()| parts.sync()).map_err(Problem::system)?;
    if meter.progress.solved < meter.progress.total {
        return Ok(BuildEnd { book: None, progress: meter.progress });
    }
    let book = back_up(game, knowledge, &openings, values, &name).map_err(no_book)?;
    let info = write_whole(&book, &wanted.out)?;
    parts.remove().map_err(Problem::system)?;
    Ok(BuildEnd { book: Some(info), progress: meter.progress })
}

fn write_whole(book: &Book, path: &Path) -> Result<BookInfo, Problem> {
    let bytes = book.to_bytes();
    replace_file(path, &bytes).map_err(|error| Problem::unwritten(path, error))?;
    Ok(BookInfo::of(book, &bytes))
}

/// The positions of a book that have to be solved, as text.
pub(crate) fn positions<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    plies: u32,
    stop: &StopFlag,
) -> Result<Vec<String>, Problem> {
    let openings = list(game, knowledge, plies, stop)?;
    Ok(openings.positions().map(|(_, state)| game.write_position(state)).collect())
}

/// A book from the values of its positions, in their order.
pub(crate) fn assemble<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    plies: u32,
    values: &[i8],
    out: &Path,
) -> Result<BookInfo, Problem> {
    let openings = list(game, knowledge, plies, &StopFlag::default())?;
    if values.len() != openings.len() {
        let problem = format!("{} values for a book of {plies} plies of {}", values.len(), game.name());
        return Err(Problem::new(problem, format!("{}, one for each of its positions", openings.len())));
    }
    let score = |byte: i8| {
        from_byte(byte).ok_or_else(|| Problem::new(format!("{byte} is not a value of a position"), "-127 to 127 plies"))
    };
    let valued = openings.positions().zip(values).map(|((key, _), &byte)| Ok((key, score(byte)?)));
    let values = valued.collect::<Result<Values, Problem>>()?;
    let name = game.name();
    let book = back_up(game, knowledge, &openings, values, &name);
    write_whole(&book.map_err(|error| no_book(game, error))?, out)
}

fn list<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    plies: u32,
    stop: &StopFlag,
) -> Result<Openings<G>, Problem> {
    Openings::list_until(game, knowledge, plies, stop).map_err(|error| no_book(game, error))
}

fn no_book<G: Notation>(game: &G, error: TableError) -> Problem {
    Problem::sentence(error).within(format!("a book of {}", game.name()))
}

struct Meter {
    start: Instant,
    progress: BookProgress,
}

impl Meter {
    fn start(kept: usize, total: usize) -> Meter {
        let progress = BookProgress { solved: kept, kept, total, nodes: 0, elapsed_ms: 0.0, left_ms: None };
        Meter { start: Instant::now(), progress }
    }

    fn count(&mut self, nodes: u64) {
        let progress = &mut self.progress;
        progress.solved += 1;
        progress.nodes += nodes;
        progress.elapsed_ms = millis(self.start.elapsed());
        let each = progress.elapsed_ms / (progress.solved - progress.kept) as f64;
        progress.left_ms = Some((each * (progress.total - progress.solved) as f64).round());
    }
}

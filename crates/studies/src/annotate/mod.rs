//! Annotation of games of chess and draughts from a file: every move is judged, and the games are written with values, marks and better
//! lines.
//!
//! All judgements come from the engine: each position of a game is searched once by
//! [`Session::analyse`](rootward_session::Session), and a move is judged by how much the value drops.

mod style;
mod worth;
mod judge;
mod notes;
mod journal;

pub use judge::{JUDGEMENTS, JudgedGame, JudgedMove, Judgement, SideSummary};
pub use style::Words;
pub use worth::{WhiteValue, Worth};

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use rootward_games::checkers::Checkers;
use rootward_games::chess::Chess;
use rootward_pgn::{ReadError, Reader, written};
use rootward_support::hash::Fnv;
use serde::Serialize;

use journal::Journal;
use rootward_session::{Ask, Problem, TableFolders, grouped};
use style::Annotated;

/// What to annotate, and the search effort.
#[derive(Clone, Debug)]
pub struct AnnotateSettings {
    /// The file of games (PGN, or PDN).
    pub games: PathBuf,
    /// They are games of draughts (PDN).
    pub draughts: bool,
    /// The output file; none if only the judgements are wanted. Until it is complete, the finished games are in
    /// `FILE.part`, and the same job resumes from there. A file of that name is replaced at the end.
    pub out: Option<PathBuf>,
    /// How each position is searched. Its flag stops the job; finished games are kept.
    pub ask: Ask,
    /// The endgame tables that the searches use.
    pub tables: TableFolders,
}

impl AnnotateSettings {
    /// The effort in words: `depth 12`, `100,000 nodes a position, with endgame tables`.
    pub fn effort(&self) -> String {
        let limits = &self.ask.limits;
        let depth = limits.depth.map(|depth| format!("depth {depth}"));
        let nodes = limits.nodes.map(|nodes| format!("{} nodes a position", grouped(nodes)));
        let time = limits.time.map(|time| format!("{:.3} s a position", time.as_secs_f64()));
        let tables = (!self.tables.is_empty()).then(|| "with endgame tables".to_owned());
        let all: Vec<String> = [depth, nodes, time, tables].into_iter().flatten().collect();
        all.join(", ")
    }
}

/// What is reported during the work.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum AnnotateEvent {
    /// Progress.
    Progress(AnnotateProgress),
    /// A game is finished.
    Game(Box<JudgedGame>),
    /// Something in a game was interpreted differently from how it is written, in a sentence.
    Remark {
        /// The sentence.
        remark: String,
    },
    /// A game cannot be read, in a sentence; it is skipped.
    Bad {
        /// The sentence.
        error: String,
    },
}

/// The progress of an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AnnotateProgress {
    /// The number of the current game.
    pub game: u64,
    /// The positions of it that have been searched.
    pub searched: usize,
    /// All its positions.
    pub positions: usize,
}

/// The result of an annotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AnnotateEnd {
    /// Finished games.
    pub games: u64,
    /// Of these, games from an earlier run.
    pub kept: u64,
    /// Games that could not be read.
    pub bad: u64,
    /// A flag stopped it before the last game.
    pub stopped: bool,
}

/// Annotates the games of a file and reports to `each`; an error from `each` stops the job. A game is reported before
/// it is stored: a game that was not yet reported is searched again after a crash.
pub fn annotate(
    settings: &AnnotateSettings,
    each: &mut dyn FnMut(&AnnotateEvent) -> Result<(), Problem>,
) -> Result<AnnotateEnd, Problem> {
    match settings.draughts {
        true => annotate_games::<Checkers>(settings, each),
        false => annotate_games::<Chess>(settings, each),
    }
}

fn annotate_games<G: Annotated>(
    settings: &AnnotateSettings,
    each: &mut dyn FnMut(&AnnotateEvent) -> Result<(), Problem>,
) -> Result<AnnotateEnd, Problem> {
    let path = &settings.games;
    let place = format!("file '{}'", path.display());
    let refused = |error: std::io::Error| Problem::sentence(error).within(&place);
    let mut journal = match &settings.out {
        Some(out) => Some(open_journal(settings, path, out)?),
        None => None,
    };
    let (last, count) = journal.as_ref().map_or((0, 0), |journal| (journal.last, journal.count));
    let mut end = AnnotateEnd { games: count, kept: count, ..AnnotateEnd::default() };
    let mut reader = Reader::<File, G>::from_here(File::open(path).map_err(refused)?);
    for number in 1.. {
        let Some(game) = reader.next() else { break };
        let record = match game {
            Ok(record) => record,
            Err(ReadError::System(error)) => return Err(refused(error)),
            Err(ReadError::Game(bad)) => {
                end.bad += 1;
                each(&AnnotateEvent::Bad { error: format!("{place}: {bad}") })?;
                continue;
            }
        };
        if number <= last {
            continue;
        }
        for remark in reader.remarks() {
            each(&AnnotateEvent::Remark { remark: format!("{place}: {remark}") })?;
        }
        let mut tell = |searched, positions| {
            each(&AnnotateEvent::Progress(AnnotateProgress { game: number, searched, positions }))
        };
        let Some(judged) = judge::judge(&record, number, settings, &mut tell)? else {
            end.stopped = true;
            return Ok(end);
        };
        let text = journal.is_some().then(|| written(&notes::noted(record, &judged, settings)) + "\n");
        each(&AnnotateEvent::Game(Box::new(judged)))?;
        if let (Some(journal), Some(text)) = (&mut journal, text) {
            journal.append(number, &text)?;
        }
        end.games += 1;
    }
    if end.games == 0 {
        let expected = if settings.draughts { "games in PDN" } else { "games in PGN" };
        return Err(Problem::new("there is no game that can be read", expected).within(place));
    }
    if let Some(journal) = journal {
        journal.finish()?;
    }
    Ok(end)
}

fn open_journal(settings: &AnnotateSettings, games: &Path, out: &Path) -> Result<Journal, Problem> {
    let print = fingerprint_of(games)
        .map_err(|error| Problem::sentence(error).within(format!("file '{}'", games.display())))?;
    Journal::open(out, &format!("games {print:016x}, {}, threads {}", settings.effort(), settings.ask.threads))
}

/// A hash of a file, read in chunks.
fn fingerprint_of(path: &Path) -> std::io::Result<u64> {
    let mut file = File::open(path)?;
    let (mut hash, mut buffer) = (Fnv::default(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.value()),
            count => hash = hash.and(&buffer[..count]),
        }
    }
}

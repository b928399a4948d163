//! The file of solved positions or games: a [journal](rootward_support::journal) of fields separated by tabs.
//!
//! ```text
//! # rootward tune 2: connect-four from -, seed 1, at most 300000 nodes, quiet 2
//! 4453    win    17    0c5f27d3a9b1e842
//! ```
//!
//! The position and its result for the side to move are followed by the number of the random draw that gave it. While it
//! grows, the file's name ends in `.part`.

use std::fs;
use std::path::{Path, PathBuf};

use rootward_support::file::part_of;
use rootward_support::journal::{self, Format, LAST_FIELD};

use super::sample::{Sample, result_word};
use rootward_session::Problem;

const BEGIN: &str = "# rootward tune 2: ";

/// A growing file of solved positions.
pub(super) struct Journal {
    path: PathBuf,
    file: journal::Journal,
    /// The lines found in it: each without its checksum, and with the number of its random draw.
    lines: Vec<(String, u64)>,
}

impl Journal {
    /// Opens a file, finished or not, or creates it. A file with another title, and so with other settings, is refused.
    pub(super) fn open(path: &Path, title: &str) -> Result<Journal, Problem> {
        let (part, format) = (part_of(path), format_of(title));
        if !part.exists() && path.exists() {
            // The file keeps its name until it is known to have the right format.
            journal::Journal::open(path, format.clone())?;
            fs::rename(path, &part).map_err(|error| system(path, &error))?;
        }
        let (file, records) = journal::Journal::open(&part, format)?;
        let lines = records.iter().map(String::as_str).zip(2..).map(numbered).collect::<Result<_, _>>();
        let lines = lines.map_err(|problem: Problem| problem.within(format!("file '{}'", part.display())))?;
        Ok(Journal { path: path.to_owned(), file, lines })
    }

    /// The lines found in the file.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&str, u64)> {
        self.lines.iter().map(|(line, number)| (line.as_str(), *number))
    }

    /// Appends a position; it is in the file when this returns.
    pub(super) fn append(&mut self, sample: &Sample, number: u64) -> Result<(), Problem> {
        self.append_line(&format!("{}\t{}", sample.position, result_word(sample.result, sample.first_to_move)), number)
    }

    /// Appends a line of fields, with its identifying number.
    pub(super) fn append_line(&mut self, fields: &str, number: u64) -> Result<(), Problem> {
        self.file.append(&format!("{fields}\t{number}")).map_err(Problem::system)
    }

    /// Renames the file to its final name.
    pub(super) fn finish(self) -> Result<(), Problem> {
        self.file.rename(&self.path).map_err(Problem::system)
    }
}

/// The title and the complete lines of a file that is only read, finished or not; each line with its number.
pub(super) fn lines_of(path: &Path) -> Result<(String, Vec<(String, u64)>), Problem> {
    let text = fs::read_to_string(path).map_err(|error| system(path, &error))?;
    let at = |problem: Problem| problem.within(format!("file '{}'", path.display()));
    let title = text.lines().next().and_then(|first| first.strip_prefix(BEGIN));
    let title = title.ok_or_else(|| Problem::new("this is no file that tune wrote", format!("'{BEGIN}…' in line 1")));
    let title = title.map_err(at)?;
    let valid = format_of(title).read(&text).map_err(|fault| at(Problem::sentence(fault)))?;
    let lines = valid.records.into_iter().zip(2..).map(numbered).collect::<Result<_, _>>();
    Ok((title.to_owned(), lines.map_err(at)?))
}

fn format_of(title: &str) -> Format {
    Format { head: format!("{BEGIN}{title}"), seal: LAST_FIELD }
}

/// A record with the number at its end.
fn numbered((record, line): (&str, usize)) -> Result<(String, u64), Problem> {
    let number = record.rsplit_once('\t').and_then(|(_, number)| number.parse().ok());
    let missing = || Problem::new(format!("line {line} has no number"), "a number before the checksum");
    Ok((record.to_owned(), number.ok_or_else(missing)?))
}

fn system(path: &Path, error: &std::io::Error) -> Problem {
    Problem::sentence(format!("file '{}': {error}", path.display()))
}

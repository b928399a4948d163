//! A crash-safe file of solved positions: each line is written as soon as it is finished, with a checksum over all
//! lines so far. A line truncated by a crash is dropped when the file is read again; a changed line is an error.
//!
//! ```text
//! # rootward tune 1: connect-four from -, seed 1, at most 300000 nodes, quiet 2
//! 4453    win    17    0c5f27d3a9b1e842
//! ```
//!
//! Fields are separated by tabs. The position and its result for the side to move are followed by the number of the
//! random draw that gave it. While it grows, the file's name ends in `.part`.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::sample::{Sample, result_word};
use rootward_session::{Problem, fingerprint, quoted};

const BEGIN: &str = "# rootward tune 1: ";

/// A growing file of solved positions.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// The lines found in it: each without its checksum, and with the number of its random draw.
    lines: Vec<(String, u64)>,
    checksum: u64,
}

/// The name of the growing file.
pub(super) fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

impl Journal {
    /// Opens a file, finished or not, or creates it. A file with another title, and so with other settings, is refused.
    pub(super) fn open(path: &Path, title: &str) -> Result<Journal, Problem> {
        let part = part_of(path);
        let name = || format!("file '{}'", path.display());
        if !part.exists() && path.exists() {
            // The file is not touched before it is known to have the right format.
            read(&fs::read_to_string(path).map_err(|error| system(path, &error))?, title)
                .map_err(|problem| problem.within(name()))?;
            fs::rename(path, &part).map_err(|error| system(path, &error))?;
        }
        let text = if part.exists() {
            fs::read_to_string(&part).map_err(|error| system(&part, &error))?
        } else {
            String::new()
        };
        let read = read(&text, title).map_err(|problem| problem.within(format!("file '{}'", part.display())))?;
        let file = OpenOptions::new().create(true).append(true).open(&part).map_err(|error| system(&part, &error))?;
        let mut journal = Journal { path: path.to_owned(), file, lines: read.lines, checksum: read.checksum };
        journal.file.set_len(read.whole as u64).map_err(|error| system(&part, &error))?;
        if read.whole == 0 {
            journal.write(&format!("{BEGIN}{title}\n"))?;
        }
        Ok(journal)
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
        let line = format!("{fields}\t{number}");
        self.checksum = chain(self.checksum, &line);
        self.write(&format!("{line}\t{:016x}\n", self.checksum))
    }

    /// Renames the file to its final name.
    pub(super) fn finish(self) -> Result<(), Problem> {
        let part = part_of(&self.path);
        let renamed = self.file.sync_all().and_then(|()| fs::rename(&part, &self.path));
        renamed.map_err(|error| system(&self.path, &error))
    }

    fn write(&mut self, text: &str) -> Result<(), Problem> {
        self.file.write_all(text.as_bytes()).map_err(|error| system(&part_of(&self.path), &error))
    }
}

/// The title and the complete lines of a file that is only read, finished or not; each line with its number.
pub(super) fn lines_of(path: &Path) -> Result<(String, Vec<(String, u64)>), Problem> {
    let text = fs::read_to_string(path).map_err(|error| system(path, &error))?;
    let name = || format!("file '{}'", path.display());
    let title = text.lines().next().and_then(|first| first.strip_prefix(BEGIN));
    let title = title.ok_or_else(|| Problem::new("this is no file that tune wrote", format!("'{BEGIN}…' in line 1")));
    let title = title.map_err(|problem| problem.within(name()))?;
    let read = read(&text, title).map_err(|problem| problem.within(name()))?;
    Ok((title.to_owned(), read.lines))
}

fn system(path: &Path, error: &std::io::Error) -> Problem {
    Problem::sentence(format!("file '{}': {error}", path.display()))
}

/// Each checksum covers the previous one, so that a missing line is detected too.
fn chain(before: u64, line: &str) -> u64 {
    fingerprint(&format!("{before:016x}{line}"))
}

/// The content of a file, and the length of its complete lines in bytes.
#[derive(Debug)]
struct Read {
    lines: Vec<(String, u64)>,
    checksum: u64,
    whole: usize,
}

fn read(text: &str, title: &str) -> Result<Read, Problem> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut found = Read { lines: Vec::new(), checksum: fingerprint(title), whole };
    let mut lines = text[..whole].lines().enumerate();
    match lines.next() {
        None => return Ok(found),
        Some((_, first)) if first.strip_prefix(BEGIN) == Some(title) => {}
        Some((_, first)) => {
            let expected = format!("'{BEGIN}{title}', or another file");
            return Err(Problem::new(format!("line 1 is {}", quoted(first)), expected));
        }
    }
    for (number, line) in lines {
        let damaged = || Problem::new(format!("line {} is damaged", number + 1), "it as it was written, or a new file");
        let (line, checksum) = line.rsplit_once('\t').ok_or_else(damaged)?;
        found.checksum = chain(found.checksum, line);
        let throw = line.rsplit_once('\t').and_then(|(_, throw)| throw.parse().ok()).ok_or_else(damaged)?;
        if checksum != format!("{:016x}", found.checksum) {
            return Err(damaged());
        }
        found.lines.push((line.to_owned(), throw));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(lines: &[&str]) -> String {
        let mut checksum = fingerprint("title");
        let line = |line: &&str| {
            checksum = chain(checksum, line);
            format!("{line}\t{checksum:016x}\n")
        };
        format!("{BEGIN}title\n{}", lines.iter().map(line).collect::<String>())
    }

    #[test]
    fn a_change_or_a_missing_line_is_noticed_and_a_cut_one_is_dropped() {
        let whole = text(&["44\twin\t0", "45\tdraw\t7", "4\tloss\t9"]);
        assert_eq!(read(&whole, "title").unwrap().lines.len(), 3);
        assert_eq!(read(&whole[..whole.len() - 1], "title").unwrap().lines.len(), 2);
        let error = |text: &str| read(text, "title").unwrap_err().to_string();
        assert!(error(&whole.replace("draw", "win")).starts_with("line 3 is damaged"));
        let gap: Vec<&str> = whole.lines().enumerate().filter(|(n, _)| *n != 2).map(|(_, line)| line).collect();
        assert!(error(&(gap.join("\n") + "\n")).starts_with("line 3 is damaged"));
        assert!(error("something else\n").starts_with("line 1 is 'something else'; expected"));
        assert!(read(&whole, "another title").is_err());
    }

    proptest! {
        #[test]
        fn arbitrary_files_are_read_or_refused_without_a_panic(rest in "([0-9a-z\t]{0,20}\n?){0,4}", head in any::<bool>()) {
            let _ = read(&format!("{}{rest}", if head { text(&["44\twin\t0"]) } else { String::new() }), "title");
        }
    }
}

//! A file of finished games, so that no game is lost: one JSON object per line, each with a checksum over all lines so far.
//! If the program was killed in the middle of a line, that line is dropped on reading; a changed line is refused.
//!
//! ```text
//! {"match":"chess, name=A nodes=1k against name=B nodes=1k, …","check":"0c5f27d3a9b1e842"}
//! {"number":0,"opening":"…","first":0,"halves":2, …,"check":"d1b54a32d192ed03"}
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use rootward_session::{Problem, fingerprint};

use crate::GameRecord;

/// The length of `,"check":"0123456789abcdef"}`.
const SEAL: usize = 28;

/// An append-only file of finished games.
pub struct Journal {
    path: PathBuf,
    file: File,
    check: u64,
    games: Vec<GameRecord>,
}

impl Journal {
    /// Opens or creates a journal. A journal of a match with another title is refused.
    pub fn open(path: &Path, title: &str) -> Result<Journal, Problem> {
        let system = |error: std::io::Error| Problem::sentence(format!("file '{}': {error}", path.display()));
        let text = if path.exists() { fs::read_to_string(path).map_err(system)? } else { String::new() };
        let found = read(&text, title).map_err(|problem| problem.within(format!("file '{}'", path.display())))?;
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(system)?;
        file.set_len(found.whole as u64).map_err(system)?;
        let mut journal = Journal { path: path.to_owned(), file, check: found.check, games: found.games };
        if found.whole == 0 {
            journal.write(&head(title))?;
        }
        Ok(journal)
    }

    /// The games found in the file.
    #[must_use]
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// Appends a game; it is in the file when this returns.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), Problem> {
        let line = serde_json::to_string(game).map_err(Problem::sentence)?;
        self.write(&line)
    }

    fn write(&mut self, object: &str) -> Result<(), Problem> {
        self.check = chain(self.check, object);
        let line = format!("{},\"check\":\"{:016x}\"}}\n", &object[..object.len() - 1], self.check);
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Problem::sentence(format!("file '{}': {error}", self.path.display())))
    }
}

fn head(title: &str) -> String {
    format!("{{\"match\":{}}}", serde_json::Value::from(title))
}

/// Each checksum covers the one before, so a removed line is detected too.
fn chain(before: u64, object: &str) -> u64 {
    fingerprint(&format!("{before:016x}{object}"))
}

struct Found {
    games: Vec<GameRecord>,
    check: u64,
    /// The number of bytes in complete lines.
    whole: usize,
}

fn read(text: &str, title: &str) -> Result<Found, Problem> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut found = Found { games: Vec::new(), check: 0, whole };
    for (place, line) in text[..whole].lines().enumerate() {
        let at = |problem: Problem| problem.within(format!("line {}", place + 1));
        let no_journal = || at(Problem::new("this is not the journal of a match", "one that 'match --out' wrote"));
        let cut = line.len().checked_sub(SEAL).filter(|&cut| line.is_char_boundary(cut)).ok_or_else(no_journal)?;
        let object = format!("{}}}", &line[..cut]);
        found.check = chain(found.check, &object);
        if place == 0 && object != head(title) {
            let other = serde_json::from_str::<serde_json::Value>(&object).ok();
            let other = other.as_ref().and_then(|head| head.get("match")?.as_str()).ok_or_else(no_journal)?;
            return Err(Problem::new(format!("it belongs to the match '{other}'"), format!("'{title}'")));
        }
        if line[cut..] != format!(",\"check\":\"{:016x}\"}}", found.check) {
            return Err(at(Problem::new("it was changed", "the line as it was written")));
        }
        if place > 0 {
            let game = serde_json::from_str(&object).map_err(|error| at(Problem::sentence(error)))?;
            found.games.push(game);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Spent};
    use proptest::prelude::*;

    fn game(number: u64) -> GameRecord {
        GameRecord {
            number,
            opening: "a \"b\"".to_owned(),
            first: (number % 2) as usize,
            halves: 1,
            payoff: None,
            ending: Ending::Repetition,
            culprit: None,
            remark: Some("é".to_owned()),
            moves: vec!["e4".to_owned(); number as usize],
            spent: [Spent { moves: 3, time_ms: 0.1, ..Spent::default() }; 2],
        }
    }

    fn written(name: &str, games: u64) -> (PathBuf, String) {
        let path = std::env::temp_dir().join(format!("rootward-arena-{}-{name}.jsonl", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut journal = Journal::open(&path, "A against B").unwrap();
        (0..games).for_each(|number| journal.append(&game(number)).unwrap());
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    }

    #[test]
    fn a_journal_is_continued_where_it_was_cut_off() {
        let (path, text) = written("cut", 5);
        fs::write(&path, &text[..text.len() - 10]).unwrap();
        let mut journal = Journal::open(&path, "A against B").unwrap();
        assert_eq!(journal.games(), [0, 1, 2, 3].map(game));
        journal.append(&game(4)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "as if nothing had happened");
        assert!(text.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn other_matches_and_changed_lines_are_refused() {
        let (path, text) = written("refuse", 3);
        let refused = |title: &str| Journal::open(&path, title).err().map(|problem| problem.to_string()).unwrap();
        assert!(refused("A against C").contains("it belongs to the match 'A against B'; expected 'A against C'"));
        fs::write(&path, text.replacen("\"halves\":1", "\"halves\":2", 1)).unwrap();
        assert!(refused("A against B").contains("line 2: it was changed"));
        let without_second: Vec<&str> = text.lines().enumerate().filter(|(n, _)| *n != 1).map(|(_, l)| l).collect();
        fs::write(&path, without_second.join("\n") + "\n").unwrap();
        assert!(refused("A against B").contains("line 2: it was changed"));
        fs::write(&path, "my notes\n").unwrap();
        assert!(refused("A against B").contains("not the journal of a match"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "my notes\n", "nothing was touched");
        fs::remove_file(path).unwrap();
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_a_panic(text in "(\\PC|\n){0,80}", tail in "\\PC{0,40}") {
            let _ = read(&text, "t");
            let _ = read(&format!("{}\n{tail}\n", head("t")), "t");
        }
    }
}

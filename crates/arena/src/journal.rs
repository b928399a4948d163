//! A file of finished games, so that no game is lost: a [journal](rootward_support::journal) of one JSON object per line.
//!
//! ```text
//! {"match":"chess, name=A nodes=1k against name=B nodes=1k, …","version":2}
//! {"number":0,"opening":"…","first":0,"halves":2, …,"check":"d1b54a32d192ed03"}
//! ```

use std::path::Path;

use rootward_session::Problem;
use rootward_support::journal::{self, Format};

use crate::GameRecord;

/// An append-only file of finished games.
pub struct Journal {
    file: journal::Journal,
    games: Vec<GameRecord>,
}

impl Journal {
    /// Opens or creates a journal. A journal of a match with another title is refused.
    pub fn open(path: &Path, title: &str) -> Result<Journal, Problem> {
        let head = serde_json::json!({ "match": title, "version": 2 }).to_string();
        let format = Format { head, seal: [",\"check\":\"", "\"}\n"] };
        let (file, records) = journal::Journal::open(path, format)?;
        let read = |(record, line): (&String, usize)| {
            let at = |error| Problem::sentence(error).within(format!("file '{}': line {line}", path.display()));
            serde_json::from_str(&format!("{record}}}")).map_err(at)
        };
        let games = records.iter().zip(2..).map(read).collect::<Result<_, Problem>>()?;
        Ok(Journal { file, games })
    }

    /// The games found in the file.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// Appends a game; it is in the file when this returns.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), Problem> {
        let object = serde_json::to_string(game).map_err(Problem::sentence)?;
        // The checksum is the last field of the object.
        self.file.append(object.strip_suffix('}').unwrap_or(&object)).map_err(Problem::system)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::{Ending, Spent};

    fn game(number: u64) -> GameRecord {
        GameRecord {
            number,
            engines: [0, 1],
            opening: "a \"b\"".to_owned(),
            first: (number % 2) as usize,
            halves: 1,
            payoff: None,
            ending: Ending::Repetition,
            culprit: None,
            remark: Some("é".to_owned()),
            moves: vec!["e4".to_owned(); number as usize],
            spent: [Spent { moves: 3, elapsed_ms: 0.1, ..Spent::default() }; 2],
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
        let other = refused("A against C");
        assert!(
            other.contains(
                "line 1 is '{\"match\":\"A against B\",\"version\":2}'; expected '{\"match\":\"A against C\""
            )
        );
        fs::write(&path, text.replacen("\"halves\":1", "\"halves\":2", 1)).unwrap();
        assert!(refused("A against B").contains("line 2 is damaged"));
        fs::remove_file(path).unwrap();
    }
}

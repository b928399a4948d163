//! The file of annotated games: a [journal](rootward_support::journal), so that no finished search is lost.
//!
//! While it grows, the file's name ends in `.part`. It is a PGN file with escape lines that PGN readers skip:
//!
//! ```text
//! % rootward annotate 2: <what is annotated, and how>
//! [Event "…"]
//! …
//! % game 1 checksum 0c5f27d3a9b1e842
//! ```

use std::path::{Path, PathBuf};

use rootward_session::{Problem, replace_file};
use rootward_support::file::part_of;
use rootward_support::journal::{self, Format};

/// What the last line of a game begins with; its number follows.
const END: &str = "% game ";

/// A growing file of annotated games.
pub(super) struct Journal {
    path: PathBuf,
    file: journal::Journal,
    /// The games as they will be in the finished file.
    games: String,
    /// The number of the last finished game.
    pub(super) last: u64,
    /// The number of finished games.
    pub(super) count: u64,
}

impl Journal {
    /// Opens the growing file, or creates it. A file of another job is refused.
    pub(super) fn open(path: &Path, title: &str) -> Result<Journal, Problem> {
        let part = part_of(path);
        let format = Format { head: format!("% rootward annotate 2: {title}"), seal: [" checksum ", "\n"] };
        let (file, records) = journal::Journal::open(&part, format)?;
        let mut journal = Journal { path: path.to_owned(), file, games: String::new(), last: 0, count: 0 };
        for record in &records {
            let game = record.rsplit_once(END).and_then(|(game, number)| Some((game, number.parse().ok()?)));
            let wrong = || Problem::new("a game has no number", format!("'{END}' and a number after each game"));
            let (game, number) = game.ok_or_else(|| wrong().within(format!("file '{}'", part.display())))?;
            journal.count(number, game);
        }
        Ok(journal)
    }

    /// Appends a game; it is on the disk when this returns.
    pub(super) fn append(&mut self, number: u64, game: &str) -> Result<(), Problem> {
        self.file.append(&format!("{game}{END}{number}")).and_then(|()| self.file.sync()).map_err(Problem::system)?;
        self.count(number, game);
        Ok(())
    }

    fn count(&mut self, number: u64, game: &str) {
        self.games.push_str(game);
        (self.last, self.count) = (number, self.count + 1);
    }

    /// Writes the finished file without the escape lines, and removes the growing one.
    pub(super) fn finish(self) -> Result<(), Problem> {
        replace_file(&self.path, &self.games).map_err(|error| Problem::unwritten(&self.path, error))?;
        self.file.remove().map_err(Problem::system)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn whole_games_are_kept_and_the_finished_file_is_plain_pgn() {
        let path = std::env::temp_dir().join(format!("rootward-annotated-{}.pgn", std::process::id()));
        let games = ["[Event \"1\"]\n\n1. e4 *\n\n", "1. d4 {% game 7} *\n\n"];
        let open = |title: &str| Journal::open(&path, title);
        let mut journal = open("depth 3").unwrap();
        journal.append(1, games[0]).unwrap();
        journal.append(4, games[1]).unwrap();
        drop(journal);
        let text = fs::read_to_string(part_of(&path)).unwrap();
        fs::write(part_of(&path), format!("{text}1. c4 *\n\n% game 5 checksum 0c5f")).unwrap();
        assert!(
            open("depth 4").err().unwrap().to_string().contains("line 1 is '% rootward annotate 2: depth 3'; expected")
        );
        let journal = open("depth 3").unwrap();
        assert_eq!((journal.last, journal.count), (4, 2));
        assert_eq!(fs::read_to_string(part_of(&path)).unwrap(), text);
        journal.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), games.concat());
        assert!(!part_of(&path).exists());
        fs::remove_file(path).unwrap();
    }
}

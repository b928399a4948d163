//! A crash-safe file of annotated games: no finished search is lost.
//!
//! While it grows, the file's name ends in `.part`. It is a PGN file with escape lines that PGN readers skip:
//!
//! ```text
//! % rootward annotate 1: <what is annotated, and how>
//! [Event "…"]
//! …
//! % game 1 checksum 0c5f27d3a9b1e842
//! ```
//!
//! Each checksum covers the game and the previous checksum. When the file is read again, everything after the last
//! valid game is cut off.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rootward_session::{Problem, fingerprint, quoted, replace_file};

const BEGIN: &str = "% rootward annotate 1: ";

/// A growing file of annotated games.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    checksum: u64,
    /// The games as they will be in the finished file.
    games: String,
    /// The number of the last finished game.
    pub(super) last: u64,
    /// The number of finished games.
    pub(super) count: u64,
}

/// The valid part of a file.
#[derive(Debug, PartialEq, Eq)]
struct Sound {
    games: String,
    checksum: u64,
    last: u64,
    count: u64,
    /// The length of the valid part in bytes.
    length: usize,
}

/// The name of the growing file.
pub(super) fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

impl Journal {
    /// Opens the growing file, or creates it. A file of another job is refused.
    pub(super) fn open(path: &Path, title: &str) -> Result<Journal, Problem> {
        let part = part_of(path);
        let refused = |error: std::io::Error| Problem::sentence(error).within(format!("file '{}'", part.display()));
        let text = match fs::read(&part) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(refused)?,
        };
        let text = String::from_utf8_lossy(&text);
        let Sound { games, checksum, last, count, length } =
            read(&text, title).map_err(|problem| problem.within(format!("file '{}'", part.display())))?;
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(&part).map_err(refused)?;
        file.set_len(length as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(refused)?;
        let mut journal = Journal { path: path.to_owned(), file, checksum, games, last, count };
        if length == 0 {
            journal.write(&format!("{BEGIN}{title}\n"))?;
        }
        Ok(journal)
    }

    /// Appends a game; it is on the disk when this returns.
    pub(super) fn append(&mut self, number: u64, game: &str) -> Result<(), Problem> {
        self.checksum = chain(self.checksum, number, game);
        self.write(&format!("{game}% game {number} checksum {:016x}\n", self.checksum))?;
        self.games.push_str(game);
        (self.last, self.count) = (number, self.count + 1);
        Ok(())
    }

    /// Writes the finished file without the escape lines, and removes the growing one.
    pub(super) fn finish(self) -> Result<(), Problem> {
        let refused =
            |error: std::io::Error| Problem::sentence(error).within(format!("file '{}'", self.path.display()));
        replace_file(&self.path, &self.games).map_err(refused)?;
        fs::remove_file(part_of(&self.path)).map_err(refused)
    }

    fn write(&mut self, text: &str) -> Result<(), Problem> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Problem::sentence(error).within(format!("file '{}'", part_of(&self.path).display())))
    }
}

fn chain(before: u64, number: u64, game: &str) -> u64 {
    fingerprint(&format!("{before:016x} {number} {game}"))
}

/// Reads the valid part: stops at the first game that was truncated or changed.
fn read(text: &str, title: &str) -> Result<Sound, Problem> {
    let mut sound = Sound { games: String::new(), checksum: fingerprint(title), last: 0, count: 0, length: 0 };
    let Some((first, _)) = text.split_once('\n') else { return Ok(sound) };
    if first.strip_prefix(BEGIN) != Some(title) {
        let expected = format!("'{BEGIN}{title}', or that it is removed first");
        return Err(Problem::new(format!("line 1 is {}", quoted(first)), expected));
    }
    sound.length = first.len() + 1;
    let mut game_start = sound.length;
    let mut line_start = sound.length;
    for line in text[sound.length..].split_inclusive('\n') {
        if let Some(end) = line.strip_prefix("% game ") {
            let game = &text[game_start..line_start];
            let Some(number) = end.split(' ').next().and_then(|number| number.parse().ok()) else { break };
            let checksum = chain(sound.checksum, number, game);
            if end != format!("{number} checksum {checksum:016x}\n") {
                break;
            }
            sound.games.push_str(game);
            (sound.checksum, sound.last, sound.count) = (checksum, number, sound.count + 1);
            sound.length = line_start + line.len();
            game_start = sound.length;
        }
        line_start += line.len();
    }
    Ok(sound)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(games: &[&str]) -> String {
        let mut checksum = fingerprint("title");
        let mut text = format!("{BEGIN}title\n");
        for (number, game) in (1..).zip(games) {
            checksum = chain(checksum, number, game);
            text += &format!("{game}% game {number} checksum {checksum:016x}\n");
        }
        text
    }

    #[test]
    fn whole_games_are_kept_and_the_rest_is_cut_off() {
        let games = ["[Event \"1\"]\n\n1. e4 *\n\n", "1. d4 *\n\n", "1. c4 *\n\n"];
        let whole = text(&games);
        let sound = read(&whole, "title").unwrap();
        assert_eq!((sound.games, sound.last, sound.count, sound.length), (games.concat(), 3, 3, whole.len()));
        for cut in 0..whole.len() {
            let sound = read(&whole[..cut], "title").unwrap();
            assert!(games.concat().starts_with(&sound.games) && sound.length <= cut);
            assert_eq!(sound.count, (1..=3).filter(|&n| text(&games[..n]).len() <= cut).count() as u64);
        }
        let changed = read(&whole.replace("d4", "d3"), "title").unwrap();
        assert_eq!((changed.count, changed.games.as_str()), (1, games[0]));
    }

    #[test]
    fn the_part_of_another_job_is_refused() {
        let error = read(&text(&[]), "other").unwrap_err().to_string();
        assert!(
            error.starts_with("line 1 is '% rootward annotate 1: title'; expected '% rootward annotate 1: other', or")
        );
        assert!(read("my notes\n", "title").is_err());
    }

    proptest! {
        #[test]
        fn arbitrary_files_are_read_or_refused_without_a_panic(rest in "(% game |[0-9a-f ]{0,20}|checksum |\n){0,9}") {
            let _ = read(&rest, "title");
            let sound = read(&format!("{}{rest}", text(&["1. e4 *\n"])), "title").unwrap();
            prop_assert_eq!(sound.count, 1);
        }
    }
}

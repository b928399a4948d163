//! The values that a build has solved so far, as a [journal](rootward_support::journal) beside the book: `FILE.part`.
//!
//! ```text
//! # rootward book 2: 8 plies of connect-four, keys 9c3f10a2
//! 4a01f=12 4a020=-7 4a11c=0    0c5f27d3a9b1e842
//! ```
//!
//! Each record holds several positions: the key, and the value for the side to move as a book has it (0 a draw, n a win in n
//! plies, −n a loss).

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use rootward_game::Score;
use rootward_support::file::part_of;
use rootward_support::journal::{Format, Journal, LAST_FIELD};
use rootward_tables::{Values, from_byte, to_byte};

use crate::Problem;

/// A power cut loses at most this much work.
const BETWEEN_RECORDS: Duration = Duration::from_millis(500);

/// A crash of the build alone loses at most this many positions: easy ones come by the thousand.
const ENTRIES_IN_RECORD: usize = 64;

/// An open journal.
pub(crate) struct Parts {
    journal: Journal,
    /// Solved, but not yet written to the file.
    waiting: Vec<(u64, Score)>,
    synced: Instant,
}

impl Parts {
    /// Opens the journal of a book, or creates one. Returns its entries with it. `keys` is the
    /// [fingerprint](rootward_tables::Openings::fingerprint) of its keys: with other keys the values would belong to other
    /// positions.
    pub(crate) fn open(book: &Path, game: &str, plies: u32, keys: u32) -> Result<(Parts, Values), Problem> {
        let path = part_of(book);
        let head = format!("# rootward book 2: {plies} plies of {game}, keys {keys:08x}");
        let (journal, records) = Journal::open(&path, Format { head, seal: LAST_FIELD })?;
        let wrong = || Problem::new(format!("file '{}': a record is no list of values", path.display()), "a new file");
        let entries = records.iter().flat_map(|record| record.split(' ')).map(|entry| read(entry).ok_or_else(wrong));
        let values = entries.collect::<Result<Values, Problem>>()?;
        Ok((Parts { journal, waiting: Vec::new(), synced: Instant::now() }, values))
    }

    /// Records a value; from time to time all pending values are written to the file.
    pub(crate) fn note(&mut self, key: u64, value: Score) -> io::Result<()> {
        self.waiting.push((key, value));
        if self.synced.elapsed() >= BETWEEN_RECORDS {
            return self.sync();
        }
        if self.waiting.len() >= ENTRIES_IN_RECORD { self.write() } else { Ok(()) }
    }

    /// Writes the pending values, and waits until they are on the disk.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.write()?;
        self.journal.sync()?;
        self.synced = Instant::now();
        Ok(())
    }

    /// Values that do not fit into a book are left out.
    fn write(&mut self) -> io::Result<()> {
        let entries = self.waiting.drain(..).filter_map(|(key, score)| Some(format!("{key:x}={}", to_byte(score)?)));
        let entries: Vec<String> = entries.collect();
        if entries.is_empty() { Ok(()) } else { self.journal.append(&entries.join(" ")) }
    }

    /// Deletes the journal once the book is written.
    pub(crate) fn remove(self) -> io::Result<()> {
        self.journal.remove()
    }
}

fn read(entry: &str) -> Option<(u64, Score)> {
    let (key, value) = entry.split_once('=')?;
    Some((u64::from_str_radix(key, 16).ok()?, from_byte(value.parse().ok()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_values_are_found_again_and_those_of_another_build_refused() {
        let book = std::env::temp_dir().join(format!("rootward-parts-{}.book", std::process::id()));
        let values = [(7, Score::win_in(3)), (u64::MAX, Score::loss_in(127)), (0, Score::DRAW)];
        let open = |plies| Parts::open(&book, "connect-four:5x4", plies, 77);
        let (mut parts, found) = open(4).unwrap();
        assert!(found.is_empty());
        values.iter().for_each(|&(key, value)| parts.note(key, value).unwrap());
        parts.note(9, Score::points(3)).unwrap();
        parts.sync().unwrap();
        let (parts, found) = open(4).unwrap();
        assert_eq!(found, values.into_iter().collect());
        let error = open(5).err().unwrap().to_string();
        assert!(error.contains("line 1 is '# rootward book 2: 4 plies of connect-four:5x4, keys 0000004d'; expected '# rootward book 2: 5 plies"), "{error}");
        parts.remove().unwrap();
        assert!(!part_of(&book).exists());
        assert!(["", "7", "7=", "x=1", "7=128", "7=-128"].iter().all(|entry| read(entry).is_none()));
    }
}

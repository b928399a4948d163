//! The journal of a build as a file beside the book: `FILE.part`.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rootward_game::Score;
use rootward_tables::{Journal, Values};

use crate::Problem;

/// A power cut loses at most this much work.
const BETWEEN_RECORDS: Duration = Duration::from_millis(500);

/// A crash of the build alone loses at most this many positions: easy ones come by the thousand.
const ENTRIES_IN_RECORD: usize = 64;

/// An open journal.
pub(crate) struct Parts {
    path: PathBuf,
    file: File,
    /// Solved, but not yet written to the file.
    waiting: Vec<(u64, Score)>,
    synced: Instant,
}

impl Parts {
    /// The path of a book's journal.
    pub(crate) fn path(book: &Path) -> PathBuf {
        let mut name = book.as_os_str().to_owned();
        name.push(".part");
        PathBuf::from(name)
    }

    /// Opens the journal, or creates one; a truncated end is cut off. Returns its entries with it.
    pub(crate) fn open(book: &Path, journal: &Journal) -> Result<(Parts, Values), Problem> {
        let path = Parts::path(book);
        let place = format!("journal '{}'", path.display());
        let refused = |error: io::Error| Problem::sentence(error).within(&place);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(refused)?,
        };
        let opened = journal.open(&bytes).map_err(|trouble| Problem::sentence(trouble).within(&place))?;
        let file = continued(&path, opened.length, &journal.head()).map_err(refused)?;
        Ok((Parts { path, file, waiting: Vec::new(), synced: Instant::now() }, opened.values))
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
        self.file.sync_data()?;
        self.synced = Instant::now();
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        if !self.waiting.is_empty() {
            self.file.write_all(&Journal::record(&self.waiting))?;
            self.waiting.clear();
        }
        Ok(())
    }

    /// Deletes the journal once the book is written.
    pub(crate) fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

/// The file cut to its valid part, ready for appending; a new one with its header.
fn continued(path: &Path, sound: usize, head: &[u8]) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    file.set_len(sound as u64)?;
    file.seek(SeekFrom::End(0))?;
    if sound == 0 {
        file.write_all(head)?;
    }
    file.sync_all()?;
    Ok(file)
}

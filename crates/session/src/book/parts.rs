//! The journal of a build as a file beside the book: `FILE.part`.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rootward_game::Score;
use rootward_tables::{Journal, Values};

use crate::Problem;

/// So much work is lost at most in a power cut.
const BETWEEN_RECORDS: Duration = Duration::from_millis(500);

/// So many positions are lost at most when the build is killed and the system lives on: quick ones come in thousands.
const ENTRIES_IN_RECORD: usize = 64;

/// A journal that is open for more.
pub(crate) struct Parts {
    path: PathBuf,
    file: File,
    /// Solved, but not yet in the file.
    waiting: Vec<(u64, Score)>,
    synced: Instant,
}

impl Parts {
    /// Where the journal of a book lies.
    pub(crate) fn path(book: &Path) -> PathBuf {
        let mut name = book.as_os_str().to_owned();
        name.push(".part");
        PathBuf::from(name)
    }

    /// Opens the journal, or begins one; a torn end is cut off. What it holds comes with it.
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

    /// Notes a value; now and then all that are waiting go into the file.
    pub(crate) fn note(&mut self, key: u64, value: Score) -> io::Result<()> {
        self.waiting.push((key, value));
        if self.synced.elapsed() >= BETWEEN_RECORDS {
            return self.sync();
        }
        if self.waiting.len() >= ENTRIES_IN_RECORD { self.write() } else { Ok(()) }
    }

    /// Writes what is waiting, and waits until all is on the disk.
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

    /// The book is written: the journal has done its work.
    pub(crate) fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

/// The file with its sound part alone, ready for more; a new one with its head.
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

//! Tables in files: what a search has found out can be used again the next day.
//!
//! | part | bytes |
//! |---|---|
//! | `RW-TABLE`, the length of the head | 8, 4 |
//! | head: version, name, hashes of rules, evaluation and techniques, buckets, entries, generation | as many |
//! | CRC-32 of all so far | 4 |
//! | entries: key, data word | 16 each |
//! | CRC-32 of the entries | 4 |
//!
//! A file is written under another name and renamed when it is complete. It is read only by the version that wrote it: what
//! the words mean may change, and a wrong entry would be reported as a proof.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use rootward_support::file::replace_file_with;
use rootward_support::hash::{Crc32, crc32};

use crate::{SharedTable, TableIdentity};

const MAGIC: &[u8; 8] = b"RW-TABLE";
/// Changes with the layout of the file and of an entry.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), ", tables 1");
/// The longest head that is written or read.
const LONGEST_HEAD: usize = 1 << 16;
const BYTES_OF_ENTRY: u64 = 16;

/// Why a table was not saved or loaded: one sentence that begins with the path.
#[derive(Debug)]
pub struct TableFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: TableFileProblem,
}

/// What is wrong with a file of a table.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableFileProblem {
    /// The system refused.
    System(io::Error),
    /// The file is something else.
    NotATable,
    /// It is not as it was written.
    Damaged(&'static str),
    /// It was written by another version.
    Version(String),
    /// It belongs to a search with this name.
    Name {
        /// The name in the file.
        found: String,
        /// The name that was asked for.
        expected: String,
    },
    /// The name is the same, but the rules or the keys of positions are not.
    Rules,
    /// The evaluation is another, by its weights for instance.
    Evaluation,
    /// Other techniques, which change what is stored.
    Techniques,
    /// The system has no room for a table of this many bytes.
    Memory(u64),
}

impl fmt::Display for TableFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        let why = "a table is read only by a search like the one that wrote it";
        match &self.problem {
            TableFileProblem::System(error) => write!(f, "{path}: {error}"),
            TableFileProblem::NotATable => write!(f, "{path}: this is not a file of a transposition table"),
            TableFileProblem::Damaged(what) => write!(f, "{path}: the table is damaged, {what}"),
            TableFileProblem::Version(found) => {
                write!(f, "{path}: the table was written by version {found:?}, expected {VERSION:?}")
            }
            TableFileProblem::Name { found, expected } => {
                write!(f, "{path}: the table belongs to {found:?}, expected {expected:?}")
            }
            TableFileProblem::Rules => write!(f, "{path}: the rules or the keys of the game are others; {why}"),
            TableFileProblem::Evaluation => {
                write!(f, "{path}: the evaluation is another, by its weights for instance; {why}")
            }
            TableFileProblem::Techniques => write!(f, "{path}: the techniques are others; {why}"),
            TableFileProblem::Memory(bytes) => {
                write!(f, "{path}: the system has no room for a table of {} MiB", bytes >> 20)
            }
        }
    }
}

impl std::error::Error for TableFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            TableFileProblem::System(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for TableFileProblem {
    fn from(error: io::Error) -> TableFileProblem {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => TableFileProblem::Damaged("it ends too early"),
            _ => TableFileProblem::System(error),
        }
    }
}

impl SharedTable {
    /// Writes all entries to a file, in place of an older one. The old file stays if this fails.
    ///
    /// ```
    /// use rootward_game::Game;
    /// use rootward_games::mnk::Mnk;
    /// use rootward_search::{Search, SharedTable};
    ///
    /// let (game, table) = (Mnk::default(), SharedTable::with_bytes(1 << 20));
    /// let identity = Search::new(&game).identity("tic-tac-toe");
    /// let first = Search::new(&game).table(&table).solve(&game.initial());
    /// let path = std::env::temp_dir().join(format!("tic-tac-toe-{}.table", std::process::id()));
    /// table.save(&path, &identity)?;
    ///
    /// let table = SharedTable::load(&path, &identity)?;
    /// let second = Search::new(&game).table(&table).solve(&game.initial());
    /// assert_eq!(second.score, first.score);
    /// assert!(second.counts.nodes < first.counts.nodes / 10);
    /// # std::fs::remove_file(path).unwrap();
    /// # Ok::<(), rootward_search::TableFileError>(())
    /// ```
    pub fn save(&self, path: impl AsRef<Path>, identity: &TableIdentity) -> Result<(), TableFileError> {
        let path = path.as_ref();
        let written = replace_file_with(path, |file| self.write(file, identity));
        written.map_err(|error| TableFileError { path: path.to_owned(), problem: TableFileProblem::System(error) })
    }

    /// Reads a table that was [saved](SharedTable::save) for the same identity, in its old size. For another size,
    /// [`learn`](SharedTable::learn) from it. Everything else is refused: a stored value is true only for a search like the one
    /// that found it.
    pub fn load(path: impl AsRef<Path>, identity: &TableIdentity) -> Result<SharedTable, TableFileError> {
        let path = path.as_ref();
        let read = File::open(path).map_err(TableFileProblem::System).and_then(|file| read(file, identity));
        read.map_err(|problem| TableFileError { path: path.to_owned(), problem })
    }

    fn write(&self, file: &mut dyn Write, identity: &TableIdentity) -> io::Result<()> {
        // Counted first: the head comes first. Nobody searches with this table meanwhile, or the entries would differ.
        let entries: u64 = self.entries().map(|_| 1).sum();
        let mut head = Vec::new();
        for text in [VERSION, &identity.name] {
            head.extend_from_slice(&(text.len() as u32).to_le_bytes());
            head.extend_from_slice(text.as_bytes());
        }
        let TableIdentity { rules, evaluation, techniques, .. } = *identity;
        for number in [rules, evaluation, techniques, self.buckets(), entries] {
            head.extend_from_slice(&number.to_le_bytes());
        }
        head.push(self.generation());
        if head.len() > LONGEST_HEAD {
            return Err(io::Error::other("the name of the search is too long"));
        }
        let start = [&MAGIC[..], &(head.len() as u32).to_le_bytes(), &head].concat();
        file.write_all(&start)?;
        file.write_all(&crc32(&start).to_le_bytes())?;
        let (mut crc, mut written) = (Crc32::default(), 0);
        for (key, word) in self.entries().take(entries as usize) {
            let bytes = pair(key, word);
            crc = crc.and(&bytes);
            file.write_all(&bytes)?;
            written += 1;
        }
        if written != entries {
            return Err(io::Error::other("the table was changed while it was written"));
        }
        file.write_all(&crc.value().to_le_bytes())
    }
}

fn pair(key: u64, word: u64) -> [u8; 16] {
    (u128::from(word) << 64 | u128::from(key)).to_le_bytes()
}

fn read(file: File, identity: &TableIdentity) -> Result<SharedTable, TableFileProblem> {
    let length = file.metadata()?.len();
    let mut file = BufReader::with_capacity(1 << 16, file);
    let head = Head::read(&mut file)?;
    head.check(identity)?;
    let expected = head.entries.checked_mul(BYTES_OF_ENTRY).and_then(|bytes| bytes.checked_add(head.bytes + 4));
    if expected != Some(length) {
        return Err(TableFileProblem::Damaged("its length is not what its head says"));
    }
    let table = SharedTable::with_buckets(head.buckets, head.generation)
        .ok_or(TableFileProblem::Memory(head.buckets.saturating_mul(64)))?;
    let mut crc = Crc32::default();
    for _ in 0..head.entries {
        let bytes: [u8; 16] = array(&mut file)?;
        crc = crc.and(&bytes);
        let both = u128::from_le_bytes(bytes);
        if !table.put(both as u64, (both >> 64) as u64) {
            return Err(TableFileProblem::Damaged("an entry has no place in it"));
        }
    }
    match u32::from_le_bytes(array(&mut file)?) == crc.value() {
        true => Ok(table),
        false => Err(TableFileProblem::Damaged("the checksum of its entries is wrong")),
    }
}

/// What a file says about its table.
struct Head {
    /// Bytes of the file before the entries.
    bytes: u64,
    version: String,
    name: String,
    rules: u64,
    evaluation: u64,
    techniques: u64,
    buckets: u64,
    entries: u64,
    generation: u8,
}

impl Head {
    fn read(file: &mut impl Read) -> Result<Head, TableFileProblem> {
        let magic: [u8; 8] = array(file).map_err(|_| TableFileProblem::NotATable)?;
        if &magic != MAGIC {
            return Err(TableFileProblem::NotATable);
        }
        let length: [u8; 4] = array(file)?;
        let size = u32::from_le_bytes(length) as usize;
        let wrong = TableFileProblem::Damaged("the checksum of its head is wrong");
        if size > LONGEST_HEAD {
            return Err(wrong);
        }
        let mut head = vec![0; size];
        file.read_exact(&mut head)?;
        let crc = Crc32::default().and(&magic).and(&length).and(&head);
        if u32::from_le_bytes(array(file)?) != crc.value() {
            return Err(wrong);
        }
        // The checksum is right, so a head that cannot be read has another layout.
        Head::parse(&head, size as u64 + 16).ok_or_else(|| TableFileProblem::Version("unknown".to_owned()))
    }

    fn parse(mut head: &[u8], bytes: u64) -> Option<Head> {
        let mut text = || {
            let length = u32::from_le_bytes(array(&mut head).ok()?) as usize;
            let (text, rest) = head.split_at_checked(length)?;
            head = rest;
            String::from_utf8(text.to_vec()).ok()
        };
        let (version, name) = (text()?, text()?);
        let mut number = || array(&mut head).ok().map(u64::from_le_bytes);
        let [rules, evaluation, techniques] = [number()?, number()?, number()?];
        let [buckets, entries] = [number()?, number()?];
        let &[generation] = head else { return None };
        Some(Head { bytes, version, name, rules, evaluation, techniques, buckets, entries, generation })
    }

    fn check(&self, identity: &TableIdentity) -> Result<(), TableFileProblem> {
        if self.version != VERSION {
            return Err(TableFileProblem::Version(self.version.clone()));
        }
        if self.name != identity.name {
            let (found, expected) = (self.name.clone(), identity.name.clone());
            return Err(TableFileProblem::Name { found, expected });
        }
        if self.rules != identity.rules {
            return Err(TableFileProblem::Rules);
        }
        if self.evaluation != identity.evaluation {
            return Err(TableFileProblem::Evaluation);
        }
        if self.techniques != identity.techniques {
            return Err(TableFileProblem::Techniques);
        }
        Ok(())
    }
}

fn array<const N: usize>(file: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes).map(|()| bytes)
}

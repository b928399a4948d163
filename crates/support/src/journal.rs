//! A file that grows record by record and survives a crash.
//!
//! It begins with a head, which says what the records belong to. Each record ends in its seal: a checksum over the head and all
//! records so far, between two fixed pieces of text. So the file can be lines of JSON, a table or a file of chess games:
//!
//! ```text
//! # rootward tune 2: connect-four from -, seed 1, at most 300000 nodes, quiet 2
//! 4453    win    17    0c5f27d3a9b1e842
//! ```
//!
//! A process that is killed leaves at worst an unfinished record or head at the end: it is cut off when the file is opened
//! again. A record that was changed or removed is an error, and the file is left as it is.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::hash::Fnv;
use crate::text::quoted;

/// How a journal is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// The first line, without its line break: what the records belong to.
    pub head: String,
    /// The text before and after the sixteen digits of each checksum; the second ends in a line break.
    pub seal: [&'static str; 2],
}

/// The seal of records that are lines of fields separated by tabs.
pub const LAST_FIELD: [&str; 2] = ["\t", "\n"];

/// The number of digits of a checksum.
const DIGITS: usize = 16;

/// Why a journal cannot be opened: one sentence that begins with its path.
#[derive(Debug)]
pub struct Refusal {
    path: PathBuf,
    why: Why,
}

#[derive(Debug)]
enum Why {
    System(io::Error),
    Content(Fault),
}

/// What is wrong with the text of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The head belongs to something else.
    Head {
        /// The first line of the file.
        found: String,
        /// The head that it should have.
        expected: String,
    },
    /// The record that ends in this line, counted from 1, is not as it was written.
    Damaged(usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Head { found, expected } => {
                write!(f, "line 1 is {}; expected '{expected}', or a new file", quoted(found, 100))
            }
            Fault::Damaged(line) => write!(f, "line {line} is damaged; expected it as it was written, or a new file"),
        }
    }
}

impl Refusal {
    /// The system is at fault, not the content.
    pub fn is_system(&self) -> bool {
        matches!(self.why, Why::System(_))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.why {
            Why::System(error) => write!(f, "the file '{path}' could not be written ({error})"),
            Why::Content(fault) => write!(f, "file '{path}': {fault}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The valid part of a journal's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valid<'t> {
    /// The records, without their seals.
    pub records: Vec<&'t str>,
    /// Its length in bytes; what follows is an unfinished record.
    pub length: usize,
    check: Fnv,
}

impl Format {
    /// Reads the text of a journal.
    pub fn read<'t>(&self, text: &'t str) -> Result<Valid<'t>, Fault> {
        let mut valid = Valid { records: Vec::new(), length: 0, check: Fnv::default().and(self.head.as_bytes()) };
        let other = |found: &str| Fault::Head { found: found.to_owned(), expected: self.head.clone() };
        let Some((first, _)) = text.split_once('\n') else {
            // An unfinished head is cut off; anything else is not ours, and stays.
            let begun = text.trim_end_matches(char::REPLACEMENT_CHARACTER);
            let ours = text.is_empty() || !begun.is_empty() && self.head.starts_with(begun);
            return if ours { Ok(valid) } else { Err(other(text)) };
        };
        if first != self.head {
            return Err(other(first));
        }
        valid.length = first.len() + 1;
        while let Some(found) = self.find_seal(&text[valid.length..]) {
            let (record, rest) = text[valid.length..].split_at(found);
            let end = valid.length + found + self.seal_length();
            let check = followed(valid.check, record);
            if !rest.starts_with(&self.seal(check)) {
                return Err(Fault::Damaged(text[..end].lines().count()));
            }
            valid.records.push(record);
            (valid.check, valid.length) = (check, end);
        }
        Ok(valid)
    }

    fn seal(&self, check: Fnv) -> String {
        format!("{}{:016x}{}", self.seal[0], check.value(), self.seal[1])
    }

    fn seal_length(&self) -> usize {
        self.seal[0].len() + DIGITS + self.seal[1].len()
    }

    /// Where the first seal begins, right or wrong.
    fn find_seal(&self, text: &str) -> Option<usize> {
        let [before, after] = self.seal;
        text.match_indices(before).map(|(place, _)| place).find(|place| {
            let rest = &text.as_bytes()[place + before.len()..];
            let digits = rest.get(..DIGITS).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
            digits && rest[DIGITS..].starts_with(after.as_bytes())
        })
    }
}

/// The checksum after a record. The line break makes an empty record count.
fn followed(check: Fnv, record: &str) -> Fnv {
    check.and(record.as_bytes()).and(b"\n")
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    format: Format,
    check: Fnv,
}

impl Journal {
    /// Opens a journal or creates it, and returns the records found in it. Nothing is touched before the text is known to be
    /// valid; then an unfinished end is cut off.
    pub fn open(path: &Path, format: Format) -> Result<(Journal, Vec<String>), Refusal> {
        let refused = |why: Why| Refusal { path: path.to_owned(), why };
        let system = |error: io::Error| refused(Why::System(error));
        let text = read_text(path).map_err(system)?;
        let Valid { records, length, check } = format.read(&text).map_err(|fault| refused(Why::Content(fault)))?;
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(system)?;
        let mut journal = Journal { path: path.to_owned(), file, format, check };
        journal.file.set_len(length as u64).map_err(system)?;
        if length == 0 {
            journal.write(&format!("{}\n", journal.format.head)).map_err(system)?;
        }
        Ok((journal, records.into_iter().map(str::to_owned).collect()))
    }

    /// Appends a record; a crash of this process cannot lose it any more when this returns.
    pub fn append(&mut self, record: &str) -> io::Result<()> {
        self.check = followed(self.check, record);
        self.write(&format!("{record}{}", self.format.seal(self.check)))
    }

    /// Waits until everything is on the disk: a power cut cannot lose it any more when this returns.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data().map_err(|error| self.named(&error))
    }

    /// Gives the finished journal its final name.
    pub fn rename(self, to: &Path) -> io::Result<()> {
        self.sync()?;
        fs::rename(&self.path, to).map_err(|error| self.named(&error))
    }

    /// Deletes it, once what it was for is written elsewhere.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path).map_err(|error| self.named(&error))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes()).map_err(|error| self.named(&error))
    }

    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::other(format!("the file '{}' could not be written ({error})", self.path.display()))
    }
}

/// The text of a journal that is only read; none if there is no such file. A crash may have cut a character in two, in the
/// unfinished end: what is not text becomes a replacement character, which no valid seal covers.
fn read_text(path: &Path) -> io::Result<String> {
    // A device or a pipe may never end, and cannot be cut off.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other("it is no plain file"));
    }
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GAMES: [&str; 2] = [" checksum ", "\n"];

    fn format(seal: [&'static str; 2]) -> Format {
        Format { head: "# a test 1: é".to_owned(), seal }
    }

    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("rootward-journal-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    /// A journal of these records, written record by record.
    fn written(name: &str, seal: [&'static str; 2], records: &[&str]) -> (PathBuf, Vec<u8>) {
        let path = scratch(name);
        let (mut journal, found) = Journal::open(&path, format(seal)).unwrap();
        assert!(found.is_empty());
        records.iter().for_each(|record| journal.append(record).unwrap());
        journal.sync().unwrap();
        let bytes = fs::read(&path).unwrap();
        (path, bytes)
    }

    #[test]
    fn a_file_that_is_not_a_journal_stays_as_it_was() {
        let format = format(LAST_FIELD);
        for (text, ours) in [("", true), (&format.head[..5], true), ("my notes", false), ("\u{FFFD}\u{FFFD}", false)] {
            assert_eq!(format.read(text).is_ok(), ours, "{text:?}");
        }
    }

    #[test]
    fn a_journal_cut_off_anywhere_keeps_its_whole_records_and_goes_on_to_the_same_end() {
        for (name, seal, records) in [
            ("lines", LAST_FIELD, ["44\twin", "é\tdraw", ""]),
            ("json", [",\"check\":\"", "\"}\n"], ["{\"a\":\"é\\\"\"", "{\"a\":2", "{\"b\":[]"]),
            ("games", GAMES, ["[Event \"é\"]\n\n1. e4 *\n\n% game 1", "1. d4 *\n% game 2", "*\n% game 3"]),
        ] {
            let (path, whole) = written(name, seal, &records);
            for cut in 0..=whole.len() {
                fs::write(&path, &whole[..cut]).unwrap();
                let (mut journal, found) = Journal::open(&path, format(seal)).unwrap();
                assert_eq!(found, records[..found.len()], "{name} cut off after {cut} bytes");
                assert!(found.len() == records.len() || cut < whole.len());
                records[found.len()..].iter().for_each(|record| journal.append(record).unwrap());
                assert_eq!(fs::read(&path).unwrap(), whole, "{name} cut off after {cut} bytes");
            }
            fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_changed_or_missing_record_is_refused_and_nothing_is_touched() {
        let (path, whole) = written("changed", LAST_FIELD, &["44\twin", "45\tdraw", "4\tloss"]);
        let whole = String::from_utf8(whole).unwrap();
        let refused = |text: &str| {
            fs::write(&path, text).unwrap();
            let error = Journal::open(&path, format(LAST_FIELD)).unwrap_err().to_string();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            error.strip_prefix(&format!("file '{}': ", path.display())).unwrap().to_owned()
        };
        let damaged = "line 3 is damaged; expected it as it was written, or a new file";
        assert_eq!(refused(&whole.replace("draw", "win")), damaged);
        let without: Vec<&str> = whole.lines().enumerate().filter(|(n, _)| *n != 2).map(|(_, line)| line).collect();
        assert_eq!(refused(&(without.join("\n") + "\n")), damaged);
        assert_eq!(
            refused(&whole.replacen("test 1", "test 0", 1)),
            "line 1 is '# a test 0: é'; expected '# a test 1: é', or a new file"
        );
        assert!(refused("my notes\n").starts_with("line 1 is 'my notes'; expected"));
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_finished_journal_gets_its_name_or_is_removed() {
        let (path, to) = (scratch("part"), scratch("whole"));
        let (mut journal, _) = Journal::open(&path, format(GAMES)).unwrap();
        journal.append("1").unwrap();
        journal.rename(&to).unwrap();
        assert!(!path.exists());
        let (journal, found) = Journal::open(&to, format(GAMES)).unwrap();
        assert_eq!(found, ["1"]);
        journal.remove().unwrap();
        assert!(!to.exists());
        let error = Journal::open(Path::new("/no/such/folder/x"), format(GAMES)).unwrap_err().to_string();
        assert!(error.starts_with("the file '/no/such/folder/x' could not be written ("), "{error}");
        let error = Journal::open(Path::new("/dev/zero"), format(GAMES)).unwrap_err();
        assert!(error.is_system() && error.to_string().ends_with("(it is no plain file)"), "{error}");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_a_panic(text in "(\\PC|\t|\n|0123456789abcdef){0,40}") {
            let _ = format(LAST_FIELD).read(&text);
            let behind_head = format!("{}\n{text}", format(GAMES).head);
            if let Ok(valid) = format(GAMES).read(&behind_head) {
                prop_assert!(valid.length <= behind_head.len());
            }
        }

        #[test]
        fn a_flipped_bit_adds_no_record(records in proptest::collection::vec("[a-z\n]{0,5}", 1..4), place: usize) {
            let format = format(LAST_FIELD);
            let mut check = Fnv::default().and(format.head.as_bytes());
            let mut bytes = format!("{}\n", format.head).into_bytes();
            for record in &records {
                check = followed(check, record);
                bytes.extend(format!("{record}{}", format.seal(check)).bytes());
            }
            let bit = place % (8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            let text = String::from_utf8_lossy(&bytes);
            if let Ok(valid) = format.read(&text) {
                prop_assert!(valid.records.len() < records.len() && valid.length <= bit / 8);
                prop_assert!(valid.records.iter().zip(&records).all(|(found, written)| found == written));
            }
        }
    }
}

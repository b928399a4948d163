//! [`Journal`]: the values that a build has solved so far, in a format that can be cut off anywhere.
//!
//! ```text
//! head     magic "RWPART\r\n", version, game, plies as in a book, 4 bytes for the fingerprint of the keys, CRC-32
//! records  one after the other, each: 4 bytes for the number n of entries, n entries of 9 bytes (key, value), CRC-32
//! ```
//!
//! A build that is killed leaves at worst an incomplete last record. It is dropped, and the records before it are kept.

use rootward_game::Score;

use crate::format::{read_head, read_magic, write_head};
use crate::{Trouble, Values, checksum, value};

const MAGIC: &[u8; 8] = b"RWPART\r\n";
const ENTRY: usize = 9;

/// The entries of a record.
type Entries = Vec<(u64, Score)>;

/// The journal of one build: writes records, and reads them back.
pub struct Journal {
    game: String,
    plies: u32,
    keys: u32,
}

/// The content of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The values of all complete records.
    pub values: Values,
    /// The number of valid bytes. The rest has to be cut off before anything is appended.
    pub length: usize,
}

impl Journal {
    /// The journal of a book of `plies` plies of this game. `keys` is the [fingerprint](crate::Openings::fingerprint) of its
    /// keys: with other keys the values would belong to other positions.
    #[must_use]
    pub fn new(game: &str, plies: u32, keys: u32) -> Journal {
        Journal { game: game.to_owned(), plies, keys }
    }

    /// The head of a new journal.
    #[must_use]
    pub fn head(&self) -> Vec<u8> {
        let mut head = write_head(MAGIC, &self.game, self.plies);
        head.extend(self.keys.to_le_bytes());
        checksum::sealed(head)
    }

    /// A record of these values, to be appended; values that do not fit into a book are left out.
    #[must_use]
    pub fn record(values: &[(u64, Score)]) -> Vec<u8> {
        let packed: Vec<_> = values.iter().filter_map(|&(key, score)| Some((key, value::to_byte(score)?))).collect();
        let mut bytes = (packed.len() as u32).to_le_bytes().to_vec();
        for (key, byte) in packed {
            bytes.extend(key.to_le_bytes());
            bytes.push(byte as u8);
        }
        checksum::sealed(bytes)
    }

    /// Reads a journal as far as it is valid. The journal of another build is refused; one whose head is cut off is empty.
    pub fn open(&self, bytes: &[u8]) -> Result<Opened, Trouble> {
        let head = self.head();
        if head.starts_with(bytes) && bytes.len() < head.len() {
            return Ok(Opened { values: Values::new(), length: 0 });
        }
        let mut rest = bytes;
        read_magic(MAGIC, &mut rest)?;
        let found = read_head(&mut rest)?;
        let wanted = (self.game.clone(), self.plies);
        if found != wanted {
            return Err(Trouble::OtherBuild { found, wanted });
        }
        let Some(mut rest) = bytes.strip_prefix(head.as_slice()) else {
            let (_, written, computed) =
                checksum::opened(&bytes[..head.len().min(bytes.len())]).ok_or(Trouble::NoBook)?;
            let damaged = Trouble::Damaged { written, computed };
            return Err(if written == computed { Trouble::OtherKeys } else { damaged });
        };
        let mut values = Values::new();
        while let Some((entries, after)) = read_record(rest) {
            values.extend(entries);
            rest = after;
        }
        Ok(Opened { values, length: bytes.len() - rest.len() })
    }
}

/// The entries of a complete record, and the bytes after it.
fn read_record(bytes: &[u8]) -> Option<(Entries, &[u8])> {
    let (count, _) = bytes.split_first_chunk::<4>()?;
    let length = (u32::from_le_bytes(*count) as usize).checked_mul(ENTRY)?.checked_add(4 + checksum::LENGTH)?;
    let (record, after) = bytes.split_at_checked(length)?;
    let (content, written, computed) = checksum::opened(record)?;
    if written != computed {
        return None;
    }
    let read = |entry: &[u8]| {
        let (key, byte) = entry.split_first_chunk::<8>()?;
        Some((u64::from_le_bytes(*key), value::from_byte(byte[0] as i8)?))
    };
    let entries = content[4..].chunks_exact(ENTRY).map(read).collect::<Option<Vec<_>>>()?;
    Some((entries, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn journal() -> Journal {
        Journal::new("connect-four:5x4", 4, 77)
    }

    fn any_entries() -> impl Strategy<Value = Vec<(u64, Score)>> {
        let entry = (any::<u64>(), -127i8..=127).prop_map(|(key, byte)| (key, value::from_byte(byte).unwrap()));
        proptest::collection::vec(entry, 0..9)
    }

    fn written(records: &[Vec<(u64, Score)>]) -> Vec<u8> {
        let records = records.iter().map(|record| Journal::record(record));
        [vec![journal().head()], records.collect()].concat().concat()
    }

    proptest! {
        #[test]
        fn a_journal_cut_off_anywhere_keeps_its_whole_records(
            records in proptest::collection::vec(any_entries(), 0..5), place: usize
        ) {
            let bytes = written(&records);
            let cut = place % (bytes.len() + 1);
            let opened = journal().open(&bytes[..cut]).unwrap();
            prop_assert!(opened.length <= cut);
            let whole = (0..=records.len()).rev().find(|&n| written(&records[..n]).len() <= cut);
            let kept: Values = records[..whole.unwrap_or(0)].iter().flatten().copied().collect();
            prop_assert_eq!(opened.length, whole.map_or(0, |n| written(&records[..n]).len()));
            prop_assert_eq!(opened.values, kept);
        }

        #[test]
        fn a_flipped_bit_costs_the_records_from_there_on_and_adds_none(
            records in proptest::collection::vec(any_entries(), 1..5), place: usize
        ) {
            let mut bytes = written(&records);
            let bit = place % (8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            let all: Values = records.iter().flatten().copied().collect();
            if let Ok(opened) = journal().open(&bytes) {
                prop_assert!(opened.length <= bit / 8);
                prop_assert!(opened.values.keys().all(|key| all.contains_key(key)));
            }
        }

        #[test]
        fn arbitrary_bytes_are_read_or_refused_without_a_panic(bytes: Vec<u8>) {
            let _ = journal().open(&bytes);
            let opened = journal().open(&[journal().head(), bytes].concat()).unwrap();
            prop_assert!(opened.length >= journal().head().len());
        }
    }

    #[test]
    fn the_journal_of_another_build_is_refused() {
        let newer = Journal::new("connect-four:5x4", 4, 78);
        assert_eq!(newer.open(&journal().head()), Err(Trouble::OtherKeys));
        let other = Journal::new("connect-four:5x4", 5, 77);
        let error = other.open(&journal().head()).unwrap_err().to_string();
        assert!(error.starts_with("it belongs to 4 plies of \"connect-four:5x4\"; expected 5 plies"), "{error}");
        assert_eq!(journal().open(b"some notes of mine"), Err(Trouble::NoBook));
    }
}

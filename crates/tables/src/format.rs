//! The bytes of a book.
//!
//! ```text
//! magic    8 bytes  "RWBOOK\r\n": shows at once if a transfer has changed line breaks
//! version  1 byte   1
//! game     1 byte for the length, then the name in UTF-8
//! plies    1 byte   N
//! counts   N + 1 numbers: positions first reached after 0, 1, … N plies
//! keys     the first key, then for each further one its difference from the one before, less 1
//! values   1 byte each: 0 a draw, n a win in n plies, −n a loss in n plies, for the side to move
//! checksum 4 bytes  CRC-32 of everything before it, little-endian
//! ```
//!
//! Numbers are [variable in length](crate::varint). Keys are sorted, and all plies share one list, so most differences are
//! small: 2.4 bytes an entry with its value, for 8 plies of Connect Four.

use rootward_support::hash::{opened, sealed};

use crate::{Book, TableError, value, varint};

const MAGIC: &[u8; 8] = b"RWBOOK\r\n";
const VERSION: u8 = 1;

/// Writes the head of a book: format, game and plies.
fn write_head(game: &str, plies: u32) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let name = &game.as_bytes()[..game.len().min(255)];
    bytes.extend([VERSION, name.len() as u8]);
    bytes.extend(name);
    bytes.push(plies.min(255) as u8);
    bytes
}

/// Reads only the magic and the version: they can be checked even if the checksum is wrong.
fn read_magic(bytes: &mut &[u8]) -> Result<(), TableError> {
    *bytes = bytes.strip_prefix(MAGIC).ok_or(TableError::NotABook)?;
    match take(bytes, 1)? {
        [VERSION] => Ok(()),
        other => Err(TableError::Version(other[0])),
    }
}

/// Reads the game and the plies that follow.
fn read_head(bytes: &mut &[u8]) -> Result<(String, u32), TableError> {
    let length = take(bytes, 1)?[0];
    let name = take(bytes, usize::from(length))?;
    let name = std::str::from_utf8(name).map_err(|_| TableError::Invalid("the game's name is not text"))?;
    Ok((name.to_owned(), u32::from(take(bytes, 1)?[0])))
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Result<&'a [u8], TableError> {
    let (taken, rest) = bytes.split_at_checked(length).ok_or(ENDS_EARLY)?;
    *bytes = rest;
    Ok(taken)
}

fn number(bytes: &mut &[u8]) -> Result<u64, TableError> {
    varint::read(bytes).ok_or(ENDS_EARLY)
}

const ENDS_EARLY: TableError = TableError::Invalid("it ends in the middle of a number");

impl Book {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = write_head(&self.game, self.plies());
        self.counts.iter().for_each(|&count| varint::write(&mut bytes, count as u64));
        let mut least = 0;
        for &key in &self.keys {
            varint::write(&mut bytes, key - least);
            least = key.wrapping_add(1);
        }
        bytes.extend(self.values.iter().map(|&value| value as u8));
        sealed(bytes)
    }

    /// Reads a book from these bytes, if they are complete and undamaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, TableError> {
        read_magic(&mut { bytes })?;
        let (mut rest, written, computed) = opened(bytes).ok_or(ENDS_EARLY)?;
        if written != computed {
            return Err(TableError::Damaged { written, computed });
        }
        read_magic(&mut rest)?;
        let (game, plies) = read_head(&mut rest)?;
        let counts = (0..=plies).map(|_| number(&mut rest)).collect::<Result<Vec<u64>, TableError>>()?;
        let total = counts.iter().try_fold(0u64, |total, &count| total.checked_add(count));
        // Every entry takes at least two bytes: so a wrong number cannot ask for more memory than the file has.
        let total = total.filter(|&total| total <= rest.len() as u64 / 2);
        let total = total.ok_or(TableError::Invalid("it counts more positions than it has room for"))? as usize;
        let keys = read_keys(&mut rest, total)?;
        let values: Vec<i8> = rest.iter().map(|&byte| byte as i8).collect();
        if values.len() != total || values.iter().any(|&byte| value::from_byte(byte).is_none()) {
            return Err(TableError::Invalid("it has not one value for each position"));
        }
        Ok(Book { game, counts: counts.into_iter().map(|count| count as usize).collect(), keys, values })
    }
}

fn read_keys(bytes: &mut &[u8], count: usize) -> Result<Vec<u64>, TableError> {
    let mut keys = Vec::with_capacity(count);
    let mut least = Some(0u64);
    for _ in 0..count {
        let step = number(bytes)?;
        let key = least.and_then(|least| least.checked_add(step)).ok_or(TableError::Invalid("its keys do not rise"))?;
        keys.push(key);
        least = key.checked_add(1);
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rootward_game::Score;

    fn book(entries: impl IntoIterator<Item = (u64, i8)>) -> Book {
        let entries: std::collections::BTreeMap<u64, i8> = entries.into_iter().collect();
        let entries: Vec<_> = entries.into_iter().map(|(key, byte)| (key, value::from_byte(byte).unwrap())).collect();
        Book::of("connect-four:5x4", vec![0, 0, entries.len()], entries).unwrap()
    }

    fn any_book() -> impl Strategy<Value = Book> {
        let key = prop_oneof![any::<u64>(), 0u64..1000, Just(u64::MAX)];
        proptest::collection::vec((key, -127i8..=127), 0..60).prop_map(book)
    }

    proptest! {
        #[test]
        fn a_book_comes_back_as_it_was_written(book in any_book()) {
            let back = Book::from_bytes(&book.to_bytes());
            prop_assert_eq!(back.as_ref(), Ok(&book));
            for (key, score) in book.entries() {
                prop_assert_eq!(book.get(key), Some(score));
            }
        }

        #[test]
        fn a_flipped_bit_is_seen_wherever_it_is(book in any_book(), place: usize) {
            let mut bytes = book.to_bytes();
            let bit = place % (8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(Book::from_bytes(&bytes).is_err());
        }

        #[test]
        fn a_file_cut_off_anywhere_is_refused(book in any_book(), place: usize) {
            let bytes = book.to_bytes();
            prop_assert!(Book::from_bytes(&bytes[..place % bytes.len()]).is_err());
        }

        #[test]
        fn arbitrary_bytes_behind_a_right_checksum_are_read_or_refused_without_a_panic(
            bytes: Vec<u8>, game in "[a-z]{0,3}", plies in 0u32..4
        ) {
            let head = write_head(&game, plies);
            if let Ok(book) = Book::from_bytes(&sealed([head, bytes.clone()].concat())) {
                prop_assert!(book.keys.is_sorted() && book.keys.len() == book.values.len());
            }
            prop_assert!(Book::from_bytes(&bytes).is_err());
        }
    }

    #[test]
    fn what_is_wrong_is_reported_in_a_sentence() {
        let bytes = book([(7, 3)]).to_bytes();
        let error = |bytes: &[u8]| Book::from_bytes(bytes).unwrap_err().to_string();
        assert!(error(b"#!/bin/sh").contains("does not begin as a book does"));
        assert!(error(&bytes[..bytes.len() - 1]).contains("damaged or cut off"));
        let mut newer = bytes.clone();
        newer[8] = 2;
        assert_eq!(error(&newer), "its format has the version 2; expected version 1");
        let many = [write_head("x", 0), vec![0xFF, 0xFF, 0x03]].concat();
        assert!(error(&sealed(many)).contains("more positions than it has room for"));
    }

    #[test]
    fn a_key_that_is_not_there_has_no_value() {
        let book = book([(7, 3), (9, 0)]);
        assert_eq!((book.get(7), book.get(8)), (Some(Score::win_in(3)), None));
        assert_eq!((book.get(9), book.len(), book.plies()), (Some(Score::DRAW), 2, 2));
    }
}

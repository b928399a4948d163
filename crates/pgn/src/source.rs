//! A byte stream, read in chunks, that knows the place of the next byte.

use std::io::{self, Read};

const CHUNK: usize = 1 << 16;

/// A stream of bytes that knows its line and column.
///
/// An error of the system looks like the end of the stream, so that the tokenizer does not have to handle it; it is
/// kept in `error`, which is checked before a game is returned.
pub(crate) struct Source<R> {
    reader: R,
    buffer: Vec<u8>,
    at: usize,
    is_spent: bool,
    line: usize,
    column: usize,
    /// Bytes consumed so far.
    pub(crate) consumed: u64,
    /// The error of the system.
    pub(crate) error: Option<io::Error>,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(reader: R) -> Source<R> {
        let buffer = Vec::with_capacity(CHUNK);
        Source { reader, buffer, at: 0, is_spent: false, line: 1, column: 1, consumed: 0, error: None }
    }

    /// The next byte, without consuming it.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        if self.at == self.buffer.len() && !self.has(1) {
            return None;
        }
        Some(self.buffer[self.at])
    }

    /// The next byte.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        self.consumed += 1;
        if byte == b'\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else if byte & 0xC0 != 0x80 {
            // A continuation byte of UTF-8 is not a column.
            self.column += 1;
        }
        Some(byte)
    }

    /// Consumes bytes while `belongs` holds, and calls back with them in pieces. It must not hold for a line break.
    #[inline]
    pub(crate) fn take_while(&mut self, belongs: impl Fn(u8) -> bool, mut keep: impl FnMut(&[u8])) {
        while self.peek().is_some() {
            let rest = &self.buffer[self.at..];
            let count = rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len());
            let (taken, is_all) = (&rest[..count], count == rest.len());
            keep(taken);
            self.column += taken.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
            self.at += count;
            self.consumed += count as u64;
            if !is_all {
                return;
            }
        }
    }

    /// Do these bytes come next?
    pub(crate) fn starts_with(&mut self, text: &[u8]) -> bool {
        self.has(text.len()) && self.buffer[self.at..].starts_with(text)
    }

    /// Does a byte order mark of UTF-16 come next?
    pub(crate) fn is_utf_16(&mut self) -> bool {
        self.starts_with(b"\xFF\xFE") || self.starts_with(b"\xFE\xFF")
    }

    /// Does a tag come next? Commands such as `[%clk` are not tags.
    pub(crate) fn is_at_tag(&mut self) -> bool {
        self.has(2) && self.buffer[self.at] == b'[' && self.buffer[self.at + 1].is_ascii_alphabetic()
    }

    /// Skips this many bytes that do not count as columns.
    pub(crate) fn skip_unseen(&mut self, count: usize) {
        let count = count.min(self.buffer.len() - self.at);
        self.at += count;
        self.consumed += count as u64;
    }

    /// Line and column of the next byte, both from 1.
    #[inline]
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// Fills the buffer up to this many bytes, if the source has them.
    fn has(&mut self, count: usize) -> bool {
        while self.buffer.len() - self.at < count && !self.is_spent {
            self.refill();
        }
        self.buffer.len() - self.at >= count
    }

    fn refill(&mut self) {
        self.buffer.drain(..self.at);
        self.at = 0;
        let kept = self.buffer.len();
        self.buffer.resize(kept + CHUNK, 0);
        let read = self.reader.read(&mut self.buffer[kept..]);
        self.buffer.truncate(kept + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => self.is_spent = true,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => (self.is_spent, self.error) = (true, Some(error)),
        }
    }
}

/// Text that should be UTF-8; otherwise it is read as Latin-1, as the first editors of the format wrote it.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns one byte at a time, like a slow pipe.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            room[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    #[test]
    fn what_comes_next_is_seen_across_chunks_and_places_count_characters() {
        let mut source = Source::new(Drops("äb\ncd".as_bytes()));
        assert!(source.starts_with("äb\n".as_bytes()) && !source.starts_with(b"b"));
        assert_eq!(source.place(), (1, 1));
        source.next();
        source.next();
        assert_eq!((source.place(), source.peek()), ((1, 2), Some(b'b')));
        source.next();
        source.next();
        assert_eq!(
            (source.place(), source.next(), source.next(), source.next()),
            ((2, 1), Some(b'c'), Some(b'd'), None)
        );
        assert!(!source.starts_with(b"x"));
    }

    #[test]
    fn bytes_that_are_no_utf_8_are_latin_1() {
        assert_eq!(decoded(b"Ko\xe9z"), "Koéz");
        assert_eq!(decoded("Koéz".as_bytes()), "Koéz");
    }
}

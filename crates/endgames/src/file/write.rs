//! Writing a table: head, compressed blocks, their lengths, and a checksum over everything.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Condvar, Mutex, PoisonError};

use super::crc::Crc;
use super::header::Header;
use super::pack::{outcome_code, pack};
use crate::solve::share;
use crate::{Counts, Endings, Metric, Solved};

/// Bytes of a block before compression: small enough to be unpacked within microseconds.
const BLOCK_BYTES: u64 = 8192;

/// How hard to compress. The blocks of a long table would take longer than its sweeps, so it is compressed lightly.
fn level(header: &Header) -> i32 {
    match (header.metric, header.numbers) {
        (Metric::Outcome, ..=0x2000_0000) => 19,
        (_, ..=0x1000_0000) => 9,
        _ => 3,
    }
}

/// The head of a table.
pub(crate) fn header<E: Endings>(game: &E, slice: &E::Slice, solved: &Solved, counts: Counts) -> Header {
    let mut header = Header {
        game: game.game(),
        slice: slice.to_string(),
        metric: solved.metric,
        codes: solved.codes,
        longest_win: solved.longest_win,
        numbers: solved.len(),
        block: 4,
        counts,
    };
    header.block = BLOCK_BYTES * 8 / u64::from(header.width());
    header
}

/// Bytes that count themselves into a checksum.
struct Summed<W> {
    inner: W,
    crc: Crc,
}

impl<W: Write> Summed<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.crc.add(bytes);
        self.inner.write_all(bytes)
    }
}

/// Compressed blocks that wait for their turn.
struct Queue<W> {
    next: usize,
    waiting: BTreeMap<usize, Vec<u8>>,
    lengths: Vec<u32>,
    out: Summed<W>,
    failed: Option<io::Error>,
}

impl<W: Write> Queue<W> {
    fn flush(&mut self) {
        while let Some(bytes) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.lengths.push(bytes.len() as u32);
            if self.failed.is_none()
                && let Err(error) = self.out.put(&bytes)
            {
                self.failed = Some(error);
            }
        }
    }
}

/// Writes a table under a temporary name, then renames it: there is no table, or a whole one. Returns the checksum.
pub(crate) fn write<E: Endings>(
    game: &E,
    slice: &E::Slice,
    solved: &Solved,
    counts: Counts,
    path: &Path,
    threads: usize,
) -> io::Result<u32> {
    let header = header(game, slice, solved, counts);
    let temporary = path.with_extension("partial");
    let mut out = Summed { inner: BufWriter::new(File::create(&temporary)?), crc: Crc::new() };
    out.put(header.write().as_bytes())?;
    let blocks = header.blocks() as usize;
    let queue = Queue { next: 0, waiting: BTreeMap::new(), lengths: Vec::new(), out, failed: None };
    let (queue, written) = (Mutex::new(queue), Condvar::new());
    share(threads, 0..blocks, |block| {
        let compressed = compress(&header, &raw_block(game, slice, solved, &header, block as u64));
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        // A thread that is far ahead waits, so that few blocks are held in memory.
        while block > queue.next + 4096 && queue.failed.is_none() {
            queue = written.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        match compressed {
            Ok(bytes) => _ = queue.waiting.insert(block, bytes),
            Err(error) => queue.failed = Some(error),
        }
        queue.flush();
        written.notify_all();
    });
    let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = queue.failed {
        let _ = std::fs::remove_file(&temporary);
        return Err(error);
    }
    let mut out = queue.out;
    let index: Vec<u8> = queue.lengths.iter().flat_map(|length| length.to_le_bytes()).collect();
    out.put(&index)?;
    out.put(&super::crc::crc32(&index).to_le_bytes())?;
    let checksum = out.crc.value();
    out.inner.write_all(&checksum.to_le_bytes())?;
    let file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    std::fs::rename(&temporary, path)?;
    Ok(checksum)
}

fn compress(header: &Header, bytes: &[u8]) -> io::Result<Vec<u8>> {
    thread_local! {
        static CONTEXT: std::cell::RefCell<Option<(i32, zstd::bulk::Compressor<'static>)>> = const { std::cell::RefCell::new(None) };
    }
    let level = level(header);
    CONTEXT.with_borrow_mut(|context| {
        if context.as_ref().is_none_or(|(made_for, _)| *made_for != level) {
            let mut compressor = zstd::bulk::Compressor::new(level)?;
            compressor.include_checksum(true)?;
            compressor.include_contentsize(false)?;
            *context = Some((level, compressor));
        }
        context.as_mut().expect("it was made just now").1.compress(bytes)
    })
}

/// The bytes of a block. Numbers that nobody asks for (no position has them, or it has another number) repeat the code before, which
/// costs nothing once compressed.
fn raw_block<E: Endings>(game: &E, slice: &E::Slice, solved: &Solved, header: &Header, block: u64) -> Vec<u8> {
    let first = block * header.block;
    let last = (first + header.block).min(header.numbers);
    let width = header.width();
    let mut codes: Vec<Option<u16>> = Vec::with_capacity((last - first) as usize);
    for start in (first..last).step_by(64) {
        let mut legal = 0;
        let mut line = [0; 64];
        for at in 0..(last - start).min(64) {
            let Some(code) = solved.cells.code((start + at) as usize).filter(|&code| code != solved.codes.void()) else {
                continue;
            };
            legal |= 1 << at;
            line[at as usize] = if width == 2 {
                solved.codes.value(code, solved.longest_win).map_or(0, outcome_code)
            } else if code == solved.codes.safe() {
                0
            } else {
                code
            };
        }
        let asked = game.distinct(slice, (start / 64) as usize, legal).iter().fold(0, |all, (bits, _)| all | bits);
        codes.extend((0..(last - start).min(64)).map(|at| (asked >> at & 1 == 1).then_some(line[at as usize])));
    }
    let mut before = codes.iter().find_map(|&code| code).unwrap_or(0);
    let codes: Vec<u16> = codes
        .into_iter()
        .map(|code| {
            before = code.unwrap_or(before);
            before
        })
        .collect();
    let mut bytes = Vec::new();
    pack(&codes, width, &mut bytes);
    bytes
}

//! Writing a table: head, compressed blocks, their lengths, and a checksum over everything.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Condvar, Mutex, PoisonError};

use rootward_support::hash::Crc32;

use super::codec::compress_block;
use super::header::Header;
use super::pack::{DRAW, WIN, outcome_code, pack};
use super::state::Sums;
use crate::by_moves::each;
use crate::solve::share;
use crate::{Counts, Endings, Kernel, Metric, Solved, Value};

/// Bytes of a block before compression: small enough to be unpacked within microseconds.
const BLOCK_BYTES: u64 = 4096;
/// The same for outcomes alone, which are unpacked faster, since they repeat more.
const OUTCOME_BYTES: u64 = 16384;

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
        second_side: solved.second_side,
        numbers: game.stored(slice).min(solved.len()),
        block: 4,
        counts,
    };
    let bytes = if header.width() == 2 { OUTCOME_BYTES } else { BLOCK_BYTES };
    header.block = bytes * 8 / u64::from(header.width());
    header
}

/// Compressed blocks that wait for their turn.
struct Queue<W> {
    next: usize,
    waiting: BTreeMap<usize, Vec<u8>>,
    lengths: Vec<u32>,
    out: Sums<W>,
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

/// What is needed to write a table.
pub(crate) struct Job<'a, E: Endings, K> {
    pub(crate) game: &'a E,
    pub(crate) slice: &'a E::Slice,
    pub(crate) kernel: &'a K,
    pub(crate) solved: &'a Solved,
    pub(crate) counts: Counts,
    pub(crate) threads: usize,
}

/// Writes a table under a temporary name, then renames it: there is no table, or a whole one. Returns the checksum.
pub(crate) fn write<E: Endings, K: Kernel>(job: &Job<'_, E, K>, path: &Path) -> io::Result<u32> {
    let header = header(job.game, job.slice, job.solved, job.counts);
    let temporary = path.with_extension("partial");
    let mut out = Sums { inner: BufWriter::new(File::create(&temporary)?), crc: Crc32::default() };
    let head = header.write();
    out.put(head.as_bytes())?;
    let blocks = header.blocks() as usize;
    let queue = Queue { next: 0, waiting: BTreeMap::new(), lengths: Vec::new(), out, failed: None };
    let (queue, written) = (Mutex::new(queue), Condvar::new());
    share(job.threads, 0..blocks, |block| {
        let compressed = compress_block(&raw_block(job, &header, block as u64), level(&header));
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
    // Head and index are checked whenever a table is opened; all of it only when that is asked for.
    let opening = Crc32::default().and(head.as_bytes()).and(&index);
    out.put(&opening.value().to_le_bytes())?;
    let checksum = out.crc.value();
    out.inner.write_all(&checksum.to_le_bytes())?;
    let file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    std::fs::rename(&temporary, path)?;
    Ok(checksum)
}

/// The bytes of a block. Numbers that nobody asks for (no position has them, or it has another number) repeat the code before, which
/// costs nothing once compressed.
fn raw_block<E: Endings, K: Kernel>(job: &Job<'_, E, K>, header: &Header, block: u64) -> Vec<u8> {
    let first = block * header.block;
    let last = (first + header.block).min(header.numbers);
    let mut fill = Fill::default();
    let mut codes = Vec::with_capacity((last - first) as usize);
    for start in (first..last).step_by(64) {
        let in_word = (last - start).min(64);
        if header.width() == 2 {
            outcomes(job, start, in_word, &mut |choice| codes.push(fill.code(choice)));
        } else {
            distances(job, start, in_word, &mut |code| codes.push(code));
        }
    }
    if header.width() != 2 {
        let mut before = codes.iter().copied().find(|&code| code != NOBODY).unwrap_or(0);
        for code in &mut codes {
            before = if *code == NOBODY { before } else { *code };
            *code = before;
        }
    }
    let mut bytes = Vec::new();
    pack(&codes, header.width(), &mut bytes);
    bytes
}

/// A code for a number that nobody asks for; it stands for "no position" in memory, which no file needs.
const NOBODY: u16 = u16::MAX;

fn asked<E: Endings, K>(job: &Job<'_, E, K>, start: u64, legal: u64) -> u64 {
    job.game.distinct(job.slice, (start / 64) as usize, legal).iter().fold(0, |all, (bits, _)| all | bits)
}

fn line<E: Endings, K>(job: &Job<'_, E, K>, start: u64, in_word: u64) -> ([u16; 64], u64) {
    let mut line = [NOBODY; 64];
    let mut legal = 0;
    for at in 0..in_word {
        let code = job.solved.cells.code((start + at) as usize).unwrap_or(job.solved.codes.void());
        if code != job.solved.codes.void() {
            legal |= 1 << at;
            line[at as usize] = if code == job.solved.codes.safe() { 0 } else { code };
        }
    }
    (line, asked(job, start, legal))
}

fn distances<E: Endings, K>(job: &Job<'_, E, K>, start: u64, in_word: u64, push: &mut impl FnMut(u16)) {
    let (line, asked) = line(job, start, in_word);
    (0..in_word as usize).for_each(|at| push(if asked >> at & 1 == 1 { line[at] } else { NOBODY }));
}

/// What may be stored for a number.
#[derive(Clone, Copy)]
enum Choice {
    /// This outcome alone.
    Only(u16),
    /// No win: a conversion draws, and whoever asks looks at conversions, too.
    NoWin,
    /// Nobody asks, or a conversion wins.
    Any,
}

fn outcomes<E: Endings, K: Kernel>(job: &Job<'_, E, K>, start: u64, in_word: u64, push: &mut impl FnMut(Choice)) {
    let (line, asked) = line(job, start, in_word);
    let mut choices = [Choice::Any; 64];
    for at in each(asked) {
        let value = job.solved.codes.value(line[at as usize], job.solved.longest_win(start));
        choices[at as usize] = Choice::Only(value.map_or(0, outcome_code));
    }
    job.kernel.conversions((start / 64) as usize, asked, &mut |at, best| {
        let choice = &mut choices[at as usize];
        *choice = match (best, *choice) {
            (Value::Win(_), _) => Choice::Any,
            (Value::Draw, Choice::Only(DRAW)) => Choice::NoWin,
            (_, same) => same,
        };
    });
    choices[..in_word as usize].iter().for_each(|&choice| push(choice));
}

/// Repeats what came before wherever it may.
#[derive(Default)]
struct Fill {
    last: u16,
    /// The last outcome that was no win.
    last_no_win: u16,
}

impl Fill {
    fn code(&mut self, choice: Choice) -> u16 {
        self.last = match choice {
            Choice::Only(code) => code,
            Choice::NoWin if self.last == WIN => self.last_no_win,
            Choice::NoWin | Choice::Any => self.last,
        };
        if self.last != WIN {
            self.last_no_win = self.last;
        }
        self.last
    }
}

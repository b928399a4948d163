//! Reading a table: one value at a time from the memory map, or all of it.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use memmap2::Mmap;
use rootward_support::hash::{Crc32, crc32};

use super::codec::decompress_block;
use super::header::Header;
use super::pack::{packed_len, stored_value, unpack};
use crate::solve::{Cells, share};
use crate::{Counts, Metric, Solved, Value};

/// Unpacked blocks that are kept, at most.
const KEPT: usize = 1024;

/// A table in a file. Blocks are unpacked when they are asked for, and may be used by many threads.
pub struct Table {
    pub(crate) header: Header,
    map: Mmap,
    /// Where each block begins, and where the last one ends.
    starts: Vec<u64>,
    kept: Vec<Mutex<Option<Kept>>>,
    unpacked: AtomicU64,
}

const TRAILER: usize = 8;

/// An unpacked block and its number.
type Kept = (u64, Arc<[u8]>);

impl Table {
    /// Opens a file and checks its head and its list of blocks; a sentence if something is wrong. Blocks are checked when they are
    /// unpacked.
    pub fn open(path: &Path) -> Result<Table, String> {
        let map = super::map::map(path).map_err(|error| error.to_string())?;
        Table::of(map)
    }

    fn of(map: Mmap) -> Result<Table, String> {
        let (header, begin) = Header::read(&map)?;
        let blocks = usize::try_from(header.blocks()).map_err(|_| "its head has too many blocks")?;
        let short = "it ends too soon: part of it is missing";
        let index_end = map.len().checked_sub(TRAILER).ok_or(short)?;
        let index_start = blocks.checked_mul(4).and_then(|length| index_end.checked_sub(length)).ok_or(short)?;
        let index = map.get(index_start..index_end).ok_or(short)?;
        let written = map[index_end..].first_chunk::<4>().copied().unwrap_or_default();
        let opening = Crc32::default().and(&map[..begin]).and(index);
        if opening.value() != u32::from_le_bytes(written) {
            return Err("its head or its list of blocks is damaged: the checksum differs".into());
        }
        let mut at = begin as u64;
        let mut starts = vec![at];
        for length in index.as_chunks::<4>().0 {
            at += u64::from(u32::from_le_bytes(*length));
            starts.push(at);
        }
        if at != index_start as u64 {
            return Err("its blocks are not as long as they should be".into());
        }
        let kept = (0..KEPT.min(blocks.next_power_of_two())).map(|_| Mutex::default()).collect();
        Ok(Table { header, map, starts, kept, unpacked: AtomicU64::new(0) })
    }

    /// What distances count.
    pub fn metric(&self) -> Metric {
        self.header.metric
    }

    /// The counts of the slice.
    pub fn counts(&self) -> Counts {
        self.header.counts
    }

    /// The name of the slice.
    pub fn slice(&self) -> &str {
        &self.header.slice
    }

    /// How many numbers it has.
    pub fn numbers(&self) -> u64 {
        self.header.numbers
    }

    /// The size of the file.
    pub fn bytes(&self) -> u64 {
        self.map.len() as u64
    }

    /// The checksum of the whole file, as written at its end.
    pub fn checksum(&self) -> u32 {
        self.map.last_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    /// Is every byte as it was written?
    pub fn is_whole(&self) -> bool {
        crc32(&self.map[..self.map.len() - 4]) == self.checksum()
    }

    /// How many blocks have been unpacked.
    pub fn unpacked(&self) -> u64 {
        self.unpacked.load(Relaxed)
    }

    /// The stored value of a number; `None` if the block is damaged or there is no such number. Numbers without a position have
    /// some value.
    pub fn value(&self, number: u64) -> Option<Value> {
        if number >= self.header.numbers {
            return None;
        }
        let (block, at) = (number / self.header.block, (number % self.header.block) as usize);
        let slot = &self.kept[block as usize % self.kept.len()];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.as_ref().is_none_or(|(kept, _)| *kept != block) {
            *slot = Some((block, self.unpack(block)?.into()));
        }
        let (_, bytes) = slot.as_ref()?;
        self.decoded(number, unpack(bytes, self.header.width(), at)?)
    }

    fn decoded(&self, number: u64, code: u16) -> Option<Value> {
        let header = &self.header;
        let longest_win = header.longest_win[usize::from(number >= header.second_side)];
        let value = stored_value(code, header.width(), header.codes, longest_win)?;
        Some(header.metric.tell(value))
    }

    fn length(&self, block: u64) -> usize {
        (self.header.numbers - block * self.header.block).min(self.header.block) as usize
    }

    fn unpack(&self, block: u64) -> Option<Vec<u8>> {
        let (from, to) = (*self.starts.get(block as usize)?, *self.starts.get(block as usize + 1)?);
        let length = packed_len(self.length(block), self.header.width());
        let bytes = self.map.get(from as usize..to as usize)?;
        self.unpacked.fetch_add(1, Relaxed);
        let unpacked = decompress_block(bytes, length).ok()?;
        (unpacked.len() == length).then_some(unpacked)
    }

    /// All of it in memory; a sentence if a block is damaged.
    pub(crate) fn load(&self, threads: usize) -> Result<Solved, String> {
        let header = &self.header;
        let width = header.width();
        // Outcomes alone are written as the codes of wins and losses without a distance.
        let (codes, longest_win) = if width == 2 { (header.codes, [1; 2]) } else { (header.codes, header.longest_win) };
        let total = usize::try_from(header.numbers).map_err(|_| "too large for this machine".to_string())?;
        let damaged = AtomicU64::new(u64::MAX);
        let per_block = header.block as usize;
        let cells = if width == 16 {
            let mut cells = vec![0u16; total];
            share(threads, cells.chunks_mut(per_block).enumerate(), |(block, cells)| match self.unpack(block as u64) {
                Some(bytes) => {
                    cells.iter_mut().enumerate().for_each(|(at, cell)| *cell = unpack(&bytes, 16, at).unwrap_or(0))
                }
                None => damaged.store(block as u64, Relaxed),
            });
            Cells::Wide(cells)
        } else {
            let loss = codes.loss(0) as u8;
            let mut cells = vec![0u8; total];
            share(threads, cells.chunks_mut(per_block).enumerate(), |(block, cells)| match self.unpack(block as u64) {
                Some(bytes) if width == 8 => cells.copy_from_slice(&bytes),
                Some(bytes) => {
                    let code = |at| [0, 1, loss, 0][unpack(&bytes, 2, at).unwrap_or(0) as usize & 3];
                    cells.iter_mut().enumerate().for_each(|(at, cell)| *cell = code(at));
                }
                None => damaged.store(block as u64, Relaxed),
            });
            Cells::Bytes(cells)
        };
        match damaged.into_inner() {
            u64::MAX => Ok(Solved {
                metric: header.metric,
                codes: codes_for(codes, &cells),
                longest_win,
                second_side: header.second_side,
                cells,
            }),
            block => Err(format!("block {block} is damaged: its checksum differs")),
        }
    }
}

fn codes_for(codes: crate::Codes, cells: &Cells) -> crate::Codes {
    let top = if matches!(cells, Cells::Wide(_)) { 0xFFFF } else { 0xFF };
    crate::Codes { top, ..codes }
}

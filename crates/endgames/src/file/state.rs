//! A slice on the way: the codes between two sweeps, so that a build that was interrupted goes on from there.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rootward_support::hash::Crc32;

use super::codec::{compress, decompress};
use crate::solve::{Cell, State, Wakes, share};

const MAGIC: &[u8; 16] = b"rootward sweep 2";
/// Cells that are compressed together.
const PART: usize = 1 << 20;
/// Parts that threads work on before they are written.
const AT_ONCE: usize = 16;

/// A file whose bytes are counted into a checksum.
pub(super) struct Sums<T> {
    pub(super) inner: T,
    pub(super) crc: Crc32,
}

impl<W: Write> Sums<W> {
    pub(super) fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.crc = self.crc.and(bytes);
        self.inner.write_all(bytes)
    }

    fn number(&mut self, number: u64) -> io::Result<()> {
        self.put(&number.to_le_bytes())
    }
}

impl<R: Read> Sums<R> {
    fn take(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.crc = self.crc.and(bytes);
        Ok(())
    }

    fn take_number(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.take(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }
}

/// Writes the state under a temporary name, then renames it.
pub(crate) fn save<C: Cell>(path: &Path, key: &str, state: &State<C>, wakes: &Wakes, threads: usize) -> io::Result<()> {
    let temporary = path.with_extension("saving");
    let mut out = Sums { inner: BufWriter::new(File::create(&temporary)?), crc: Crc32::default() };
    out.put(MAGIC)?;
    out.number(key.len() as u64)?;
    out.put(key.as_bytes())?;
    out.number(state.cells.len() as u64)?;
    for number in [state.plies].into_iter().chain(state.longest_win).chain(state.longest_loss) {
        out.number(number.into())?;
    }
    out.number(wakes.values().map(Vec::len).sum::<usize>() as u64)?;
    for (&plies, &(word, bits)) in wakes.iter().flat_map(|(plies, all)| all.iter().map(move |wake| (plies, wake))) {
        [u64::from(plies), word, bits].into_iter().try_for_each(|number| out.number(number))?;
    }
    for parts in state.cells.chunks(PART * AT_ONCE) {
        let mut packed: Vec<io::Result<Vec<u8>>> = parts.chunks(PART).map(|_| Ok(Vec::new())).collect();
        share(threads, parts.chunks(PART).zip(&mut packed), |(part, packed)| {
            let mut bytes = Vec::new();
            C::bytes(part, &mut bytes);
            *packed = compress(&bytes);
        });
        for packed in packed {
            let packed = packed?;
            out.number(packed.len() as u64)?;
            out.put(&packed)?;
        }
    }
    let crc = out.crc.value();
    out.inner.write_all(&crc.to_le_bytes())?;
    out.inner.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    std::fs::rename(&temporary, path)
}

/// Reads a state; `None` if there is none, or none of this table (`key`), or it is damaged: the sweeps then start again.
pub(crate) fn load<C: Cell>(path: &Path, key: &str, cells: usize, threads: usize) -> Option<(State<C>, Wakes)> {
    let mut from = Sums { inner: BufReader::new(File::open(path).ok()?), crc: Crc32::default() };
    let mut magic = [0; 16];
    from.take(&mut magic).ok()?;
    let length = from.take_number().ok()?;
    if &magic != MAGIC || length != key.len() as u64 {
        return None;
    }
    let mut written = vec![0; key.len()];
    from.take(&mut written).ok()?;
    if written != key.as_bytes() || from.take_number().ok()? != cells as u64 {
        return None;
    }
    let mut small = || u32::try_from(from.take_number().ok()?).ok();
    let plies = small()?;
    let longest_win = [small()?, small()?];
    let longest_loss = [small()?, small()?];
    let mut wakes = Wakes::new();
    for _ in 0..from.take_number().ok()? {
        let plies = u32::try_from(from.take_number().ok()?).ok()?;
        let entry = (from.take_number().ok()?, from.take_number().ok()?);
        wakes.entry(plies).or_default().push(entry);
    }
    let mut all = vec![C::default(); cells];
    for parts in all.chunks_mut(PART * AT_ONCE) {
        let mut packed = Vec::new();
        for _ in parts.chunks(PART) {
            let length = usize::try_from(from.take_number().ok()?).ok().filter(|&length| length <= 4 * PART)?;
            let mut bytes = vec![0; length];
            from.take(&mut bytes).ok()?;
            packed.push(bytes);
        }
        let whole = AtomicBool::new(true);
        share(threads, parts.chunks_mut(PART).zip(&packed), |(part, packed)| {
            let length = size_of_val(part);
            match decompress(packed, length) {
                Ok(bytes) if bytes.len() == length => C::read(&bytes, part),
                _ => whole.store(false, Relaxed),
            }
        });
        if !whole.into_inner() {
            return None;
        }
    }
    let crc = from.crc.value();
    let mut sum = [0; 4];
    from.inner.read_exact(&mut sum).ok()?;
    let whole = u32::from_le_bytes(sum) == crc
        && (0..2).all(|side| longest_win[side] < longest_loss[side] && longest_loss[side] <= u32::from(C::TOP));
    whole.then_some((State { cells: all, plies, longest_win, longest_loss }, wakes))
}

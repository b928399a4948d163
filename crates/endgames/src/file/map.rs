//! A file in memory: the one place with `unsafe` in this crate.
//!
//! A table is read at random, a few kilobytes at a time, and several programs may use it. A memory map shares the system's own copy
//! and reads without a system call.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file.
pub(crate) fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: tables are written under another name and renamed, never changed in place. Whoever changes one by other means
    // while it is mapped gets other bytes, which the checksums of the blocks refuse; nothing here relies on two reads of a byte
    // being the same but the reader of one block, which copies nothing back.
    let map = unsafe { Mmap::map(&file)? };
    #[cfg(unix)]
    // Reading ahead would read blocks that nobody asked for.
    let _ = map.advise(memmap2::Advice::Random);
    Ok(map)
}

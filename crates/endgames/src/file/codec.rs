//! Compression with zstd. Each thread keeps what it needs for it between two blocks.
//!
//! A WebAssembly module in a browser has no files of tables, and zstd is C code: there, everything is refused.

#[cfg(not(target_family = "wasm"))]
pub(super) use with_zstd::{compress, compress_block, decompress, decompress_block};
#[cfg(target_family = "wasm")]
pub(super) use without::{compress, compress_block, decompress, decompress_block};

#[cfg(not(target_family = "wasm"))]
mod with_zstd {
    use std::cell::RefCell;
    use std::io;

    use zstd::bulk::{Compressor, Decompressor};

    thread_local! {
        static COMPRESSOR: RefCell<Option<(i32, Compressor<'static>)>> = const { RefCell::new(None) };
        static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
    }

    /// A block of a table, with a checksum.
    pub(in crate::file) fn compress_block(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
        COMPRESSOR.with_borrow_mut(|context| {
            if context.as_ref().is_none_or(|(made_for, _)| *made_for != level) {
                let mut compressor = Compressor::new(level)?;
                compressor.include_checksum(true)?;
                compressor.include_contentsize(false)?;
                *context = Some((level, compressor));
            }
            context.as_mut().expect("it was made just now").1.compress(bytes)
        })
    }

    /// A block of at most this length.
    pub(in crate::file) fn decompress_block(bytes: &[u8], length: usize) -> io::Result<Vec<u8>> {
        DECOMPRESSOR.with_borrow_mut(|context| {
            if context.is_none() {
                *context = Some(Decompressor::new()?);
            }
            context.as_mut().expect("it was made just now").decompress(bytes, length)
        })
    }

    /// Bytes that are read once.
    pub(in crate::file) fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
        zstd::bulk::compress(bytes, 1)
    }

    /// The same back, at most this many.
    pub(in crate::file) fn decompress(bytes: &[u8], length: usize) -> io::Result<Vec<u8>> {
        zstd::bulk::decompress(bytes, length)
    }
}

#[cfg(target_family = "wasm")]
mod without {
    use std::io;

    fn refused() -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(in crate::file) fn compress_block(_: &[u8], _: i32) -> io::Result<Vec<u8>> {
        refused()
    }

    pub(in crate::file) fn decompress_block(_: &[u8], _: usize) -> io::Result<Vec<u8>> {
        refused()
    }

    pub(in crate::file) fn compress(_: &[u8]) -> io::Result<Vec<u8>> {
        refused()
    }

    pub(in crate::file) fn decompress(_: &[u8], _: usize) -> io::Result<Vec<u8>> {
        refused()
    }
}

//! Zeroed memory from the heap, where nothing can be mapped: in WebAssembly.

use std::ops::Deref;
use std::sync::atomic::AtomicU64;

/// A slice of zeroed atomic words.
pub(crate) struct Words {
    memory: Vec<AtomicU64>,
}

impl Words {
    /// `length` words, all 0; none if there is not that much memory.
    pub(crate) fn zeroed(length: usize) -> Option<Words> {
        let mut memory = Vec::new();
        memory.try_reserve_exact(length.max(1)).ok()?;
        memory.resize_with(length.max(1), AtomicU64::default);
        Some(Words { memory })
    }

    /// Sets all words to 0.
    pub(crate) fn clear(&mut self) {
        self.memory.iter_mut().for_each(|word| *word.get_mut() = 0);
    }

    /// There is nothing to prefetch with.
    #[inline]
    pub(crate) fn prefetch(&self, _index: usize) {}
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        &self.memory
    }
}

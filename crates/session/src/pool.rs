//! Tables that are used again: their memory is cleared instead of being requested again.
//!
//! The system clears every page before it hands it out, and has to find large pages first. Mapping and filling 1 GiB took
//! 0.6 to 2.4 s of system time on the machine of the tests; clearing memory that is already mapped took 0.03 s. A cleared
//! table is the same as a new one, so the nodes of a search are the same, too.

use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use rootward_search::SharedTable;

use crate::Problem;

/// The idle tables of a session.
#[derive(Clone, Default)]
pub(crate) struct TablePool(Arc<Mutex<Vec<(usize, SharedTable)>>>);

/// An empty table, which goes back to its pool when it is dropped.
pub(crate) struct LentTable {
    bytes: usize,
    table: Option<SharedTable>,
    pool: TablePool,
}

impl TablePool {
    /// An empty table of this many bytes, or an error if the system cannot allocate them.
    pub(crate) fn take(&self, bytes: usize) -> Result<LentTable, Problem> {
        let table = self.idle(bytes).or_else(|| self.new_table(bytes)).ok_or_else(|| too_much(bytes))?;
        Ok(LentTable { bytes, table: Some(table), pool: self.clone() })
    }

    fn idle(&self, bytes: usize) -> Option<SharedTable> {
        let (_, mut table) = self.with(|idle| {
            let place = idle.iter().position(|(size, _)| *size == bytes)?;
            Some(idle.swap_remove(place))
        })?;
        table.clear();
        Some(table)
    }

    fn new_table(&self, bytes: usize) -> Option<SharedTable> {
        // Idle tables of another size, which may not be asked for again, must not double the memory.
        self.with(|idle| idle.retain(|(size, _)| *size < bytes / 2));
        SharedTable::try_with_bytes(bytes)
    }

    fn with<T>(&self, change: impl FnOnce(&mut Vec<(usize, SharedTable)>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Deref for LentTable {
    type Target = SharedTable;

    fn deref(&self) -> &SharedTable {
        match &self.table {
            Some(table) => table,
            None => unreachable!("it is taken only when it is dropped"),
        }
    }
}

impl Drop for LentTable {
    fn drop(&mut self) {
        if let Some(table) = self.table.take() {
            self.pool.with(|idle| idle.push((self.bytes, table)));
        }
    }
}

fn too_much(bytes: usize) -> Problem {
    let megabytes = bytes >> 20;
    Problem::new(format!("a table of {megabytes} MiB does not fit into memory"), "a smaller size, such as 64M")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_game::{Bound, Score};
    use rootward_search::{Entry, Table};

    #[test]
    fn a_table_comes_again_with_the_same_memory_and_empty() {
        let pool = TablePool::default();
        let entry = Entry { score: Score::DRAW, bound: Bound::Exact, depth: 3, proven: true, best: None, effort: 1 };
        let table = pool.take(1 << 16).unwrap();
        (0..4096).for_each(|key| table.store(key, entry));
        table.new_search();
        let place = table.place();
        let other = pool.take(1 << 16).unwrap();
        assert_ne!(other.place(), place, "what is lent is not lent again");
        drop(table);
        let again = pool.take(1 << 16).unwrap();
        assert_eq!((again.place(), again.fullness()), (place, 0));
        assert!((0..4096).all(|key| again.probe(key).is_none()));
    }

    #[test]
    fn another_size_does_not_keep_the_memory_of_the_last_one() {
        let pool = TablePool::default();
        [1 << 12, 1 << 20, 1 << 16].into_iter().for_each(|bytes| drop(pool.take(bytes).unwrap()));
        assert_eq!(pool.with(|idle| idle.iter().map(|(size, _)| *size).collect::<Vec<_>>()), [1 << 12, 1 << 16]);
        drop(pool.take(1 << 12).unwrap());
        assert!(pool.take(usize::MAX / 2).is_err());
    }
}

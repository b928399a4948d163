//! Work shared by threads, chunk by chunk.

use std::sync::Mutex;

/// Calls `work` with every item, by this many threads; each takes the next item when it has finished one.
pub(crate) fn share<T: Send>(threads: usize, items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    if threads <= 1 {
        items.for_each(work);
        return;
    }
    let items = Mutex::new(items);
    let run = || {
        loop {
            let next = items.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
            let Some(item) = next else { return };
            work(item);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
}

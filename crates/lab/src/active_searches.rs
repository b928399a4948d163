//! The searches of a lab: how many run and wait, which pages have one, and idle sessions whose tables can be reused.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rootward_session::{Session, StopFlag};

/// Keeps track of the searches of a lab.
#[derive(Default)]
pub struct ActiveSearches {
    running: AtomicUsize,
    waiting: AtomicUsize,
    begun: AtomicU64,
    pages: Mutex<Pages>,
    /// Unused sessions with a table each, oldest first.
    idle: Mutex<Vec<Idle>>,
}

#[derive(Default)]
struct Pages {
    tickets: u64,
    /// All waiting and running searches, by ticket.
    searches: HashMap<u64, StopFlag>,
    /// The ticket of each page's latest search.
    latest: HashMap<String, u64>,
}

struct Idle {
    key: String,
    session: Box<dyn Session>,
}

/// The mutexes here guard plain lists, which are consistent whenever a lock is released.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ActiveSearches {
    /// The number of running searches.
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// The number of searches that wait for a slot.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// The number of searches begun since the start.
    pub fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// The number of unused sessions with a table.
    pub fn idle_tables(&self) -> usize {
        lock(&self.idle).len()
    }

    /// Registers a new search and stops the previous one of the same page.
    pub(crate) fn announce(self: &Arc<Self>, page: Option<String>, stop: &StopFlag) -> Announced {
        let mut pages = lock(&self.pages);
        pages.tickets += 1;
        let ticket = pages.tickets;
        pages.searches.insert(ticket, stop.clone());
        let earlier = page.as_ref().and_then(|page| pages.latest.insert(page.clone(), ticket));
        if let Some(earlier) = earlier.and_then(|ticket| pages.searches.get(&ticket)) {
            earlier.raise();
        }
        Announced { active_searches: self.clone(), page, ticket }
    }

    /// Stops every search.
    pub(crate) fn stop_all(&self) {
        lock(&self.pages).searches.values().for_each(StopFlag::raise);
    }

    /// Adds a waiting search, unless `most` are waiting already.
    pub(crate) fn queue(self: &Arc<Self>, most: usize) -> Option<Waiting> {
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(self.clone());
        (before < most).then_some(waiting)
    }

    /// Adds a running search.
    pub(crate) fn begin(self: &Arc<Self>) -> Running {
        self.running.fetch_add(1, Ordering::Relaxed);
        self.begun.fetch_add(1, Ordering::Relaxed);
        Running(self.clone())
    }

    /// A session that was put back under this key, with its table. If there is none, makes room for a new table: used and
    /// idle tables together are never more than `most`.
    pub(crate) fn take(&self, key: &str, most: usize) -> Option<Box<dyn Session>> {
        let mut idle = lock(&self.idle);
        if let Some(place) = idle.iter().position(|idle| idle.key == key) {
            return Some(idle.remove(place).session);
        }
        drop(idle);
        self.make_room(most);
        None
    }

    /// Drops idle tables until used and idle tables together are at most `most`.
    pub(crate) fn make_room(&self, most: usize) {
        let mut idle = lock(&self.idle);
        while !idle.is_empty() && idle.len() + self.running() > most {
            idle.remove(0);
        }
    }

    /// Keeps a session for the next search with the same key.
    pub(crate) fn put_back(&self, key: String, session: Box<dyn Session>) {
        lock(&self.idle).push(Idle { key, session });
    }
}

/// A registered search, until it is dropped.
pub(crate) struct Announced {
    active_searches: Arc<ActiveSearches>,
    page: Option<String>,
    ticket: u64,
}

impl Drop for Announced {
    fn drop(&mut self) {
        let mut pages = lock(&self.active_searches.pages);
        pages.searches.remove(&self.ticket);
        if let Some(page) = &self.page
            && pages.latest.get(page) == Some(&self.ticket)
        {
            pages.latest.remove(page);
        }
    }
}

/// A waiting search, until it is dropped.
pub(crate) struct Waiting(Arc<ActiveSearches>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A running search, until it is dropped.
pub(crate) struct Running(Arc<ActiveSearches>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_session::open;

    #[test]
    fn a_newer_search_of_a_page_stops_the_older_and_no_other() {
        let searches = Arc::new(ActiveSearches::default());
        let flags: Vec<StopFlag> = (0..3).map(|_| StopFlag::default()).collect();
        let page = |name: &str| Some(name.to_owned());
        let first = searches.announce(page("a"), &flags[0]);
        let _other = searches.announce(page("b"), &flags[1]);
        let _second = searches.announce(page("a"), &flags[2]);
        assert_eq!(flags.iter().map(StopFlag::is_raised).collect::<Vec<_>>(), [true, false, false]);
        drop(first);
        assert_eq!(lock(&searches.pages).latest.len(), 2, "the end of the older does not forget the newer");
    }

    #[test]
    fn tables_in_use_and_idle_are_never_more_than_allowed() {
        let searches = Arc::new(ActiveSearches::default());
        for key in ["a", "b"] {
            searches.put_back(key.to_owned(), open("connect-four", None).unwrap());
        }
        let _one = searches.begin();
        assert!(searches.take("b", 2).is_some(), "what fits is used again");
        searches.put_back("b".to_owned(), open("connect-four", None).unwrap());
        assert!(searches.take("c", 2).is_none());
        assert_eq!((searches.idle_tables(), lock(&searches.idle)[0].key.as_str()), (1, "b"), "the oldest gave way");
    }

    #[test]
    fn the_queue_has_an_end() {
        let searches = Arc::new(ActiveSearches::default());
        let places: Vec<_> = (0..3).map(|_| searches.queue(2)).collect();
        assert_eq!(places.iter().filter(|place| place.is_some()).count(), 2);
        drop(places);
        assert_eq!(searches.waiting(), 0);
    }
}

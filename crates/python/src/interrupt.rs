//! Ctrl-C while a search runs. Python's signal handlers run on its main thread alone, and only when they are asked for: the
//! search asks, a few times a blink, by the [flag](StopFlag::asking) that it looks at anyway.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rootward_session::StopFlag;

/// How often signals are looked for. Short calls never ask.
const PERIOD: Duration = Duration::from_millis(20);

/// A flag that is raised by a signal's exception, which it keeps.
#[derive(Clone)]
pub struct Interrupt {
    pub flag: StopFlag,
    error: Arc<Mutex<Option<PyErr>>>,
}

impl Interrupt {
    /// To be made on the thread that calls the search.
    pub fn new() -> Interrupt {
        let error = Arc::new(Mutex::new(None));
        let (kept, caller, looked) = (Arc::clone(&error), thread::current().id(), Mutex::new(Instant::now()));
        let flag = StopFlag::asking(move || {
            if thread::current().id() != caller {
                return false;
            }
            let mut looked = lock(&looked);
            if looked.elapsed() < PERIOD {
                return false;
            }
            *looked = Instant::now();
            Python::attach(|py| py.check_signals()).map_err(|error| *lock(&kept) = Some(error)).is_err()
        });
        Interrupt { flag, error }
    }

    /// Stops the work because of an exception.
    pub fn fail(&self, error: PyErr) {
        *lock(&self.error) = Some(error);
        self.flag.raise();
    }

    /// The exception, if there is one.
    pub fn error(&self) -> Option<PyErr> {
        lock(&self.error).take()
    }
}

/// The data of a lock, even if a thread has panicked with it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

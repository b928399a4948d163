//! What the engine says: whole lines, each sent at once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Where lines go, shared by the threads that speak.
#[derive(Clone)]
pub struct Speaker {
    output: Arc<Mutex<Box<dyn Write + Send>>>,
    closed: Arc<AtomicBool>,
}

impl Speaker {
    /// Speaks to `output`.
    pub fn new(output: impl Write + Send + 'static) -> Speaker {
        Speaker { output: Arc::new(Mutex::new(Box::new(output))), closed: Arc::default() }
    }

    /// Sends lines that belong together, with no other thread's between them. If nobody listens any more, that is
    /// remembered.
    pub fn say(&self, lines: &str) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = writeln!(output, "{lines}").and_then(|()| output.flush());
        if sent.is_err() {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Has the listener gone?
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

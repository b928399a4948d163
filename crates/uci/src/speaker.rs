//! The output of the engine: whole lines, each sent at once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The output, shared by the threads that write.
#[derive(Clone)]
pub struct Speaker {
    output: Arc<Mutex<Box<dyn Write + Send>>>,
    closed: Arc<AtomicBool>,
}

impl Speaker {
    /// Writes to `output`.
    pub fn new(output: impl Write + Send + 'static) -> Speaker {
        Speaker { output: Arc::new(Mutex::new(Box::new(output))), closed: Arc::default() }
    }

    /// Sends lines that belong together, without lines of another thread between them. Remembers if the output is closed.
    pub fn say(&self, lines: &str) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = writeln!(output, "{lines}").and_then(|()| output.flush());
        if sent.is_err() {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the output is closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

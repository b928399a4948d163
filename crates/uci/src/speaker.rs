//! The output of the engine: whole lines, each sent at once.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The output, shared by the threads that write.
#[derive(Clone)]
pub struct Speaker {
    output: Arc<Mutex<Box<dyn Write + Send>>>,
    closed: Arc<AtomicBool>,
    /// Why.
    error: Arc<Mutex<Option<io::Error>>>,
}

impl Speaker {
    /// Writes to `output`.
    pub fn new(output: impl Write + Send + 'static) -> Speaker {
        Speaker { output: Arc::new(Mutex::new(Box::new(output))), closed: Arc::default(), error: Arc::default() }
    }

    /// Sends lines that belong together, without lines of another thread between them. Remembers if the output is closed.
    pub fn say(&self, lines: &str) {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = writeln!(output, "{lines}").and_then(|()| output.flush());
        if let Err(error) = sent {
            self.closed.store(true, Ordering::Relaxed);
            self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }

    /// The error that closed the output, if one did. A reader that has gone has what it wanted.
    pub fn end(&self) -> io::Result<()> {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("standard output could not be written ({error})"));
        let error = self.error.lock().unwrap_or_else(PoisonError::into_inner).take();
        error.filter(|error| error.kind() != io::ErrorKind::BrokenPipe).map_or(Ok(()), |error| Err(named(error)))
    }

    /// Whether the output is closed.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

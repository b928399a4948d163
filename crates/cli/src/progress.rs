//! A progress line on stderr, shown after the first second, and only on a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rootward_session::{NodeMeter, StopFlag, millis};
use serde::Serialize;

use crate::failure::Failure;
use crate::numbers::{short, speed, time};
use crate::output::Output;

const QUIET_AT_FIRST: Duration = Duration::from_secs(1);
const PERIOD: Duration = Duration::from_millis(200);
const CLEAR: &str = "\r\x1b[K";

/// Shows progress until it is dropped.
pub struct Progress {
    shown: Arc<Mutex<Shown>>,
    end: Option<Sender<()>>,
    worker: Option<JoinHandle<()>>,
}

struct Shown {
    label: String,
    visible: bool,
}

impl Progress {
    /// Shows the meter's nodes after a label.
    pub fn start(label: &str, meter: &NodeMeter) -> Progress {
        let shown = Arc::new(Mutex::new(Shown { label: label.to_owned(), visible: false }));
        if !io::stderr().is_terminal() {
            return Progress { shown, end: None, worker: None };
        }
        let (end, ended) = mpsc::channel();
        let (state, meter, start) = (Arc::clone(&shown), meter.clone(), Instant::now());
        let worker = thread::spawn(move || {
            let mut wait = QUIET_AT_FIRST;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = PERIOD;
                show(&state, &meter, millis(start.elapsed()));
            }
        });
        Progress { shown, end: Some(end), worker: Some(worker) }
    }

    /// Changes the label.
    pub fn label(&self, label: &str) {
        lock(&self.shown).label = label.to_owned();
    }

    /// Hides the line until the guard is dropped, so that something else can be printed.
    pub fn hush(&self) -> Hush<'_> {
        let mut shown = lock(&self.shown);
        clear(&mut shown);
        Hush { _held: shown }
    }
}

/// Hides the line as long as it lives.
pub struct Hush<'a> {
    _held: MutexGuard<'a, Shown>,
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(worker) = self.worker.take() {
            let _ = worker.join();
        }
        clear(&mut lock(&self.shown));
    }
}

fn lock(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

fn clear(shown: &mut Shown) {
    if std::mem::take(&mut shown.visible) {
        let _ = io::stderr().write_all(CLEAR.as_bytes());
    }
}

fn show(shown: &Mutex<Shown>, meter: &NodeMeter, elapsed: f64) {
    let mut shown = lock(shown);
    shown.visible = true;
    let nodes = match meter.nodes() {
        0 => String::new(),
        nodes => format!(", {} nodes, {}", short(nodes as f64), speed(nodes, elapsed)),
    };
    let _ = write!(io::stderr(), "{CLEAR}{} … {}{nodes}", shown.label, time(elapsed));
    let _ = io::stderr().flush();
}

/// The time between two events of progress in JSON.
pub const BETWEEN_EVENTS: Duration = Duration::from_secs(5);

/// Events of progress in JSON, some seconds apart. If the output fails, the work is stopped.
pub struct ProgressEvents<'a> {
    output: &'a mut Output,
    stop: &'a StopFlag,
    last: Instant,
    written: Result<(), Failure>,
}

impl<'a> ProgressEvents<'a> {
    /// No event has been printed yet; the first one comes after the time between two.
    pub fn new(output: &'a mut Output, stop: &'a StopFlag) -> ProgressEvents<'a> {
        ProgressEvents { output, stop, last: Instant::now(), written: Ok(()) }
    }

    /// Prints the progress, if it is time to.
    pub fn progress(&mut self, state: &impl Serialize) {
        if self.last.elapsed() >= BETWEEN_EVENTS {
            self.last = Instant::now();
            self.event("progress", state);
        }
    }

    /// Prints an event at once; `false` if the output is not JSON.
    pub fn event(&mut self, event: &'static str, object: &impl Serialize) -> bool {
        if self.output.json && self.written.is_ok() {
            self.written = self.output.event(event, object);
            if self.written.is_err() {
                self.stop.raise();
            }
        }
        self.output.json
    }

    /// Whether everything could be printed.
    pub fn finish(self) -> Result<(), Failure> {
        self.written
    }
}

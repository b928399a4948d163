//! A progress line on stderr, shown after the first second, and only on a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rootward_session::{NodeMeter, millis};

use crate::numbers::{short, speed, time};

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

//! [`RunCore`]: an analysis in the background, one finished depth after the other.

use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pyo3::prelude::*;
use rootward_session::{Analysis, Ask, Iteration, Problem, Session, StopFlag};

use crate::engine::EngineCore;
use crate::errors::{caught, guarded, internal, json, refused};
use crate::interrupt::lock;
use crate::own;
use crate::position::Core;
use crate::search::{Asked, SearchOutcome, session_for};

/// How long the caller waits before it looks for signals.
const PERIOD: Duration = Duration::from_millis(20);

/// The search may go deep, and a thread's stack is small by default. Only what is used is real memory.
pub const STACK: usize = 256 << 20;

/// What the thread hands over at its end.
struct Done {
    analysis: Result<Result<Analysis, Problem>, String>,
    failure: Option<PyErr>,
}

/// An analysis that runs in a thread of its own.
#[pyclass(frozen, module = "rootward._rootward")]
pub struct RunCore {
    stop: StopFlag,
    depths: Mutex<Receiver<String>>,
    thread: Mutex<Option<JoinHandle<Done>>>,
}

impl RunCore {
    /// Starts it.
    pub fn start(core: &Core, asked: &Asked, engine: Option<&EngineCore>) -> PyResult<RunCore> {
        guarded(|| {
            let stop = StopFlag::default();
            let ask = asked.ask(core, &stop).map_err(|problem| refused(&problem))?;
            let session = session_for(core, engine).map_err(|problem| refused(&problem))?;
            let (sender, depths) = mpsc::channel();
            own::begin(&*core.session);
            let own = core.own;
            let work = move || match own {
                true => Python::attach(|_| analyse(session, &ask, &sender)),
                false => analyse(session, &ask, &sender),
            };
            let thread = thread::Builder::new().name("rootward".to_owned()).stack_size(STACK).spawn(work)?;
            Ok(RunCore { stop, depths: Mutex::new(depths), thread: Mutex::new(Some(thread)) })
        })
    }
}

fn analyse(mut session: Box<dyn Session>, ask: &Ask, sender: &mpsc::Sender<String>) -> Done {
    let mut tell = |iteration: &Iteration| {
        if !own::has_failed() {
            let _ = sender.send(json(iteration));
        }
    };
    let analysis = caught(|| session.analyse(ask, &mut tell));
    Done { analysis, failure: own::take_failure().err() }
}

#[pymethods]
impl RunCore {
    /// The next finished depth as JSON; none after the last one.
    fn next(&self, py: Python<'_>) -> PyResult<Option<String>> {
        loop {
            match py.detach(|| lock(&self.depths).recv_timeout(PERIOD)) {
                Ok(depth) => return Ok(Some(depth)),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Ends the search; what is known stays.
    fn stop(&self) {
        self.stop.raise();
    }

    /// Waits for the end. None if somebody has taken the analysis.
    fn finish(&self, py: Python<'_>) -> PyResult<Option<SearchOutcome>> {
        let Some(thread) = lock(&self.thread).take() else { return Ok(None) };
        while !py.detach(|| {
            if !thread.is_finished() {
                thread::sleep(Duration::from_millis(1));
            }
            thread.is_finished()
        }) {
            if let Err(error) = py.check_signals() {
                *lock(&self.thread) = Some(thread);
                return Err(error);
            }
        }
        let done = py.detach(|| thread.join()).map_err(|payload| internal(&crate::errors::said(&*payload)))?;
        if let Some(failure) = done.failure {
            return Ok(Some((None, Some(failure.into_value(py).into_any()), Vec::new())));
        }
        let analysis = done.analysis.map_err(|said| internal(&said))?.map_err(|problem| refused(&problem))?;
        Ok(Some((Some(json(&analysis)), None, Vec::new())))
    }
}

impl Drop for RunCore {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

//! A running search, beside the command reader.
//!
//! Its threads are kept from one search to the next: on a busy machine a new thread waits for its turn, and with clocks of
//! a few milliseconds that delay loses games.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use crate::gate::Gate;
use crate::work::Work;

/// The interval of progress reports in a long search; the first comes after the same time.
const NEWS_EVERY: Duration = Duration::from_secs(1);

/// The threads that search and watch. They end when this is dropped.
pub struct Threads {
    search: Sender<Job>,
    searching: JoinHandle<()>,
    watch: Sender<Watch>,
}

/// The work of the search thread.
struct Job {
    task: Arc<dyn Work>,
    gate: Arc<Gate>,
    /// Dropped when the search is over and holds nothing any more.
    _done: Sender<()>,
}

/// The work of the watch thread. It must not keep the task alive, since the task holds the table.
struct Watch {
    task: Weak<dyn Work>,
    gate: Arc<Gate>,
}

/// The search recurses along long lines.
const STACK: usize = 32 << 20;

impl Threads {
    /// Starts them; none if the system has no thread to spare.
    pub fn start() -> Option<Threads> {
        let (search, jobs) = channel::<Job>();
        let (watch, watches) = channel::<Watch>();
        let searching = move || jobs.into_iter().for_each(Job::run);
        let watching = move || watches.into_iter().for_each(|watch| watch.run());
        let searching = Builder::new().name("search".to_owned()).stack_size(STACK).spawn(searching).ok()?;
        Builder::new().name("watch".to_owned()).spawn(watching).ok()?;
        Some(Threads { search, searching, watch })
    }

    /// Whether they still run. A search that panicked ended its thread.
    pub fn are_there(&self) -> bool {
        !self.searching.is_finished()
    }
}

impl Job {
    fn run(self) {
        // Whatever happens in the search, the watch ends.
        let _closing = Closing(&self.gate);
        let answer = self.task.run(&self.gate);
        // Closed before the answer is sent: the GUI may continue at once.
        self.gate.close();
        if self.gate.claim_answer() {
            self.task.speaker().say(&answer);
        }
    }
}

struct Closing<'a>(&'a Gate);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Watch {
    fn run(&self) {
        let tell = |say: &dyn Fn(&dyn Work)| {
            if let Some(task) = self.task.upgrade() {
                say(&*task);
            }
        };
        let news = || tell(&|task| task.tell_news());
        self.gate.watch(NEWS_EVERY, &news, &|answer| tell(&|task| task.speaker().say(answer)));
    }
}

/// A search that runs on a thread of its own.
pub struct Thinking {
    gate: Arc<Gate>,
    done: Receiver<()>,
    ends_by_itself: bool,
}

impl Thinking {
    /// Starts it; none if the threads are gone.
    pub fn start(task: Box<dyn Work>, threads: &Threads) -> Option<Thinking> {
        let go = task.go();
        let ends_by_itself = go.is_limited() && !go.ponder && go.mate.is_none();
        let gate = Arc::new(task.gate());
        let task: Arc<dyn Work> = Arc::from(task);
        let watch = Watch { task: Arc::downgrade(&task), gate: Arc::clone(&gate) };
        let (end, done) = channel();
        threads.search.send(Job { task, gate: Arc::clone(&gate), _done: end }).ok()?;
        // Without a watch the search still keeps its limits.
        let _ = threads.watch.send(watch);
        Some(Thinking { gate, done, ends_by_itself })
    }

    /// Makes the search answer now.
    pub fn stop(&self) {
        self.gate.stop();
    }

    /// The expected move was played.
    pub fn ponder_hit(&self) {
        self.gate.ponder_hit();
    }

    /// Whether the answer was given or is being given.
    pub fn is_over(&self) -> bool {
        self.gate.is_closed()
    }

    /// Whether it will end without a further command. A search for a mate may not.
    pub fn ends_by_itself(&self) -> bool {
        self.ends_by_itself
    }

    /// Waits for the end of the search; returns its time on our clock.
    pub fn finish(self) -> Duration {
        // Nothing is ever sent: the sender is dropped, even if the search panicked.
        let _ = self.done.recv();
        self.gate.spent()
    }
}

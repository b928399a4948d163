//! A search under way, beside the reader of commands.
//!
//! The threads for it are kept from one search to the next: on a busy machine a new thread waits for its turn, and at clocks of
//! a few milliseconds that is what a game is lost by.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use crate::gate::Gate;
use crate::task::{NEWS_EVERY, Task};

/// The threads that search and keep watch. They end when this is dropped.
pub struct Threads {
    search: Sender<Job>,
    searching: JoinHandle<()>,
    watch: Sender<Watch>,
}

/// For the thread that searches.
struct Job {
    task: Arc<Task>,
    gate: Arc<Gate>,
    /// Dropped when the search is over and holds nothing any more.
    _done: Sender<()>,
}

/// For the thread that keeps watch. It must not keep the task alive: with it goes the table.
struct Watch {
    task: Weak<Task>,
    gate: Arc<Gate>,
}

/// Long lines are followed by recursion.
const STACK: usize = 32 << 20;

impl Threads {
    /// Starts them; none if the system has no thread to spare.
    #[must_use]
    pub fn start() -> Option<Threads> {
        let (search, jobs) = channel::<Job>();
        let (watch, watches) = channel::<Watch>();
        let searching = move || jobs.into_iter().for_each(Job::run);
        let watching = move || watches.into_iter().for_each(|watch| watch.run());
        let searching = Builder::new().name("search".to_owned()).stack_size(STACK).spawn(searching).ok()?;
        Builder::new().name("watch".to_owned()).spawn(watching).ok()?;
        Some(Threads { search, searching, watch })
    }

    /// Do they still run? A search that panicked took its thread with it.
    #[must_use]
    pub fn are_there(&self) -> bool {
        !self.searching.is_finished()
    }
}

impl Job {
    fn run(self) {
        // Whatever happens in the search, the watch ends.
        let _closing = Closing(&self.gate);
        let answer = self.task.run(&self.gate);
        // Over before the answer is heard: whoever hears it may go on at once.
        self.gate.close();
        if self.gate.claim_answer() {
            self.task.speaker.say(&answer);
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
        let tell = |say: &dyn Fn(&Task)| {
            if let Some(task) = self.task.upgrade() {
                say(&task);
            }
        };
        let news = || tell(&|task| task.tell_news());
        self.gate.watch(NEWS_EVERY, &news, &|answer| tell(&|task| task.speaker.say(answer)));
    }
}

/// A search that runs in a thread of its own.
pub struct Thinking {
    gate: Arc<Gate>,
    done: Receiver<()>,
    ends_by_itself: bool,
}

impl Thinking {
    /// Begins; none if the threads are gone.
    #[must_use]
    pub fn start(task: Task, threads: &Threads) -> Option<Thinking> {
        let ends_by_itself = task.go.is_limited() && !task.go.ponder && task.go.mate.is_none();
        let gate = Arc::new(task.gate());
        let task = Arc::new(task);
        let watch = Watch { task: Arc::downgrade(&task), gate: Arc::clone(&gate) };
        let (end, done) = channel();
        threads.search.send(Job { task, gate: Arc::clone(&gate), _done: end }).ok()?;
        // Without a watch the search still keeps to its limits.
        let _ = threads.watch.send(watch);
        Some(Thinking { gate, done, ends_by_itself })
    }

    /// Answer now.
    pub fn stop(&self) {
        self.gate.stop();
    }

    /// The expected move was played.
    pub fn ponder_hit(&self) {
        self.gate.ponder_hit();
    }

    /// Is the answer being given, or was it?
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.gate.is_closed()
    }

    /// Will it end without a further word? A search for a mate may not.
    #[must_use]
    pub fn ends_by_itself(&self) -> bool {
        self.ends_by_itself
    }

    /// Waits for the end of the search; says how long it took by our clock.
    pub fn finish(self) -> Duration {
        // Nothing is ever sent: the other end is dropped, also by a search that panicked and has said so.
        let _ = self.done.recv();
        self.gate.spent()
    }
}

//! A search under way, beside the reader of commands.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use crate::gate::Gate;
use crate::task::{NEWS_EVERY, Task};

/// A search that runs in a thread of its own.
pub struct Thinking {
    gate: Arc<Gate>,
    thread: JoinHandle<()>,
    ends_by_itself: bool,
}

/// Long lines are followed by recursion.
const STACK: usize = 32 << 20;

impl Thinking {
    /// Begins. If the system has no thread to spare, the answer is thought out on the spot.
    #[must_use]
    pub fn start(task: Task) -> Option<Thinking> {
        let ends_by_itself = task.go.is_limited() && !task.go.ponder && task.go.mate.is_none();
        let infinite = !task.go.is_limited() && !task.go.ponder;
        let hard = task.budget().map(|budget| budget.hard);
        let gate = Arc::new(Gate::new(task.go.ponder, infinite, hard));
        let inside = Arc::clone(&gate);
        let run = move || {
            std::thread::scope(|scope| {
                let watch = Builder::new().spawn_scoped(scope, || inside.watch(NEWS_EVERY, &|| task.tell_news()));
                let answer = task.run(&inside);
                // Over before the answer is heard: whoever hears it may go on at once.
                inside.close();
                task.speaker.say(&answer);
                drop(watch);
            });
        };
        let thread = Builder::new().name("search".to_owned()).stack_size(STACK).spawn(run).ok()?;
        Some(Thinking { gate, thread, ends_by_itself })
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

    /// Waits for the answer; says how long it took by our clock.
    pub fn finish(self) -> Duration {
        // A search that panicked has said so; there is no answer to wait for.
        let _ = self.thread.join();
        self.gate.spent()
    }
}

//! A search under way, beside the reader of commands.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use crate::gate::Gate;
use crate::task::Task;

/// A search that runs in a thread of its own.
pub struct Thinking {
    gate: Arc<Gate>,
    thread: JoinHandle<()>,
    limited: bool,
}

/// Long lines are followed by recursion.
const STACK: usize = 32 << 20;

impl Thinking {
    /// Begins. If the system has no thread to spare, the answer is thought out on the spot.
    #[must_use]
    pub fn start(task: Task) -> Option<Thinking> {
        let limited = task.go.is_limited() && !task.go.ponder;
        let infinite = task.go.infinite || !task.go.is_limited() && !task.go.ponder;
        let hard = task.budget().map(|budget| budget.hard);
        let gate = Arc::new(Gate::new(task.go.ponder, infinite, hard));
        let inside = Arc::clone(&gate);
        let run = move || {
            std::thread::scope(|scope| {
                let watch = Builder::new().spawn_scoped(scope, || inside.watch(crate::task::NEWS_EVERY, &|| {}));
                task.run(&inside);
                inside.close();
                drop(watch);
            });
        };
        let thread = Builder::new().name("search".to_owned()).stack_size(STACK).spawn(run).ok()?;
        Some(Thinking { gate, thread, limited })
    }

    /// Answer now.
    pub fn stop(&self) {
        self.gate.stop();
    }

    /// The expected move was played.
    pub fn ponder_hit(&self) {
        self.gate.ponder_hit();
    }

    /// Has the answer been given?
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// Will it end by itself?
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.limited
    }

    /// Waits for the answer.
    pub fn finish(self) {
        // A search that panicked has said so; there is no answer to wait for.
        let _ = self.thread.join();
    }
}

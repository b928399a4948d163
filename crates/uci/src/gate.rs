//! What the reader of commands and a running search share: when to stop, and when the answer may be given.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rootward_search::StopFlag;

/// Stands between a search and its answer.
pub struct Gate {
    state: Mutex<State>,
    changed: Condvar,
    stop: StopFlag,
}

struct State {
    /// The opponent's clock is running, not ours.
    pondering: bool,
    /// The answer may not be given before `stop` or `ponderhit`.
    held: bool,
    /// The search has a first answer. Before that it is not stopped: it would know no more than which moves are legal.
    has_answer: bool,
    /// It is to stop as soon as it has one.
    stopping: bool,
    /// While pondering: the search has said that it has seen enough.
    enough: bool,
    /// What our own clock allows, from the moment that it runs.
    hard: Option<Duration>,
    deadline: Option<Instant>,
    over: bool,
    /// When our clock began to run, and for how long it ran.
    started: Instant,
    spent: Duration,
}

impl Gate {
    /// A gate that is `held` until `stop`, or while `pondering` until `ponderhit`; then the search has `hard` left.
    #[must_use]
    pub fn new(pondering: bool, infinite: bool, hard: Option<Duration>) -> Gate {
        let held = pondering || infinite;
        let state = State {
            pondering,
            held,
            has_answer: false,
            stopping: false,
            enough: false,
            hard,
            deadline: None,
            over: false,
            started: Instant::now(),
            spent: Duration::ZERO,
        };
        Gate { state: Mutex::new(state), changed: Condvar::new(), stop: StopFlag::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The flag that the search looks at.
    #[must_use]
    pub fn flag(&self) -> &StopFlag {
        &self.stop
    }

    /// Answer now, or as soon as there is an answer: the first one takes no time worth mentioning.
    pub fn stop(&self) {
        let mut state = self.state();
        state.held = false;
        state.stopping = true;
        if state.has_answer {
            self.stop.raise();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// There is an answer, or none is to come: from now on the search can be stopped.
    pub fn note_answer(&self) {
        let mut state = self.state();
        state.has_answer = true;
        if state.stopping {
            self.stop.raise();
        }
    }

    /// The expected move was played: the clock runs from now on.
    pub fn ponder_hit(&self) {
        let mut state = self.state();
        if !state.pondering {
            return;
        }
        state.pondering = false;
        state.held = false;
        state.started = Instant::now();
        state.deadline = state.hard.and_then(|hard| Instant::now().checked_add(hard));
        if state.enough {
            self.stop.raise();
        }
        self.changed.notify_all();
    }

    /// The search says whether it has seen enough. While pondering that is only remembered.
    pub fn note_enough(&self, enough: bool) {
        let mut state = self.state();
        state.enough = enough;
        if enough && !state.pondering {
            self.stop.raise();
        }
    }

    /// The search has ended; returns when its answer may be given.
    pub fn wait_to_answer(&self) {
        let state = self.state();
        drop(self.changed.wait_while(state, |state| state.held).unwrap_or_else(PoisonError::into_inner));
    }

    /// Nothing is left to be watched.
    pub fn close(&self) {
        let mut state = self.state();
        state.over = true;
        state.spent = state.started.elapsed();
        drop(state);
        self.changed.notify_all();
    }

    /// Is the search over, with its answer?
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.state().over
    }

    /// The time from `go` or `ponderhit` to the answer.
    #[must_use]
    pub fn spent(&self) -> Duration {
        self.state().spent
    }

    /// Keeps watch until the gate is closed: stops the search when its time is up, and calls `news` now and then.
    pub fn watch(&self, every: Duration, news: &dyn Fn()) {
        let mut next_news = Instant::now() + every;
        let mut state = self.state();
        while !state.over {
            let now = Instant::now();
            if state.deadline.is_some_and(|deadline| now >= deadline) {
                state.deadline = None;
                self.stop.raise();
            }
            if now >= next_news {
                next_news = now + every;
                drop(state);
                news();
                state = self.state();
                continue;
            }
            let wake = state.deadline.map_or(next_news, |deadline| deadline.min(next_news));
            let woken = self.changed.wait_timeout(state, wake - now);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enough_is_enough_only_when_our_clock_runs() {
        let gate = Gate::new(true, false, None);
        gate.note_enough(true);
        assert!(!gate.flag().is_raised());
        gate.ponder_hit();
        assert!(gate.flag().is_raised());
    }

    #[test]
    fn a_search_is_not_stopped_before_its_first_answer() {
        let gate = Gate::new(false, true, None);
        gate.stop();
        assert!(!gate.flag().is_raised());
        gate.note_answer();
        assert!(gate.flag().is_raised());
        let gate = Gate::new(false, true, None);
        gate.note_answer();
        assert!(!gate.flag().is_raised());
        gate.stop();
        assert!(gate.flag().is_raised());
    }

    #[test]
    fn an_answer_waits_for_stop() {
        let gate = Gate::new(false, true, None);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| gate.wait_to_answer());
            std::thread::sleep(Duration::from_millis(20));
            assert!(!waiting.is_finished());
            gate.ponder_hit();
            std::thread::sleep(Duration::from_millis(20));
            assert!(!waiting.is_finished(), "nobody was pondering");
            gate.stop();
        });
    }

    #[test]
    fn after_ponderhit_the_time_is_limited() {
        let gate = Gate::new(true, false, Some(Duration::from_millis(30)));
        std::thread::scope(|scope| {
            scope.spawn(|| gate.watch(Duration::from_secs(60), &|| {}));
            std::thread::sleep(Duration::from_millis(60));
            assert!(!gate.flag().is_raised());
            gate.ponder_hit();
            std::thread::sleep(Duration::from_millis(90));
            assert!(gate.flag().is_raised());
            gate.close();
        });
    }
}

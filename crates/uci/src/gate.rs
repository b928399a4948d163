//! The state that the command reader and a running search share: when to stop, and when the answer may be given.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rootward_search::StopFlag;

/// Controls when a search stops and when it may answer.
pub struct Gate {
    state: Mutex<State>,
    changed: Condvar,
    stop: StopFlag,
}

struct State {
    /// The opponent's clock is running, not ours.
    pondering: bool,
    /// The answer must not be given before `stop` or `ponderhit`.
    held: bool,
    /// The search has a first answer. It is not stopped before that: it would only know which moves are legal.
    has_answer: bool,
    /// It is to stop as soon as it has one.
    stopping: bool,
    /// While pondering: the search has reported that it has searched enough.
    enough: bool,
    /// The time that our own clock allows, from the moment that it runs.
    time: Option<Time>,
    /// When the search is stopped.
    deadline: Option<Instant>,
    /// When an answer is given, even if the search is still running.
    latest: Option<Instant>,
    /// The answer given then: the best move known.
    known: String,
    /// An answer was given, or is about to be.
    answered: bool,
    over: bool,
    /// When our clock began to run, and how long it ran.
    started: Instant,
    spent: Duration,
}

/// The time that a clock allows, counted from `go` or `ponderhit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// When the search is stopped, wherever it is.
    pub hard: Duration,
    /// When the answer is sent, whatever the state of the search: on a busy machine it may not get to check the clock.
    pub latest: Duration,
}

impl State {
    /// Starts our clock.
    fn start_clock(&mut self, now: Instant) {
        self.started = now;
        self.deadline = self.time.and_then(|time| now.checked_add(time.hard));
        self.latest = self.time.and_then(|time| now.checked_add(time.latest.max(time.hard)));
    }
}

impl Gate {
    /// A gate that is `held` until `stop`, or while `pondering` until `ponderhit`. The clock runs from `asked` on, while
    /// pondering only from `ponderhit` on.
    pub fn new(pondering: bool, infinite: bool, time: Option<Time>, asked: Instant) -> Gate {
        let held = pondering || infinite;
        let mut state = State {
            pondering,
            held,
            has_answer: false,
            stopping: false,
            enough: false,
            time,
            deadline: None,
            latest: None,
            known: String::new(),
            answered: false,
            over: false,
            started: asked,
            spent: Duration::ZERO,
        };
        if !held {
            state.start_clock(asked);
        }
        Gate { state: Mutex::new(state), changed: Condvar::new(), stop: StopFlag::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The stop flag that the search checks.
    pub fn flag(&self) -> &StopFlag {
        &self.stop
    }

    /// Makes the search answer now, or as soon as it has an answer; the first one takes almost no time.
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

    /// There is an answer, or none will come: from now on the search can be stopped.
    pub fn note_answer(&self) {
        let mut state = self.state();
        state.has_answer = true;
        if state.stopping {
            self.stop.raise();
        }
    }

    /// Stores the best answer known so far.
    pub fn note_known(&self, answer: String) {
        self.state().known = answer;
    }

    /// Claims the right to answer; only the first caller gets it.
    pub fn claim_answer(&self) -> bool {
        !std::mem::replace(&mut self.state().answered, true)
    }

    /// The expected move was played: the clock runs from now on.
    pub fn ponder_hit(&self) {
        let mut state = self.state();
        if !state.pondering {
            return;
        }
        state.pondering = false;
        state.held = false;
        state.start_clock(Instant::now());
        if state.enough {
            self.stop.raise();
        }
        self.changed.notify_all();
    }

    /// The search reports whether it has searched enough. While pondering this is only stored.
    pub fn note_enough(&self, enough: bool) {
        let mut state = self.state();
        state.enough = enough;
        if enough && !state.pondering {
            self.stop.raise();
        }
    }

    /// Called when the search has ended; returns when its answer may be given.
    pub fn wait_to_answer(&self) {
        let state = self.state();
        drop(self.changed.wait_while(state, |state| state.held).unwrap_or_else(PoisonError::into_inner));
    }

    /// Ends the watch.
    pub fn close(&self) {
        let mut state = self.state();
        if !std::mem::replace(&mut state.over, true) {
            state.spent = state.started.elapsed();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Whether the search is over, or its answer was given already.
    pub fn is_closed(&self) -> bool {
        let state = self.state();
        state.over || state.answered
    }

    /// The time from `go` or `ponderhit` to the answer.
    pub fn spent(&self) -> Duration {
        self.state().spent
    }

    /// Watches the search until the gate is closed: stops it when its time is up, answers in its place if it does not, and
    /// calls `news` now and then.
    pub fn watch(&self, every: Duration, news: &dyn Fn(), answer: &dyn Fn(&str)) {
        let mut next_news = Instant::now() + every;
        let mut state = self.state();
        while !state.over {
            let now = Instant::now();
            if state.deadline.take_if(|deadline| now >= *deadline).is_some() {
                self.stop.raise();
            }
            if state.latest.take_if(|latest| now >= *latest).is_some() && !state.known.is_empty() {
                // If the search has just claimed the answer, it is about to be sent.
                if !std::mem::replace(&mut state.answered, true) {
                    let known = state.known.clone();
                    drop(state);
                    answer(&known);
                    state = self.state();
                }
                continue;
            }
            if now >= next_news {
                next_news = now + every;
                drop(state);
                news();
                state = self.state();
                continue;
            }
            let wake = [state.deadline, state.latest].into_iter().flatten().fold(next_news, Instant::min);
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
        let gate = Gate::new(true, false, None, Instant::now());
        gate.note_enough(true);
        assert!(!gate.flag().is_raised());
        gate.ponder_hit();
        assert!(gate.flag().is_raised());
    }

    #[test]
    fn a_search_is_not_stopped_before_its_first_answer() {
        let gate = Gate::new(false, true, None, Instant::now());
        gate.stop();
        assert!(!gate.flag().is_raised());
        gate.note_answer();
        assert!(gate.flag().is_raised());
        let gate = Gate::new(false, true, None, Instant::now());
        gate.note_answer();
        assert!(!gate.flag().is_raised());
        gate.stop();
        assert!(gate.flag().is_raised());
    }

    #[test]
    fn an_answer_waits_for_stop() {
        let gate = Gate::new(false, true, None, Instant::now());
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
        let time = Time { hard: Duration::from_millis(30), latest: Duration::from_secs(60) };
        let gate = Gate::new(true, false, Some(time), Instant::now());
        std::thread::scope(|scope| {
            scope.spawn(|| gate.watch(Duration::from_secs(60), &|| {}, &|_| {}));
            std::thread::sleep(Duration::from_millis(60));
            assert!(!gate.flag().is_raised());
            gate.ponder_hit();
            std::thread::sleep(Duration::from_millis(90));
            assert!(gate.flag().is_raised());
            gate.close();
        });
    }

    #[test]
    fn a_search_that_does_not_look_at_the_clock_is_answered_for() {
        let time = Time { hard: Duration::from_millis(5), latest: Duration::from_millis(20) };
        let gate = Gate::new(false, false, Some(time), Instant::now());
        gate.note_known("bestmove a2a3".to_owned());
        gate.note_known("bestmove e2e4".to_owned());
        let said = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                gate.watch(Duration::from_secs(60), &|| {}, &|answer| said.lock().unwrap().push(answer.to_owned()));
            });
            let begun = Instant::now();
            while said.lock().unwrap().is_empty() {
                assert!(begun.elapsed() < Duration::from_secs(10), "nobody answered");
                std::thread::sleep(Duration::from_millis(1));
            }
            assert!(gate.flag().is_raised());
            assert!(!gate.claim_answer(), "the search comes too late");
            gate.close();
        });
        assert_eq!(*said.lock().unwrap(), ["bestmove e2e4"]);
    }

    #[test]
    fn a_search_that_answers_in_time_is_the_only_one_to_answer() {
        let time = Time { hard: Duration::from_millis(5), latest: Duration::from_millis(20) };
        let gate = Gate::new(false, false, Some(time), Instant::now());
        gate.note_known("bestmove a2a3".to_owned());
        std::thread::scope(|scope| {
            scope.spawn(|| gate.watch(Duration::from_secs(60), &|| {}, &|_| panic!("a second answer")));
            assert!(gate.claim_answer());
            std::thread::sleep(Duration::from_millis(60));
            gate.close();
        });
    }
}

//! The question that all threads of a solve work on: the first answer ends it for all.
//!
//! The reporting thread asks; the others take the question from here, and wait here between two questions. The first thread
//! with an answer stores it here. The others see that at their next check of the limits, and stop.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rootward_game::{Game, Knowledge, Score, Window};

use super::root::RootMove;
use super::{Node, Root, Scope, TO_THE_END, Worker};
use crate::limits::Stopped;
use crate::{Observer, Table};

/// A question: the value at the end of `path`, within the window.
#[derive(Clone)]
struct Question<M> {
    /// The moves from the root; the value is that of the last one for the side that makes it. Empty for the root's own value.
    path: Vec<M>,
    window: Window,
    /// The root's moves in the order of the asking thread, and how many at the front are not searched.
    moves: Vec<RootMove<M>>,
    done: usize,
}

struct QuestionAnswer<M> {
    score: Score,
    /// It is not proven.
    doubted: bool,
    /// The best line from the root, if the question was about the root and alpha was raised.
    raised: Option<(Score, Vec<M>)>,
}

/// The current question and its answer, shared by all threads.
pub(crate) struct SharedQuestion<M> {
    /// The number of questions plus the number of answers: odd while a question is open.
    steps: AtomicU64,
    state: Mutex<QuestionState<M>>,
    called: Condvar,
}

struct QuestionState<M> {
    question: Option<Question<M>>,
    answer: Option<QuestionAnswer<M>>,
    closed: bool,
}

impl<M: Clone> SharedQuestion<M> {
    pub(crate) fn new() -> SharedQuestion<M> {
        let state = QuestionState { question: None, answer: None, closed: false };
        SharedQuestion { steps: AtomicU64::new(0), state: Mutex::new(state), called: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, QuestionState<M>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a question. Returns its number, which is never 0.
    fn ask(&self, question: Question<M>) -> u64 {
        let mut state = self.state();
        state.question = Some(question);
        state.answer = None;
        // The last question is still open if a limit stopped it.
        let number = (self.steps.load(Ordering::Relaxed) + 1) | 1;
        self.steps.store(number, Ordering::Relaxed);
        self.called.notify_all();
        number
    }

    /// Is this question still without an answer?
    pub(super) fn is_open(&self, number: u64) -> bool {
        self.steps.load(Ordering::Relaxed) == number
    }

    /// Answers a question, if it is still open.
    fn settle(&self, number: u64, answer: QuestionAnswer<M>) {
        let mut state = self.state();
        if self.is_open(number) {
            state.answer = Some(answer);
            self.steps.store(number + 1, Ordering::Relaxed);
        }
    }

    /// The answer to the last question, if there is one.
    fn take_answer(&self) -> Option<QuestionAnswer<M>> {
        self.state().answer.take()
    }

    /// Waits for a question after the one with this number; none if there will be no more.
    fn next(&self, last: u64) -> Option<(u64, Question<M>)> {
        let mut state = self.state();
        while !state.closed {
            let number = self.steps.load(Ordering::Relaxed);
            if number % 2 == 1 && number > last {
                return state.question.clone().map(|question| (number, question));
            }
            state = self.called.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Ends the wait of all threads: there will be no more questions.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.called.notify_all();
    }
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// The value of the last move of `path`, or of the root if the path is empty. When solving, all threads work on it.
    pub(super) fn answer_of_all(
        &mut self,
        root: &Node<'_, G>,
        path: &[G::Move],
        window: Window,
    ) -> Result<Score, Stopped> {
        let Some(team) = self.shared.team.filter(|_| root.depth == TO_THE_END) else {
            return self.value_along(root, path, window);
        };
        let Root { moves, done, .. } = &self.root;
        self.question = team.question.ask(Question { path: path.to_vec(), window, moves: moves.clone(), done: *done });
        let own = self.answer(root, path, window);
        self.question = 0;
        own.or_else(|stopped| {
            let answer = team.question.take_answer().ok_or(stopped)?;
            self.reset();
            self.root.raised = answer.raised;
            self.doubts += u64::from(answer.doubted);
            Ok(answer.score)
        })
    }

    /// A helper thread's loop: works on one question after the other.
    pub(super) fn assist(&mut self, state: &G::State) {
        let Some(team) = self.shared.team else { return };
        self.root.depth = TO_THE_END;
        let side = self.shared.game.to_move(state);
        while let Some((number, question)) = team.question.next(self.question) {
            self.question = number;
            (self.root.moves, self.root.done) = (question.moves, question.done);
            self.reset();
            let root = self.root_node(state, side);
            if self.answer(&root, &question.path, question.window).is_err() && self.shared.clock.is_halted() {
                break;
            }
        }
    }

    /// Searches for the answer to the current question, and shares it.
    fn answer(&mut self, root: &Node<'_, G>, path: &[G::Move], window: Window) -> Result<Score, Stopped> {
        let doubts_before = self.doubts;
        self.begin_ancestors(window);
        let score = self.value_along(root, path, window)?;
        if let Some(team) = self.shared.team {
            let doubted = self.doubts != doubts_before;
            team.question.settle(self.question, QuestionAnswer { score, doubted, raised: self.root.raised.clone() });
        }
        Ok(score)
    }

    /// The value of the last move of `path`, after the moves before it are played.
    fn value_along(&mut self, root: &Node<'_, G>, path: &[G::Move], window: Window) -> Result<Score, Stopped> {
        let Some((&last, before)) = path.split_last() else { return self.node(&Node { window, ..*root }) };
        let mut states = vec![root.state.clone()];
        for &mv in before {
            states.push(self.shared.game.apply(&states[states.len() - 1], mv));
        }
        let state = &states[before.len()];
        if G::CAN_REPEAT {
            let after = self.shared.game.apply(state, last);
            for (at, state) in states.iter().enumerate() {
                let next = states.get(at + 1).unwrap_or(&after);
                self.path
                    .play_on(self.shared.game.key(state).unwrap_or_default(), self.shared.game.reversible_plies(next));
            }
        }
        let plies = before.len() as i32;
        let (side, ply, depth) = (self.shared.game.to_move(state), root.ply + before.len(), root.depth - plies);
        let score = self.value_of_move(&Node { state, side, ply, depth, ..*root }, last, window);
        if G::CAN_REPEAT {
            let key = self.shared.game.key(root.state).unwrap_or_default();
            self.path.take_back(path.len(), key, self.shared.game.reversible_plies(root.state));
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn question(mv: u8) -> Question<u8> {
        Question { path: vec![mv], window: Window::FULL, moves: Vec::new(), done: 0 }
    }

    fn answer(points: i32) -> QuestionAnswer<u8> {
        QuestionAnswer { score: Score::points(points), doubted: false, raised: None }
    }

    #[test]
    fn the_first_answer_counts_and_ends_the_question() {
        let shared = SharedQuestion::new();
        let first = shared.ask(question(1));
        assert!(shared.is_open(first) && shared.take_answer().is_none());
        shared.settle(first, answer(10));
        shared.settle(first, answer(20));
        assert!(!shared.is_open(first));
        assert_eq!(shared.take_answer().map(|answer| answer.score), Some(Score::points(10)));
    }

    #[test]
    fn an_answer_that_comes_too_late_is_not_taken_for_that_of_the_next_question() {
        let shared = SharedQuestion::new();
        let first = shared.ask(question(1));
        let second = shared.ask(question(2));
        shared.settle(first, answer(10));
        assert!(shared.is_open(second) && shared.take_answer().is_none());
    }

    #[test]
    fn helpers_get_every_question_once_and_go_home_at_the_end() {
        let shared = SharedQuestion::new();
        thread::scope(|scope| {
            let helper = scope.spawn(|| {
                let (mut last, mut seen) = (0, Vec::new());
                while let Some((number, question)) = shared.next(last) {
                    last = number;
                    seen.extend(question.path);
                    shared.settle(number, answer(0));
                }
                seen
            });
            for mv in 0..100 {
                let number = shared.ask(question(mv));
                while shared.is_open(number) {
                    thread::yield_now();
                }
            }
            shared.close();
            assert_eq!(helper.join().unwrap(), (0..100).collect::<Vec<u8>>());
        });
    }
}

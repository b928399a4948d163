//! Solving: yes-or-no questions narrow the value from both sides. Each is a null-window search to the end of the game.
//!
//! The order of the questions decides the cost. A question about a near end ("a win within five plies?") is cheap, since
//! mate-distance pruning keeps the search shallow, and it settles positions that end soon. For a position that ends late it
//! is better to ask at once who wins. So the near ends come first, as long as they are cheap; then who wins (the sign);
//! then the distance.

use rootward_game::{Game, Knowledge, Proof, Score, ScoreKind, Side, Window};

use super::{Node, Scope, Worker};
use crate::limits::Stopped;
use crate::{Observer, Table};

/// The node limit for questions about near ends. Over the Connect Four sets: a limit of 3,000 costs 6.9 k nodes a position on
/// L1_R1 where this one costs 0.9 k; on L1_R2 a limit of 500 is 5 % better and 1,000,000 is no worse.
const NEAR_ENDS_BUDGET: u64 = 20_000;

/// If it took more nodes than this to find out who wins, the game is decided late. Then, as soon as a question about the
/// distance takes more than a hundredth of those nodes, the next question is about the longest distance but one. The empty
/// board of Connect Four goes from 68.3 M nodes to 53.2 M, and six positions of two to six stones from 9.3 M to 7.7 M on
/// average. The set L1_R2 has no such position; if all its positions were asked this way, it would take 206 k nodes instead
/// of 182 k.
const LATE_FROM: u64 = 600_000;
const COSTLY_DIVISOR: u64 = 100;

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// The proven value of the root. The limits proven so far are kept in `root.limits`, the best move in `root.raised`.
    ///
    /// With `sign`, only who wins is asked: the win or loss may be quicker than the value says.
    pub(super) fn close_in(&mut self, state: &G::State, side: Side, sign: bool) -> Result<Score, Stopped> {
        self.root.limits = Proof::nothing();
        self.root.doubts = self.doubts;
        let root = self.root_node(state, side);
        if self.mode.has_chance {
            // An average can be any number: one search with an open window settles it.
            self.settle_points(&root)?;
            return Ok(self.root.answer);
        }
        self.recall_root(state);
        let before = self.nodes_of_all();
        if !sign {
            self.ask_near_ends(&root)?;
        }
        self.ask_sign(&root)?;
        self.ask_distance(&root, sign, self.nodes_of_all() - before)?;
        if self.doubts != self.root.doubts {
            // A line was too long to be searched to its end: the answer is an estimate and does not narrow the limits.
            return Ok(self.root.answer);
        }
        let Proof { at_least, at_most, .. } = self.root.limits;
        let score = if at_most < Score::DRAW { at_most } else { at_least };
        if at_least < score {
            // The root is lost and its distance was not asked: any move will do.
            return Ok(score);
        }
        if self.root.raised.is_none() {
            // Only upper bounds were proven so far; this search finds the move that reaches the value.
            self.at_least(&root, score)?;
        }
        Ok(score)
    }

    /// If the exact value of the root is known, as from a book, only the move is left to be found.
    fn recall_root(&mut self, state: &G::State) {
        if self.root.done == 0 && self.shared.techniques.farsighted.proofs {
            let proof = self.prove(state, Window::FULL);
            if proof.is_exact() {
                self.root.limits = proof.limits();
                self.remember_limits();
            }
        }
    }

    /// Is there more to ask? Not if a line was too long to be searched to its end: then no answer is a proof.
    fn is_open(&self) -> bool {
        self.root.limits.at_least < self.root.limits.at_most && self.doubts == self.root.doubts
    }

    /// Is the value of the root at least `limit`? The answer narrows the limits.
    fn at_least(&mut self, root: &Node<'_, G>, limit: Score) -> Result<bool, Stopped> {
        let best_so_far = self.root.raised.take();
        self.reset();
        let answer = self.answer_of_all(root, &[], Window::new(limit.next_down(), limit));
        if !answer.as_ref().is_ok_and(|&score| score >= limit) {
            self.root.raised = best_so_far;
        }
        let score = answer?;
        self.root.answer = score;
        if self.doubts == self.root.doubts {
            let limits = &mut self.root.limits;
            if score >= limit {
                limits.at_least = limits.at_least.max(score);
            } else {
                limits.at_most = limits.at_most.min(score);
            }
            if G::LAST_MOVE_WINS && !is_in_turn(limits.at_least) {
                limits.at_least = limits.at_least.next_up();
            }
            if G::LAST_MOVE_WINS && !is_in_turn(limits.at_most) {
                limits.at_most = limits.at_most.next_down();
            }
            self.remember_limits();
        }
        Ok(score >= limit)
    }

    /// Keeps the limits of the first line: they are the ones reported.
    fn remember_limits(&mut self) {
        if self.root.done == self.root.barred {
            self.root.first_limits = self.root.limits;
        }
    }

    /// Asks about near ends: is it a win or a loss within 1, 2, 3 … plies?
    fn ask_near_ends(&mut self, root: &Node<'_, G>) -> Result<(), Stopped> {
        let before = self.nodes_of_all();
        let mut plies = 1;
        while self.is_open() && self.nodes_of_all() - before < NEAR_ENDS_BUDGET && plies < Score::MAX_PLIES / 2 {
            if self.root.limits.at_most >= Score::win_in(plies) && self.at_least(root, Score::win_in(plies))? {
                break;
            }
            let lost = Score::loss_in(plies + 1);
            if self.root.limits.at_least <= lost && self.is_open() && !self.at_least(root, lost.next_up())? {
                break;
            }
            plies += 2;
        }
        Ok(())
    }

    /// Asks who wins, if anyone.
    fn ask_sign(&mut self, root: &Node<'_, G>) -> Result<(), Stopped> {
        let limits = self.root.limits;
        if limits.at_least <= Score::DRAW && limits.at_most > Score::DRAW {
            self.at_least(root, Score::DRAW.next_up())?;
        }
        let limits = self.root.limits;
        if limits.at_least < Score::DRAW && limits.at_most >= Score::DRAW {
            self.at_least(root, Score::DRAW)?;
        }
        Ok(())
    }

    /// Asks for the distance of the win or loss, or for the points. With `sign`, a win or a loss at any distance is enough.
    /// `for_sign` is the number of nodes that it took to find out who wins.
    fn ask_distance(&mut self, root: &Node<'_, G>, sign: bool, for_sign: u64) -> Result<(), Stopped> {
        let mut for_last = 0;
        while self.is_open() {
            let late = for_sign > LATE_FROM && for_last > for_sign / COSTLY_DIVISOR;
            let next_asked =
                |near, far| if late { last_but_one::<G>(near, far) } else { not_far_beyond::<G>(near, far) };
            let Proof { at_least, at_most, .. } = self.root.limits;
            if sign && (at_least.is_win() || at_most.is_loss()) {
                break;
            }
            let limit = match (at_least.kind(), at_most.kind()) {
                // A win is known: is there a quicker one?
                (ScoreKind::Win(far), ScoreKind::Win(near)) => Score::win_in(next_asked(near, far)),
                (ScoreKind::Loss(near), ScoreKind::Loss(far)) => Score::loss_in(next_asked(near, far)).next_up(),
                // Points can be any number: one search with an open window settles them.
                (_, ScoreKind::Win(_)) => Score::win_in(Score::MAX_PLIES),
                (ScoreKind::Loss(_), _) => Score::loss_in(Score::MAX_PLIES).next_up(),
                _ => return self.settle_points(root),
            };
            let before = self.nodes_of_all();
            self.at_least(root, limit)?;
            for_last = self.nodes_of_all() - before;
        }
        Ok(())
    }

    fn settle_points(&mut self, root: &Node<'_, G>) -> Result<(), Stopped> {
        let Proof { at_least, at_most, .. } = self.root.limits;
        self.reset();
        let score = self.answer_of_all(root, &[], Window::new(at_least.next_down(), at_most.next_up()))?;
        self.root.answer = score;
        if self.doubts == self.root.doubts {
            self.root.limits = Proof::exactly(score);
            self.remember_limits();
        }
        Ok(())
    }
}

/// The step between two distances that are possible in a game.
const fn step<G: Game>() -> u32 {
    // Over the first 100 positions of the set L1_R2, 264 k nodes became 238 k.
    if G::LAST_MOVE_WINS { 2 } else { 1 }
}

/// Which distance to ask about if the true one is in `near..=far`: a quarter of the way from `near` to `far`.
///
/// A question costs more the longer the distance, and what was refuted helps with the next one, so a quarter of the way is
/// better than half. Over the first 100 positions of the set L1_R2: 229 k nodes; with halves 238 k, always with the nearest
/// distance 234 k, always with the farthest but one 262 k.
fn not_far_beyond<G: Game>(near: u32, far: u32) -> u32 {
    near + (far - near) / (4 * step::<G>()) * step::<G>()
}

/// The same where the end is likely to be far off: the longest distance but one.
fn last_but_one<G: Game>(near: u32, far: u32) -> u32 {
    near.max(far - step::<G>())
}

/// Is the distance possible in a game that the last move wins? A win takes an odd number of plies, a loss an even one.
fn is_in_turn(score: Score) -> bool {
    match score.kind() {
        ScoreKind::Win(plies) => plies % 2 == 1,
        ScoreKind::Loss(plies) => plies % 2 == 0,
        ScoreKind::Points(_) => true,
    }
}

//! Speculative techniques: null move, futility, reductions, singular extensions. Each has its own switch, counts as a
//! doubt, and never claims a win or a loss.

use std::sync::LazyLock;

use rootward_game::{Bound, Game, Knowledge, Score, Window};

use super::node::Valued;
use super::{Candidate, Node, Scope, Worker};
use crate::limits::Stopped;
use crate::{Entry, Observer, Remark, Singular, Table, Why};

/// The null move is tried from this depth on. Its reduction is the constant below, plus a third of the depth, plus one ply
/// for every two units that the static evaluation is above beta, at most three.
const NULL_MOVE_MIN_DEPTH: i32 = 3;
const NULL_MOVE_REDUCTION: i32 = 3;
/// Late moves are reduced from this depth and from this place in the move order on.
const LATE_MOVE_MIN_DEPTH: i32 = 2;
const LATE_MOVE_MIN_PLACE: usize = 2;
/// This much history score changes the reduction by one ply.
const HISTORY_PER_PLY: i32 = 16_384;
/// Single moves are pruned by the static evaluation, by their place or by SEE up to this depth.
const MOVE_PRUNING_MAX_DEPTH: i32 = 8;
/// Reverse futility pruning takes the static evaluation less one unit a ply for the value of a node, up to this depth. With
/// more depth the search misses sacrifices (the Win at Chess suite, 40,000 nodes: 65 % solved with 8, 76 % with 5).
const REVERSE_FUTILITY_MAX_DEPTH: i32 = 5;
/// A move is tested for being singular from this depth on, if the table entry is at most the second constant shallower.
const SINGULAR_MIN_DEPTH: i32 = 7;
const SINGULAR_MAX_DEPTH_GAP: i32 = 3;
/// A node without a hash move is reduced from this depth on.
const INTERNAL_REDUCTION_MIN_DEPTH: i32 = 4;

/// Late move reductions in plies, by depth and place: they grow with the logarithm of both.
static REDUCTIONS: LazyLock<[[i8; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|place| {
            let (depth, place) = (depth.max(1) as f64, place.max(1) as f64);
            (0.75 + depth.ln() * place.ln() / 2.25) as i8
        })
    })
});

/// What is known about a node before its moves are searched. The speculative techniques rest on it.
#[derive(Clone, Copy)]
pub(super) struct Assessment {
    /// The side to move is in check: it has to answer a threat at once, and the static evaluation says nothing.
    pub in_check: bool,
    /// The static evaluation for the side to move, or a better estimate from the table.
    pub static_eval: Score,
    /// The static evaluation is higher than two plies ago, at the last turn of the same side.
    pub improving: bool,
    /// The table entry is a lower bound: an earlier search of this node had a beta cut-off.
    pub expects_cutoff: bool,
}

/// A move about to be searched, with everything its reduction depends on.
#[derive(Clone, Copy)]
pub(super) struct LateMove {
    /// The number of moves tried before it.
    pub place: usize,
    /// Plies left after it.
    pub depth: i32,
    /// It gives check: it makes a threat that has to be answered at once.
    pub gives_check: bool,
    /// The assessment of its node.
    pub assessment: Assessment,
}

/// Why a move is pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Omission {
    /// Late move pruning: it is quiet, comes late in the order, and the horizon is near.
    LateMove,
    /// Futility pruning: it is quiet, and the static evaluation plus a margin stays below the window.
    Futile,
    /// Delta pruning: in quiescence, the static evaluation plus the captured piece stays below the window.
    Delta,
    /// Pruning by static exchange evaluation (SEE): it loses material in the exchanges that follow at once.
    LosesMaterial,
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Assesses a node for the speculative techniques.
    pub(super) fn assessment(&mut self, node: &Node<'_, G>, entry: Option<Entry>) -> Assessment {
        if self.static_evals.len() <= node.ply {
            self.static_evals.resize(node.ply + 1, None);
        }
        if self.shared.knowledge.in_check(self.shared.game, node.state) {
            self.static_evals[node.ply] = None;
            let static_eval = -Score::INFINITY;
            return Assessment { in_check: true, static_eval, improving: false, expects_cutoff: false };
        }
        let own = self.estimate(node.state, node.side, node.ply);
        self.static_evals[node.ply] = Some(own);
        let earlier = node.ply.checked_sub(2).and_then(|ply| self.static_evals[ply]);
        let better = entry.filter(|entry| !entry.score.is_decided()).filter(|entry| match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => entry.score > own,
            Bound::AtMost => entry.score < own,
        });
        let static_eval = better.map_or(own, |entry| entry.score);
        let improving = earlier.is_some_and(|earlier| own > earlier);
        let expects_cutoff = entry.is_some_and(|entry| entry.bound == Bound::AtLeast);
        Assessment { in_check: false, static_eval, improving, expects_cutoff }
    }

    /// Ends a node whose static evaluation is far outside the window, or that fails high even after a null move.
    pub(super) fn pruned(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        assessment: Assessment,
    ) -> Result<Option<Valued>, Stopped> {
        if node.ply == 0 || node.excluded.is_some() || assessment.in_check {
            return Ok(None);
        }
        if let Some(margin) = self.shared.techniques.speculative.threshold {
            let value = self.estimate(node.state, node.side, node.ply);
            let decided = !window.beta.is_decided() && value >= window.beta.plus(margin);
            let hopeless = !window.alpha.is_decided() && value <= window.alpha.plus(-margin);
            if decided || hopeless {
                return Ok(Some(self.static_cutoff(window, value, Why::Threshold)));
            }
        }
        if !window.is_scout()
            || window.beta.is_decided()
            || self.shared.knowledge.is_threatened(self.shared.game, node.state)
        {
            return Ok(None);
        }
        if self.shared.techniques.speculative.reverse_futility && node.depth <= REVERSE_FUTILITY_MAX_DEPTH {
            let plies = node.depth - i32::from(assessment.improving);
            let value = assessment.static_eval.plus(-self.units(1, 1).saturating_mul(plies));
            if value >= window.beta {
                return Ok(Some(self.static_cutoff(window, value, Why::ReverseFutility)));
            }
        }
        let worthwhile = self.shared.techniques.speculative.null_move
            && !node.after_null
            && node.depth >= NULL_MOVE_MIN_DEPTH
            && assessment.static_eval >= window.beta;
        if worthwhile { self.null_move(node, window, assessment) } else { Ok(None) }
    }

    fn static_cutoff(&mut self, window: Window, value: Score, why: Why) -> Valued {
        self.doubts += 1;
        self.counts.evaluations += 1;
        Valued::new(value, window.judge(value), why)
    }

    /// A fraction of the evaluation's [unit](rootward_game::Evaluation::unit), at least one point.
    pub(super) fn units(&self, numerator: i32, denominator: i32) -> i32 {
        (self.shared.knowledge.unit().saturating_mul(numerator) / denominator).max(1)
    }

    /// Null-move pruning, by Don Beal and Chrilly Donninger: if the side to move reaches beta even without a move, some
    /// move will reach it, too.
    fn null_move(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        assessment: Assessment,
    ) -> Result<Option<Valued>, Stopped> {
        let Some(state) = self.shared.knowledge.null_move(self.shared.game, node.state) else { return Ok(None) };
        let side = self.shared.game.to_move(&state);
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::NullMove);
        }
        let above = assessment.static_eval.points_above(window.beta) / self.units(2, 1);
        let reduction = NULL_MOVE_REDUCTION + node.depth / 3 + above.clamp(0, 3);
        self.walk(node, None);
        let asked = window.for_child(side != node.side);
        let child = Node::child(node, &state, side, node.depth - 1 - reduction, asked);
        let score = self.node(&Node { after_null: true, ..child })?;
        let score = score.from_child(side != node.side);
        if score < window.beta {
            return Ok(None);
        }
        // The null move is not legal, so a win after it proves nothing.
        self.doubts += 1;
        Ok(Some(Valued::new(score.as_estimate(), Bound::AtLeast, Why::NullMove)))
    }

    /// Internal iterative reduction, by Ed Schröder: is the node searched one ply less deeply because it has no hash move? Its
    /// move order is poor now; when the node is searched again, it will have a hash move.
    pub(super) fn reduces_internally(&self, node: &Node<'_, G>, entry: Option<Entry>) -> bool {
        self.shared.techniques.speculative.internal_iterative_reduction
            && node.depth >= INTERNAL_REDUCTION_MIN_DEPTH
            && node.ply > 0
            && node.excluded.is_none()
            && entry.is_none_or(|entry| entry.best.is_none())
    }

    /// Why a move is pruned, if it is.
    #[inline]
    pub(super) fn omission(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: &Candidate<G::Move>,
        place: usize,
        best: Score,
        assessment: Assessment,
    ) -> Option<Omission> {
        if assessment.in_check {
            None
        } else if node.depth <= 0 {
            self.prunes_capture(node, window, candidate, assessment.static_eval)
        } else if place > 0 && !best.is_loss() {
            self.prunes_move(node, window, candidate, place, assessment)
        } else {
            None
        }
    }

    /// Prunes a move: counts the doubt, removes the mark, and tells the observer.
    #[inline(never)]
    pub(super) fn leave_out(&mut self, node: &Node<'_, G>, mv: G::Move, why: Omission, mark: Option<u64>) {
        self.doubts += 1;
        if mark.is_some() {
            self.release(mark);
        }
        if O::WATCHING {
            self.observer.left_out(node.ply, mv, why);
        }
    }

    /// Is a move near the horizon pruned, and why? Only asked after some move was searched that does not lose. Not inlined, like
    /// everything in the loop over the moves that only some searches use: inlined, it would take registers from all of them.
    #[inline(never)]
    pub(super) fn prunes_move(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: &Candidate<G::Move>,
        place: usize,
        assessment: Assessment,
    ) -> Option<Omission> {
        let speculative = self.shared.techniques.speculative;
        let depth = node.depth;
        // A move that gives check is not quiet.
        let spared = depth > MOVE_PRUNING_MAX_DEPTH || node.ply == 0 || candidate.looks_good();
        if spared || self.shared.knowledge.gives_check(self.shared.game, node.state, candidate.mv) {
            return None;
        }
        if window.is_scout() && !self.shared.knowledge.is_noisy(self.shared.game, node.state, candidate.mv) {
            let late = (3 + depth * depth) / if assessment.improving { 1 } else { 2 };
            if speculative.late_move_pruning && place as i32 >= late {
                return Some(Omission::LateMove);
            }
            let margin = self.units(1, 1).saturating_add(self.units(3, 4).saturating_mul(depth));
            if speculative.futility && assessment.static_eval.plus(margin) <= window.alpha {
                return Some(Omission::Futile);
            }
        }
        let loss = self.units(1, 1).saturating_mul(-depth);
        let loses = speculative.see_pruning
            && !self.shared.knowledge.see_at_least(self.shared.game, node.state, candidate.mv, loss);
        loses.then_some(Omission::LosesMaterial)
    }

    /// Takes the quiet moves from `at` on off the stack: the reason that pruned one of them prunes all later ones.
    #[inline(never)]
    pub(super) fn drop_quiet(&mut self, node: &Node<'_, G>, at: usize, why: Omission) {
        let mut kept = at;
        for place in at..self.moves.len() {
            let candidate = self.moves[place];
            let stays = candidate.looks_bad()
                || self.shared.knowledge.gives_check(self.shared.game, node.state, candidate.mv)
                || self.shared.knowledge.is_noisy(self.shared.game, node.state, candidate.mv);
            if stays {
                self.moves[kept] = candidate;
                kept += 1;
            } else if O::WATCHING {
                self.observer.left_out(node.ply, candidate.mv, why);
            }
        }
        self.moves.truncate(kept);
    }

    /// Is a noisy move (a capture) pruned in quiescence, and why? It loses material by SEE, or wins too little to reach alpha
    /// (delta pruning).
    #[inline(never)]
    pub(super) fn prunes_capture(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: &Candidate<G::Move>,
        static_eval: Score,
    ) -> Option<Omission> {
        let speculative = self.shared.techniques.speculative;
        if speculative.see_pruning && candidate.looks_bad() {
            return Some(Omission::LosesMaterial);
        }
        let hopeless = speculative.delta_pruning && {
            let gain = self.shared.knowledge.gain(self.shared.game, node.state, candidate.mv);
            static_eval.plus(gain.saturating_add(self.units(2, 1))) <= window.alpha
        };
        hopeless.then_some(Omission::Delta)
    }

    /// Late move reductions: by how many plies a move is searched less deeply at first, because late moves are rarely best.
    #[inline(never)]
    pub(super) fn reduction(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: &Candidate<G::Move>,
        late_move: LateMove,
    ) -> i32 {
        let LateMove { place, depth, gives_check, assessment } = late_move;
        let late = self.shared.techniques.speculative.late_move_reductions
            && place >= LATE_MOVE_MIN_PLACE
            && depth >= LATE_MOVE_MIN_DEPTH
            && !assessment.in_check
            && !candidate.looks_good();
        if !late {
            return 0;
        }
        let mut reduction = i32::from(REDUCTIONS[depth.min(63) as usize][place.min(63)]);
        reduction += i32::from(!assessment.improving);
        // A cut-off was expected and the first move did not cause it: the others are even less likely to.
        reduction += i32::from(assessment.expects_cutoff && window.is_scout());
        reduction -= i32::from(!window.is_scout()) + i32::from(gives_check) + i32::from(candidate.is_killer());
        if candidate.looks_bad() {
            reduction -= 1;
        } else {
            reduction -= (self.history_of(node, candidate.mv) / HISTORY_PER_PLY).clamp(-2, 2);
        }
        let reduction = reduction.clamp(0, depth - 1);
        if O::WATCHING && reduction > 0 {
            self.observer.remark(node.ply, Remark::Reduction(reduction as u32));
        }
        reduction
    }

    /// The hash move, if it is singular (all others are far worse) and so is extended. In the lecture's form the others are
    /// taken off the move stack instead, and `left_out` is set.
    #[inline]
    pub(super) fn singular_move(
        &mut self,
        node: &Node<'_, G>,
        entry: Option<Entry>,
        base: usize,
        left_out: &mut bool,
    ) -> Result<Option<u16>, Stopped> {
        let form = self.shared.techniques.speculative.singular_extension;
        if !S::ANYTHING || form == Singular::Off || node.ply == 0 || node.excluded.is_some() {
            return Ok(None);
        }
        let Some((entry, best)) = entry.and_then(|entry| Some((entry, entry.best?))) else { return Ok(None) };
        if !self.is_singular(node, entry, best)? {
            return Ok(None);
        }
        match form {
            // No line is extended beyond twice the depth of the iteration.
            Singular::Extend => Ok((node.ply < 2 * self.root.depth as usize).then_some(best)),
            Singular::PruneSiblings | Singular::Off => {
                let kept = self.moves[base..].iter().position(|candidate| candidate.index == best);
                if let Some(place) = kept {
                    let dropped = self.moves.len() - base - 1;
                    self.moves.swap(base, base + place);
                    self.moves.truncate(base + 1);
                    self.doubts += u64::from(dropped > 0);
                    *left_out |= dropped > 0;
                    if O::WATCHING {
                        self.observer.remark(node.ply, Remark::Width { kept: 1, dropped });
                    }
                }
                Ok(None)
            }
        }
    }

    /// Do all moves but the hash move stay well below its value in a search to half the depth?
    fn is_singular(&mut self, node: &Node<'_, G>, entry: Entry, best: u16) -> Result<bool, Stopped> {
        let known = entry.bound != Bound::AtMost && !entry.score.is_decided();
        let deep = node.depth >= SINGULAR_MIN_DEPTH && i32::from(entry.depth) >= node.depth - SINGULAR_MAX_DEPTH_GAP;
        if !known || !deep {
            return Ok(false);
        }
        let limit = entry.score.plus(-self.units(node.depth, 48));
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::SingularTest);
        }
        let window = Window::new(limit.next_down(), limit);
        let same = Node::new(node.state, node.side, node.ply, (node.depth - 1) / 2, window);
        let others = self.node(&Node { excluded: Some(best), after_null: true, ..same })?;
        Ok(others < limit)
    }
}

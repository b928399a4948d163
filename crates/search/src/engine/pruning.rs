//! Techniques that guess: each is switched on alone, counts as a doubt, and never claims a win or a loss.

use std::sync::LazyLock;

use rootward_game::{Bound, Game, Knowledge, Score, Window};

use super::node::Valued;
use super::{Candidate, Node, Scope, Worker};
use crate::limits::Stopped;
use crate::{Entry, Observer, Omission, Remark, Singular, Table, Why};

/// A null move is worth trying from this depth on; it is searched shallower by so much, by a third of the depth, and by a
/// ply for every two units that the static value is above beta, three at most.
const NULL_MOVE_FROM: i32 = 3;
const NULL_MOVE_REDUCTION: i32 = 3;
/// Late moves are reduced from this depth and this place in the order on.
const REDUCE_FROM_DEPTH: i32 = 2;
const REDUCE_FROM_PLACE: usize = 2;
/// So much of the history makes a ply of reduction more or less.
const HISTORY_OF_A_PLY: i32 = 16_384;
/// Moves and nodes are given up on static grounds no farther than this from the horizon.
const NEAR_THE_HORIZON: i32 = 8;
/// A node is taken to be as good as its static value, less a unit for each ply, no farther than this from the horizon: farther
/// up, sacrifices would go unseen (the Win at Chess suite, 40,000 nodes: 65 % solved with 8, 76 % with 5).
const REVERSE_FUTILITY_UP_TO: i32 = 5;
/// Whether a move is singular is tested from this depth on, with table entries at most so much shallower.
const SINGULAR_FROM: i32 = 7;
const SINGULAR_ENTRY_GAP: i32 = 3;
/// A node without a known move is searched shallower from this depth on.
const INTERNAL_FROM: i32 = 4;

/// How much shallower late moves are looked at, by depth and place: grows with the logarithm of both.
static REDUCTIONS: LazyLock<[[i8; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|place| {
            let (depth, place) = (depth.max(1) as f64, place.max(1) as f64);
            (0.75 + depth.ln() * place.ln() / 2.25) as i8
        })
    })
});

/// What a node looks like before its moves are searched. Guesses rest on it.
#[derive(Clone, Copy)]
pub(super) struct Assessment {
    /// A threat has to be answered: the static value says nothing.
    pub forced: bool,
    /// The static value for the side to move, or a better one that the table knows.
    pub value: Score,
    /// The side to move stands better than at its last turn.
    pub improving: bool,
    /// The table remembers a value above the window that was asked with then: some move was too good.
    pub expects_cutoff: bool,
}

/// A move about to be searched, as far as reductions go by it.
#[derive(Clone, Copy)]
pub(super) struct LateMove {
    /// So many moves were tried before.
    pub place: usize,
    /// Plies left after it.
    pub depth: i32,
    /// It makes a threat that has to be answered.
    pub gives_check: bool,
    /// What its node looks like.
    pub assessment: Assessment,
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Looks at a node for the guesses to come.
    pub(super) fn assessment(&mut self, node: &Node<'_, G>, entry: Option<Entry>) -> Assessment {
        if self.statics.len() <= node.ply {
            self.statics.resize(node.ply + 1, None);
        }
        if self.knowledge.in_check(self.game, node.state) {
            self.statics[node.ply] = None;
            return Assessment { forced: true, value: -Score::INFINITY, improving: false, expects_cutoff: false };
        }
        let own = self.estimate(node.state, node.side);
        self.statics[node.ply] = Some(own);
        let earlier = node.ply.checked_sub(2).and_then(|ply| self.statics[ply]);
        let better = entry.filter(|entry| !entry.score.is_decided()).filter(|entry| match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => entry.score > own,
            Bound::AtMost => entry.score < own,
        });
        let value = better.map_or(own, |entry| entry.score);
        let improving = earlier.is_some_and(|earlier| own > earlier);
        let expects_cutoff = entry.is_some_and(|entry| entry.bound == Bound::AtLeast);
        Assessment { forced: false, value, improving, expects_cutoff }
    }

    /// Ends a node whose static value is far outside the window, or that is too good even after doing nothing.
    pub(super) fn pruned(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        assessment: Assessment,
    ) -> Result<Option<Valued>, Stopped> {
        if node.ply == 0 || node.excluded.is_some() || assessment.forced {
            return Ok(None);
        }
        if let Some(margin) = self.techniques.speculative.threshold {
            let value = self.estimate(node.state, node.side);
            let decided = !window.beta.is_decided() && value >= window.beta.plus(margin);
            let hopeless = !window.alpha.is_decided() && value <= window.alpha.plus(-margin);
            if decided || hopeless {
                return Ok(Some(self.guessed(window, value, Why::Threshold)));
            }
        }
        if !window.is_scout() || window.beta.is_decided() {
            return Ok(None);
        }
        if self.techniques.speculative.reverse_futility && node.depth <= REVERSE_FUTILITY_UP_TO {
            let plies = node.depth - i32::from(assessment.improving);
            let value = assessment.value.plus(-self.units(1, 1).saturating_mul(plies));
            if value >= window.beta {
                return Ok(Some(self.guessed(window, value, Why::ReverseFutility)));
            }
        }
        let worthwhile = self.techniques.speculative.null_move
            && !node.after_null
            && node.depth >= NULL_MOVE_FROM
            && assessment.value >= window.beta;
        if worthwhile { self.null_move(node, window, assessment) } else { Ok(None) }
    }

    fn guessed(&mut self, window: Window, value: Score, why: Why) -> Valued {
        self.doubts += 1;
        self.counts.evaluations += 1;
        Valued::new(value, window.judge(value), why)
    }

    /// A fraction of what a clear advantage is worth, at least a point.
    pub(super) fn units(&self, numerator: i32, denominator: i32) -> i32 {
        (self.knowledge.unit().saturating_mul(numerator) / denominator).max(1)
    }

    /// If doing nothing already holds beta, some move will (null-move pruning, by Don Beal and Chrilly Donninger).
    fn null_move(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        assessment: Assessment,
    ) -> Result<Option<Valued>, Stopped> {
        let Some(state) = self.knowledge.null_move(self.game, node.state) else { return Ok(None) };
        let side = self.game.to_move(&state);
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::NullMove);
        }
        let above = assessment.value.points_above(window.beta) / self.units(2, 1);
        let reduction = NULL_MOVE_REDUCTION + node.depth / 3 + above.clamp(0, 3);
        self.walk(node, None);
        let score = self.node(&Node {
            state: &state,
            side,
            ply: node.ply + 1,
            depth: node.depth - 1 - reduction,
            window: window.for_child(side != node.side),
            excluded: None,
            after_null: true,
            probe: false,
            limits: None,
        })?;
        let score = score.from_child(side != node.side);
        if score < window.beta {
            return Ok(None);
        }
        // A win found after a move that is not in the rules is no win.
        self.doubts += 1;
        Ok(Some(Valued::new(score.as_estimate(), Bound::AtLeast, Why::NullMove)))
    }

    /// Is a node to be searched a ply less deeply because the table knows no move to begin with? The order is poor, and when the
    /// node comes up again it will be better (internal iterative reduction, by Ed Schröder).
    pub(super) fn reduces_internally(&self, node: &Node<'_, G>, entry: Option<Entry>) -> bool {
        self.techniques.speculative.internal_iterative_reduction
            && node.depth >= INTERNAL_FROM
            && node.ply > 0
            && node.excluded.is_none()
            && entry.is_none_or(|entry| entry.best.is_none())
    }

    /// Is a move near the horizon not worth looking at? Only asked once a move was searched that does not lose. Out of line, as
    /// is all that only some searches ask in the loop over the moves: there it would take registers from all of them.
    #[inline(never)]
    pub(super) fn prunes_move(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: &Candidate<G::Move>,
        place: usize,
        assessment: Assessment,
    ) -> Option<Omission> {
        let speculative = self.techniques.speculative;
        let depth = node.depth;
        // A move that makes a threat is no quiet one, whatever else it does.
        let spared = depth > NEAR_THE_HORIZON || node.ply == 0 || candidate.looks_good();
        if spared || self.knowledge.gives_check(self.game, node.state, candidate.mv) {
            return None;
        }
        if window.is_scout() && !self.knowledge.is_noisy(self.game, node.state, candidate.mv) {
            let late = (3 + depth * depth) / if assessment.improving { 1 } else { 2 };
            if speculative.late_move_pruning && place as i32 >= late {
                return Some(Omission::LateMove);
            }
            let margin = self.units(1, 1).saturating_add(self.units(3, 4).saturating_mul(depth));
            if speculative.futility && assessment.value.plus(margin) <= window.alpha {
                return Some(Omission::Futile);
            }
        }
        let loss = self.units(1, 1).saturating_mul(-depth);
        let loses = speculative.see_pruning && !self.knowledge.see_at_least(self.game, node.state, candidate.mv, loss);
        loses.then_some(Omission::LosesMaterial)
    }

    /// Takes the quiet moves from `at` on off the stack: what left one of them out leaves out all that come after it.
    #[inline(never)]
    pub(super) fn drop_quiet(&mut self, node: &Node<'_, G>, at: usize, why: Omission) {
        let mut kept = at;
        for place in at..self.moves.len() {
            let candidate = self.moves[place];
            let stays = candidate.looks_bad()
                || self.knowledge.gives_check(self.game, node.state, candidate.mv)
                || self.knowledge.is_noisy(self.game, node.state, candidate.mv);
            if stays {
                self.moves[kept] = candidate;
                kept += 1;
            } else if O::WATCHING {
                self.observer.left_out(node.ply, candidate.mv, why);
            }
        }
        self.moves.truncate(kept);
    }

    /// Is a noisy move at the horizon not worth looking at? It looks bad, or cannot win enough to reach the window.
    #[inline(never)]
    pub(super) fn prunes_capture(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: &Candidate<G::Move>,
        value: Score,
    ) -> Option<Omission> {
        let speculative = self.techniques.speculative;
        if speculative.see_pruning && candidate.looks_bad() {
            return Some(Omission::LosesMaterial);
        }
        let hopeless = speculative.delta_pruning && {
            let gain = self.knowledge.gain(self.game, node.state, candidate.mv);
            value.plus(gain.saturating_add(self.units(2, 1))) <= window.alpha
        };
        hopeless.then_some(Omission::Delta)
    }

    /// Late moves rarely matter: look shallower first (late-move reductions).
    #[inline(never)]
    pub(super) fn reduction(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: &Candidate<G::Move>,
        trial: LateMove,
    ) -> i32 {
        let LateMove { place, depth, gives_check, assessment } = trial;
        let late = self.techniques.speculative.late_move_reductions
            && place >= REDUCE_FROM_PLACE
            && depth >= REDUCE_FROM_DEPTH
            && !assessment.forced
            && !candidate.looks_good();
        if !late {
            return 0;
        }
        let mut reduction = i32::from(REDUCTIONS[depth.min(63) as usize][place.min(63)]);
        reduction += i32::from(!assessment.improving);
        // The move that was expected to cut has not: the others are even less likely to.
        reduction += i32::from(assessment.expects_cutoff && window.is_scout());
        reduction -= i32::from(!window.is_scout()) + i32::from(gives_check) + i32::from(candidate.is_killer());
        if candidate.looks_bad() {
            reduction -= 1;
        } else {
            reduction -= (self.history_of(node, candidate.mv) / HISTORY_OF_A_PLY).clamp(-2, 2);
        }
        let reduction = reduction.clamp(0, depth - 1);
        if O::WATCHING && reduction > 0 {
            self.observer.remark(node.ply, Remark::Reduction(reduction as u32));
        }
        reduction
    }

    /// The table's move, if it is to be searched deeper because all others are far worse. In the lecture's form the
    /// others are taken off the move stack instead, and `left_out` is set.
    #[inline]
    pub(super) fn singular_move(
        &mut self,
        node: &Node<'_, G>,
        entry: Option<Entry>,
        base: usize,
        left_out: &mut bool,
    ) -> Result<Option<u16>, Stopped> {
        let form = self.techniques.speculative.singular_extension;
        if !S::ANYTHING || form == Singular::Off || node.ply == 0 || node.excluded.is_some() {
            return Ok(None);
        }
        let Some((entry, best)) = entry.and_then(|entry| Some((entry, entry.best?))) else { return Ok(None) };
        if !self.is_singular(node, entry, best)? {
            return Ok(None);
        }
        match form {
            // Extensions must not feed on themselves: no line gets longer than twice the iteration's depth.
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

    /// Do all moves but the table's fail to come near its value, even at half the depth?
    fn is_singular(&mut self, node: &Node<'_, G>, entry: Entry, best: u16) -> Result<bool, Stopped> {
        let known = entry.bound != Bound::AtMost && !entry.score.is_decided();
        let deep = node.depth >= SINGULAR_FROM && i32::from(entry.depth) >= node.depth - SINGULAR_ENTRY_GAP;
        if !known || !deep {
            return Ok(false);
        }
        let limit = entry.score.plus(-self.units(node.depth, 48));
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::SingularTest);
        }
        let others = self.node(&Node {
            state: node.state,
            side: node.side,
            ply: node.ply,
            depth: (node.depth - 1) / 2,
            window: Window::new(limit.next_down(), limit),
            excluded: Some(best),
            after_null: true,
            probe: false,
            limits: None,
        })?;
        Ok(others < limit)
    }
}

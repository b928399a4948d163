//! Techniques that guess: each is switched on alone, counts as a doubt, and never claims a win or a loss.

use rootward_game::{Bound, Game, Knowledge, Window};

use super::node::Valued;
use super::{Node, Worker};
use crate::limits::Stopped;
use crate::{Entry, Observer, Remark, Singular, Table, Why};

/// A null move is worth trying from this depth on, and is searched so much shallower.
const NULL_MOVE_FROM: i32 = 3;
const NULL_MOVE_REDUCTION: i32 = 2;
/// Late moves are reduced from this depth and this place in the order on.
const REDUCE_FROM_DEPTH: i32 = 3;
const REDUCE_FROM_PLACE: usize = 3;
/// Whether a move is singular is tested from this depth on, with table entries at most so much shallower.
const SINGULAR_FROM: i32 = 5;
const SINGULAR_ENTRY_GAP: i32 = 3;

impl<G, K, T, O> Worker<'_, G, K, T, O>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
{
    /// Ends a node whose static value is far outside the window, or that is too good even after doing nothing.
    pub(super) fn settled_by_guess(&mut self, node: &Node<'_, G>, window: Window) -> Result<Option<Valued>, Stopped> {
        if node.ply == 0 || node.excluded.is_some() {
            return Ok(None);
        }
        let value = self.estimate(node.state, node.side);
        if let Some(margin) = self.techniques.speculative.threshold {
            let decided = !window.beta.is_decided() && value >= window.beta.plus(margin);
            let hopeless = !window.alpha.is_decided() && value <= window.alpha.plus(-margin);
            if decided || hopeless {
                self.doubts += 1;
                self.counts.evaluations += 1;
                return Ok(Some(Valued::new(value, window.judge(value), Why::Threshold)));
            }
        }
        let worthwhile = self.techniques.speculative.null_move
            && !node.after_null
            && node.depth >= NULL_MOVE_FROM
            && window.is_scout()
            && !window.beta.is_decided()
            && value >= window.beta;
        if worthwhile { self.null_move(node, window) } else { Ok(None) }
    }

    /// If doing nothing already holds beta, some move will (null-move pruning, by Don Beal and Chrilly Donninger).
    fn null_move(&mut self, node: &Node<'_, G>, window: Window) -> Result<Option<Valued>, Stopped> {
        let Some(state) = self.knowledge.pass(self.game, node.state) else { return Ok(None) };
        let side = self.game.to_move(&state);
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::NullMove);
        }
        let score = self.node(&Node {
            state: &state,
            side,
            ply: node.ply + 1,
            depth: node.depth - 1 - NULL_MOVE_REDUCTION,
            window: window.for_child(side != node.side),
            excluded: None,
            after_null: true,
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

    /// Late moves rarely matter: look shallower first (late-move reductions).
    #[inline]
    pub(super) fn reduction(&mut self, node: &Node<'_, G>, mv: G::Move, place: usize, depth: i32) -> i32 {
        let late = self.techniques.speculative.late_move_reductions
            && place >= REDUCE_FROM_PLACE
            && depth >= REDUCE_FROM_DEPTH
            && node.ply > 0;
        if !late || self.is_noisy(node, mv) {
            return 0;
        }
        // One ply, and one more for every eight moves that were tried before.
        let reduction = (1 + place as i32 / 8).min(depth - 1);
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::Reduction(reduction as u32));
        }
        reduction
    }

    fn is_noisy(&self, node: &Node<'_, G>, mv: G::Move) -> bool {
        let mut noisy = false;
        self.knowledge.noisy_moves(self.game, node.state, &mut |other| noisy |= other == mv);
        noisy
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
        let form = self.techniques.speculative.singular;
        if form == Singular::Off || node.ply == 0 || node.excluded.is_some() {
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
        let limit = entry.score.plus(-self.knowledge.unit());
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::SingularTest);
        }
        let others = self.node(&Node {
            state: node.state,
            side: node.side,
            ply: node.ply,
            depth: node.depth / 2,
            window: Window::new(limit.next_down(), limit),
            excluded: Some(best),
            after_null: true,
            limits: None,
        })?;
        Ok(others < limit)
    }
}

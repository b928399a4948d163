//! **The one search recursion**: principal variation search (PVS) with everything that a game's knowledge can add.
//!
//! The steps at a node, each a function with a name; 7 to 9 stand in `move_loop.rs`, and one move of a node in `child.rs`:
//!
//! 1. The game is over: its own value comes before any depth limit.
//! 2. The position repeats an earlier one: a draw.
//! 3. Limits that need no search: mate distance, and proofs by the game's knowledge.
//! 4. The transposition table: an entry may end the node.
//! 5. The horizon: the static evaluation, or quiescence.
//! 6. A chance node: the average of its outcomes, and none of the steps below. At other nodes, pruning of the whole node:
//!    threshold, reverse futility, null move.
//! 7. The table entries of the children and proofs about them are used before any child is searched (ETC).
//! 8. The moves, best first: the first with the whole window, the others with a null window (a scout search).
//! 9. The value is stored in the table, with its bound, its depth and whether it is proven.

use rootward_game::{Bound, Game, Knowledge, Outcome, Proof, Score, Side, Window};

use super::move_loop::BeforeMoves;
use super::{MAX_PLY, Scope, TO_THE_END, Worker};
use crate::limits::Stopped;
use crate::{Departure, Observer, Table, Visit, Why};

/// A node to be searched.
pub(crate) struct Node<'s, G: Game> {
    pub state: &'s G::State,
    /// Who is to move.
    pub side: Side,
    pub ply: usize,
    /// Plies left to the horizon; near [`TO_THE_END`] there is no horizon; at or below 0 the node is in quiescence.
    pub depth: i32,
    pub window: Window,
    /// A move that is not searched, to find the value of the others.
    pub excluded: Option<u16>,
    /// No null move here: the last move was one, and a second would only undo it.
    pub after_null: bool,
    /// A cut-off is expected here: the parent expects none, and this is not the parent's first move or that one's refutation.
    pub cut_node: bool,
    /// Only one move is searched: its value is a bound of the node's value.
    pub probe: bool,
    /// The place on the stack of proofs of what the parent has already proven about the node, with this window.
    pub proof: Option<usize>,
}

impl<'s, G: Game> Node<'s, G> {
    /// A position `ply` plies from the root, with nothing special about it.
    #[inline]
    pub(super) fn new(state: &'s G::State, side: Side, ply: usize, depth: i32, window: Window) -> Self {
        Node {
            state,
            side,
            ply,
            depth,
            window,
            excluded: None,
            after_null: false,
            cut_node: false,
            probe: false,
            proof: None,
        }
    }

    /// The root.
    #[inline]
    pub(super) fn root(state: &'s G::State, side: Side, depth: i32, window: Window) -> Self {
        Node::new(state, side, 0, depth, window)
    }

    /// A position one ply below `parent`; the window is the child's own.
    #[inline]
    pub(super) fn child(parent: &Node<'_, G>, state: &'s G::State, side: Side, depth: i32, window: Window) -> Self {
        Node::new(state, side, parent.ply + 1, depth, window)
    }
}

/// A node's value, its bound, and where it comes from.
#[derive(Clone, Copy)]
pub(super) struct Valued {
    pub score: Score,
    pub bound: Bound,
    pub why: Why,
}

impl Valued {
    pub(super) fn new(score: Score, bound: Bound, why: Why) -> Valued {
        Valued { score, bound, why }
    }

    /// A child's value as its parent sees it.
    #[inline]
    pub(super) fn for_parent(self, turn_passed: bool) -> Valued {
        let bound = if turn_passed { -self.bound } else { self.bound };
        Valued { score: self.score.from_child(turn_passed), bound, why: self.why }
    }
}

/// From this ply on, every position was reached by a candidate move of a position that no proof could settle.
pub(super) const FORESEEN_FROM: usize = 3;

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// The value of a node for the side to move, distances counted from the node.
    ///
    /// Exact inside the window; an upper bound at or below alpha; a lower bound at or above beta.
    pub(super) fn node(&mut self, node: &Node<'_, G>) -> Result<Score, Stopped> {
        self.tick()?;
        self.deepest = self.deepest.max(node.ply);
        if O::WATCHING {
            let window = self.shown_window(node.side, node.ply, node.window);
            let depth = (node.depth < TO_THE_END / 2).then_some(node.depth);
            let Node { state, side, ply, .. } = *node;
            let chance = self.is_chance(state);
            self.observer.enter(&Visit { state, side, chance, via: self.via.take(), ply, depth, window });
        }
        let valued = self.value(node)?;
        if O::WATCHING {
            let departure = self.departure(node, valued);
            self.observer.leave(node.ply, departure);
        }
        if G::HAS_CHANCE {
            self.last_bound = valued.bound;
        }
        Ok(valued.score)
    }

    /// Converts a value at `node` into the observer's form.
    pub(super) fn departure(&self, node: &Node<'_, G>, valued: Valued) -> Departure {
        let value = self.shown(node.side, node.ply, valued.score);
        let bound = if node.side == Side::First { valued.bound } else { -valued.bound };
        Departure { value, bound, why: valued.why }
    }

    #[inline(always)]
    fn value(&mut self, node: &Node<'_, G>) -> Result<Valued, Stopped> {
        // 1. Terminal utility comes before depth. At the root, a draw that may be claimed has not been claimed.
        if !(self.is_foreseeing() && node.ply >= FORESEEN_FROM)
            && let Some(outcome) = self.shared.game.outcome(node.state)
            && !(G::NO_PROGRESS_RULE && node.ply == 0 && self.shared.game.may_be_claimed(node.state))
        {
            return Ok(self.over(node, outcome));
        }
        // 2. A repeated position is a draw.
        if G::CAN_REPEAT && node.ply > 0 && self.repeats(node) {
            self.counts.terminals += 1;
            // With chance, repeating may be part of the best average, so the argument in `repetition.rs` does not hold.
            self.doubts += u64::from(self.mode.has_chance);
            return Ok(Valued::new(Score::DRAW, Bound::Exact, Why::Repetition));
        }
        // 3. The window shrinks to the values that the limits allow.
        let mut window = node.window;
        let mut limits = Proof::nothing();
        let mut note = None;
        // With a move excluded, a proof about the whole position says nothing. The root has to name a move.
        if (!S::ANYTHING || self.mode.limiting) && !self.leaves_one_out(node) && node.ply > 0 {
            let proof = match node.proof {
                Some(place) => self.proofs[place],
                None => {
                    let proof = self.limits(node.state, node.ply, window);
                    if let Some(valued) = self.settled_by(&proof, window) {
                        return Ok(valued);
                    }
                    proof
                }
            };
            note = self.is_proving().then_some(proof.note);
            limits = proof.limits();
            window.alpha = window.alpha.max(limits.at_least.next_down());
            window.beta = window.beta.min(limits.at_most);
        }
        // 4. The table.
        let key = self.table_key(node);
        let recalled = key.and_then(|key| self.recall(node, key));
        if let Some(recalled) = recalled
            && let Some(valued) = self.settled_by_entry(node, window, recalled)
        {
            return Ok(valued);
        }
        let entry = recalled.map(|recalled| recalled.entry);
        // 5. The horizon.
        if S::ANYTHING && node.depth <= 0 || node.ply >= MAX_PLY {
            return self.horizon(node, window, limits, key);
        }
        // 6. Chance nodes; at other nodes, pruning of the whole node.
        if self.is_chance(node.state) {
            return self.chance(node, window, limits, key);
        }
        let mut assessment = None;
        if self.is_pruning() {
            let seen = self.assessment(node, entry);
            if let Some(valued) = self.pruned(node, window, seen)? {
                return Ok(valued);
            }
            assessment = Some(seen);
        }
        let reduced;
        let node = if self.is_pruning() && self.reduces_internally(node, entry) {
            reduced = Node { depth: node.depth - 1, ..*node };
            &reduced
        } else {
            node
        };
        self.search_moves(node, window, BeforeMoves { limits, note, key, entry, assessment })
    }

    #[inline]
    pub(super) fn over(&mut self, node: &Node<'_, G>, outcome: Outcome) -> Valued {
        self.counts.terminals += 1;
        self.note_count(node.state, outcome);
        Valued::new(outcome.score_for(node.side), Bound::Exact, Why::Terminal)
    }

    /// Counts a draw by the no-progress rule.
    #[inline(always)]
    pub(super) fn note_count(&mut self, state: &G::State, outcome: Outcome) {
        if G::NO_PROGRESS_RULE && outcome == Outcome::Draw && self.shared.game.plies_to_draw(state) == 0 {
            self.counted += 1;
        }
    }

    fn repeats(&mut self, node: &Node<'_, G>) -> bool {
        let reversible = self.shared.game.reversible_plies(node.state);
        self.shared.game.key(node.state).is_some_and(|key| self.path.repeats(key, reversible))
    }

    /// A value with its bound and origin, if they are used: only observers and chance nodes use them.
    #[inline]
    pub(super) fn valued(score: Score, bound: Bound, why: Why) -> Valued {
        match O::WATCHING || G::HAS_CHANCE {
            true => Valued::new(score, bound, why),
            false => Valued::new(score, Bound::Exact, Why::Searched),
        }
    }
}

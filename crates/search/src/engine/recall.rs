//! What the table knows, about a node and about its children.

use rootward_game::{Bound, Game, Knowledge, Score, Side, TableKey, Window};

use super::node::{FORESEEN_FROM, Valued};
use super::{Node, Scope, TO_THE_END, Worker};
use crate::{Entry, Observer, Remark, Table, Why};

/// Children are looked at first only this far above the horizon: nearer to it a look costs as much as a search. Connect
/// Four to depth 12: 86 M instructions with 2, 68 M with 5, 66 M with 6.
const LOOK_FROM: i32 = 5;

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Values are stored for whole positions above the horizon only, and where the question goes far enough.
    #[inline]
    pub(super) fn table_key(&self, node: &Node<'_, G>) -> Option<TableKey> {
        let wanted = T::PRESENT
            && (!S::ANYTHING || self.techniques.sound.table)
            && (!S::ANYTHING || node.depth > 0 || self.is_quiescing())
            && !self.leaves_one_out(node)
            && !node.window.looks_no_farther_than(K::NEAR_END);
        if wanted { self.key_of(node.state) } else { None }
    }

    /// Step 4: an entry ends the node if it is deep enough and on the right side of the window.
    #[inline]
    pub(super) fn settled_by_entry(&mut self, node: &Node<'_, G>, window: Window, entry: Entry) -> Option<Valued> {
        // On the principal line the moves are wanted too, and the root must always choose one. When solving, the value
        // comes first: without the table a game of points could take for ever.
        let open_line =
            self.techniques.sound.scout && !window.is_scout() && node.depth < TO_THE_END / 2 && self.chances_above == 0;
        let used = node.ply > 0 && !open_line && self.trusts(entry, node.depth) && decides(entry, window);
        if O::WATCHING {
            let value = self.shown(node.side, node.ply, entry.score);
            let bound = if node.side == Side::First { entry.bound } else { -entry.bound };
            self.observer.remark(node.ply, Remark::TableHit { value, bound, used });
        }
        used.then(|| self.use_entry(entry))
    }

    pub(super) fn use_entry(&mut self, entry: Entry) -> Valued {
        self.counts.table_hits += 1;
        self.doubts += u64::from(!entry.proven);
        Valued::new(entry.score, entry.bound, Why::Table)
    }

    /// Does an entry say what a search to `depth` would? A proven one says it for every depth that reaches as far.
    #[inline]
    pub(super) fn trusts(&self, entry: Entry, depth: i32) -> bool {
        let needed = self.stored_depth(depth);
        entry.depth == needed
            || entry.proven && entry.depth < needed
            || self.techniques.farsighted.deeper_entries && (entry.depth > needed || entry.proven)
    }

    /// Step 7: before any child is searched, the table or a proof may know enough of some: a good one ends the node
    /// (enhanced transposition cut-off, by Jonathan Schaeffer and Aske Plaat), a bad one is taken off the move stack.
    /// Gives the best value so found. `note` is the node's own proof's.
    #[inline]
    pub(super) fn look_at_children(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        base: usize,
        note: Option<u64>,
    ) -> Score {
        let mut best = -Score::INFINITY;
        let sound = &self.techniques.sound;
        let wanted = !S::ANYTHING || sound.table && sound.child_lookup && node.depth >= LOOK_FROM;
        // What repeats depends on the line, which the table does not know.
        if !T::PRESENT || !wanted || !window.is_scout() || node.ply == 0 || self.leaves_one_out(node) || G::CAN_REPEAT {
            return best;
        }
        // Proofs first: they need no memory, and what they settle is not looked up.
        if self.is_foreseeing()
            && node.ply + 1 >= FORESEEN_FROM
            && let Some(note) = note
        {
            best = self.settle_by_proofs(node, window, base, note);
        }
        // What is asked about the children looks two plies farther, as does what their entries would answer.
        let near = K::NEAR_END > 0 && window.looks_no_farther_than(K::NEAR_END + 2);
        if best >= window.beta || near {
            return best;
        }
        // All look-ups are under way before the first is waited for.
        for candidate in &self.moves[base..] {
            if let Some(key) = self.key_of(&self.game.apply(node.state, candidate.mv)) {
                self.table.prefetch(key.key);
            }
        }
        self.settle_children(node, window, base, best, |worker, at| worker.stored_child(node, window, at))
    }

    /// A loop of its own, around the proofs themselves: what is the same for all children is looked at once.
    #[inline(never)]
    fn settle_by_proofs(&mut self, node: &Node<'_, G>, window: Window, base: usize, note: u64) -> Score {
        let proofs_from = self.proofs.len();
        let settle = |worker: &mut Self, at| worker.proven_child(node, window, at, note, proofs_from);
        self.settle_children(node, window, base, -Score::INFINITY, settle)
    }

    /// Takes the moves that `settle` has an answer for off the stack; ends as soon as one is good enough.
    #[inline(always)]
    fn settle_children(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        base: usize,
        mut best: Score,
        settle: impl Fn(&mut Self, usize) -> Option<Valued>,
    ) -> Score {
        let mut at = base;
        while at < self.moves.len() && best < window.beta {
            let mv = self.moves[at].mv;
            match settle(self, at) {
                None => at += 1,
                Some(valued) => {
                    best = best.max(valued.score);
                    self.moves.swap_remove(at);
                    if O::WATCHING {
                        let departure = self.departure(node, valued);
                        self.observer.settled(node.ply, mv, departure);
                    }
                }
            }
        }
        best
    }

    /// The value of a move for the mover, if a proof answers the window's question about it. Every child that is looked at is
    /// [foreseen](FORESEEN_FROM).
    #[inline(always)]
    fn proven_child(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        at: usize,
        note: u64,
        proofs_from: usize,
    ) -> Option<Valued> {
        let child = self.game.apply(node.state, self.moves[at].mv);
        let turn_passed = self.side_after(node, &child) != node.side;
        let asked = window.for_child(turn_passed);
        let limits = self.within_distance(self.knowledge.prove_after_candidate(self.game, &child, asked, Some(note)));
        let valued = self.settled_by(limits, asked);
        if valued.is_none() {
            self.proofs.push(limits);
            self.moves[at].proof = u16::try_from(self.proofs.len() - proofs_from).unwrap_or(0);
        }
        valued.map(|valued| valued.for_parent(turn_passed))
    }

    /// The value of a move for the mover, if the table answers the window's question about it.
    #[inline]
    fn stored_child(&mut self, node: &Node<'_, G>, window: Window, at: usize) -> Option<Valued> {
        let child = self.game.apply(node.state, self.moves[at].mv);
        let turn_passed = self.side_after(node, &child) != node.side;
        let entry = self.key_of(&child).and_then(|key| self.table.probe(key.key))?;
        let answers = self.trusts(entry, node.depth - 1) && decides(entry, window.for_child(turn_passed));
        answers.then(|| self.use_entry(entry).for_parent(turn_passed))
    }

    /// Depths as the table stores them; 255 is to the end of the game.
    #[inline(always)]
    pub(super) fn stored_depth(&self, depth: i32) -> u8 {
        if S::ANYTHING { depth.clamp(0, 255) as u8 } else { 255 }
    }

    /// The key that a position's value is stored under.
    #[inline]
    pub(super) fn key_of(&self, state: &G::State) -> Option<TableKey> {
        match self.is_proving() {
            true => self.knowledge.table_key(self.game, state),
            false => self.game.key(state).map(TableKey::of),
        }
    }
}

/// Is an entry's value on the right side of the window to answer its question?
#[inline]
pub(super) fn decides(entry: Entry, window: Window) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => entry.score >= window.beta,
        Bound::AtMost => entry.score <= window.alpha,
    }
}

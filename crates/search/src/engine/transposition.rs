//! What the table knows, about a node and about its children.

use rootward_game::{Bound, Game, Knowledge, Score, Side, TableKey, Window};

use super::node::{FORESEEN_FROM, Valued};
use super::{Node, Scope, TO_THE_END, Worker, no_progress};
use crate::{Entry, Observer, Remark, Table, Why};

/// Children are looked at first only this far above the horizon: nearer to it a look costs as much as a search. Connect
/// Four to depth 12: 86 M instructions with 2, 68 M with 5, 66 M with 6.
const LOOK_FROM: i32 = 5;

/// What the table knows about a node.
#[derive(Clone, Copy)]
pub(super) struct Recalled {
    pub entry: Entry,
    /// It was stored for the position with its count of plies without progress.
    pub counted: bool,
}

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
            && (!S::ANYTHING || self.techniques.sound.transposition_table)
            && (!S::ANYTHING || node.depth > 0 || self.is_quiescing())
            && !self.leaves_one_out(node)
            && !node.window.looks_no_farther_than(K::NEAR_END);
        let mut key = if wanted { self.key_of(node.state)? } else { return None };
        if G::CAN_REPEAT {
            let salt = self.path.salt();
            if salt != 0 && self.game.reversible_plies(node.state) > node.ply {
                key.key ^= salt;
            }
        }
        Some(key)
    }

    /// What the table knows about a node, as far as it holds with the node's count of plies without progress.
    #[inline]
    pub(super) fn recall(&self, node: &Node<'_, G>, key: TableKey) -> Option<Recalled> {
        if G::NO_PROGRESS_RULE {
            return self.recall_with_count(node, key.key);
        }
        self.table.probe(key.key).map(|entry| Recalled { entry, counted: false })
    }

    fn recall_with_count(&self, node: &Node<'_, G>, key: u64) -> Option<Recalled> {
        let left = self.game.plies_to_draw(node.state);
        let any = self.table.probe(key);
        let near = self.is_near_to_draw(node, left);
        let held = any.filter(|entry| entry.proven || !near).and_then(|entry| no_progress::held(entry, left));
        if near || any.is_some() && held != any {
            let counted = self.table.probe(no_progress::key(key, left));
            if let Some(entry) = counted {
                return Some(Recalled { entry, counted: true });
            }
        }
        held.or(any.map(no_progress::move_alone)).map(|entry| Recalled { entry, counted: false })
    }

    /// Remembers a value; `counted` says whether it rests on the no-progress rule.
    #[inline]
    pub(super) fn remember(&self, node: &Node<'_, G>, key: TableKey, entry: Entry, counted: bool) {
        match G::NO_PROGRESS_RULE {
            true => self.remember_with_count(node, key.key, entry, counted),
            false => self.table.store(key.key, entry),
        }
    }

    fn remember_with_count(&self, node: &Node<'_, G>, key: u64, entry: Entry, counted: bool) {
        let left = self.game.plies_to_draw(node.state);
        let near = self.is_near_to_draw(node, left);
        let for_any = !self.has_chance && (!counted || no_progress::ends_within(entry.score, left));
        if for_any && (entry.proven || !near) {
            self.table.store(key, entry);
        }
        if near || !for_any || no_progress::held(entry, left) != Some(entry) {
            self.table.store(no_progress::key(key, left), entry);
        }
    }

    /// Does the depth reach as far as the draw by the no-progress rule? There a search sees every end, and estimates by another
    /// count are of no use. Averages mix wins and draws, so with chance no count answers for another.
    #[inline]
    fn is_near_to_draw(&self, node: &Node<'_, G>, left: u32) -> bool {
        i64::from(left) <= i64::from(node.depth) || self.has_chance
    }

    /// Step 4: an entry ends the node if it is deep enough and on the right side of the window.
    #[inline]
    pub(super) fn settled_by_entry(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        recalled: Recalled,
    ) -> Option<Valued> {
        let Recalled { entry, counted } = recalled;
        // On the principal line the moves are wanted too, and the root must always choose one. When solving, the value
        // comes first: without the table a game of points could take for ever.
        let open_line =
            self.techniques.sound.pvs && !window.is_scout() && node.depth < TO_THE_END / 2 && self.chances_above == 0;
        let used = node.ply > 0 && !open_line && self.trusts(entry, node.depth) && decides(entry, window);
        if O::WATCHING {
            let value = self.shown(node.side, node.ply, entry.score);
            let bound = if node.side == Side::First { entry.bound } else { -entry.bound };
            self.observer.remark(node.ply, Remark::TableHit { value, bound, used });
        }
        if G::NO_PROGRESS_RULE && used {
            self.counted += u64::from(counted);
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
        let wanted = !S::ANYTHING || sound.transposition_table && sound.etc && node.depth >= LOOK_FROM;
        // What repeats depends on the line, and a no-progress rule on the count, which the entries of children do not know.
        let own = !G::CAN_REPEAT && !G::NO_PROGRESS_RULE;
        if !T::PRESENT || !wanted || !window.is_scout() || node.ply == 0 || self.leaves_one_out(node) || !own {
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

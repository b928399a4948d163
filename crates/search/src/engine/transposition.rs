//! Uses of the transposition table: entries of a node, and entries of its children (ETC).

use rootward_game::{Game, Knowledge, Score, Side, TableKey, Window};

use super::node::{FORESEEN_FROM, Valued};
use super::{Node, Scope, TO_THE_END, Worker, no_progress};
use crate::{Entry, Observer, Remark, Table, Why};

/// ETC is used from this depth on: nearer to the horizon it costs as much as a search. Connect Four to depth 12: 86 M
/// instructions with 2, 68 M with 5, 66 M with 6.
const ETC_MIN_DEPTH: i32 = 5;

/// The table's entry for a node.
#[derive(Clone, Copy)]
pub(super) struct Recalled {
    pub entry: Entry,
    /// It was stored for the position together with its count of plies without progress.
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
    /// The key of a node; none where the table is not used: for a node with an excluded move, at the horizon unless quiescence
    /// is on, and for windows that only ask about an end within [`rootward_game::Proofs::NEAR_END`] plies.
    #[inline]
    pub(super) fn table_key(&self, node: &Node<'_, G>) -> Option<TableKey> {
        let wanted = T::PRESENT
            && (!S::ANYTHING || self.shared.techniques.sound.transposition_table)
            && (!S::ANYTHING || node.depth > 0 || self.is_quiescing())
            && !self.leaves_one_out(node)
            && !node.window.looks_no_farther_than(K::NEAR_END);
        let mut key = if wanted { self.key_of(node.state)? } else { return None };
        if G::CAN_REPEAT {
            let salt = self.path.salt();
            if salt != 0 && self.shared.game.reversible_plies(node.state) > node.ply {
                key.key ^= salt;
            }
        }
        Some(key)
    }

    /// The entry of a node, as far as it holds with the node's count of plies without progress.
    #[inline]
    pub(super) fn recall(&self, node: &Node<'_, G>, key: TableKey) -> Option<Recalled> {
        if G::NO_PROGRESS_RULE {
            return self.recall_with_count(node, key.key);
        }
        self.shared.table.probe(key.key).map(|entry| Recalled { entry, counted: false })
    }

    fn recall_with_count(&self, node: &Node<'_, G>, key: u64) -> Option<Recalled> {
        let left = self.shared.game.plies_to_draw(node.state);
        let any = self.shared.table.probe(key);
        let near = self.is_near_to_draw(node, left);
        let held = any.filter(|entry| entry.proven || !near).and_then(|entry| no_progress::held(entry, left));
        if near || any.is_some() && held != any {
            let counted = self.shared.table.probe(no_progress::key(key, left));
            if let Some(entry) = counted {
                return Some(Recalled { entry, counted: true });
            }
        }
        held.or(any.map(no_progress::move_alone)).map(|entry| Recalled { entry, counted: false })
    }

    /// Stores an entry; `counted` says whether it rests on the no-progress rule.
    #[inline]
    pub(super) fn remember(&self, node: &Node<'_, G>, key: TableKey, entry: Entry, counted: bool) {
        match G::NO_PROGRESS_RULE {
            true => self.remember_with_count(node, key.key, entry, counted),
            false => self.shared.table.store(key.key, entry),
        }
    }

    fn remember_with_count(&self, node: &Node<'_, G>, key: u64, entry: Entry, counted: bool) {
        let left = self.shared.game.plies_to_draw(node.state);
        let near = self.is_near_to_draw(node, left);
        let for_any = !self.mode.has_chance && (!counted || no_progress::ends_within(entry.score, left));
        if for_any && (entry.proven || !near) {
            self.shared.table.store(key, entry);
        }
        if near || !for_any || no_progress::held(entry, left) != Some(entry) {
            self.shared.table.store(no_progress::key(key, left), entry);
        }
    }

    /// Does the depth reach the draw by the no-progress rule? Then the search sees the end of every line, and estimates found
    /// with another count are of no use. Averages mix wins and draws, so with chance no count can stand for another.
    #[inline]
    fn is_near_to_draw(&self, node: &Node<'_, G>, left: u32) -> bool {
        i64::from(left) <= i64::from(node.depth) || self.mode.has_chance
    }

    /// Step 4: an entry ends the node if it is deep enough and its bound decides the window.
    #[inline]
    pub(super) fn settled_by_entry(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        recalled: Recalled,
    ) -> Option<Valued> {
        let Recalled { entry, counted } = recalled;
        // PV nodes are searched for their moves, and the root must choose one. When solving, PV nodes use the table as well:
        // without it, a game of points could take forever.
        let open_line = self.shared.techniques.sound.pvs
            && !window.is_scout()
            && node.depth < TO_THE_END / 2
            && self.chances_above == 0;
        let used = node.ply > 0 && !open_line && self.trusts(entry, node.depth) && decides(entry, window);
        // An entry that is reduced to its move has no value to show.
        if O::WATCHING && entry.score > -Score::INFINITY {
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

    /// Does an entry stand for a search to `depth`? A proven one does for every depth that is at least its own.
    #[inline]
    pub(super) fn trusts(&self, entry: Entry, depth: i32) -> bool {
        let needed = self.stored_depth(depth);
        entry.depth == needed
            || entry.proven && entry.depth < needed
            || self.shared.techniques.farsighted.deeper_entries && (entry.depth > needed || entry.proven)
    }

    /// Step 7, enhanced transposition cut-off (ETC, by Jonathan Schaeffer and Aske Plaat): before any child is searched, the
    /// table or a proof may settle some. A value of beta or more ends the node; a lower one takes the move off the move stack.
    /// Returns the best value found. `note` belongs to the proof about the node itself.
    #[inline]
    pub(super) fn look_at_children(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        base: usize,
        note: Option<K::Note>,
    ) -> Score {
        let mut best = -Score::INFINITY;
        let sound = &self.shared.techniques.sound;
        let wanted = !S::ANYTHING || sound.transposition_table && sound.etc && node.depth >= ETC_MIN_DEPTH;
        // Repetitions depend on the line and the no-progress rule on the count; entries of children know neither.
        let own = !G::CAN_REPEAT && !G::NO_PROGRESS_RULE && !G::MOVES_ARE_COSTLY;
        if !T::PRESENT || !wanted || !window.is_scout() || node.ply == 0 || self.leaves_one_out(node) || !own {
            return best;
        }
        // Proofs first: they read no memory, and a child that they settle needs no table look-up.
        if self.is_foreseeing()
            && node.ply + 1 >= FORESEEN_FROM
            && let Some(note) = note
        {
            best = match self.shared.tablebase {
                None => self.settle_by_proofs::<false>(node, window, base, note),
                Some(_) => self.settle_by_proofs::<true>(node, window, base, note),
            };
        }
        // The table is not used for near ends; a window for the children reaches two plies farther.
        let near = K::NEAR_END > 0 && window.looks_no_farther_than(K::NEAR_END + 2);
        if best >= window.beta || near {
            return best;
        }
        // All entries are prefetched before the first is read.
        for candidate in &self.moves[base..] {
            if let Some(key) = self.key_of(&self.shared.game.apply(node.state, candidate.mv)) {
                self.shared.table.prefetch(key.key);
            }
        }
        self.settle_children(node, window, base, best, |worker, at| worker.stored_child(node, window, at))
    }

    /// Settles children by proofs, with a tablebase or without. Not inlined: this way the compiler moves everything that is the same for all children out of
    /// the loop.
    #[inline(never)]
    fn settle_by_proofs<const TABLEBASE: bool>(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        base: usize,
        note: K::Note,
    ) -> Score {
        let proofs_from = self.proofs.len();
        let settle = |worker: &mut Self, at| worker.proven_child::<TABLEBASE>(node, window, at, note, proofs_from);
        self.settle_children(node, window, base, -Score::INFINITY, settle)
    }

    /// Takes the moves that `settle` has a value for off the stack; ends as soon as one reaches beta.
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

    /// The value of a move for the side that makes it, if a proof decides the window. For every child here the knowledge
    /// [foresees the end](FORESEEN_FROM).
    #[inline(always)]
    fn proven_child<const TABLEBASE: bool>(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        at: usize,
        note: K::Note,
        proofs_from: usize,
    ) -> Option<Valued> {
        let child = self.shared.game.apply(node.state, self.moves[at].mv);
        let turn_passed = self.side_after(node, &child) != node.side;
        let asked = window.for_child(turn_passed);
        let limits = self.within_distance(match TABLEBASE {
            true => self.prove_after_candidate(&child, asked, Some(note)),
            false => self.shared.knowledge.prove_after_candidate(self.shared.game, &child, asked, Some(note)),
        });
        let valued = self.settled_by(&limits, asked);
        if valued.is_none() {
            self.proofs.push(limits);
            self.moves[at].proof = u16::try_from(self.proofs.len() - proofs_from).unwrap_or(0);
        }
        valued.map(|valued| valued.for_parent(turn_passed))
    }

    /// The value of a move for the side that makes it, if the table decides the window.
    #[inline]
    fn stored_child(&mut self, node: &Node<'_, G>, window: Window, at: usize) -> Option<Valued> {
        let child = self.shared.game.apply(node.state, self.moves[at].mv);
        let turn_passed = self.side_after(node, &child) != node.side;
        let entry = self.key_of(&child).and_then(|key| self.shared.table.probe(key.key))?;
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
            true => self.shared.knowledge.table_key(self.shared.game, state),
            false => self.shared.game.key(state).map(TableKey::of),
        }
    }
}

/// Does the bound of an entry decide the window?
#[inline]
pub(super) fn decides(entry: Entry, window: Window) -> bool {
    entry.bound.decides(entry.score, window)
}

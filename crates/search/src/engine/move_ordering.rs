//! Move ordering: the hash move, then by the game's static priority, then killers, then history, then as the game lists them.

use rootward_game::{Game, Knowledge, Side};

use super::{Node, Scope, Worker};
use crate::{Histories, Observer, Remark, Sound, Table};

/// A move of some node on the path.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    /// Higher goes first. All criteria are packed into one number, so each move costs one comparison.
    rank: i64,
    pub mv: M,
    /// Its number in the order in which the game lists the moves.
    pub index: u16,
    /// The place, from 1, of the proof about the position after it among the node's proofs; 0 for none.
    pub proof: u16,
}

/// A stable sort, lowest rank first. The ranks are computed first and sorted as numbers: the compiler makes one such sort, and
/// not another for each game and each kind of search.
pub(crate) fn sort_by_rank<T>(items: &mut [T], rank: impl FnMut(&T) -> i64) {
    items.sort_by_cached_key(rank);
}

/// Killers, the histories, and what is needed to find a move's scores in them.
pub(crate) struct MoveHistory<M> {
    /// For each ply, the last two different moves that caused a cut-off there, the latest first.
    killers: Vec<[Option<M>; 2]>,
    /// The number of history slots of each side.
    slots: usize,
    /// The slots of the moves that led to the current node, by ply.
    trail: Vec<Option<usize>>,
    pub(super) learned: Histories,
}

/// History scores stay within ±this.
const HISTORY_LIMIT: i32 = 1 << 14;
/// Makes the sum of three history scores positive, so that it fits the bits of the rank.
const HISTORY_OFFSET: i64 = 1 << 17;
/// The most that one cut-off changes a history score.
const HISTORY_STEP: i32 = 1600;
/// Deferred moves have this rank or less: they come after all others, in the order in which they were deferred.
const PUT_OFF: i64 = i64::MIN / 2;
const INDEX_BITS: u32 = 10;
const INDEX_MASK: i64 = (1 << INDEX_BITS) - 1;
const KILLER_BITS: u32 = 30;
const PRIORITY_BITS: u32 = 32;

/// Killers and history as they apply to the moves of one node.
struct LearnedOrder<'m, M> {
    killers: [Option<M>; 2],
    side: usize,
    /// The history scores of all moves; empty if history is off.
    history: &'m [i16],
    /// The continuation scores after the last move and after the one before it; empty if there are none.
    continuation: [&'m [i16]; 2],
}

impl<M: Copy + Eq> LearnedOrder<'_, M> {
    /// What it adds to a move's rank. With [`rootward_game::MoveOrdering::HISTORY_PER_POINT`], the history score adds points to the priority;
    /// without it, the score only orders moves of equal priority.
    #[inline]
    fn rank(&self, mv: M, slot: impl FnOnce() -> usize, history_per_point: Option<i32>) -> i64 {
        let [latest, older] = self.killers;
        let killer = if latest == Some(mv) { 2 } else { i64::from(older == Some(mv)) };
        if self.history.is_empty() {
            return killer << KILLER_BITS;
        }
        let count = self.count(slot());
        let points = history_per_point.map_or(0, |score| i64::from(count.div_euclid(score)));
        (points << PRIORITY_BITS) + (killer << KILLER_BITS | (HISTORY_OFFSET + i64::from(count)) << INDEX_BITS)
    }

    /// The history score of a move: the sum of its history and of its continuation history after the last two moves.
    #[inline]
    fn count(&self, slot: usize) -> i32 {
        let after = |row: &[i16]| row.get(slot).map_or(0, |&count| i32::from(count));
        i32::from(self.history[slot * 2 + self.side]) + after(self.continuation[0]) + after(self.continuation[1])
    }
}

/// A rank by static priority, and among equals by the order in which the game lists them; killers and history come between.
#[inline]
fn rank(priority: i32, index: u16) -> i64 {
    i64::from(priority) << PRIORITY_BITS | (INDEX_MASK - (i64::from(index) & INDEX_MASK))
}

impl<M: Copy + Eq> MoveHistory<M> {
    pub(crate) fn new(slots: usize, learned: Histories) -> MoveHistory<M> {
        MoveHistory { killers: Vec::new(), slots, trail: Vec::new(), learned }
    }

    /// Killers and history for the moves at `ply`, as far as they are switched on.
    #[inline]
    fn order(&self, sound: Sound, ply: usize, side: Side) -> Option<LearnedOrder<'_, M>> {
        let counts = sound.history && self.slots > 0;
        if !sound.killers && !counts {
            return None;
        }
        let killers = if sound.killers { self.killers.get(ply).copied().unwrap_or_default() } else { [None; 2] };
        let side = side.index();
        if !counts {
            return Some(LearnedOrder { killers, side, history: &[], continuation: [&[]; 2] });
        }
        let [last, before] = self.continuation_rows(ply);
        let continuation = [self.continuation_row(0, last), self.continuation_row(1, before)];
        Some(LearnedOrder { killers, side, history: &self.learned.history, continuation })
    }

    #[inline]
    fn continuation_row(&self, table: usize, row: Option<usize>) -> &[i16] {
        row.map_or(&[], |row| &self.learned.continuation[table][row..row + self.slots])
    }

    fn remember_killer(&mut self, ply: usize, mv: M) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Records the move that leads to the next ply; none for a null move.
    #[inline]
    fn walk(&mut self, ply: usize, slot: Option<usize>) {
        if self.trail.len() <= ply {
            self.trail.resize(ply + 1, None);
        }
        self.trail[ply] = slot;
    }

    /// For moves at `ply`: where the continuation scores after the last move and after the one before it begin.
    #[inline]
    fn continuation_rows(&self, ply: usize) -> [Option<usize>; 2] {
        if self.learned.continuation[0].is_empty() {
            return [None; 2];
        }
        let row = |back: usize| ply.checked_sub(back).and_then(|at| *self.trail.get(at)?).map(|slot| slot * self.slots);
        [row(1), row(2)]
    }

    fn change(&mut self, slot: usize, side: usize, rows: [Option<usize>; 2], step: i32) {
        nudge(&mut self.learned.history[slot * 2 + side], step);
        for (table, row) in self.learned.continuation.iter_mut().zip(rows) {
            if let Some(row) = row {
                nudge(&mut table[row + slot], step);
            }
        }
    }
}

/// What capture history adds to a priority.
#[inline]
fn capture_points<G: Game, K: Knowledge<G>>(score: i16) -> i32 {
    i32::from(score) / K::CAPTURE_HISTORY_PER_POINT
}

/// Moves a history score towards the limit, by less the nearer it is (history gravity).
fn nudge(count: &mut i16, step: i32) {
    let old = i32::from(*count);
    *count = (old + step - old * step.abs() / HISTORY_LIMIT) as i16;
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Puts the node's moves on the move stack. Returns whether some were left out by a width limit.
    #[inline]
    pub(super) fn collect(&mut self, node: &Node<'_, G>, note: Option<K::Note>) -> bool {
        let base = self.moves.len();
        if node.ply == 0 && !self.leaves_one_out(node) {
            self.root.hand_out(&mut self.moves);
        } else {
            let proving = self.is_proving();
            let moves = &mut self.moves;
            let mut index = 0;
            let mut push = |mv| {
                moves.push(Candidate::new(mv, index));
                index = u16::saturating_add(index, 1);
            };
            if proving {
                self.shared.knowledge.candidates(self.shared.game, node.state, note, &mut push);
            } else {
                self.shared.game.moves(node.state, &mut push);
            }
            if let Some(excluded) = node.excluded
                && let Some(place) = self.moves[base..].iter().position(|candidate| candidate.index == excluded)
            {
                self.moves.swap_remove(base + place);
            }
        }
        let speculative = &self.shared.techniques.speculative;
        let limited = speculative.width.is_some() || speculative.width_margin.is_some();
        S::ANYTHING && limited && self.limit_width(node, base)
    }

    /// Puts the noisy moves of a node at the horizon on the move stack, ranked.
    pub(super) fn collect_noisy(&mut self, node: &Node<'_, G>) {
        let (game, knowledge, by_priority) =
            (self.shared.game, self.shared.knowledge, self.shared.techniques.sound.static_ordering);
        let state = node.state;
        let learned = self.move_history.order(self.shared.techniques.sound, node.ply, node.side);
        let captures = &self.move_history.learned.captures;
        let (moves, learned) = (&mut self.moves, learned.as_ref());
        let mut index = 0;
        knowledge.noisy_moves(game, state, &mut move |mv| {
            let mut candidate = Candidate::new(mv, index);
            let mut priority = if by_priority { knowledge.priority(game, state, mv) } else { 0 };
            if priority != 0 && !captures.is_empty() {
                let slot = knowledge.capture_slot(game, state, mv);
                priority += slot.map_or(0, |slot| capture_points::<G, K>(captures[slot * 2 + node.side.index()]));
            }
            candidate.rank = rank(priority, index);
            if let Some(learned) = learned {
                candidate.rank += learned.rank(mv, || knowledge.history_slot(game, state, mv), K::HISTORY_PER_POINT);
            }
            moves.push(candidate);
            index = u16::saturating_add(index, 1);
        });
    }

    /// Brings the hash move to the front. Returns whether there is one.
    #[inline]
    pub(super) fn put_first(&mut self, base: usize, hint: Option<u16>) -> bool {
        let hint = hint.filter(|_| !S::ANYTHING || self.shared.techniques.sound.hash_move);
        let place = hint.and_then(|hint| self.moves[base..].iter().position(|candidate| candidate.index == hint));
        if let Some(place) = place {
            self.moves.swap(base, base + place);
        }
        place.is_some()
    }

    /// Ranks the moves from `base` on the stack; the proofs about the positions after some of them begin at `proofs_from`.
    #[inline]
    pub(super) fn rank(&mut self, node: &Node<'_, G>, base: usize, proofs_from: usize) {
        let by_priority = !S::ANYTHING || self.shared.techniques.sound.static_ordering;
        let (game, knowledge) = (self.shared.game, self.shared.knowledge);
        for candidate in &mut self.moves[base..] {
            let mv = candidate.mv;
            let mut priority = match candidate.proof {
                _ if !by_priority => 0,
                0 => knowledge.priority(game, node.state, mv),
                place => {
                    let note = self.proofs[proofs_from + usize::from(place) - 1].note;
                    let noted = knowledge.priority_from_note(game, node.state, mv, note);
                    noted.unwrap_or_else(|| knowledge.priority(game, node.state, mv))
                }
            };
            if S::ANYTHING && priority != 0 && !self.move_history.learned.captures.is_empty() {
                let slot = knowledge.capture_slot(game, node.state, mv);
                let scores = &self.move_history.learned.captures;
                priority += slot.map_or(0, |slot| capture_points::<G, K>(scores[slot * 2 + node.side.index()]));
            }
            candidate.rank = rank(priority, candidate.index);
        }
        if let Some(learned) = self.move_history.order(self.shared.techniques.sound, node.ply, node.side) {
            for candidate in &mut self.moves[base..] {
                let mv = candidate.mv;
                let slot = || knowledge.history_slot(game, node.state, mv);
                candidate.rank += learned.rank(mv, slot, K::HISTORY_PER_POINT);
            }
        }
    }

    /// For a probe: keeps only the move that would go first. If `choose_from` is `base`, that is the one with the highest rank.
    pub(super) fn keep_first(&mut self, base: usize, choose_from: usize) {
        if choose_from == base {
            self.choose_next(base);
        }
        self.moves.truncate(base + 1);
    }

    /// Brings the move with the highest rank from `at` on to `at`. Selecting one by one costs less than sorting, since most
    /// nodes end after one or two moves.
    #[inline]
    pub(super) fn choose_next(&mut self, at: usize) {
        let rest = &mut self.moves[at..];
        let Some((first, others)) = rest.split_first_mut() else { return };
        let mut highest = first.rank;
        let mut best = None;
        for candidate in others {
            if candidate.rank > highest {
                highest = candidate.rank;
                best = Some(candidate);
            }
        }
        if let Some(best) = best {
            std::mem::swap(first, best);
        }
    }

    /// [`choose_next`](Self::choose_next), but a move that another thread is searching is deferred, once (ABDADA). Returns the
    /// key of the position after the chosen move if this thread marked it and has to release it.
    #[inline(never)]
    pub(super) fn choose_with_others(
        &mut self,
        node: &Node<'_, G>,
        at: usize,
        choosing: bool,
        first: bool,
    ) -> Option<u64> {
        let abdada = &self.shared.team?.abdada;
        loop {
            // Deferred moves rank below the others, whether these are ranked or not.
            if choosing || !first {
                self.choose_next(at);
            }
            let key = self.key_of(&self.shared.game.apply(node.state, self.moves[at].mv))?.key;
            let put_off = self.moves[at].rank <= PUT_OFF;
            if first || put_off || !abdada.is_marked(key) {
                return abdada.mark(key).then_some(key);
            }
            self.moves[at].rank = PUT_OFF - at as i64;
        }
    }

    /// Updates killers and history: the move at `at` on the stack caused a cut-off, those from `base` on before it did not.
    #[inline]
    pub(super) fn credit(&mut self, node: &Node<'_, G>, base: usize, at: usize) {
        let mv = self.moves[at].mv;
        if self.shared.techniques.sound.killers {
            self.move_history.remember_killer(node.ply, mv);
        }
        if !self.shared.techniques.sound.history || self.move_history.slots == 0 {
            return;
        }
        // With quiescence, captures and other noisy moves are ordered by their priority, and history is kept for quiet ones.
        let quiet_only = self.shared.techniques.speculative.quiescence > 0;
        let counts = |mv| !quiet_only || !self.shared.knowledge.is_noisy(self.shared.game, node.state, mv);
        // A cut-off at a higher depth changes the history more.
        let depth = node.depth.clamp(1, 30);
        let step = (16 * depth * depth + 32 * depth).min(HISTORY_STEP);
        if S::ANYTHING && !self.move_history.learned.captures.is_empty() {
            self.credit_captures(node, base, at, step);
        }
        if !counts(mv) {
            return;
        }
        let rows = self.move_history.continuation_rows(node.ply);
        for (place, candidate) in self.moves[base..=at].iter().enumerate() {
            if counts(candidate.mv) {
                let slot = self.shared.knowledge.history_slot(self.shared.game, node.state, candidate.mv);
                let step = if base + place == at { step } else { -step };
                self.move_history.change(slot, node.side.index(), rows, step);
            }
        }
    }

    /// Updates capture history: the move at `at` caused a cut-off, the captures before it did not.
    fn credit_captures(&mut self, node: &Node<'_, G>, base: usize, at: usize, step: i32) {
        for (place, candidate) in self.moves[base..=at].iter().enumerate() {
            if let Some(slot) = self.shared.knowledge.capture_slot(self.shared.game, node.state, candidate.mv) {
                let step = if base + place == at { step } else { -step };
                nudge(&mut self.move_history.learned.captures[slot * 2 + node.side.index()], step);
            }
        }
    }

    /// Records the move that leads from `node` to the next node; none for a null move.
    #[inline]
    pub(super) fn walk(&mut self, node: &Node<'_, G>, mv: Option<G::Move>) {
        if !self.move_history.learned.continuation[0].is_empty() {
            let side = node.side.index();
            let slot = mv.map(|mv| self.shared.knowledge.history_slot(self.shared.game, node.state, mv) * 2 + side);
            self.move_history.walk(node.ply, slot);
        }
    }

    /// The history score of a move: positive if such moves often cause a cut-off.
    pub(super) fn history_of(&self, node: &Node<'_, G>, mv: G::Move) -> i32 {
        let sound = Sound { killers: false, ..self.shared.techniques.sound };
        let learned = self.move_history.order(sound, node.ply, node.side);
        learned.map_or(0, |learned| learned.count(self.shared.knowledge.history_slot(self.shared.game, node.state, mv)))
    }

    /// Is a move noisy, such as a capture?
    #[inline]
    pub(super) fn is_noisy(&self, node: &Node<'_, G>, mv: G::Move) -> bool {
        self.shared.knowledge.is_noisy(self.shared.game, node.state, mv)
    }

    /// Forward pruning by width: keeps only the moves with the best static evaluation, and counts a doubt. Returns whether any
    /// move was dropped.
    fn limit_width(&mut self, node: &Node<'_, G>, base: usize) -> bool {
        let mut moves = self.moves.split_off(base);
        for candidate in &mut moves {
            let child = self.shared.game.apply(node.state, candidate.mv);
            let value = match self.shared.game.outcome(&child) {
                Some(outcome) => outcome.score_for(node.side),
                None => self.estimate(&child, node.side, node.ply + 1),
            };
            candidate.rank = i64::from(value.to_raw());
        }
        sort_by_rank(&mut moves, |candidate| -candidate.rank);
        let speculative = self.shared.techniques.speculative;
        let best = moves.first().map_or(0, |candidate| candidate.rank);
        let near = |c: &Candidate<_>| speculative.width_margin.is_none_or(|margin| best - c.rank <= i64::from(margin));
        let within_margin = moves.iter().take_while(|c| near(c)).count();
        let kept = within_margin.min(speculative.width.unwrap_or(usize::MAX)).max(1).min(moves.len());
        let dropped = moves.len() - kept;
        if dropped > 0 {
            self.doubts += 1;
            if O::WATCHING {
                self.observer.remark(node.ply, Remark::Width { kept, dropped });
            }
        }
        moves.truncate(kept);
        self.moves.append(&mut moves);
        dropped > 0
    }
}

impl<M> Candidate<M> {
    /// Not ranked yet.
    #[inline]
    fn new(mv: M, index: u16) -> Candidate<M> {
        Candidate { rank: 0, mv, index, proof: 0 }
    }

    /// Its priority is below 0: by the game's knowledge it is worse than no move at all. Known once it is ranked.
    #[inline]
    pub(super) fn looks_bad(&self) -> bool {
        self.rank < 0
    }

    /// Its priority is above 0: by the game's knowledge it is better than a quiet move. Known once it is ranked.
    #[inline]
    pub(super) fn looks_good(&self) -> bool {
        self.rank >> PRIORITY_BITS > 0
    }

    /// It is a killer: it caused a cut-off at the same ply. Known once it is ranked.
    #[inline]
    pub(super) fn is_killer(&self) -> bool {
        self.rank >> KILLER_BITS & 3 != 0
    }

    /// An outcome of chance; these are not ranked.
    pub(super) fn outcome(mv: M, place: usize) -> Candidate<M> {
        Candidate::new(mv, u16::try_from(place).unwrap_or(u16::MAX))
    }

    /// A move at the root; these are in order already.
    pub(super) fn at_root(mv: M, index: u16, place: usize) -> Candidate<M> {
        Candidate { rank: -(place as i64), ..Candidate::new(mv, index) }
    }
}

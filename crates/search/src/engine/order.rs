//! Which move first: the table's, then by the game's advice, then killers, then history, then as given.

use rootward_game::{Game, Knowledge, Proof};

use super::{Busy, Node, Worker};
use crate::{Observer, Remark, Table};

/// A move of some node on the path.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    /// Higher goes first. All criteria in one number, so that choosing is one comparison a move.
    rank: i64,
    pub mv: M,
    /// Its number in the order given by the game.
    pub index: u16,
    /// What a look at the position behind it has proven, for the question that was asked then.
    pub limits: Option<Proof>,
}

/// What the search has learned about moves, whatever the position.
pub(crate) struct Memory<M> {
    /// Two moves for each ply that caused a cut there, the latest first.
    killers: Vec<[Option<M>; 2]>,
    /// How many different moves are told apart for each side.
    slots: usize,
    /// For each slot and side, how often such moves caused a cut rather than not.
    history: Vec<i16>,
    /// The same for a move after another: one table for the opponent's last move, one for one's own before it.
    replies: [Vec<i16>; 2],
    /// The slots of the moves that led to the current node, by ply.
    trail: Vec<Option<usize>>,
}

/// Counts of the history stay within ±this.
const HISTORY_LIMIT: i32 = 1 << 14;
/// Makes the sum of three counts positive, to fit the rank's bits.
const HISTORY_OFFSET: i64 = 1 << 17;
/// The most that one cut changes a count.
const HISTORY_STEP: i32 = 1600;
/// Moves that are put off rank here and below: after all others, in the order in which they were put off.
const PUT_OFF: i64 = i64::MIN / 2;
const INDEX_BITS: u32 = 10;
const INDEX_MASK: i64 = (1 << INDEX_BITS) - 1;
const KILLER_BITS: u32 = 30;
const ADVICE_BITS: u32 = 32;

impl<M: Copy + Eq> Memory<M> {
    pub(crate) fn new(slots: usize, replies: bool) -> Memory<M> {
        let pairs = if replies { 2 * slots * slots } else { 0 };
        Memory {
            killers: Vec::new(),
            slots,
            history: vec![0; 2 * slots],
            replies: [vec![0; pairs], vec![0; pairs]],
            trail: Vec::new(),
        }
    }

    fn killer_rank(&self, ply: usize, mv: M) -> i64 {
        match self.killers.get(ply) {
            Some(&[Some(latest), _]) if latest == mv => 2,
            Some(&[_, Some(older)]) if older == mv => 1,
            _ => 0,
        }
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

    /// Says by which move the node at the next ply is reached; none for a null move.
    #[inline]
    fn walk(&mut self, ply: usize, slot: Option<usize>) {
        if self.trail.len() <= ply {
            self.trail.resize(ply + 1, None);
        }
        self.trail[ply] = slot;
    }

    /// Where the counts of replies to the last move and to the one before it begin, for moves at `ply`.
    #[inline]
    fn reply_rows(&self, ply: usize) -> [Option<usize>; 2] {
        if self.replies[0].is_empty() {
            return [None; 2];
        }
        let row = |back: usize| ply.checked_sub(back).and_then(|at| *self.trail.get(at)?).map(|slot| slot * self.slots);
        [row(1), row(2)]
    }

    /// The sum of what is known about a move: its slot with its side, and after the last moves.
    #[inline]
    fn count(&self, slot: usize, side: usize, rows: [Option<usize>; 2]) -> i32 {
        let mut count = i32::from(self.history[slot * 2 + side]);
        for (table, row) in self.replies.iter().zip(rows) {
            count += row.map_or(0, |row| i32::from(table[row + slot]));
        }
        count
    }

    fn change(&mut self, slot: usize, side: usize, rows: [Option<usize>; 2], step: i32) {
        nudge(&mut self.history[slot * 2 + side], step);
        for (table, row) in self.replies.iter_mut().zip(rows) {
            if let Some(row) = row {
                nudge(&mut table[row + slot], step);
            }
        }
    }
}

/// Moves a count towards the limit on the step's side, the less the nearer it is.
fn nudge(count: &mut i16, step: i32) {
    let old = i32::from(*count);
    *count = (old + step - old * step.abs() / HISTORY_LIMIT) as i16;
}

impl<G, K, T, O> Worker<'_, G, K, T, O>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
{
    /// Puts the node's moves on the move stack. Says whether some were left out on a guess.
    #[inline]
    pub(super) fn collect(&mut self, node: &Node<'_, G>, note: Option<u64>) -> bool {
        let base = self.moves.len();
        if node.ply == 0 && node.excluded.is_none() {
            self.root.hand_out(&mut self.moves);
        } else {
            let moves = &mut self.moves;
            let mut index = 0;
            let mut push = |mv| {
                moves.push(Candidate { rank: 0, mv, index, limits: None });
                index = u16::saturating_add(index, 1);
            };
            if self.techniques.farsighted.proofs {
                self.knowledge.candidates(self.game, node.state, note, &mut push);
            } else {
                self.game.moves(node.state, &mut push);
            }
            if let Some(excluded) = node.excluded
                && let Some(place) = self.moves[base..].iter().position(|candidate| candidate.index == excluded)
            {
                self.moves.swap_remove(base + place);
            }
        }
        let speculative = &self.techniques.speculative;
        let limited = speculative.width.is_some() || speculative.width_margin.is_some();
        limited && self.limit_width(node, base)
    }

    /// Puts the noisy moves of a node at the horizon on the move stack, ranked.
    pub(super) fn collect_noisy(&mut self, node: &Node<'_, G>) {
        let base = self.moves.len();
        let moves = &mut self.moves;
        let mut index = 0;
        self.knowledge.noisy_moves(self.game, node.state, &mut |mv| {
            moves.push(Candidate { rank: 0, mv, index, limits: None });
            index = u16::saturating_add(index, 1);
        });
        if self.ordering {
            self.rank(node, base);
        }
    }

    /// Brings the table's move to the front. Says whether there is one.
    #[inline]
    pub(super) fn put_first(&mut self, base: usize, hint: Option<u16>) -> bool {
        let hint = hint.filter(|_| self.techniques.sound.table_move);
        let place = hint.and_then(|hint| self.moves[base..].iter().position(|candidate| candidate.index == hint));
        if let Some(place) = place {
            self.moves.swap(base, base + place);
        }
        place.is_some()
    }

    /// Gives the moves from `base` on the stack their ranks.
    #[inline]
    pub(super) fn rank(&mut self, node: &Node<'_, G>, base: usize) {
        let sound = self.techniques.sound;
        let rows = self.memory.reply_rows(node.ply);
        for candidate in &mut self.moves[base..] {
            let given = INDEX_MASK - (i64::from(candidate.index) & INDEX_MASK);
            let advice = match candidate.limits {
                _ if !sound.advice => 0,
                Some(proof) => self.knowledge.priority_with_note(self.game, node.state, candidate.mv, proof.note),
                None => self.knowledge.priority(self.game, node.state, candidate.mv),
            };
            let killer = if sound.killers { self.memory.killer_rank(node.ply, candidate.mv) } else { 0 };
            let history = if sound.history && self.memory.slots > 0 {
                let slot = self.knowledge.history_slot(self.game, node.state, candidate.mv);
                HISTORY_OFFSET + i64::from(self.memory.count(slot, node.side.index(), rows))
            } else {
                0
            };
            candidate.rank = i64::from(advice) << ADVICE_BITS | killer << KILLER_BITS | history << INDEX_BITS | given;
        }
    }

    /// Keeps the move that would go first, for a probe; those from `ranked_from` on are ranked.
    pub(super) fn keep_first(&mut self, base: usize, ranked_from: usize) {
        if self.ordering && ranked_from == base {
            self.choose_next(base);
        }
        self.moves.truncate(base + 1);
    }

    /// Brings the best-ranked of the moves from `at` on to `at`. Choosing one by one costs less than sorting, since
    /// most nodes end after a move or two.
    #[inline]
    pub(super) fn choose_next(&mut self, at: usize) {
        let rest = &mut self.moves[at..];
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].rank > rest[best].rank {
                best = i;
            }
        }
        rest.swap(0, best);
    }

    /// [`choose_next`](Self::choose_next), but a move that another thread is busy with is put off, once. Gives the key of
    /// the position behind the chosen move if it was marked here and has to be released.
    pub(super) fn choose_with_others(
        &mut self,
        node: &Node<'_, G>,
        busy: &Busy,
        at: usize,
        chosen: bool,
        first: bool,
    ) -> Option<u64> {
        loop {
            if !chosen && (self.ordering || !first) {
                self.choose_next(at);
            }
            let candidate = &mut self.moves[at];
            let key = self.game.key(&self.game.apply(node.state, candidate.mv))?;
            let put_off = candidate.rank <= PUT_OFF;
            if first || put_off || !busy.is_marked(key) {
                return busy.mark(key).then_some(key);
            }
            candidate.rank = PUT_OFF - at as i64;
        }
    }

    /// Remembers the move at `at` on the stack, which caused a cut, and that those from `base` on before it did not.
    #[inline]
    pub(super) fn credit(&mut self, node: &Node<'_, G>, base: usize, at: usize) {
        let mv = self.moves[at].mv;
        if self.techniques.sound.killers {
            self.memory.remember_killer(node.ply, mv);
        }
        if !self.techniques.sound.history || self.memory.slots == 0 {
            return;
        }
        // Where noise is told from quiet, captures are ordered by what they take, and counts are kept for the others.
        let telling = self.techniques.speculative.quiescence > 0;
        let counts = |mv| !telling || !self.knowledge.is_noisy(self.game, node.state, mv);
        if !counts(mv) {
            return;
        }
        // The deeper the subtree that was saved, the more it counts.
        let depth = node.depth.clamp(1, 30);
        let step = (16 * depth * depth + 32 * depth).min(HISTORY_STEP);
        let rows = self.memory.reply_rows(node.ply);
        for (place, candidate) in self.moves[base..=at].iter().enumerate() {
            if counts(candidate.mv) {
                let slot = self.knowledge.history_slot(self.game, node.state, candidate.mv);
                let step = if base + place == at { step } else { -step };
                self.memory.change(slot, node.side.index(), rows, step);
            }
        }
    }

    /// Notes by which move the next node is reached; none for a null move.
    #[inline]
    pub(super) fn walk(&mut self, node: &Node<'_, G>, mv: Option<G::Move>) {
        if !self.memory.replies[0].is_empty() {
            let side = node.side.index();
            let slot = mv.map(|mv| self.knowledge.history_slot(self.game, node.state, mv) * 2 + side);
            self.memory.walk(node.ply, slot);
        }
    }

    /// What the history says about a move: positive if such moves often cut.
    pub(super) fn history_of(&self, node: &Node<'_, G>, mv: G::Move) -> i32 {
        if !self.techniques.sound.history || self.memory.slots == 0 {
            return 0;
        }
        let slot = self.knowledge.history_slot(self.game, node.state, mv);
        self.memory.count(slot, node.side.index(), self.memory.reply_rows(node.ply))
    }

    /// Keeps only the moves that look best by static value: inexact, and counted as a doubt. Says whether any went.
    fn limit_width(&mut self, node: &Node<'_, G>, base: usize) -> bool {
        let mut moves = self.moves.split_off(base);
        for candidate in &mut moves {
            let child = self.game.apply(node.state, candidate.mv);
            let value = match self.game.outcome(&child) {
                Some(outcome) => outcome.score_for(node.side),
                None => self.estimate(&child, node.side),
            };
            candidate.rank = i64::from(value.to_raw());
        }
        moves.sort_by_key(|candidate| -candidate.rank);
        let speculative = self.techniques.speculative;
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
    /// By the game's advice it looks worse than doing nothing. Known once it is ranked.
    #[inline]
    pub(super) fn looks_bad(&self) -> bool {
        self.rank < 0
    }

    /// By the game's advice it looks better than a quiet move. Known once it is ranked.
    #[inline]
    pub(super) fn looks_good(&self) -> bool {
        self.rank >> ADVICE_BITS > 0
    }

    /// It caused a cut at the same ply. Known once it is ranked.
    #[inline]
    pub(super) fn is_killer(&self) -> bool {
        self.rank >> KILLER_BITS & 3 != 0
    }

    /// An outcome of chance, which is not ranked.
    pub(super) fn outcome(mv: M, place: usize) -> Candidate<M> {
        Candidate { rank: 0, mv, index: u16::try_from(place).unwrap_or(u16::MAX), limits: None }
    }

    /// The root's moves, already in order.
    pub(super) fn at_root(mv: M, index: u16, place: usize) -> Candidate<M> {
        Candidate { rank: -(place as i64), mv, index, limits: None }
    }
}

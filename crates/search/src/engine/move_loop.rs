//! **The moves of a node**, steps 7 to 9 of the recursion in `node.rs`: children looked at before any search, the loop over the moves, and
//! what a node leaves in the table.

use rootward_game::{Bound, Game, Knowledge, Proof, Score, TableKey, Window};

use super::node::Valued;
use super::pruning::Assessment;
use super::repetition::Level;
use super::singular::{Extension, HashMove};
use super::{Candidate, Node, Scope, Worker};
use crate::limits::Stopped;
use crate::{Cut, CutKind, Entry, Observer, Omission, Table, Why};

/// What is known about a node before its moves are searched.
pub(super) struct BeforeMoves<N> {
    pub limits: Proof,
    /// The note of the proof, for the list of candidate moves.
    pub note: Option<N>,
    pub key: Option<TableKey>,
    pub entry: Option<Entry>,
    pub assessment: Option<Assessment>,
}

/// An index on the move stack that is never reached.
pub(super) const NEVER: usize = usize::MAX;

/// How the loop over the moves of a node starts. Places are indices on the move stack.
pub(super) struct Start {
    /// The moves from this place on are ranked when the loop gets there; [`NEVER`] if they are ranked or need no rank.
    pub rank_at: usize,
    /// From this place on, the move with the highest rank is next; [`NEVER`] to keep the order.
    pub choose_from: usize,
    /// A lower bound of the node's value without any of the moves: the stand-pat value, or the best child settled before.
    pub floor: Score,
    /// Where the proofs about the positions after the moves begin.
    pub proofs_from: usize,
    /// The hash move, if it is extended or reduced.
    pub extension: Option<Extension>,
    /// What pruning of single moves rests on; none if nothing is pruned.
    pub assessment: Option<Assessment>,
}

/// The best of a node's moves.
pub(super) struct Best<M> {
    pub score: Score,
    pub index: Option<u16>,
    pub mv: Option<M>,
    pub cut: bool,
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Puts the node on the path, if positions can repeat. A root whose first moves are excluded (those of earlier lines) stays
    /// off the path: the best play of the other moves may return to the root and then make one of the excluded ones.
    #[inline]
    pub(super) fn descend(&mut self, node: &Node<'_, G>) -> Option<Level> {
        (G::CAN_REPEAT && (node.ply > 0 || self.root.done == 0)).then(|| {
            let own_key = self.shared.game.key(node.state).unwrap_or_default();
            self.path.descend(own_key)
        })
    }

    /// Steps 7 to 9.
    #[inline]
    pub(super) fn search_moves(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        known: BeforeMoves<K::Note>,
    ) -> Result<Valued, Stopped> {
        let BeforeMoves { limits, note, key, mut entry, assessment } = known;
        let (doubts_before, counted_before) = (self.doubts, self.counted);
        let nodes_before = self.counts.nodes;
        let base = self.moves.len();
        let mut left_out = self.collect(node, note);
        let moves = u16::try_from(self.moves.len() - base).unwrap_or(u16::MAX);
        if let (Some(entry), Some(key)) = (&mut entry, key) {
            entry.best = entry.best.map(|index| key.turn(index, moves));
        }
        if self.moves.len() == base {
            // If there is no move besides the excluded one, that one is singular.
            return Ok(match node.excluded {
                None => self.over(node, self.shared.game.stuck(node.state)),
                Some(_) => Valued::new(window.alpha, Bound::AtMost, Why::Searched),
            });
        }
        let proofs_from = self.proofs.len();
        let floor = self.look_at_children(node, window, base, note);
        if floor >= window.beta {
            self.moves.truncate(base);
            self.proofs.truncate(proofs_from);
            return Ok(Valued::new(floor, Bound::AtLeast, Why::Children));
        }
        // A single move needs no rank, and the root's moves are in order already. The hash move goes first. The others are
        // ranked only if it causes no cut-off, and mostly it does.
        let mut rank_at = NEVER;
        let mut choose_from = if self.is_ordering() { base } else { NEVER };
        if self.is_ordering() && node.ply > 0 && self.moves.len() > base + 1 {
            if self.put_first(base, entry.and_then(|entry| entry.best)) {
                (rank_at, choose_from) = (base + 1, base + 1);
            } else {
                self.rank(node, base, proofs_from);
            }
        }
        if G::HAS_CHANCE && node.probe {
            self.keep_first(base, choose_from);
        }
        let extension = match self.hash_move(node, window, entry, base, &mut left_out)? {
            HashMove::Extended(extension) => extension,
            HashMove::Cut(score) => {
                self.moves.truncate(base);
                self.proofs.truncate(proofs_from);
                return Ok(Valued::new(score, Bound::AtLeast, Why::MultiCut));
            }
        };
        let level = self.descend(node);
        let start = Start { rank_at, choose_from, floor, proofs_from, extension, assessment };
        let best = match self.best_of(node, window, base, start) {
            Ok(best) => best,
            Err(stopped) => return self.overtaken(node, base, proofs_from).ok_or(stopped),
        };
        let independent = level.is_none_or(|level| self.path.ascend(level));
        let quiet = best.mv.is_none_or(|mv| K::CORRECTION_KEYS == 0 || !self.is_noisy(node, mv));
        self.moves.truncate(base);
        self.proofs.truncate(proofs_from);
        // If moves were pruned, a loss is not proven.
        let score = if left_out && best.score.is_loss() { best.score.as_estimate() } else { best.score };
        // An estimate must not contradict a proof.
        let score = score.max(limits.at_least).min(limits.at_most);
        let mut bound = window.judge(score);
        if G::HAS_CHANCE && node.probe {
            bound = Bound::AtLeast;
        }
        if bound == Bound::AtLeast && score >= limits.at_most {
            bound = Bound::Exact;
        }
        if K::CORRECTION_KEYS > 0
            && let Some(assessment) = assessment.filter(|seen| quiet && !seen.in_check && node.excluded.is_none())
        {
            self.learn_correction(node, assessment.own_eval, score, bound);
        }
        // The root without the moves of earlier lines is not the position that the key stands for.
        let whole = node.ply > 0 || self.root.done == 0;
        if let Some(key) = key
            && independent
            && whole
        {
            let proven = self.doubts == doubts_before;
            let depth = self.stored_depth(node.depth);
            let effort = (self.counts.nodes - nodes_before).max(1).ilog2() as u8;
            let index = self.remembered_move(best.index, bound, entry);
            let best = index.map(|index| key.turn(index, moves));
            let entry = Entry { score, bound, depth, proven, best, effort };
            self.remember(node, key, entry, self.counted != counted_before);
        }
        let why = match best.index {
            None => Why::Children,
            Some(_) if best.cut => Why::Cut,
            Some(_) => Why::Searched,
        };
        Ok(Self::valued(score, bound, why))
    }

    /// The move that a node leaves in the table.
    fn remembered_move(&self, best: Option<u16>, bound: Bound, entry: Option<Entry>) -> Option<u16> {
        let kept = S::ANYTHING && self.parameters.keeps_hash_move && bound == Bound::AtMost;
        entry.and_then(|entry| entry.best).filter(|_| kept).or(best)
    }

    /// Step 8: the best of the floor and of the moves from `base` on the move stack.
    #[inline]
    pub(super) fn best_of(
        &mut self,
        node: &Node<'_, G>,
        mut window: Window,
        base: usize,
        start: Start,
    ) -> Result<Best<G::Move>, Stopped> {
        let shared = self.is_shared(node);
        let mut best = Best { score: start.floor, index: None, mv: None, cut: false };
        let mut at = base;
        while at < self.moves.len() {
            if at == start.rank_at {
                self.rank(node, at, start.proofs_from);
            }
            let mut mark = None;
            if shared {
                self.note_ancestor(node, window, at == base);
                mark = self.choose_with_others(node, at, at >= start.choose_from, at == base);
            } else if at >= start.choose_from {
                self.choose_next(at);
            }
            let candidate = self.moves[at];
            if let Some(assessment) = start.assessment
                && let Some(why) = self.omission(node, window, &candidate, at - base, best.score, assessment)
            {
                self.leave_out(node, candidate.mv, why, mark);
                at += 1;
                if why != Omission::LosesMaterial && node.depth > 0 {
                    self.drop_quiet(node, at, why);
                }
                continue;
            }
            if node.ply == 0 {
                self.begin_root_move(candidate, at - base);
            }
            let score = self.child(node, window, candidate, at - base, &start);
            if shared {
                self.release(mark);
            }
            let score = score?;
            if node.ply == 0 {
                self.end_root_move(node, window, candidate.mv, score);
            }
            at += 1;
            if score <= best.score {
                continue;
            }
            best = Best { score, index: Some(candidate.index), mv: Some(candidate.mv), cut: false };
            if score > window.alpha {
                self.keep_line(node, window, candidate.mv, score, at - 1 == base);
                window.alpha = score;
            }
            if O::WATCHING {
                let (value, window) =
                    (self.shown(node.side, node.ply, score), self.shown_window(node.side, node.ply, window));
                self.observer.update(node.ply, candidate.mv, value, window);
            }
            if score >= window.beta {
                self.credit(node, base, at - 1);
                best.cut = at < self.moves.len();
                if best.cut {
                    self.counts.cuts += 1;
                    self.counts.first_move_cuts += u64::from(at - 1 == base);
                    if O::WATCHING {
                        self.tell_cut(node, candidate.mv, score, at);
                    }
                }
                break;
            }
        }
        Ok(best)
    }

    #[cold]
    fn begin_root_move(&mut self, candidate: Candidate<G::Move>, place: usize) {
        if self.number == 0 {
            self.shared.clock.note_root_move(place, candidate.index);
        }
        self.root.nodes_before = self.counts.nodes;
        self.root.doubts_before = self.doubts;
    }

    #[cold]
    fn end_root_move(&mut self, node: &Node<'_, G>, window: Window, mv: G::Move, score: Score) {
        if !self.leaves_one_out(node) {
            let (bound, proven) = (window.judge(score), self.doubts == self.root.doubts_before);
            self.root.note(mv, score, bound);
            self.root.note_proof(mv, score, bound, proven);
            self.root.note_effort(mv, self.counts.nodes - self.root.nodes_before);
        }
    }

    fn tell_cut(&mut self, node: &Node<'_, G>, by: G::Move, score: Score, rest: usize) {
        let skipped: Vec<G::Move> = self.moves[rest..].iter().map(|candidate| candidate.mv).collect();
        let value = self.shown(node.side, node.ply, score);
        let kind = CutKind::at(node.side);
        self.observer.cut(node.ply, &Cut { by, value, kind, skipped: &skipped });
    }
}

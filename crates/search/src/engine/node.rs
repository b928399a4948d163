//! **The one search recursion**: principal variation search (PVS) with everything that a game's knowledge can add.
//!
//! The steps at a node, each a function with a name:
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

use rootward_game::{Bound, Game, Knowledge, Outcome, Proof, Score, Side, TableKey, Window};

use super::pruning::Assessment;
use super::reductions::LateMove;
use super::repetition::Level;
use super::singular::{Extension, HashMove};
use super::{Candidate, MAX_PLY, Scope, TO_THE_END, Worker};
use crate::limits::Stopped;
use crate::{Cut, CutKind, Departure, Entry, Observer, Omission, Remark, Table, Visit, Why};

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

/// What is known about a node before its moves are searched.
struct BeforeMoves<N> {
    limits: Proof,
    /// The note of the proof, for the list of candidate moves.
    note: Option<N>,
    key: Option<TableKey>,
    entry: Option<Entry>,
    assessment: Option<Assessment>,
}

/// From this ply on, every position was reached by a candidate move of a position that no proof could settle.
pub(super) const FORESEEN_FROM: usize = 3;

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

    /// The side to move in a child of the node.
    #[inline]
    pub(super) fn side_after(&self, node: &Node<'_, G>, child: &G::State) -> Side {
        if G::TURNS_ALTERNATE { node.side.other() } else { self.shared.game.to_move(child) }
    }

    #[inline]
    pub(super) fn over(&mut self, node: &Node<'_, G>, outcome: Outcome) -> Valued {
        self.counts.terminals += 1;
        self.note_count(node.state, outcome);
        Valued::new(outcome.score_for(node.side), Bound::Exact, Why::Terminal)
    }

    /// Counts a draw by the no-progress rule.
    #[inline(always)]
    fn note_count(&mut self, state: &G::State, outcome: Outcome) {
        if G::NO_PROGRESS_RULE && outcome == Outcome::Draw && self.shared.game.plies_to_draw(state) == 0 {
            self.counted += 1;
        }
    }

    fn repeats(&mut self, node: &Node<'_, G>) -> bool {
        let reversible = self.shared.game.reversible_plies(node.state);
        self.shared.game.key(node.state).is_some_and(|key| self.path.repeats(key, reversible))
    }

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
    fn search_moves(
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

    /// A value with its bound and origin, if they are used: only observers and chance nodes use them.
    #[inline]
    pub(super) fn valued(score: Score, bound: Bound, why: Why) -> Valued {
        match O::WATCHING || G::HAS_CHANCE {
            true => Valued::new(score, bound, why),
            false => Valued::new(score, Bound::Exact, Why::Searched),
        }
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

    /// The value of one move by PVS: the first move with the whole window, the others with a null window, and again with the
    /// whole window if that fails high.
    #[inline]
    fn child(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: Candidate<G::Move>,
        place: usize,
        start: &Start,
    ) -> Result<Score, Stopped> {
        let mut state = match G::PLAYS_IN_PLACE {
            true => node.state.clone(),
            false => self.shared.game.apply(node.state, candidate.mv),
        };
        if G::PLAYS_IN_PLACE {
            self.shared.game.play(&mut state, candidate.mv);
        }
        // The table entry is prefetched while the child is prepared.
        if T::PRESENT
            && self.is_quiescing()
            && let Some(key) = self.key_of(&state)
        {
            self.shared.table.prefetch(key.key);
        }
        let extension = start.extension.filter(|extension| extension.index == candidate.index);
        let mut depth = node.depth - 1 + extension.map_or(0, |extension| extension.plies);
        let gives_check =
            self.is_pruning() && node.depth > 0 && self.shared.knowledge.in_check(self.shared.game, &state);
        // No line is extended beyond twice the depth of the iteration.
        let forcing =
            K::EVERY_CHECK_EXTENDS || !window.is_scout() || start.assessment.is_some_and(|seen| seen.in_check);
        if gives_check
            && forcing
            && self.shared.techniques.speculative.check_extension
            && node.ply < 2 * self.root.depth as usize
        {
            depth = depth.max(node.depth);
        }
        self.walk(node, Some(candidate.mv));
        if O::WATCHING {
            self.tell_extension(node, depth);
        }
        let proof = self.proven_before(&candidate, start);
        let child =
            Child { state: &state, side: self.side_after(node, &state), mv: candidate.mv, proof, cut_node: false };
        let scouting = place > 0 && (!S::ANYTHING || self.shared.techniques.sound.pvs);
        let (mut asked, mut plies) = (window, depth);
        if scouting {
            asked = window.scout();
            if let Some(assessment) = start.assessment
                && depth > 0
            {
                let late_move = LateMove { place, depth, gives_check, assessment };
                plies -= self.reduction(node, window, &candidate, late_move);
            }
        }
        loop {
            // A reduced move is expected to fail low, so its position is a cut node; else cut nodes alternate with the others.
            let cut_node = asked.is_scout() && (plies < depth || !node.cut_node);
            let score = self.ask(node, &Child { cut_node, ..child }, asked, plies)?;
            if !scouting || score <= window.alpha {
                return Ok(score);
            }
            // A failed-high reduced search is repeated at full depth, then with the whole window. Doubts need no care here: a
            // reduced search that met no horizon is complete, and one that met it has counted a doubt.
            if plies < depth {
                plies = depth;
            } else if asked.beta < window.beta && score < window.beta {
                asked = window;
            } else {
                return Ok(score);
            }
            self.tell_research(node);
        }
    }

    /// The place of what was proven about the position after a move before it is searched.
    #[inline]
    fn proven_before(&self, candidate: &Candidate<G::Move>, start: &Start) -> Option<usize> {
        let proven = K::FORESEES_THE_END && candidate.proof > 0;
        proven.then(|| start.proofs_from + usize::from(candidate.proof) - 1)
    }

    fn tell_extension(&mut self, node: &Node<'_, G>, depth: i32) {
        let plies = depth - (node.depth - 1);
        if plies > 0 {
            self.observer.remark(node.ply, Remark::Extension(plies as u32));
        } else if plies < 0 {
            self.observer.remark(node.ply, Remark::NegativeExtension(plies.unsigned_abs()));
        }
    }

    fn tell_research(&mut self, node: &Node<'_, G>) {
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::Research);
        }
    }

    /// The value of one move of `node`, without the others.
    pub(super) fn value_of_move(&mut self, node: &Node<'_, G>, mv: G::Move, window: Window) -> Result<Score, Stopped> {
        let state = self.shared.game.apply(node.state, mv);
        let child = Child { state: &state, side: self.side_after(node, &state), mv, proof: None, cut_node: false };
        self.ask(node, &child, window, node.depth - 1)
    }

    /// A leaf that needs steps 1 and 5 only. Most nodes are such leaves, and they are handled without a call of
    /// [`node`](Self::node) (plain alpha-beta of Connect Four: 294 instructions a node instead of 328).
    #[inline]
    fn leaf(&mut self, child: &Child<'_, G>, ply: usize) -> Result<Score, Stopped> {
        self.tick()?;
        let outcome = self.shared.game.outcome(child.state);
        let outcome =
            outcome.or_else(|| (!self.shared.game.has_move(child.state)).then(|| self.shared.game.stuck(child.state)));
        if let Some(outcome) = outcome {
            self.counts.terminals += 1;
            self.note_count(child.state, outcome);
            return Ok(outcome.score_for(child.side));
        }
        self.counts.evaluations += 1;
        self.doubts += 1;
        Ok(self.estimate(child.state, child.side, ply))
    }

    /// Searches a child and returns its value as the parent sees it.
    #[inline(always)]
    pub(super) fn ask(
        &mut self,
        node: &Node<'_, G>,
        child: &Child<'_, G>,
        window: Window,
        depth: i32,
    ) -> Result<Score, Stopped> {
        let turn_passed = G::TURNS_ALTERNATE || child.side != node.side;
        if !window.is_scout() {
            self.lines.clear(node.ply + 1);
        }
        if S::ANYTHING && !G::CAN_REPEAT && self.mode.plain_leaves && depth <= 0 && !O::WATCHING {
            return Ok(self.leaf(child, node.ply + 1)?.from_child(turn_passed));
        }
        if O::WATCHING {
            self.via = Some(child.mv);
        }
        let below = Node::child(node, child.state, child.side, depth, window.for_child(turn_passed));
        // The limits were proven for the same window: ETC only looks at children where the node's window is a null window.
        let score = self.node(&Node { proof: child.proof, cut_node: child.cut_node, ..below })?;
        Ok(score.from_child(turn_passed))
    }
}

/// A position one ply below a node.
pub(super) struct Child<'s, G: Game> {
    pub state: &'s G::State,
    pub side: Side,
    pub mv: G::Move,
    pub proof: Option<usize>,
    /// A cut-off is expected there.
    pub cut_node: bool,
}

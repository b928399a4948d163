//! **The one search recursion**: principal-variation search with everything that a game's knowledge can add.
//!
//! The steps at a node, each a function with a name:
//!
//! 1. The game is over: its own value comes before any depth limit.
//! 2. The position repeats an earlier one: a draw.
//! 3. Limits that need no search: win distance, and proofs by the game's knowledge.
//! 4. The table knows enough.
//! 5. The horizon: a static evaluation, or quiescence.
//! 6. Guesses that end the node: threshold, null move.
//! 7. A child's table entry is enough.
//! 8. The moves, best first: the first with the whole window, the others with a scout.
//! 9. The value is remembered with what is known about it.

use rootward_game::{Bound, Game, Knowledge, Outcome, Proof, Score, Side, Window};

use super::{Candidate, MAX_PLY, TO_THE_END, Worker};
use crate::limits::Stopped;
use crate::{Cut, CutKind, Departure, Entry, Observer, Remark, Table, Visit, Why};

/// A node to be searched.
pub(crate) struct Node<'s, G: Game> {
    pub state: &'s G::State,
    /// Who is to move.
    pub side: Side,
    pub ply: usize,
    /// Plies left; at or above [`TO_THE_END`]'s range there is no horizon, below 0 quiescence.
    pub depth: i32,
    pub window: Window,
    /// A move left out, to see what the others are worth.
    pub excluded: Option<u16>,
    /// The last move was a null move; a second would only undo it.
    pub after_null: bool,
}

/// A node's value, what that value is, and where it comes from.
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
}

/// The best of a node's moves.
struct Best {
    score: Score,
    index: Option<u16>,
    cut: bool,
}

impl<G, K, T, O> Worker<'_, G, K, T, O>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
{
    /// The value of a node for the side to move, distances counted from the node.
    ///
    /// Exact inside the window; an upper bound at or below alpha; a lower bound at or above beta.
    pub(super) fn node(&mut self, node: &Node<'_, G>) -> Result<Score, Stopped> {
        self.tick()?;
        if O::WATCHING {
            let window = self.shown_window(node.side, node.ply, node.window);
            let depth = (node.depth < TO_THE_END / 2).then_some(node.depth);
            let Node { state, side, ply, .. } = *node;
            self.observer.enter(&Visit { state, side, via: self.via.take(), ply, depth, window });
        }
        let valued = self.value(node)?;
        if O::WATCHING {
            let value = self.shown(node.side, node.ply, valued.score);
            let bound = if node.side == Side::First { valued.bound } else { -valued.bound };
            self.observer.leave(node.ply, Departure { value, bound, why: valued.why });
        }
        Ok(valued.score)
    }

    #[inline(always)]
    fn value(&mut self, node: &Node<'_, G>) -> Result<Valued, Stopped> {
        // 1. Terminal utility comes before depth.
        if let Some(outcome) = self.game.outcome(node.state) {
            return Ok(self.over(node, outcome));
        }
        // 2. A repeated position is a draw.
        if G::CAN_REPEAT && node.ply > 0 && self.repeats(node) {
            self.counts.terminals += 1;
            return Ok(Valued::new(Score::DRAW, Bound::Exact, Why::Repetition));
        }
        // 3. What cannot be is not searched: the window shrinks to what the limits leave open.
        let limits = self.limits(node);
        if let Some(valued) = self.settled_by(limits, node.window) {
            return Ok(valued);
        }
        let window =
            Window::new(node.window.alpha.max(limits.at_least.next_down()), node.window.beta.min(limits.at_most));
        // 4. The table.
        let key = self.table_key(node);
        let entry = key.and_then(|key| self.table.probe(key));
        if let Some(entry) = entry
            && let Some(valued) = self.settled_by_entry(node, window, entry)
        {
            return Ok(valued);
        }
        // 5. The horizon.
        if node.depth <= 0 || node.ply >= MAX_PLY {
            return self.horizon(node, window);
        }
        // 6. Guesses.
        if self.guessing
            && let Some(valued) = self.settled_by_guess(node, window)?
        {
            return Ok(valued);
        }
        self.search_moves(node, window, limits, key, entry)
    }

    #[inline]
    fn over(&mut self, node: &Node<'_, G>, outcome: Outcome) -> Valued {
        self.counts.terminals += 1;
        Valued::new(outcome.score_for(node.side), Bound::Exact, Why::Terminal)
    }

    fn repeats(&mut self, node: &Node<'_, G>) -> bool {
        let reversible = self.game.reversible_plies(node.state);
        self.game.key(node.state).is_some_and(|key| self.path.repeats(key, reversible))
    }

    /// Step 3: limits of the value that are certain before any move is looked at.
    #[inline]
    fn limits(&self, node: &Node<'_, G>) -> Proof {
        let mut limits = Proof::NOTHING;
        // With a move left out, a proof about the whole position says nothing.
        if node.excluded.is_some() || node.ply == 0 {
            return limits;
        }
        if self.techniques.farsighted.proofs {
            limits = self.knowledge.prove(self.game, node.state, node.window);
        }
        if self.techniques.sound.distance {
            // The game may be over here for want of a move, but no sooner.
            limits.at_least = limits.at_least.max(Score::loss_in(0));
            limits.at_most = limits.at_most.min(Score::win_in(0));
        }
        limits
    }

    #[inline]
    fn settled_by(&mut self, limits: Proof, window: Window) -> Option<Valued> {
        let exact = limits.at_least == limits.at_most;
        let (score, bound) = if exact {
            (limits.at_least, Bound::Exact)
        } else if limits.at_least >= window.beta {
            (limits.at_least, Bound::AtLeast)
        } else if limits.at_most <= window.alpha {
            (limits.at_most, Bound::AtMost)
        } else {
            return None;
        };
        self.counts.proofs += 1;
        Some(Valued::new(score, bound, Why::Proof))
    }

    /// Values are stored for whole positions above the horizon only.
    #[inline]
    fn table_key(&self, node: &Node<'_, G>) -> Option<u64> {
        let wanted = T::PRESENT && self.techniques.sound.table && node.depth > 0 && node.excluded.is_none();
        if !wanted {
            return None;
        }
        match self.techniques.farsighted.proofs {
            true => self.knowledge.table_key(self.game, node.state),
            false => self.game.key(node.state),
        }
    }

    /// Step 4: an entry ends the node if it is deep enough and on the right side of the window.
    #[inline]
    fn settled_by_entry(&mut self, node: &Node<'_, G>, window: Window, entry: Entry) -> Option<Valued> {
        // On the principal line the moves are wanted too, and the root must always choose one.
        let open_line = self.techniques.sound.scout && !window.is_scout();
        let used = node.ply > 0 && !open_line && self.trusts(entry, node.depth) && decides(entry, window);
        if O::WATCHING {
            let value = self.shown(node.side, node.ply, entry.score);
            let bound = if node.side == Side::First { entry.bound } else { -entry.bound };
            self.observer.remark(node.ply, Remark::TableHit { value, bound, used });
        }
        used.then(|| self.use_entry(entry))
    }

    fn use_entry(&mut self, entry: Entry) -> Valued {
        self.counts.table_hits += 1;
        self.doubts += u64::from(!entry.proven);
        Valued::new(entry.score, entry.bound, Why::Table)
    }

    /// Does an entry say what a search to `depth` would? A proven one says it for every depth that reaches as far.
    #[inline]
    fn trusts(&self, entry: Entry, depth: i32) -> bool {
        let needed = stored_depth(depth);
        entry.depth == needed
            || entry.proven && entry.depth < needed
            || self.techniques.farsighted.deeper_entries && (entry.depth > needed || entry.proven)
    }

    /// Step 5: the static value, or the best of the noisy moves if one is better (quiescence).
    #[inline]
    fn horizon(&mut self, node: &Node<'_, G>, mut window: Window) -> Result<Valued, Stopped> {
        if !self.game.has_move(node.state) {
            return Ok(self.over(node, self.game.stuck(node.state)));
        }
        self.counts.evaluations += 1;
        self.doubts += 1;
        let value = self.estimate(node.state, node.side);
        let farthest = -(self.techniques.speculative.quiescence as i32);
        if node.depth <= farthest || node.ply >= MAX_PLY {
            return Ok(Valued::new(value, Bound::Exact, Why::Horizon));
        }
        if O::WATCHING {
            let shown = self.shown(node.side, node.ply, value);
            self.observer.remark(node.ply, Remark::StandPat(shown));
        }
        if value >= window.beta {
            return Ok(Valued::new(value, Bound::AtLeast, Why::StandPat));
        }
        window.alpha = window.alpha.max(value);
        let base = self.moves.len();
        self.collect_noisy(node);
        let best = self.best_of(node, window, base, value, None)?;
        self.moves.truncate(base);
        let why = match best.index {
            None => Why::StandPat,
            Some(_) if best.cut => Why::Cut,
            Some(_) => Why::Searched,
        };
        Ok(Valued::new(best.score, window.judge(best.score), why))
    }

    /// Steps 7 to 9.
    #[inline]
    fn search_moves(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        limits: Proof,
        key: Option<u64>,
        entry: Option<Entry>,
    ) -> Result<Valued, Stopped> {
        let doubts_before = self.doubts;
        let base = self.moves.len();
        let mut left_out = self.collect(node, entry.and_then(|entry| entry.best));
        if self.moves.len() == base {
            // With a move left out, having no other is the strongest sign that it is the only good one.
            return Ok(match node.excluded {
                None => self.over(node, self.game.stuck(node.state)),
                Some(_) => Valued::new(window.alpha, Bound::AtMost, Why::Searched),
            });
        }
        if let Some(valued) = self.settled_by_child(node, window, base) {
            self.moves.truncate(base);
            return Ok(valued);
        }
        let singular = self.singular_move(node, entry, base, &mut left_out)?;
        let level = G::CAN_REPEAT.then(|| {
            let own_key = self.game.key(node.state).unwrap_or_default();
            self.path.descend(own_key)
        });
        let best = self.best_of(node, window, base, -Score::INFINITY, singular)?;
        let independent = level.is_none_or(|level| self.path.ascend(level));
        self.moves.truncate(base);
        // Where moves were left out on a guess, a loss is not proven.
        let score = if left_out && best.score.is_loss() { best.score.as_estimate() } else { best.score };
        let score = score.max(limits.at_least);
        let mut bound = window.judge(score);
        if bound == Bound::AtLeast && score >= limits.at_most {
            bound = Bound::Exact;
        }
        if let Some(key) = key
            && independent
        {
            let proven = self.doubts == doubts_before;
            let depth = stored_depth(node.depth);
            self.table.store(key, Entry { score, bound, depth, proven, best: best.index });
        }
        Ok(Valued::new(score, bound, if best.cut { Why::Cut } else { Why::Searched }))
    }

    /// Step 7: before any child is searched, one of them may be known well enough to cut (enhanced transposition
    /// cut-off, by Jonathan Schaeffer and Aske Plaat).
    #[inline]
    fn settled_by_child(&mut self, node: &Node<'_, G>, window: Window, base: usize) -> Option<Valued> {
        let sound = self.techniques.sound;
        let worthwhile = T::PRESENT && sound.table && sound.child_lookup && node.depth > 1 && window.is_scout();
        if !worthwhile || node.ply == 0 || node.excluded.is_some() || G::CAN_REPEAT {
            return None;
        }
        for i in base..self.moves.len() {
            let child = self.game.apply(node.state, self.moves[i].mv);
            let key = match self.techniques.farsighted.proofs {
                true => self.knowledge.table_key(self.game, &child),
                false => self.game.key(&child),
            };
            let Some(entry) = key.and_then(|key| self.table.probe(key)) else { continue };
            let turn_passed = self.game.to_move(&child) != node.side;
            let helpful = if turn_passed { Bound::AtMost } else { Bound::AtLeast };
            let score = entry.score.from_child(turn_passed);
            let right_side = entry.bound == Bound::Exact || entry.bound == helpful;
            if right_side && score >= window.beta && self.trusts(entry, node.depth - 1) {
                self.use_entry(entry);
                return Some(Valued::new(score, Bound::AtLeast, Why::Table));
            }
        }
        None
    }

    /// Step 8: the best of the moves from `base` on the move stack, and of `floor`.
    #[inline]
    fn best_of(
        &mut self,
        node: &Node<'_, G>,
        mut window: Window,
        base: usize,
        floor: Score,
        singular: Option<u16>,
    ) -> Result<Best, Stopped> {
        let keep_line = !node.window.is_scout();
        let end = self.moves.len();
        let mut best = Best { score: floor, index: None, cut: false };
        for at in base..end {
            if self.ordering {
                self.choose_next(at);
            }
            let candidate = self.moves[at];
            let place = at - base;
            let extension = i32::from(singular == Some(candidate.index));
            let score = self.child(node, window, candidate, place, extension)?;
            if node.ply == 0 && node.excluded.is_none() {
                self.root.note(candidate.mv, score, window.judge(score));
            }
            if score <= best.score {
                continue;
            }
            best = Best { score, index: Some(candidate.index), cut: false };
            if score > window.alpha {
                if keep_line {
                    self.keep_line(node, candidate.mv, score, place == 0 || score < window.beta);
                }
                window.alpha = score;
            }
            if O::WATCHING {
                let (value, window) =
                    (self.shown(node.side, node.ply, score), self.shown_window(node.side, node.ply, window));
                self.observer.update(node.ply, candidate.mv, value, window);
            }
            if score >= window.beta {
                self.credit(node, candidate.mv);
                best.cut = at + 1 < end;
                if best.cut {
                    self.counts.cuts += 1;
                    self.counts.first_move_cuts += u64::from(place == 0);
                    if O::WATCHING {
                        self.tell_cut(node, candidate.mv, score, at + 1);
                    }
                }
                break;
            }
        }
        Ok(best)
    }

    fn keep_line(&mut self, node: &Node<'_, G>, mv: G::Move, score: Score, with_rest: bool) {
        self.lines.raise(node.ply, mv, with_rest);
        if node.ply == 0 && node.excluded.is_none() {
            self.root.raised = Some((score, self.lines.get(0).to_vec()));
        }
    }

    fn tell_cut(&mut self, node: &Node<'_, G>, by: G::Move, score: Score, rest: usize) {
        let skipped: Vec<G::Move> = self.moves[rest..].iter().map(|candidate| candidate.mv).collect();
        let value = self.shown(node.side, node.ply, score);
        let kind = CutKind::at(node.side);
        self.observer.cut(node.ply, &Cut { by, value, kind, skipped: &skipped });
    }

    /// The value of one move: a scout first, unless it is the first move; again if the scout was wrong.
    #[inline]
    fn child(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: Candidate<G::Move>,
        place: usize,
        extension: i32,
    ) -> Result<Score, Stopped> {
        let state = self.game.apply(node.state, candidate.mv);
        let child = Child { state: &state, side: self.game.to_move(&state), mv: candidate.mv };
        if extension > 0 && O::WATCHING {
            self.observer.remark(node.ply, Remark::Extension(extension as u32));
        }
        let depth = node.depth - 1 + extension;
        if place == 0 || !self.techniques.sound.scout {
            return self.ask(node, &child, window, depth);
        }
        let reduction = self.reduction(node, candidate.mv, place, depth);
        let mut score = self.ask(node, &child, window.scout(), depth - reduction)?;
        if reduction > 0 {
            if score > window.alpha {
                self.tell_research(node);
                score = self.ask(node, &child, window.scout(), depth)?;
            } else {
                // Nobody looked to the full depth.
                self.doubts += 1;
            }
        }
        if window.contains(score) {
            self.tell_research(node);
            score = self.ask(node, &child, window, depth)?;
        }
        Ok(score)
    }

    fn tell_research(&mut self, node: &Node<'_, G>) {
        if O::WATCHING {
            self.observer.remark(node.ply, Remark::Research);
        }
    }

    /// The value of one move of `node`, without looking at the others.
    pub(super) fn value_of_move(&mut self, node: &Node<'_, G>, mv: G::Move, window: Window) -> Result<Score, Stopped> {
        let state = self.game.apply(node.state, mv);
        let child = Child { state: &state, side: self.game.to_move(&state), mv };
        self.ask(node, &child, window, node.depth - 1)
    }

    /// Puts the parent's question to a child.
    #[inline]
    fn ask(&mut self, node: &Node<'_, G>, child: &Child<'_, G>, window: Window, depth: i32) -> Result<Score, Stopped> {
        let turn_passed = child.side != node.side;
        if O::WATCHING {
            self.via = Some(child.mv);
        }
        if !window.is_scout() {
            self.lines.clear(node.ply + 1);
        }
        let score = self.node(&Node {
            state: child.state,
            side: child.side,
            ply: node.ply + 1,
            depth,
            window: window.for_child(turn_passed),
            excluded: None,
            after_null: false,
        })?;
        Ok(score.from_child(turn_passed))
    }
}

/// A position one ply below a node.
struct Child<'s, G: Game> {
    state: &'s G::State,
    side: Side,
    mv: G::Move,
}

/// Is an entry's value on the right side of the window to answer its question?
#[inline]
fn decides(entry: Entry, window: Window) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => entry.score >= window.beta,
        Bound::AtMost => entry.score <= window.alpha,
    }
}

/// Depths as the table stores them; 255 is to the end of the game.
#[inline]
fn stored_depth(depth: i32) -> u8 {
    depth.clamp(0, 255) as u8
}

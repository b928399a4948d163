//! Iterative deepening: depth 1, 2, 3 …, so that a best move is known at any time. Solving is one iteration to the end of
//! the game.

use rootward_game::{
    Bound, Game, Knowledge, Proof, Score, ScoreKind, Side, Window, final_outcome, legal_moves, outcome_at,
};

use super::root::RootMove;
use super::{Node, Scope, TO_THE_END, Worker, sort_by_rank};
use crate::limits::Stopped;
use crate::{Ending, Iteration, Line, MAX_DEPTH, Observer, Report, SecondarySearch, Speculative, Table, Techniques};

/// What a run is to do.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// The last depth; none to go as deep as the limits allow.
    pub depth: Option<u32>,
    /// Solve: one search to the end of the game instead of iterations.
    pub to_the_end: bool,
    /// The number of lines to report (multi-PV).
    pub lines: usize,
    /// If every move loses, choose the one that is hardest to refute.
    pub resist: bool,
    /// When solving: find out who wins, not how soon.
    pub weak: bool,
}

/// The expected value of the next iteration: that of the iteration two depths before. Values of odd and even depths are often
/// two different series, since the side that moved last looks better than it is.
#[derive(Default)]
struct Expected {
    last: Vec<Score>,
    last_but_one: Vec<Score>,
}

impl Expected {
    fn learn<M>(&mut self, lines: &[Line<M>]) {
        let scores = lines.iter().map(|line| line.score).collect();
        self.last_but_one = std::mem::replace(&mut self.last, scores);
    }

    /// The expected value of a line. With quiescence the two series are one, and the last value is the better estimate.
    fn get(&self, slot: usize, quiet: bool) -> Option<Score> {
        if quiet { &self.last } else { &self.last_but_one }.get(slot).copied()
    }
}

/// Aspiration windows are used from this depth on: before it, values change too much.
const ASPIRATION_MIN_DEPTH: i32 = 4;

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Searches `state` by the plan and reports; calls `each` after every finished iteration.
    pub(crate) fn deepen(
        &mut self,
        state: &G::State,
        plan: Plan,
        each: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Report<G::Move> {
        let side = self.shared.game.to_move(state);
        let mut report = self.report_without_search(state, side);
        if report.lines.is_empty() {
            return report;
        }
        self.begin_path(state);
        self.prepare_root(state);
        let mut expected = Expected::default();
        for depth in self.depths(plan) {
            let counts_before = self.counts;
            let finished = self.iteration(state, side, depth, plan, &expected);
            let secondary_search = finished.and_then(|()| self.secondary_search(state, side));
            report.limits = if plan.to_the_end { self.root.first_limits } else { self.root_limits(state) };
            let Ok(secondary_search) = secondary_search else {
                self.take_stopped(plan, &mut report);
                self.settle(&mut report);
                self.note_stop(&mut report);
                break;
            };
            report.take_lines(std::mem::take(&mut self.root.found));
            self.settle(&mut report);
            expected.learn(&report.lines);
            report.secondary_search = secondary_search;
            report.depth = (depth < TO_THE_END).then_some(depth as u32);
            each(&Iteration {
                depth: report.depth,
                lines: report.lines.clone(),
                counts: self.counts - counts_before,
                total_nodes: self.nodes_of_all(),
                elapsed: self.shared.clock.elapsed(),
            });
            let is_final = report.lines.iter().all(|line| line.is_final(depth));
            report.ended_by = if is_final { Ending::Proven } else { Ending::Depth };
            if plan.to_the_end || is_final {
                break;
            }
        }
        if plan.resist && !plan.weak && !report.stopped && !self.mode.has_chance {
            // If a limit stops this, the move that loses latest is kept.
            self.reset();
            if self.resist(state, side, &mut report).is_err() {
                self.note_stop(&mut report);
            }
        }
        let claimed = self.with_claim(state, report.score, report.proven);
        if claimed.0 != report.score {
            (report.score, report.proven) = claimed;
            report.bound = Bound::Exact;
            report.limits.at_least = Score::DRAW;
            report.limits.at_most = if report.proven { Score::DRAW } else { report.limits.at_most.max(Score::DRAW) };
        } else if self.may_claim(state) {
            let Proof { at_least, at_most, .. } = report.limits;
            report.limits = Proof::between(at_least.max(Score::DRAW), at_most.max(Score::DRAW));
        }
        report.counts = self.counts;
        report.elapsed = self.shared.clock.elapsed();
        report
    }

    /// Notes that a limit ended the search, and which.
    fn note_stop(&self, report: &mut Report<G::Move>) {
        report.stopped = true;
        report.ended_by = self.shared.clock.struck().unwrap_or(Ending::Stop);
    }

    /// Searches as a helper thread: fills the table for the others and reports nothing.
    pub(crate) fn help(&mut self, state: &G::State, plan: Plan) {
        let side = self.shared.game.to_move(state);
        if final_outcome(self.shared.game, state).is_some() {
            return;
        }
        self.begin_path(state);
        if plan.to_the_end {
            return self.assist(state);
        }
        self.prepare_root(state);
        let mut expected = Expected::default();
        for depth in self.depths(plan) {
            // Every other helper is one ply ahead, so that the threads search different trees.
            let ahead = if plan.depth.is_some_and(|last| depth >= last as i32) { 0 } else { self.number as i32 % 2 };
            if self.iteration(state, side, depth + ahead, plan, &expected).is_err() {
                return;
            }
            expected.learn(&std::mem::take(&mut self.root.found));
        }
    }

    fn depths(&self, plan: Plan) -> std::ops::RangeInclusive<i32> {
        let last = plan.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) as i32;
        if plan.to_the_end {
            TO_THE_END..=TO_THE_END
        } else if self.shared.techniques.sound.iterative_deepening {
            1..=last
        } else {
            last..=last
        }
    }

    /// The report before any search: some legal move, or the end of the game.
    fn report_without_search(&mut self, state: &G::State, side: Side) -> Report<G::Move> {
        let outcome = final_outcome(self.shared.game, state);
        let score = match outcome {
            Some(outcome) => outcome.score_for(side),
            None => self.estimate(state, side, 0),
        };
        let proven = outcome.is_some();
        let legal = legal_moves(self.shared.game, state);
        let first = legal.iter().find(|mv| self.shared.only.contains(mv)).or(legal.first()).copied();
        let chosen = first.map(|mv| if self.is_chance(state) { Vec::new() } else { vec![mv] });
        let line = chosen.map(|moves| Line { score, bound: Bound::Exact, proven, moves });
        Report {
            lines: line.into_iter().collect(),
            score,
            bound: Bound::Exact,
            proven,
            depth: Some(0),
            counts: self.counts,
            elapsed: self.shared.clock.elapsed(),
            stopped: false,
            ended_by: Ending::Proven,
            limits: if proven { Proof::exactly(score) } else { Proof::nothing() },
            resistance: None,
            secondary_search: None,
        }
    }

    /// Finds the positions of the game whose next occurrence would be the third.
    fn begin_path(&mut self, state: &G::State) {
        if G::CAN_REPEAT {
            self.path.begin(self.shared.game.key(state).unwrap_or_default(), self.shared.game.reversible_plies(state));
        }
    }

    fn prepare_root(&mut self, state: &G::State) {
        let moves = legal_moves(self.shared.game, state);
        let mut moves: Vec<_> = moves
            .into_iter()
            .enumerate()
            .map(|(place, mv)| RootMove::new(mv, number(place), self.proven_after(state, mv)))
            .collect();
        if self.shared.techniques.sound.static_ordering {
            sort_by_rank(&mut moves, |root| {
                -i64::from(self.shared.knowledge.priority(self.shared.game, state, root.mv))
            });
        }
        // The sort is stable: the moves to choose among keep their order, after the others.
        sort_by_rank(&mut moves, |root| i64::from(self.shared.only.contains(&root.mv)));
        let barred = moves.iter().filter(|root| !self.shared.only.contains(&root.mv)).count();
        self.root.barred = if barred < moves.len() { barred } else { 0 };
        self.root.moves = moves;
    }

    pub(super) fn reset(&mut self) {
        self.moves.clear();
        self.proofs.clear();
        self.path.reset();
        self.chances_above = 0;
        self.root.raised = None;
    }

    /// One iteration: the requested lines one after the other, each without the first moves of the lines before.
    fn iteration(
        &mut self,
        state: &G::State,
        side: Side,
        depth: i32,
        plan: Plan,
        expected: &Expected,
    ) -> Result<(), Stopped> {
        self.root.depth = depth;
        self.root.found.clear();
        // With late move reductions the move order changes the result, not only the cost.
        let Techniques { sound, speculative, .. } = self.shared.techniques;
        if sound.history && speculative.late_move_reductions && plan.lines == 1 && depth > 1 {
            self.root.sort_by_effort();
        }
        self.root.moves.iter_mut().for_each(|root| (root.value, root.effort) = (None, 0));
        // At a chance node nobody chooses: there is one line, with a value and no move.
        let chance = self.is_chance(state);
        let slots = if chance { 1 } else { plan.lines.clamp(1, self.root.open_moves().len()) };
        for slot in 0..slots {
            self.root.done = self.root.barred + slot;
            let doubts_before = self.doubts;
            let score = match depth {
                TO_THE_END => self.close_in(state, side, plan.weak)?,
                _ => self.aspire(state, side, depth, expected.get(slot, self.mode.quiescing))?,
            };
            let raised = self.root.raised.take().map(|(_, moves)| moves);
            let moves = match raised {
                Some(moves) => moves,
                None if chance => Vec::new(),
                None => vec![self.root.open_moves()[slot].mv],
            };
            if let Some(&first) = moves.first() {
                self.root.promote(first);
            }
            let proven = self.doubts == doubts_before;
            // With several lines, the score of each is the value of its move.
            let (score, proven) = if slots == 1 { self.with_claim(state, score, proven) } else { (score, proven) };
            let exact = proven && !(plan.weak && plan.to_the_end);
            let line = Line { score, bound: self.label(score, exact, depth), proven, moves };
            self.root.found.push(line.with_proven_ends());
        }
        self.root.put_best_first();
        Ok(())
    }

    /// The root's value, given that the side to move may claim a draw instead of making a move.
    fn with_claim(&self, state: &G::State, score: Score, proven: bool) -> (Score, bool) {
        let gains = score < Score::DRAW && self.may_claim(state);
        if gains { (Score::DRAW, proven || score.is_loss()) } else { (score, proven) }
    }

    /// May the side to move claim a draw at the root?
    fn may_claim(&self, state: &G::State) -> bool {
        G::CAN_REPEAT && self.path.root_is_third() || self.shared.game.may_be_claimed(state)
    }

    /// What is proven about the root: by its moves, whatever the iteration, and by the game's knowledge.
    fn root_limits(&self, state: &G::State) -> Proof {
        // At a chance node the value is no maximum.
        if self.is_chance(state) {
            return Proof::nothing();
        }
        let by_moves = self.root.proven_by_moves();
        let whole = self.root.barred == 0 && !self.may_claim(state);
        if !self.is_proving() || !whole {
            return by_moves;
        }
        by_moves.and(self.proven_with_history(state))
    }

    /// What the game's knowledge proves about the root or a position after it. It knows nothing of the game so far: the way to a
    /// win may lead through a third occurrence.
    fn proven_with_history(&self, state: &G::State) -> Proof {
        let known = self.prove(state, Window::FULL).limits();
        if G::CAN_REPEAT && self.path.salt() != 0 { known.without_wins() } else { known }
    }

    /// What is proven about a move of the root before any search.
    fn proven_after(&self, state: &G::State, mv: G::Move) -> Proof {
        let game = self.shared.game;
        let child = game.apply(state, mv);
        let side = game.to_move(&child);
        let Proof { at_least, at_most, .. } = match outcome_at(game, &child) {
            Some(outcome) => Proof::exactly(outcome.score_for(side)),
            None if self.is_proving() => self.proven_with_history(&child),
            None => Proof::nothing(),
        };
        let (at_least, at_most) = (at_least.earlier_by(1), at_most.earlier_by(1));
        if side == game.to_move(state) {
            Proof::between(at_least, at_most)
        } else {
            Proof::between(-at_most, -at_least)
        }
    }

    /// If the limits leave one value, and some move is proven to reach it, the single line is that move's.
    fn settle(&self, report: &mut Report<G::Move>) {
        let score = report.limits.at_least;
        let open = report.limits.is_exact() && !(report.proven && report.bound == Bound::Exact);
        let [line] = &mut report.lines[..] else { return };
        let Some(mv) = self.root.reaches(score).filter(|_| open) else { return };
        if line.moves.first() != Some(&mv) {
            line.moves = vec![mv];
        }
        (line.score, line.bound, line.proven) = (score, Bound::Exact, true);
        (report.score, report.bound, report.proven) = (score, Bound::Exact, true);
    }

    /// The root's value by aspiration windows: first a narrow window around the expected value, then wider ones.
    fn aspire(&mut self, state: &G::State, side: Side, depth: i32, expected: Option<Score>) -> Result<Score, Stopped> {
        let mut margin = self.margin(self.parameters.aspiration_margin);
        let narrow = expected.filter(|score| {
            self.shared.techniques.sound.aspiration && depth >= ASPIRATION_MIN_DEPTH && !score.is_decided()
        });
        let mut window = narrow.map_or(Window::FULL, |score| Window::new(score.plus(-margin), score.plus(margin)));
        let mut better = None;
        loop {
            self.reset();
            self.root.raised = better.take();
            let score = self.node(&Node::root(state, side, depth, window))?;
            // Outside the window the value is only a bound.
            margin = margin.saturating_mul(self.parameters.aspiration_growth) / 100;
            let beyond_points = score.plus(-1) == score || score.plus(1) == score;
            let wide = margin > self.shared.knowledge.unit().saturating_mul(64) || beyond_points;
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha =
                    if wide { Window::FULL.alpha } else { score.plus(-margin).min(window.alpha.next_down()) };
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                // If a limit stops the next search, the move that failed high is still the answer.
                better = self.root.raised.take();
                if let Some((_, moves)) = &better {
                    self.root.promote(moves[0]);
                }
                window.beta = if wide { Window::FULL.beta } else { score.plus(margin).max(window.beta.next_up()) };
            } else {
                return Ok(score);
            }
        }
    }

    /// The bound of a root value. A win is always proven. That no quicker win exists is known only if everything is proven, or
    /// if no speculative technique is on and the search reached as far as the win.
    pub(super) fn label(&self, score: Score, proven: bool, depth: i32) -> Bound {
        let nothing_speculative = self.shared.techniques.speculative == Speculative::NONE;
        let seen = |plies: u32| proven || nothing_speculative && depth < TO_THE_END && plies as i32 <= depth;
        match score.kind() {
            ScoreKind::Win(plies) if !seen(plies) => Bound::AtLeast,
            ScoreKind::Loss(plies) if !seen(plies) => Bound::AtMost,
            _ => Bound::Exact,
        }
    }
}

/// The number of a move; all moves from `u16::MAX` on share that number.
fn number(place: usize) -> u16 {
    u16::try_from(place).unwrap_or(u16::MAX)
}

impl<M: Copy + Eq> Line<M> {
    /// Marks wins and losses as proven: no technique guesses one.
    pub(super) fn with_proven_ends(mut self) -> Line<M> {
        self.proven |= self.score.is_decided();
        self
    }

    /// Would a deeper search give the same value?
    fn is_final(&self, depth: i32) -> bool {
        match self.score.kind() {
            ScoreKind::Win(plies) | ScoreKind::Loss(plies) => self.bound == Bound::Exact || plies as i32 <= depth,
            ScoreKind::Points(_) => self.proven,
        }
    }
}

/// The result of the secondary search, if there was one.
pub(super) type MaybeSecondarySearch<M> = Option<SecondarySearch<M>>;

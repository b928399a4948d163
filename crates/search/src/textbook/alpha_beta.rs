//! Alpha-beta: minimax that does not search moves which cannot change the result.
//!
//! α is the value that MAX is sure of on the path to the root, β the value that MIN is sure of. Once β ≤ α, one of the two
//! will never let the game come here, and the rest of the node's moves are cut.

use rootward_game::{Bound, Evaluation, Game, Score, Side, Window, legal_moves, outcome_at};

use super::{Backed, SearchResult, TreeSearch};
use crate::{Cut, CutKind, Departure, Observer, Visit, Why};

/// Alpha-beta as the lecture teaches it, with its variants. The default is fail-soft, cut at β ≤ α, moves in the given order.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta {
    /// The cut-off; none to search to the end of the game.
    pub depth: Option<u32>,
    /// When to cut.
    pub cut: CutRule,
    /// What to return beyond the window.
    pub fail: Fail,
    /// In which order to try the moves.
    pub order: Order,
}

/// When the rest of a node is cut. Both give the right value; they differ in how many leaves they see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CutRule {
    /// When β ≤ α, as in the textbook.
    #[default]
    At,
    /// Only when β < α.
    Past,
}

/// What a node returns when its value lies outside the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fail {
    /// The best value found: a tighter bound.
    #[default]
    Soft,
    /// The end of the window. Every value is clamped to the `[α, β]` that its node was entered with: at leaves, at chance nodes
    /// and at players' nodes alike, also where α = β. So no value exceeds β, and [`CutRule::Past`] never cuts.
    Hard,
}

/// The order in which a node's moves are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the game gives them: left to right.
    #[default]
    Given,
    /// Right to left.
    Reversed,
    /// Best first by static value: descending at MAX, ascending at MIN.
    Best,
}

impl AlphaBeta {
    /// ALPHA-BETA-DECISION: value, move and line at `state`.
    pub fn run<G, E, O>(self, game: &G, evaluation: &E, state: &G::State, observer: O) -> SearchResult<G::Move>
    where
        G: Game,
        E: Evaluation<G>,
        O: Observer<G>,
    {
        let mut search = TreeSearch::new(game, evaluation, observer);
        let (backed, _) = search.alpha_beta(self, state, None, 0, Window::FULL);
        search.result(backed)
    }

    fn one_ply_less(self) -> AlphaBeta {
        AlphaBeta { depth: self.depth.map(|depth| depth - 1), ..self }
    }

    fn cuts(self, window: Window) -> bool {
        match self.cut {
            CutRule::At => window.beta <= window.alpha,
            CutRule::Past => window.beta < window.alpha,
        }
    }
}

impl<G: Game, E: Evaluation<G>, O: Observer<G>> TreeSearch<'_, G, E, O> {
    fn alpha_beta(
        &mut self,
        rule: AlphaBeta,
        state: &G::State,
        via: Option<G::Move>,
        ply: usize,
        window: Window,
    ) -> (Backed<G::Move>, Bound) {
        let side = self.game.to_move(state);
        self.counts.nodes += 1;
        let (chance, depth) = (self.is_chance(state), rule.depth.map(|depth| depth as i32));
        self.observer.enter(&Visit { state, side, chance, via, ply, depth, window });
        let (mut found, why) = if let Some(utility) = self.utility(state, ply) {
            (((utility, Vec::new()), Bound::Exact), Why::Terminal)
        } else if rule.depth == Some(0) {
            (((self.eval(state), Vec::new()), Bound::Exact), Why::Horizon)
        } else if chance {
            // Chance is no ply and uses no depth, unless it stands for a player.
            let rule = if self.game.is_ply(state) { rule.one_ply_less() } else { rule };
            // The textbook passes no window through a chance node: an average can need any of its terms. The engine uses
            // Star1.
            let below = |search: &mut Self, child: &G::State, by| {
                search.alpha_beta(rule, child, Some(by), ply + 1, Window::FULL).0.0
            };
            ((self.average(state, ply, below), Bound::Exact), Why::Averaged)
        } else {
            self.best_within(rule.one_ply_less(), state, ply, window)
        };
        let ((value, _), bound) = &mut found;
        if rule.fail == Fail::Hard && (*value < window.alpha || *value > window.beta) {
            *bound = window.judge(*value);
            *value = (*value).clamp(window.alpha, window.beta);
        }
        self.observer.leave(ply, Departure { value: *value, bound: *bound, why });
        found
    }

    fn best_within(
        &mut self,
        rule: AlphaBeta,
        state: &G::State,
        ply: usize,
        mut window: Window,
    ) -> ((Backed<G::Move>, Bound), Why) {
        let side = self.game.to_move(state);
        let moves = self.ordered_moves(rule.order, state);
        let entered = window;
        let mut best = (side.view(-Score::INFINITY), Vec::new());
        // `good` is the bound of a value that is at least as good for this side as the number. `in_no_window` is the opposite
        // bound until some move has one that is not.
        let good = if side == Side::First { Bound::AtLeast } else { Bound::AtMost };
        let mut in_no_window = -good;
        for (tried, &mv) in moves.iter().enumerate() {
            let child = self.game.apply(state, mv);
            let ((value, mut line), bound) =
                self.below(state, |search| search.alpha_beta(rule, &child, Some(mv), ply + 1, window));
            if side.prefers(value, best.0) {
                line.push(mv);
                best = (value, line);
                match side {
                    Side::First => window.alpha = window.alpha.max(value),
                    Side::Second => window.beta = window.beta.min(value),
                }
                self.observer.update(ply, mv, value, window);
            }
            if bound != -good {
                in_no_window = good;
            }
            let skipped = &moves[tried + 1..];
            if rule.cuts(window) && !skipped.is_empty() {
                self.counts.cuts += 1;
                self.observer.cut(ply, &Cut { by: mv, value, kind: CutKind::at(side), skipped });
                let bound = entered.judge(best.0);
                return ((best, bound), Why::Cut);
            }
        }
        // Where α = β, all clamped values are equal: the bound follows from the bounds of the moves, not from the number.
        let is_point = rule.fail == Fail::Hard && entered.is_empty();
        let bound = if is_point { in_no_window } else { entered.judge(best.0) };
        ((best, bound), Why::Searched)
    }

    fn ordered_moves(&mut self, order: Order, state: &G::State) -> Vec<G::Move> {
        let mut moves = legal_moves(self.game, state);
        match order {
            Order::Given => {}
            Order::Reversed => moves.reverse(),
            Order::Best => {
                let side = self.game.to_move(state);
                moves.sort_by_cached_key(|&mv| -side.view(self.static_value(&self.game.apply(state, mv))));
            }
        }
        moves
    }

    fn static_value(&self, state: &G::State) -> Score {
        match outcome_at(self.game, state) {
            Some(outcome) => outcome.score_for(Side::First),
            None => Score::points(self.range().clamp(self.evaluation.evaluate(self.game, state))),
        }
    }
}

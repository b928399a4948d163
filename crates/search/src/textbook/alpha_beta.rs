//! Alpha-beta: minimax that does not look where the answer cannot change.
//!
//! α is what MAX is sure of on the path to the root, β what MIN is sure of. Once β ≤ α, one of the two will never let
//! the game come here, and the rest of the node's moves are cut.

use rootward_game::{Bound, Game, Knowledge, Score, Side, Window, legal_moves, outcome_at};

use super::{Answer, Backed, Walk};
use crate::{Cut, CutKind, Departure, Observer, Visit, Why};

/// Alpha-beta as the lecture has it, with its variants. The default is fail-soft, cut at β ≤ α, moves as given.
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
    /// The end of the window.
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
    pub fn run<G, K, O>(self, game: &G, knowledge: &K, state: &G::State, observer: O) -> Answer<G::Move>
    where
        G: Game,
        K: Knowledge<G>,
        O: Observer<G>,
    {
        let mut walk = Walk::new(game, knowledge, observer);
        let backed = walk.alpha_beta(self, state, None, 0, Window::FULL);
        walk.answer(backed)
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

impl<G: Game, K: Knowledge<G>, O: Observer<G>> Walk<'_, G, K, O> {
    fn alpha_beta(
        &mut self,
        rule: AlphaBeta,
        state: &G::State,
        via: Option<G::Move>,
        ply: usize,
        window: Window,
    ) -> Backed<G::Move> {
        let side = self.game.to_move(state);
        self.counts.nodes += 1;
        let (chance, depth) = (self.is_chance(state), rule.depth.map(|depth| depth as i32));
        self.observer.enter(&Visit { state, side, chance, via, ply, depth, window });
        let ((mut value, line), why) = if let Some(utility) = self.utility(state, ply) {
            ((utility, Vec::new()), Why::Terminal)
        } else if rule.depth == Some(0) {
            ((self.eval(state), Vec::new()), Why::Horizon)
        } else if chance {
            // The textbook's window ends here: an average can need any of its terms. The engine knows better (Star1).
            let below =
                |walk: &mut Self, child: &G::State, by| walk.alpha_beta(rule, child, Some(by), ply + 1, Window::FULL).0;
            (self.average(state, ply, below), Why::Averaged)
        } else {
            self.best_within(rule.one_ply_less(), state, ply, window)
        };
        let full = matches!(why, Why::Terminal | Why::Horizon | Why::Averaged);
        let mut bound = if full { Bound::Exact } else { window.judge(value) };
        // A window without a value inside, as cutting only past alpha hands down, has nothing to be clamped to.
        if rule.fail == Fail::Hard && !window.contains(value) && !window.is_empty() {
            bound = window.judge(value);
            value = value.clamp(window.alpha, window.beta);
        }
        self.observer.leave(ply, Departure { value, bound, why });
        (value, line)
    }

    fn best_within(
        &mut self,
        rule: AlphaBeta,
        state: &G::State,
        ply: usize,
        mut window: Window,
    ) -> (Backed<G::Move>, Why) {
        let side = self.game.to_move(state);
        let moves = self.ordered_moves(rule.order, state);
        let mut best = (side.view(-Score::INFINITY), Vec::new());
        for (tried, &mv) in moves.iter().enumerate() {
            let child = self.game.apply(state, mv);
            let (value, mut line) = self.below(state, |walk| walk.alpha_beta(rule, &child, Some(mv), ply + 1, window));
            if side.prefers(value, best.0) {
                line.push(mv);
                best = (value, line);
                match side {
                    Side::First => window.alpha = window.alpha.max(value),
                    Side::Second => window.beta = window.beta.min(value),
                }
                self.observer.update(ply, mv, value, window);
            }
            let skipped = &moves[tried + 1..];
            if rule.cuts(window) && !skipped.is_empty() {
                self.counts.cuts += 1;
                self.observer.cut(ply, &Cut { by: mv, value, kind: CutKind::at(side), skipped });
                return (best, Why::Cut);
            }
        }
        (best, Why::Searched)
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
            None => Score::points(self.range().clamp(self.knowledge.evaluate(self.game, state))),
        }
    }
}

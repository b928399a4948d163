//! Minimax, with chance nodes expectiminimax: the value of a MAX position is the largest value of its successors, that of a
//! MIN position the smallest.

use rootward_game::{Bound, Evaluation, Game, Score, Window, legal_moves};

use super::{Backed, SearchResult, TreeSearch};
use crate::{Departure, Observer, Visit, Why};

/// Exhaustive depth-first minimax, or depth-limited with a static evaluation at the cut-off.
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax {
    /// The cut-off; none to search to the end of the game.
    pub depth: Option<u32>,
}

impl Minimax {
    /// MINIMAX-DECISION: value, move and line at `state`.
    pub fn run<G, E, O>(self, game: &G, evaluation: &E, state: &G::State, observer: O) -> SearchResult<G::Move>
    where
        G: Game,
        E: Evaluation<G>,
        O: Observer<G>,
    {
        let mut search = TreeSearch::new(game, evaluation, observer);
        let backed = search.minimax(state, None, 0, self.depth);
        search.result(backed)
    }
}

impl<G: Game, E: Evaluation<G>, O: Observer<G>> TreeSearch<'_, G, E, O> {
    fn minimax(&mut self, state: &G::State, via: Option<G::Move>, ply: usize, depth: Option<u32>) -> Backed<G::Move> {
        let side = self.game.to_move(state);
        let plies_left = depth.map(|depth| depth as i32);
        self.counts.nodes += 1;
        self.observer.enter(&Visit {
            state,
            side,
            chance: self.is_chance(state),
            via,
            ply,
            depth: plies_left,
            window: Window::FULL,
        });
        let ((value, line), why) = if let Some(utility) = self.utility(state, ply) {
            ((utility, Vec::new()), Why::Terminal)
        } else if depth == Some(0) {
            ((self.eval(state), Vec::new()), Why::Horizon)
        } else if self.is_chance(state) {
            // Chance is no ply and uses no depth, unless it stands for a player.
            let depth = depth.map(|depth| depth - u32::from(self.game.is_ply(state)));
            let averaged =
                self.average(state, ply, |search, child, by| search.minimax(child, Some(by), ply + 1, depth).0);
            (averaged, Why::Averaged)
        } else {
            (self.best_successor(state, ply, depth.map(|depth| depth - 1)), Why::Searched)
        };
        self.observer.leave(ply, Departure { value, bound: Bound::Exact, why });
        (value, line)
    }

    fn best_successor(&mut self, state: &G::State, ply: usize, depth: Option<u32>) -> Backed<G::Move> {
        let side = self.game.to_move(state);
        let mut best = (side.view(-Score::INFINITY), Vec::new());
        for mv in legal_moves(self.game, state) {
            let child = self.game.apply(state, mv);
            let (value, mut line) = self.below(state, |search| search.minimax(&child, Some(mv), ply + 1, depth));
            if side.prefers(value, best.0) {
                line.push(mv);
                best = (value, line);
                self.observer.update(ply, mv, value, Window::FULL);
            }
        }
        best
    }
}

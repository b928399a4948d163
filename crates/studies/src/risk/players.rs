//! Players with perfect knowledge of the game: one that makes random errors, and one that is lost and resists in some
//! way.

use rootward_game::{Game, legal_moves};
use rootward_models::{MixedStrategy, PARTS};
use rootward_tables::WholeGame;
use serde::Serialize;

use super::timed::Timed;

/// The value of every position, with the distance to the end.
pub(super) type Truth<'a, G> = WholeGame<'a, Timed<'a, G>, ()>;

/// How to play when every move loses. Otherwise all ways play the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Any move: they all lose.
    Plain,
    /// The one after which the fewest of the opponent's replies keep the win.
    Traps,
    /// The one that loses latest.
    Longest,
    /// The one that loses latest, and among those the one with the fewest winning replies: the engine's choice.
    LongestTraps,
    /// The move with the highest expected score against the given opponent.
    BestResponse,
}

impl Way {
    /// All ways, the simplest first.
    pub const ALL: [Way; 5] = [Way::Plain, Way::Traps, Way::Longest, Way::LongestTraps, Way::BestResponse];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Way::Plain => "any move",
            Way::Traps => "fewest winning replies",
            Way::Longest => "longest resistance",
            Way::LongestTraps => "longest, then fewest replies",
            Way::BestResponse => "best response",
        }
    }
}

/// The moves of a position, each with its value for the mover.
fn judged<G: Game>(truth: &Truth<'_, G>, game: &G, state: &G::State) -> Vec<(G::Move, f64)> {
    let side = game.to_move(state);
    let value = |mv| {
        let child = game.apply(state, mv);
        let value = truth.value(&child).map_or(0.0, |value| value.middle());
        if game.to_move(&child) == side { value } else { -value }
    };
    legal_moves(game, state).into_iter().map(|mv| (mv, value(mv))).collect()
}

fn best(moves: &[(impl Sized, f64)]) -> f64 {
    moves.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max)
}

/// One of the chosen moves, uniformly; with probability `slips` any move.
fn choose<M: Copy>(moves: &[(M, bool)], slips: f64, push: &mut dyn FnMut(M, u32)) {
    let chosen = moves.iter().filter(|(_, chosen)| *chosen).count() as f64;
    for &(mv, is_chosen) in moves {
        let thought = if is_chosen { (1.0 - slips) / chosen } else { 0.0 };
        let weight = ((slips / moves.len() as f64 + thought) * f64::from(PARTS)).round() as u32;
        if weight > 0 {
            push(mv, weight);
        }
    }
}

/// Plays perfectly, the fastest win and the longest resistance, except for random errors.
pub(super) struct Slipping<'a, G> {
    pub(super) truth: &'a Truth<'a, G>,
    pub(super) slips: f64,
}

impl<G: Game> MixedStrategy<G> for Slipping<'_, G> {
    fn weigh(&self, game: &G, state: &G::State, push: &mut dyn FnMut(G::Move, u32)) {
        let moves = judged(self.truth, game, state);
        let best = best(&moves);
        let moves: Vec<_> = moves.into_iter().map(|(mv, value)| (mv, value == best)).collect();
        choose(&moves, self.slips, push);
    }
}

/// Resists in its way while it is lost; if the game turns, it plays perfectly.
pub(super) struct Resisting<'a, G> {
    pub(super) truth: &'a Truth<'a, G>,
    pub(super) way: Way,
}

impl<G: Game> Resisting<'_, G> {
    /// The number of winning replies to a move.
    fn winning_replies(&self, game: &G, state: &G::State, mv: G::Move) -> usize {
        let child = game.apply(state, mv);
        judged(self.truth, game, &child).iter().filter(|(_, value)| *value > 0.0).count()
    }
}

impl<G: Game> MixedStrategy<G> for Resisting<'_, G> {
    fn weigh(&self, game: &G, state: &G::State, push: &mut dyn FnMut(G::Move, u32)) {
        let moves = judged(self.truth, game, state);
        let best = best(&moves);
        let is_lost = best < 0.0;
        let may = |value: f64| match self.way {
            Way::Plain | Way::Traps if is_lost => true,
            _ => value == best,
        };
        let counts = is_lost && matches!(self.way, Way::Traps | Way::LongestTraps);
        let winning = |mv| if counts { self.winning_replies(game, state, mv) } else { 0 };
        let moves: Vec<_> = moves.into_iter().map(|(mv, value)| (mv, may(value).then(|| winning(mv)))).collect();
        let fewest = moves.iter().filter_map(|(_, winning)| *winning).min();
        let moves: Vec<_> =
            moves.into_iter().map(|(mv, winning)| (mv, winning.is_some() && winning == fewest)).collect();
        choose(&moves, 0.0, push);
    }
}

//! [`Tactics`]: captures, checks and null moves, for quiescence search, pruning and extensions.

use crate::{Game, Score, SearchParameters};

/// What the speculative techniques ask about a game. The names come from chess, but each has a meaning in every game: being
/// in check is having to answer a threat at once.
///
/// `()` has no noisy moves, no checks and no null move.
pub trait Tactics<G: Game>: Sync {
    /// Does every check extend the search by a ply? If not, only those on the principal variation and in answer to a check do. Where
    /// checks are common, as compulsory captures are in draughts, extending all of them costs more than it shows.
    const EVERY_CHECK_EXTENDS: bool = true;

    /// The noisy moves: those that keep a position from being quiet (captures, checks, threats). Quiescence search follows only
    /// these, until there are none.
    fn noisy_moves(&self, game: &G, state: &G::State, push: &mut impl FnMut(G::Move)) {
        let _ = (game, state, push);
    }

    /// Is the move one of the [noisy](Tactics::noisy_moves) ones? Asked about single moves where the side to move is not
    /// [in check](Tactics::in_check).
    fn is_noisy(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        let mut noisy = false;
        self.noisy_moves(game, state, &mut |other| noisy |= other == mv);
        noisy
    }

    /// Is the side to move in check: does it have to answer a threat at once? Then the static evaluation says little, standing
    /// pat is not allowed, and **promise**: [`noisy_moves`](Tactics::noisy_moves) are all moves that answer the threat.
    fn in_check(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        false
    }

    /// Does the move give check: does it make a threat that has to be answered at once, so that the opponent is
    /// [in check](Tactics::in_check)?
    fn gives_check(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        self.in_check(game, &game.apply(state, mv))
    }

    /// Does the opponent threaten something that the static evaluation does not see, such as a capture? Such a position is not
    /// judged by its static evaluation alone, however high that is.
    fn is_threatened(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        false
    }

    /// The most points that a noisy move can win at once: the value of the captured piece. Used by delta pruning.
    fn gain(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        Score::POINTS_LIMIT
    }

    /// Static exchange evaluation (SEE): does the side that makes the move win at least `points` (mostly below 0) in the
    /// captures that follow at once?
    fn see_at_least(&self, game: &G, state: &G::State, mv: G::Move, points: i32) -> bool {
        let _ = (game, state, mv, points);
        true
    }

    /// The position after a null move: the side to move makes no move and the opponent is next. Only where the best move is
    /// surely better than the null move: `None` where it may not be (zugzwang), or where the opponent would win at once.
    fn null_move(&self, game: &G, state: &G::State) -> Option<G::State> {
        let _ = (game, state);
        None
    }

    /// The numbers of the speculative techniques, where they were fitted for this game.
    fn parameters(&self) -> SearchParameters {
        SearchParameters::GENERAL
    }
}

impl<G: Game> Tactics<G> for () {}

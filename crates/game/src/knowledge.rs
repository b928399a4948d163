//! Knowledge about a game: everything that makes a search quicker or its estimates better, and none of the rules.
//!
//! [`Knowledge`] has methods of four groups:
//!
//! * **Evaluation**: [`evaluate`](Knowledge::evaluate) estimates a position; [`unit`](Knowledge::unit) is its scale.
//! * **Move ordering**: [`priority`](Knowledge::priority) and [`priority_with_note`](Knowledge::priority_with_note) order
//!   moves statically; [`history_slots`](Knowledge::history_slots), [`history_slot`](Knowledge::history_slot),
//!   [`HISTORY_PER_POINT`](Knowledge::HISTORY_PER_POINT) and
//!   [`uses_continuation_history`](Knowledge::uses_continuation_history) set up the history heuristics.
//! * **Tactics**, for quiescence, pruning and extensions: [`noisy_moves`](Knowledge::noisy_moves),
//!   [`is_noisy`](Knowledge::is_noisy), [`in_check`](Knowledge::in_check), [`gives_check`](Knowledge::gives_check),
//!   [`gain`](Knowledge::gain), [`see_at_least`](Knowledge::see_at_least) and [`null_move`](Knowledge::null_move). The
//!   names come from chess, but each has a meaning in every game: being in check is having to answer a threat at once.
//! * **Proofs**: [`prove`](Knowledge::prove), [`prove_after_candidate`](Knowledge::prove_after_candidate),
//!   [`candidates`](Knowledge::candidates), [`FORESEES_THE_END`](Knowledge::FORESEES_THE_END) and
//!   [`NEAR_END`](Knowledge::NEAR_END); and the keys that values are stored under, [`table_key`](Knowledge::table_key) and
//!   [`value_key`](Knowledge::value_key).

use crate::{Game, Score, Window};

/// Knowledge about a game. Every method is optional; `()` knows nothing.
///
/// Evaluation, move ordering and tactics are heuristics: if they are bad, the search is slow or its estimates are poor. The
/// methods for proofs make promises that proven values rest on; each states its own. One method for tactics does, too: where a
/// side is [in check](Knowledge::in_check), its [noisy moves](Knowledge::noisy_moves) are all moves that answer the threat.
pub trait Knowledge<G: Game>: Sync {
    /// Static evaluation in points for [`Side::First`](crate::Side::First) (MAX). It is clamped into the range of points, so
    /// it is never higher than a win.
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        let _ = (game, state);
        0
    }

    /// The unit of the evaluation: the points of a clear advantage, such as a pawn or an open three. The margins of futility
    /// pruning, aspiration windows and the like are counted in it.
    fn unit(&self) -> i32 {
        1
    }

    /// The static priority of a move, for move ordering: higher goes first, equals stay in the given order. It is below 0 for a
    /// move that seems worse than no move at all, such as a capture that loses more than it takes.
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }

    /// [`priority`](Knowledge::priority) of a move when [`prove`](Knowledge::prove) was called for the position after it:
    /// `note` is the [`Proof::note`] made there. The same number; the note may save work.
    fn priority_with_note(&self, game: &G, state: &G::State, mv: G::Move, note: u64) -> i32 {
        let _ = note;
        self.priority(game, state, mv)
    }

    /// The noisy moves: those that keep a position from being quiet (captures, checks, threats). Quiescence search follows only
    /// these, until there are none.
    fn noisy_moves(&self, game: &G, state: &G::State, push: &mut impl FnMut(G::Move)) {
        let _ = (game, state, push);
    }

    /// Is the move one of the [noisy](Knowledge::noisy_moves) ones? Asked about single moves where the side to move is not
    /// [in check](Knowledge::in_check).
    fn is_noisy(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        let mut noisy = false;
        self.noisy_moves(game, state, &mut |other| noisy |= other == mv);
        noisy
    }

    /// Is the side to move in check: does it have to answer a threat at once? Then the static evaluation says little, standing
    /// pat is not allowed, and **promise**: [`noisy_moves`](Knowledge::noisy_moves) are all moves that answer the threat.
    fn in_check(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        false
    }

    /// Does the move give check: does it make a threat that has to be answered at once, so that the opponent is
    /// [in check](Knowledge::in_check)?
    fn gives_check(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        self.in_check(game, &game.apply(state, mv))
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

    /// The number of [`history_slot`](Knowledge::history_slot)s; 0 switches the history heuristics off.
    fn history_slots(&self) -> usize {
        0
    }

    /// The slot of a move in the history tables, which hold how often such moves caused a cut-off in any position: a square, a
    /// column, a pair of squares. Below [`history_slots`](Knowledge::history_slots).
    fn history_slot(&self, game: &G, state: &G::State, mv: G::Move) -> usize {
        let _ = (game, state, mv);
        0
    }

    /// The history score that equals one point of [`priority`](Knowledge::priority); the scores of each table stay within
    /// ±16,384. `None`: history only orders moves of the same priority.
    const HISTORY_PER_POINT: Option<i32> = None;

    /// Is continuation history used: which moves caused a cut-off after which other moves? Where there are few moves, their own
    /// history orders them as well and costs less.
    fn uses_continuation_history(&self) -> bool {
        true
    }

    /// The position after a null move: the side to move makes no move and the opponent is next. Only where the best move is
    /// surely better than the null move: `None` where it may not be (zugzwang), or where the opponent would win at once.
    fn null_move(&self, game: &G, state: &G::State) -> Option<G::State> {
        let _ = (game, state);
        None
    }

    /// What can be **proven** about a position without search: limits of its value for the side to move. `window` says which
    /// values matter, so that a costly proof that cannot change the result can be left out.
    ///
    /// In a game with a [no-progress rule](Game::NO_PROGRESS_RULE), an upper limit on what a side can win must hold with every
    /// count; a proven win may depend on the count of this position.
    ///
    /// Called only where the game is not over.
    fn prove(&self, game: &G, state: &G::State, window: Window) -> Proof {
        let _ = (game, state, window);
        Proof::NOTHING
    }

    /// [`prove`](Knowledge::prove) for a position that was reached by a [candidate](Knowledge::candidates) of a position that
    /// no proof could settle. If candidates leave out moves that lose at once, there is no win at once here, and the proof need
    /// not look for one. `before` is the [`Proof::note`] that was made for the position before, if it is known; it may save
    /// work and changes nothing else.
    fn prove_after_candidate(&self, game: &G, state: &G::State, window: Window, before: Option<u64>) -> Proof {
        let _ = before;
        self.prove(game, state, window)
    }

    /// The moves to search. **Promise**: some candidate is at least as good as every move left out; and if there is a legal
    /// move, there is at least one candidate unless [`prove`](Knowledge::prove) gave the exact value.
    ///
    /// `note` is the [`Proof::note`] that was made for this position, if there is one.
    fn candidates(&self, game: &G, state: &G::State, note: Option<u64>, push: &mut impl FnMut(G::Move)) {
        let _ = note;
        game.moves(state, push);
    }

    /// **Promise**, if `true`: where a [candidate](Knowledge::candidates) would end the game,
    /// [`prove`](Knowledge::prove) gives the exact value. Then the game is not over at any position that a search reaches by
    /// candidates alone, and none is tested for it.
    const FORESEES_THE_END: bool = false;

    /// The search does not use the table for questions about at most this many plies ("a win within six plies?"). More than 0
    /// pays off where proofs settle such questions faster than a table look-up; the table then keeps the costlier entries.
    const NEAR_END: u32 = 0;

    /// The key of a position in the transposition table. **Promise**: positions with the same key have the same value and
    /// distance for the side to move. The default is the position's own [`Game::key`]; knowledge may give the same key to
    /// mirror images, or to positions that differ only in stones that no longer matter.
    fn table_key(&self, game: &G, state: &G::State) -> Option<TableKey> {
        game.key(state).map(TableKey::of)
    }

    /// The key of a position in tables of values without moves. **Promise**: positions with the same key have the same value
    /// for the side to move. It may be coarser than the [table key](Knowledge::table_key), since the order of moves does not
    /// matter: all symmetric images of a board can share one key.
    fn value_key(&self, game: &G, state: &G::State) -> Option<u64> {
        self.table_key(game, state).map(|key| key.key)
    }
}

/// The key that a position's value is stored under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableKey {
    /// Positions with the same key have the same value.
    pub key: u64,
    /// The moves of this position come in the opposite order to those of the position that the key stands for, as in a mirror
    /// image. Stored moves are numbers in the order of the key's position.
    pub reversed: bool,
}

impl TableKey {
    /// The key of a position that stands for itself.
    #[must_use]
    #[inline]
    pub const fn of(key: u64) -> TableKey {
        TableKey { key, reversed: false }
    }

    /// Converts the number of a move among `moves` into the stored number, and back.
    #[must_use]
    #[inline]
    pub const fn turn(self, index: u16, moves: u16) -> u16 {
        if self.reversed && index < moves { moves - 1 - index } else { index }
    }
}

impl<G: Game> Knowledge<G> for () {}

/// Proven limits of a position's value, for the side to move, with distances from that position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The value is at least this.
    pub at_least: Score,
    /// The value is at most this.
    pub at_most: Score,
    /// Intermediate results for [`Knowledge::candidates`], for the proofs about the positions after them, and for the
    /// [priority](Knowledge::priority_with_note) of the moves that lead here, so that nothing is computed twice. Each game
    /// defines its meaning.
    pub note: u64,
}

impl Proof {
    /// Nothing is known.
    pub const NOTHING: Proof = Proof { at_least: Window::FULL.alpha, at_most: Window::FULL.beta, note: 0 };

    /// The value itself.
    #[must_use]
    pub const fn exactly(score: Score) -> Proof {
        Proof { at_least: score, at_most: score, note: 0 }
    }

    /// At least this.
    #[must_use]
    pub const fn at_least(score: Score) -> Proof {
        Proof { at_least: score, at_most: Window::FULL.beta, note: 0 }
    }

    /// At most this.
    #[must_use]
    pub const fn at_most(score: Score) -> Proof {
        Proof { at_least: Window::FULL.alpha, at_most: score, note: 0 }
    }

    /// The proof without its promises of a win, or of a payoff above a draw, to either side.
    #[must_use]
    pub fn without_wins(self) -> Proof {
        Proof { at_least: self.at_least.min(Score::DRAW), at_most: self.at_most.max(Score::DRAW), ..self }
    }

    /// Is the value itself known?
    #[must_use]
    #[inline]
    pub fn is_exact(self) -> bool {
        self.at_least == self.at_most
    }
}

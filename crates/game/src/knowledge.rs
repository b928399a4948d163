//! Advice about a game: everything that makes a search quicker or its guesses better, and none of the rules.

use crate::{Game, Score, Window};

/// Advice about a game. Every function is optional; `()` knows nothing.
///
/// Three of them are mere opinion ([`evaluate`](Knowledge::evaluate), [`priority`](Knowledge::priority),
/// [`noisy_moves`](Knowledge::noisy_moves)): if they are bad, the search is slow or its estimates poor. The others make
/// promises that proofs rest on; each says which.
pub trait Knowledge<G: Game>: Sync {
    /// Static evaluation in points for [`Side::First`](crate::Side::First) (MAX). Clamped into the range of points, so
    /// it can never outrank a win.
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        let _ = (game, state);
        0
    }

    /// What a clear advantage is worth in the evaluation's points: a pawn, an open three. The margins of those
    /// techniques that compare estimates are counted in it.
    fn unit(&self) -> i32 {
        1
    }

    /// How promising a move looks, before anything was searched: higher goes first, equals stay in the given order. Below 0:
    /// it looks worse than doing nothing, such as a capture that loses more than it takes.
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }

    /// [`priority`](Knowledge::priority) where proofs were asked about the position behind the move: `note` is the
    /// [`Proof::note`] made there. The same number, for less work where that note tells it.
    fn priority_with_note(&self, game: &G, state: &G::State, mv: G::Move, note: u64) -> i32 {
        let _ = note;
        self.priority(game, state, mv)
    }

    /// The moves that keep a position from being quiet (captures, checks, threats). At the horizon the search goes on
    /// through these alone until there are none.
    fn noisy_moves(&self, game: &G, state: &G::State, push: &mut impl FnMut(G::Move)) {
        let _ = (game, state, push);
    }

    /// Is the move one of the [noisy](Knowledge::noisy_moves) ones? Asked about single moves where the position is not
    /// [forced](Knowledge::in_check).
    fn is_noisy(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        let mut noisy = false;
        self.noisy_moves(game, state, &mut |other| noisy |= other == mv);
        noisy
    }

    /// Has the side to move to answer a threat at once (a check)? Its static value then says little, standing pat is no
    /// choice, and [`noisy_moves`](Knowledge::noisy_moves) are all moves that answer.
    fn in_check(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        false
    }

    /// Does the move make a threat that has to be answered at once: is the position after it [forced](Knowledge::in_check)?
    fn gives_check(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        self.in_check(game, &game.apply(state, mv))
    }

    /// The most points that a noisy move can win at once: the piece it takes.
    fn gain(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        Score::POINTS_LIMIT
    }

    /// Does the mover keep at least `points` (mostly below 0) in the exchanges that follow the move at once?
    fn see_at_least(&self, game: &G, state: &G::State, mv: G::Move, points: i32) -> bool {
        let _ = (game, state, mv, points);
        true
    }

    /// How many different [`history_slot`](Knowledge::history_slot)s there are; 0 switches the history off.
    fn history_slots(&self) -> usize {
        0
    }

    /// Which counter remembers how often this move caused a cut, whatever the position: a square, a column, a pair of
    /// squares. Below [`history_slots`](Knowledge::history_slots).
    fn history_slot(&self, game: &G, state: &G::State, mv: G::Move) -> usize {
        let _ = (game, state, mv);
        0
    }

    /// How many counts of the history are worth one point of [`priority`](Knowledge::priority); the counts of a move stay
    /// within ±16,384. `None`: history only decides between moves of the same priority.
    const HISTORY_PER_POINT: Option<i32> = None;

    /// Is it worth remembering which moves were good answers to which, too? Where there are few moves, their own history says
    /// as much and costs less.
    fn uses_continuation_history(&self) -> bool {
        true
    }

    /// The position after the side to move does nothing, where doing nothing is surely worse than the best move. `None`
    /// where that may be false (zugzwang) or where the opponent would win at once.
    fn null_move(&self, game: &G, state: &G::State) -> Option<G::State> {
        let _ = (game, state);
        None
    }

    /// What can be **proven** about a position without search: limits of its value for the side to move. `window` says
    /// which values matter, so that a costly proof which would not change anything can be left out.
    ///
    /// In a game with a [no-progress rule](Game::NO_PROGRESS_RULE) a limit from above on what a side can win must hold whatever the
    /// count is; what a side does win may rest on the count there is.
    ///
    /// Called only where the game is not over.
    fn prove(&self, game: &G, state: &G::State, window: Window) -> Proof {
        let _ = (game, state, window);
        Proof::NOTHING
    }

    /// [`prove`](Knowledge::prove) for a position that was reached by a [candidate](Knowledge::candidates) of a position
    /// about which proofs were asked in vain. Knowledge that leaves out moves which lose at once need not look again for
    /// a win at once here. `before` is the [`Proof::note`] that was made for that position, if it is at hand; it may save
    /// work and changes nothing else.
    fn prove_after_candidate(&self, game: &G, state: &G::State, window: Window, before: Option<u64>) -> Proof {
        let _ = before;
        self.prove(game, state, window)
    }

    /// The moves worth searching. **Promise**: some move handed out is at least as good as every move left out; and if
    /// there is a legal move, at least one is handed out unless [`prove`](Knowledge::prove) gave the exact value.
    ///
    /// `note` is the [`Proof::note`] that was made for this position, if one was.
    fn candidates(&self, game: &G, state: &G::State, note: Option<u64>, push: &mut impl FnMut(G::Move)) {
        let _ = note;
        game.moves(state, push);
    }

    /// **Promise**, if `true`: where a [candidate](Knowledge::candidates) would end the game,
    /// [`prove`](Knowledge::prove) gives the exact value. Then no position that a search reaches by candidates alone is
    /// the end of a game, and none is tested for it.
    const FORESEES_THE_END: bool = false;

    /// A search does without the table for questions about so many plies or fewer ("a win within six plies?"). Worth more than 0
    /// where proofs settle such questions sooner than the memory answers; the table then keeps what was dearer to find.
    const NEAR_END: u32 = 0;

    /// The key under which values are stored. **Promise**: positions with the same key have the same value and
    /// distance for the side to move. The default is the position's own [`Game::key`]; knowledge may make it coarser,
    /// for mirror images or for stones that no longer matter.
    fn table_key(&self, game: &G, state: &G::State) -> Option<TableKey> {
        game.key(state).map(TableKey::of)
    }

    /// The key of a position in tables that keep values and no moves. **Promise**: positions with the same key have the same
    /// value for the side to move. May be coarser still than the [table key](Knowledge::table_key), since the order of moves
    /// does not matter: all images of a board in its symmetries can be one.
    fn value_key(&self, game: &G, state: &G::State) -> Option<u64> {
        self.table_key(game, state).map(|key| key.key)
    }
}

/// What a position's value is stored under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableKey {
    /// The same for positions of the same value.
    pub key: u64,
    /// The moves of this position come in the opposite order to those of the position that the key stands for, as those
    /// of a mirror image do. Stored moves are numbers in that order.
    pub reversed: bool,
}

impl TableKey {
    /// The key of a position that stands for itself.
    #[must_use]
    #[inline]
    pub const fn of(key: u64) -> TableKey {
        TableKey { key, reversed: false }
    }

    /// The number of a move among `moves`, as it is stored; and a stored number, as it is here.
    #[must_use]
    #[inline]
    pub const fn turn(self, index: u16, moves: u16) -> u16 {
        if self.reversed && index < moves { moves - 1 - index } else { index }
    }
}

impl<G: Game> Knowledge<G> for () {}

/// Proven limits of a position's value, for the side to move, distances counted from that position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The value is at least this.
    pub at_least: Score,
    /// The value is at most this.
    pub at_most: Score,
    /// What was found out on the way and helps [`Knowledge::candidates`], the proofs after them and the
    /// [order](Knowledge::priority_with_note) of the moves that lead here, so that nothing is computed twice. Its meaning is
    /// the game's own.
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

    /// What is left if nobody may be promised a win: neither a win nor a payoff above a draw.
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

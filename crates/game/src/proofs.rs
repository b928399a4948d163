//! [`Proofs`]: what is certain about a position without search, and which positions share their value.

use crate::{Game, Score, Window};

/// Proofs that need no search. Every method makes a **promise** that proven values rest on.
///
/// `()` proves nothing, leaves out no move, and keeps positions apart by their own key.
pub trait Proofs<G: Game>: Sync {
    /// Intermediate results of a proof: for the [candidates](Proofs::candidates) of the position, for the proofs about the
    /// positions after them, and for the [order](Proofs::priority_from_note) of the moves that lead to it, so that nothing is
    /// computed twice. `()` if there are none.
    type Note: Copy + Default + PartialEq + std::fmt::Debug + Send;

    /// What can be **proven** about a position without search: limits of its value for the side to move. `window` says which
    /// values matter, so that a costly proof that cannot change the result can be left out.
    ///
    /// In a game with a [no-progress rule](Game::NO_PROGRESS_RULE), an upper limit on what a side can win must hold with every
    /// count; a proven win may depend on the count of this position.
    ///
    /// Called only where the game is not over.
    fn prove(&self, game: &G, state: &G::State, window: Window) -> Proof<Self::Note> {
        let _ = (game, state, window);
        Proof::nothing()
    }

    /// [`prove`](Proofs::prove) for a position that was reached by a [candidate](Proofs::candidates) of a position that
    /// no proof could settle. If candidates leave out moves that lose at once, there is no win at once here, and the proof need
    /// not look for one. `before` is the [`Proof::note`] that was made for the position before, if it is known; it may save
    /// work and changes nothing else.
    fn prove_after_candidate(
        &self,
        game: &G,
        state: &G::State,
        window: Window,
        before: Option<Self::Note>,
    ) -> Proof<Self::Note> {
        let _ = before;
        self.prove(game, state, window)
    }

    /// The [priority](crate::MoveOrdering::priority) of a move, computed with the note that was made for the position after it.
    /// `None` if the note does not help; otherwise the same number.
    fn priority_from_note(&self, game: &G, state: &G::State, mv: G::Move, note: Self::Note) -> Option<i32> {
        let _ = (game, state, mv, note);
        None
    }

    /// The moves to search. **Promise**: some candidate is at least as good as every move left out; and if there is a legal
    /// move, there is at least one candidate unless [`prove`](Proofs::prove) gave the exact value.
    ///
    /// `note` is the [`Proof::note`] that was made for this position, if there is one.
    fn candidates(&self, game: &G, state: &G::State, note: Option<Self::Note>, push: &mut impl FnMut(G::Move)) {
        let _ = note;
        game.moves(state, push);
    }

    /// **Promise**, if `true`: where a [candidate](Proofs::candidates) would end the game,
    /// [`prove`](Proofs::prove) gives the exact value. Then the game is not over at any position that a search reaches by
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
    /// for the side to move. It may be coarser than the [table key](Proofs::table_key), since the order of moves does not
    /// matter: all symmetric images of a board can share one key.
    fn value_key(&self, game: &G, state: &G::State) -> Option<u64> {
        self.table_key(game, state).map(|key| key.key)
    }
}

impl<G: Game> Proofs<G> for () {
    type Note = ();
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
    #[inline]
    pub const fn of(key: u64) -> TableKey {
        TableKey { key, reversed: false }
    }

    /// Converts the number of a move among `moves` into the stored number, and back.
    #[inline]
    pub const fn turn(self, index: u16, moves: u16) -> u16 {
        if self.reversed && index < moves { moves - 1 - index } else { index }
    }
}

/// Proven limits of a position's value, for the side to move, with distances from that position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Proof<N = ()> {
    /// The value is at least this.
    pub at_least: Score,
    /// The value is at most this.
    pub at_most: Score,
    /// Intermediate results; see [`Proofs::Note`].
    pub note: N,
}

impl<N: Default> Proof<N> {
    /// Nothing is known.
    #[inline]
    pub fn nothing() -> Proof<N> {
        Proof::between(Window::FULL.alpha, Window::FULL.beta)
    }

    /// The value itself.
    #[inline]
    pub fn exactly(score: Score) -> Proof<N> {
        Proof::between(score, score)
    }

    /// At least this.
    #[inline]
    pub fn at_least(score: Score) -> Proof<N> {
        Proof::between(score, Window::FULL.beta)
    }

    /// At most this.
    #[inline]
    pub fn at_most(score: Score) -> Proof<N> {
        Proof::between(Window::FULL.alpha, score)
    }

    /// At least this and at most that.
    #[inline]
    pub fn between(at_least: Score, at_most: Score) -> Proof<N> {
        Proof { at_least, at_most, note: N::default() }
    }
}

impl<N> Proof<N> {
    /// What two proofs of the same value say together; the note is that of the first.
    #[inline]
    pub fn and<M>(self, other: Proof<M>) -> Proof<N> {
        Proof { at_least: self.at_least.max(other.at_least), at_most: self.at_most.min(other.at_most), ..self }
    }

    /// The proof without its promises of a win, or of a payoff above a draw, to either side.
    pub fn without_wins(self) -> Proof<N> {
        Proof { at_least: self.at_least.min(Score::DRAW), at_most: self.at_most.max(Score::DRAW), ..self }
    }

    /// The limits without the note.
    pub fn limits(&self) -> Proof {
        Proof::between(self.at_least, self.at_most)
    }

    /// Is the value itself known?
    #[inline]
    pub fn is_exact(&self) -> bool {
        self.at_least == self.at_most
    }
}

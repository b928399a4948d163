//! Step 3 at a node: what is certain about its value before any move is searched.
//!
//! The game's [`Proofs`](rootward_game::Proofs) and a [`Tablebase`](rootward_game::Tablebase) are asked, and what both say is
//! taken together; mate distance narrows it further.

use rootward_game::{Bound, Game, Knowledge, Proof, Score, Window};

use super::node::{FORESEEN_FROM, Valued};
use super::{Scope, Worker};
use crate::{Observer, Table, Why};

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Step 3: proven limits of the value before any move is searched.
    #[inline]
    pub(super) fn limits(&self, state: &G::State, ply: usize, window: Window) -> Proof<K::Note> {
        self.within_distance(match self.is_proving() {
            true if self.is_foreseeing() && ply >= FORESEEN_FROM => self.prove_after_candidate(state, window, None),
            true => self.prove(state, window),
            false => Proof::nothing(),
        })
    }

    /// What the tablebase and the game's knowledge prove.
    #[inline]
    pub(super) fn prove(&self, state: &G::State, window: Window) -> Proof<K::Note> {
        let prove = || self.shared.knowledge.prove(self.shared.game, state, window);
        if self.shared.tablebase.is_some() { self.prove_with_tablebase(state, prove) } else { prove() }
    }

    /// The same after a [candidate](rootward_game::Proofs::candidates) of a position that no proof could settle.
    #[inline(always)]
    pub(super) fn prove_after_candidate(
        &self,
        state: &G::State,
        window: Window,
        before: Option<K::Note>,
    ) -> Proof<K::Note> {
        let prove = || self.shared.knowledge.prove_after_candidate(self.shared.game, state, window, before);
        if self.shared.tablebase.is_some() { self.prove_with_tablebase(state, prove) } else { prove() }
    }

    #[cold]
    fn prove_with_tablebase(&self, state: &G::State, prove: impl Fn() -> Proof<K::Note>) -> Proof<K::Note> {
        let game = self.shared.game;
        let mut known = self.shared.tablebase.and_then(|tablebase| tablebase.probe(game, state));
        // The tables know nothing of the game so far: the way to a win may lead through a third occurrence.
        if G::CAN_REPEAT && self.path.salt() != 0 && game.reversible_plies(state) > 0 {
            known = known.map(Proof::without_wins);
        }
        match known {
            Some(known) if known.is_exact() => Proof::exactly(known.at_least),
            Some(known) => prove().and(known),
            None => prove(),
        }
    }

    /// Proven limits, narrowed by mate distance.
    #[inline]
    pub(super) fn within_distance<N>(&self, mut limits: Proof<N>) -> Proof<N> {
        if !S::ANYTHING || self.shared.techniques.sound.mate_distance {
            // The game may be over here because there is no move, but it did not end earlier.
            limits.at_least = limits.at_least.max(Score::loss_in(0));
            limits.at_most = limits.at_most.min(Score::win_in(0));
        }
        limits
    }

    #[inline]
    pub(super) fn settled_by<N>(&mut self, limits: &Proof<N>, window: Window) -> Option<Valued> {
        let (score, bound) = if limits.is_exact() {
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
}

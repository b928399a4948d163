//! [`Against`]: a game's knowledge, as far as it still holds against an imperfect player.

use rootward_game::{Evaluation, MoveOrdering, Notation, Proof, Proofs, Score, Tablebase, Tactics, Window};

use crate::Fallible;

/// A game's knowledge, for the game against a strategy.
///
/// What the other side is proven to reach against best play, it reaches against any play: a lower bound for it, and an upper
/// bound for the strategy. The opposite bounds no longer hold. A move that is no better than another against best play may be better
/// against this player, so no move is left out.
pub struct Against<'a, K>(pub &'a K);

/// This many clear advantages are three quarters of the way to a win, by a curve (tanh) that never reaches it.
const LARGE: f64 = 4.0;

impl<'a, G: Notation, K: Evaluation<G>> Evaluation<Fallible<'a, G>> for Against<'_, K> {
    /// In games of wins and draws, as an expected score inside the range; otherwise the game's own points.
    fn evaluate(&self, game: &Fallible<'a, G>, state: &G::State) -> i32 {
        let points = self.0.evaluate(game.game(), state);
        if !game.counts_scores() {
            return points;
        }
        let advantages = f64::from(points) / f64::from(self.0.unit().max(1));
        (f64::from(Fallible::<G>::WIN - 1) * (advantages / LARGE).tanh()).round() as i32
    }

    fn unit(&self) -> i32 {
        // About one clear advantage on that curve.
        Fallible::<G>::WIN / 4
    }
}

impl<'a, G: Notation, K: MoveOrdering<G>> MoveOrdering<Fallible<'a, G>> for Against<'_, K> {
    const HISTORY_PER_POINT: Option<i32> = K::HISTORY_PER_POINT;

    fn priority(&self, game: &Fallible<'a, G>, state: &G::State, mv: G::Move) -> i32 {
        self.0.priority(game.game(), state, mv)
    }

    fn history_slots(&self) -> usize {
        self.0.history_slots()
    }

    fn history_slot(&self, game: &Fallible<'a, G>, state: &G::State, mv: G::Move) -> usize {
        self.0.history_slot(game.game(), state, mv)
    }

    fn uses_continuation_history(&self) -> bool {
        self.0.uses_continuation_history()
    }
}

/// None: a null move or a static exchange says nothing about a player who errs.
impl<'a, G: Notation, K: Sync> Tactics<Fallible<'a, G>> for Against<'_, K> {}

impl<'a, G: Notation, K: Proofs<G>> Proofs<Fallible<'a, G>> for Against<'_, K> {
    type Note = ();

    fn prove(&self, game: &Fallible<'a, G>, state: &G::State, window: Window) -> Proof {
        if game.counts_points() {
            return Proof::nothing();
        }
        let proof = self.0.prove(game.game(), state, window);
        against_any_play(game, state, &proof.limits()).unwrap_or_else(Proof::nothing)
    }
}

/// Tables of a game, for the game against a strategy.
pub struct TablesAgainst<'a, G>(pub &'a dyn Tablebase<G>);

impl<'a, G: Notation> Tablebase<Fallible<'a, G>> for TablesAgainst<'_, G> {
    fn probe(&self, game: &Fallible<'a, G>, state: &G::State) -> Option<Proof> {
        if game.counts_points() { None } else { against_any_play(game, state, &self.0.probe(game.game(), state)?) }
    }
}

/// What a proof against best play says where one side is played by a strategy. Wins and draws are the same on both scales; other
/// points are not.
fn against_any_play<G: Notation>(game: &Fallible<'_, G>, state: &G::State, proof: &Proof) -> Option<Proof> {
    let side = game.game().to_move(state);
    let Proof { at_least, at_most, .. } = *proof;
    match (game.is_modelled(side), game.is_modelled(side.other())) {
        (false, _) => (at_least.is_win() || at_least == Score::DRAW).then(|| Proof::at_least(at_least)),
        (true, false) => (at_most.is_loss() || at_most == Score::DRAW).then(|| Proof::at_most(at_most)),
        // Neither side plays best.
        (true, true) => None,
    }
}

//! [`Against`]: a game's knowledge, as far as it still holds against an imperfect player.

use rootward_game::{Knowledge, Notation, Proof, Score};

use crate::Fallible;

/// A game's knowledge, for the game against a mind.
///
/// A value that is proven against best play is a lower bound against any play; an upper bound no longer holds. A move that is
/// no better than another against best play may be better against this player, so no move is left out.
pub struct Against<'a, K>(pub &'a K);

/// This many clear advantages are three quarters of the way to a win, by a curve (tanh) that never reaches it.
const LARGE: f64 = 4.0;

impl<'a, G: Notation, K: Knowledge<G>> Knowledge<Fallible<'a, G>> for Against<'_, K> {
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

    fn priority(&self, game: &Fallible<'a, G>, state: &G::State, mv: G::Move) -> i32 {
        self.0.priority(game.game(), state, mv)
    }

    fn history_slots(&self) -> usize {
        self.0.history_slots()
    }

    fn history_slot(&self, game: &Fallible<'a, G>, state: &G::State, mv: G::Move) -> usize {
        self.0.history_slot(game.game(), state, mv)
    }

    fn prove(&self, game: &Fallible<'a, G>, state: &G::State, window: rootward_game::Window) -> Proof {
        if game.mind(state).is_some() || game.counts_points() {
            return Proof::NOTHING;
        }
        let proof = self.0.prove(game.game(), state, window);
        // Wins and draws are the same on both scales; other points are not.
        let holds = proof.at_least.is_win() || proof.at_least == Score::DRAW;
        if holds { Proof::at_least(proof.at_least) } else { Proof::NOTHING }
    }
}

//! [`Softmax`]: a player that looks one move ahead; the better the evaluation after a move, the more likely it plays it.

use rootward_game::{Evaluation, Game, Outcome, Side, outcome_at};

use crate::{MixedStrategy, Model, PARTS};

/// A player who chooses by the evaluation of the positions after its moves. A won game counts as ten clear advantages.
pub struct Softmax<'a, K> {
    knowledge: &'a K,
    model: Model,
}

/// The value of a won game, in clear advantages.
const WON: f64 = 10.0;

impl<'a, K> Softmax<'a, K> {
    /// A player with this evaluation and this strength.
    pub fn new(knowledge: &'a K, model: Model) -> Softmax<'a, K> {
        Softmax { knowledge, model }
    }

    /// The evaluation of a position for a side, in clear advantages.
    fn looks<G: Game>(&self, game: &G, state: &G::State, side: Side) -> f64
    where
        K: Evaluation<G>,
    {
        let unit = f64::from(self.knowledge.unit().max(1));
        let for_first = match outcome_at(game, state) {
            Some(Outcome::Win(Side::First)) => WON,
            Some(Outcome::Win(Side::Second)) => -WON,
            Some(Outcome::Draw) => 0.0,
            Some(Outcome::Payoff(points)) => f64::from(points) / unit,
            None => f64::from(self.knowledge.evaluate(game, state)) / unit,
        };
        if side == Side::First { for_first } else { -for_first }
    }
}

impl<G: Game, K: Evaluation<G>> MixedStrategy<G> for Softmax<'_, K> {
    fn weigh(&self, game: &G, state: &G::State, push: &mut dyn FnMut(G::Move, u32)) {
        let side = game.to_move(state);
        let mut moves = Vec::new();
        game.moves(state, &mut |mv| moves.push((mv, self.looks(game, &game.apply(state, mv), side))));
        let values: Vec<f64> = moves.iter().map(|&(_, looks)| looks).collect();
        let probabilities = self.model.weakness().probabilities(&values).unwrap_or_default();
        for (&(mv, _), probability) in moves.iter().zip(probabilities) {
            let weight = (probability * f64::from(PARTS)).round() as u32;
            if weight > 0 {
                push(mv, weight);
            }
        }
    }
}

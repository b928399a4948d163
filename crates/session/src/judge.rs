//! [`Judge`]: the evaluation of a session, for searches that take one evaluation and know of no network.

use rootward_game::{Evaluation, Evaluator, Game};
use rootward_learn::PieceValues;

/// What positions are worth: the knowledge's evaluation, or a network that replaces it.
pub struct Judge<'a, G: Game, K> {
    knowledge: &'a K,
    network: Option<&'a dyn PieceValues<G>>,
}

impl<'a, G: Game, K> Judge<'a, G, K> {
    /// The knowledge's own evaluation.
    pub fn new(knowledge: &'a K) -> Judge<'a, G, K> {
        Judge { knowledge, network: None }
    }

    /// The same with a network, if there is one.
    pub(crate) fn network(self, network: Option<&'a dyn PieceValues<G>>) -> Judge<'a, G, K> {
        Judge { network, ..self }
    }

    /// The knowledge.
    pub fn knowledge(&self) -> &'a K {
        self.knowledge
    }

    /// The network, as the engine takes it beside the knowledge.
    pub fn evaluator(&self) -> Option<&'a dyn Evaluator<G>> {
        self.network.map(|network| network as &dyn Evaluator<G>)
    }
}

// Not derived: that would ask for copies of the knowledge.
impl<G: Game, K> Clone for Judge<'_, G, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, K> Copy for Judge<'_, G, K> {}

impl<G: Game, K: Evaluation<G>> Evaluation<G> for Judge<'_, G, K> {
    fn evaluate(&self, game: &G, state: &G::State) -> i32 {
        match self.network {
            Some(network) => network.value(game, state),
            None => self.knowledge.evaluate(game, state),
        }
    }

    fn unit(&self) -> i32 {
        self.knowledge.unit()
    }
}

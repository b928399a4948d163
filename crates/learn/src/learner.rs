//! [`Learner`]: a game that learns, without its types, for programs that know games by name.

use std::path::Path;
use std::sync::Arc;

use rootward_game::{Evaluator, Game, Knowledge};

use crate::data::{Info, Positions, inspect};
use crate::{Features, Layout, Network, NetworkEvaluator, self_play, train};

/// Everything that teaching a game needs.
pub trait Learner: Send + Sync {
    /// The sizes of its features.
    fn layout(&self) -> Layout;

    /// Plays games into a file of positions, judged by a network or by the game's own evaluation.
    fn generate(
        &self,
        network: Option<Arc<Network>>,
        settings: &self_play::Settings,
        path: &Path,
        each: &mut dyn FnMut(&self_play::Progress),
    ) -> Result<self_play::Progress, String>;

    /// Teaches a network.
    fn train(
        &self,
        positions: &Positions,
        settings: &train::Settings,
        kept: Option<&Path>,
        each: &mut dyn FnMut(&train::Progress),
    ) -> Result<train::Taught, String>;

    /// Reads a file of positions and checks every record.
    fn inspect(&self, path: &Path) -> Result<Info, String>;
}

/// A game with its knowledge and its features.
pub struct GameLearner<G, K, F> {
    /// The rules.
    pub game: G,
    /// The knowledge that plays.
    pub knowledge: K,
    /// The features.
    pub features: F,
}

impl<G, K, F> Learner for GameLearner<G, K, F>
where
    G: Game + Send + 'static,
    K: Knowledge<G> + Send,
    F: Features<G> + Clone,
{
    fn layout(&self) -> Layout {
        self.features.layout()
    }

    fn generate(
        &self,
        network: Option<Arc<Network>>,
        settings: &self_play::Settings,
        path: &Path,
        each: &mut dyn FnMut(&self_play::Progress),
    ) -> Result<self_play::Progress, String> {
        let evaluator = network.map(|network| NetworkEvaluator::new::<G>(self.features.clone(), network)).transpose();
        let evaluator = evaluator.map_err(|error| error.to_string())?;
        let evaluator = evaluator.as_ref().map(|evaluator| evaluator as &dyn Evaluator<G>);
        let GameLearner { game, knowledge, features } = self;
        self_play::generate(&self_play::Player { game, knowledge, evaluator, features }, settings, path, each)
    }

    fn train(
        &self,
        positions: &Positions,
        settings: &train::Settings,
        kept: Option<&Path>,
        each: &mut dyn FnMut(&train::Progress),
    ) -> Result<train::Taught, String> {
        train::train(&self.features, positions, settings, kept, each)
    }

    fn inspect(&self, path: &Path) -> Result<Info, String> {
        inspect(path, &self.features)
    }
}

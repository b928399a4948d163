//! Learned evaluations for a session: `default`, `linear`, `network` (the one that comes with the program), or a file.

use std::path::Path;
use std::sync::Arc;

use rootward_game::Game;
use rootward_learn::{Features, Network, NetworkEvaluator, PieceValues, ShippedNetwork};

use rootward_support::file::read_small;

use crate::Problem;

/// A network as the evaluation of a game.
type Opened<G> = Result<Arc<dyn PieceValues<G>>, Problem>;

/// How a game is judged by networks.
pub(crate) struct Networks<G> {
    /// Makes an evaluation of a network for this game.
    open: fn(Arc<Network>) -> Opened<G>,
    /// The network that comes with the program.
    shipped: Option<&'static ShippedNetwork>,
    /// Is it used unless another evaluation is chosen?
    is_default: bool,
}

// Not derived: that would ask for copies of the game.
impl<G> Clone for Networks<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Networks<G> {}

impl<G: Game + 'static> Networks<G> {
    /// Networks with these features.
    pub(crate) fn new<F: Features<G> + Default>(shipped: Option<&'static ShippedNetwork>) -> Networks<G> {
        Networks { open: opened::<G, F>, shipped, is_default: false }
    }

    /// The shipped network is used unless another evaluation is chosen.
    pub(crate) fn by_default(self) -> Networks<G> {
        Networks { is_default: true, ..self }
    }

    /// The evaluation that a session begins with; none for the linear one.
    pub(crate) fn default_evaluator(&self) -> Option<Arc<dyn PieceValues<G>>> {
        let shipped = self.shipped.filter(|_| self.is_default)?;
        Some((self.open)(shipped.open()).expect("a shipped network has its game's features"))
    }

    /// The evaluation that a word or a file names; none for the linear one.
    pub(crate) fn find(&self, choice: &str) -> Result<Option<Arc<dyn PieceValues<G>>>, Problem> {
        match (choice.trim(), self.shipped) {
            ("linear", _) => Ok(None),
            ("default", _) => Ok(self.default_evaluator()),
            ("network", Some(shipped)) => (self.open)(shipped.open()).map(Some),
            ("network", None) => Err(Problem::new(
                "no network for this game comes with the program",
                "linear, or a file that tune --network wrote",
            )),
            (file, _) => {
                let path = Path::new(file);
                let within = |problem: Problem| problem.within(format!("file '{}'", path.display()));
                let bytes = read_small(path).map_err(|error| {
                    within(Problem::new(error.to_string(), "linear, network, or a file that tune --network wrote"))
                })?;
                self.read(&bytes).map(Some).map_err(within)
            }
        }
    }

    fn read(&self, bytes: &[u8]) -> Opened<G> {
        let network = Network::from_bytes(bytes).map_err(|error| Problem::sentence(error.to_string()))?;
        (self.open)(Arc::new(network))
    }
}

fn opened<G: Game + 'static, F: Features<G> + Default>(network: Arc<Network>) -> Opened<G> {
    let evaluator = NetworkEvaluator::new::<G>(F::default(), network);
    evaluator
        .map(|evaluator| Arc::new(evaluator) as Arc<dyn PieceValues<G>>)
        .map_err(|e| Problem::sentence(e.to_string()))
}

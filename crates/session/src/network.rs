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

#[cfg(test)]
mod tests {
    use rootward_search::Limits;

    use crate::{Algorithm, Ask, Session, open};

    fn value(session: &mut dyn Session, algorithm: Algorithm) -> f64 {
        session.forget();
        let ask = Ask { algorithm, limits: Limits::depth(1), memory: 1 << 20, ..Ask::default() };
        session.analyse(&ask, &mut |_| {}).unwrap().score.value.unwrap().number()
    }

    #[test]
    fn chess_begins_with_its_network_and_weights_mean_the_linear_evaluation() {
        let mut session = open("chess", None).unwrap();
        let has_network = |session: &dyn Session| session.network_evaluation().is_some();
        assert!(has_network(session.as_ref()));
        for (choice, expected) in [("linear", false), ("network", true), ("linear", false), ("default", true)] {
            session.set_evaluation(choice).unwrap();
            assert_eq!(has_network(session.as_ref()), expected, "{choice}");
        }
        session.set_weights("tempo:mg=20").unwrap();
        assert!(!has_network(session.as_ref()), "weights are used");
        assert!(!has_network(open("connect-four", None).unwrap().as_ref()));
    }

    /// A student has to be able to follow the values of the textbook's algorithms, so they are the linear evaluation's.
    #[test]
    fn lessons_use_the_linear_evaluation_unless_another_is_chosen() {
        let mut session =
            open("chess", Some("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")).unwrap();
        let [engine, lesson] =
            [Algorithm::Engine, Algorithm::Minimax].map(|algorithm| value(session.as_mut(), algorithm));
        session.set_evaluation("linear").unwrap();
        assert_eq!(value(session.as_mut(), Algorithm::Minimax), lesson);
        assert_ne!(value(session.as_mut(), Algorithm::Engine), engine);
        session.set_evaluation("network").unwrap();
        assert_eq!(value(session.as_mut(), Algorithm::Engine), engine);
        assert_ne!(value(session.as_mut(), Algorithm::Minimax), lesson);
    }
}

//! A hidden layer that was updated along a path is that of a computation from scratch: for every game with features.

use std::sync::Arc;

use proptest::prelude::*;
use rootward_game::{Evaluator, Game, Knowledge, Side, legal_moves, outcome_at};
use rootward_games::checkers::{Checkers, CheckersKnowledge};
use rootward_games::chess::{Chess, ChessKnowledge};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_learn::features::{CheckersFeatures, ChessFeatures, ConnectFourFeatures};
use rootward_learn::{Features, Kernels, Network, NetworkEvaluator, random_network};
use rootward_search::{Limits, Search, Techniques};
use rootward_support::random::Dice;

fn network<G: Game, F: Features<G>>(features: &F, seed: u64) -> Arc<Network> {
    Arc::new(random_network(&features.layout(), 64, seed))
}

/// Walks up and down a tree at random, as a search does, with gaps where nothing is evaluated and null moves.
fn walk<G: Game + 'static, F: Features<G> + Copy>(
    game: &G,
    knowledge: &impl Knowledge<G>,
    features: F,
    seed: u64,
    steps: usize,
) {
    let network = network(&features, seed);
    let evaluators: Vec<NetworkEvaluator<F>> = Kernels::available()
        .into_iter()
        .map(|kernels| NetworkEvaluator::new(features, network.clone()).unwrap().with_kernels(kernels))
        .collect();
    let mut paths: Vec<_> = evaluators.iter().map(|evaluator| Evaluator::<G>::start(evaluator)).collect();
    let mut dice = Dice::new(seed);
    let mut line = vec![game.initial()];
    for _ in 0..steps {
        let state = line.last().unwrap();
        let ply = line.len() - 1;
        if dice.below(4) > 0 {
            let alone = evaluators[0].evaluate_alone(game, state);
            for (path, evaluator) in paths.iter_mut().zip(&evaluators) {
                assert_eq!(path.evaluate(game, state, ply), alone);
                assert_eq!(evaluator.evaluate_alone(game, state), alone);
            }
        }
        let over = outcome_at(game, state).is_some();
        if over || dice.below(3) == 0 {
            line.truncate(1 + dice.below(line.len()));
            continue;
        }
        let moves = legal_moves(game, state);
        let next = knowledge.null_move(game, state).filter(|_| dice.below(8) == 0);
        line.push(next.unwrap_or_else(|| game.apply(state, moves[dice.below(moves.len())])));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn updated_is_from_scratch(seed: u64) {
        walk(&Chess::default(), &ChessKnowledge::default(), ChessFeatures, seed, 200);
        walk(&ConnectFour::default(), &ConnectFourKnowledge::default(), ConnectFourFeatures, seed, 100);
        let checkers = Checkers::default();
        walk(&checkers, &CheckersKnowledge::of(checkers.rules()), CheckersFeatures, seed, 150);
    }
}

/// A position that jumps far away at the same ply, and back, is evaluated as if nothing had been there.
#[test]
fn an_unrelated_position_is_computed_anew() {
    let (game, features) = (Chess::default(), ChessFeatures);
    let evaluator = NetworkEvaluator::new(features, network::<Chess, _>(&features, 3)).unwrap();
    let mut path = Evaluator::<Chess>::start(&evaluator);
    use rootward_game::Notation;
    for text in [
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/5pk1/3p2p1/2pPp2p/2P1P2P/3B1KP1/5P2/2b5 b - - 0 40",
    ] {
        let state = game.parse_position(text).unwrap();
        for ply in [9, 0, 3] {
            assert_eq!(path.evaluate(&game, &state, ply), evaluator.evaluate_alone(&game, &state));
        }
    }
}

#[test]
fn both_sides_see_the_same_board() {
    use rootward_game::Notation;
    let (game, features) = (Chess::default(), ChessFeatures);
    let evaluator = NetworkEvaluator::new(features, network::<Chess, _>(&features, 5)).unwrap();
    let value = |text: &str| evaluator.evaluate_alone(&game, &game.parse_position(text).unwrap());
    let one = value("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w - - 0 1");
    // The same with colours changed; and without castling rights, mirrored from left to right.
    assert_eq!(value("rnbqk2r/ppp2ppp/3p1n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b - - 0 1"), -one);
    assert_eq!(value("r2kqb1r/ppp1pppp/2n2n2/3p1b2/3P1B2/2N1P3/PPP2PPP/R2KQBNR w - - 0 1"), one);
}

/// A search with a network finds what a search without it finds, where something is proven.
#[test]
fn proven_values_stay_proven() {
    use rootward_game::Notation;
    let (game, features, knowledge) = (Chess::default(), ChessFeatures, ChessKnowledge::default());
    let evaluator = NetworkEvaluator::new(features, network::<Chess, _>(&features, 11)).unwrap();
    let state = game.parse_position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
    for threads in [1, 2] {
        let search = Search::new(&game).knowledge(&knowledge).evaluator(Some(&evaluator)).threads(threads);
        let report = search.techniques(Techniques::ALL).limits(Limits::depth(6)).run(&state);
        assert!(report.score.is_win() && report.proven, "{:?}", report.score);
    }
}

/// Weights at their limits: the value stays in the range of points, and both sides agree on it.
#[test]
fn the_largest_network_is_no_win() {
    let (game, features) = (ConnectFour::default(), ConnectFourFeatures);
    let layout = Features::<ConnectFour>::layout(&features);
    let bytes = random_network(&layout, 64, 1).to_bytes();
    let network = Network::from_bytes(&bytes).unwrap();
    assert_eq!(network.to_bytes(), bytes);
    let evaluator = NetworkEvaluator::new::<ConnectFour>(features, Arc::new(network)).unwrap();
    let points = evaluator.evaluate_words::<ConnectFour>(&[!0 >> 15, 0], Side::First);
    assert!(points.abs() <= rootward_game::Score::POINTS_LIMIT);
    assert_ne!(evaluator.evaluate_alone(&game, &game.initial()), i32::MAX);
}

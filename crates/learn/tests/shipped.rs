//! The network that comes with the program. The numbers were computed by another program, from the file and its description.

use std::sync::Arc;

use rootward_game::Notation;
use rootward_games::chess::{Chess, ChessKnowledge};
use rootward_learn::features::ChessFeatures;
use rootward_learn::{CHESS_NETWORK, Features, Kernels, Network, NetworkEvaluator};
use rootward_search::{Limits, Search, Techniques};

fn evaluator() -> NetworkEvaluator<ChessFeatures> {
    let network = Network::from_bytes(CHESS_NETWORK.bytes()).unwrap();
    NetworkEvaluator::new::<Chess>(ChessFeatures, Arc::new(network)).unwrap()
}

#[test]
fn it_is_what_its_card_says() {
    let network = Network::from_bytes(CHESS_NETWORK.bytes()).unwrap();
    network.check(&Features::<Chess>::layout(&ChessFeatures)).unwrap();
    assert_eq!((network.hidden(), network.features()), (256, "chess-768-mirrored"));
    assert!(CHESS_NETWORK.bytes().len() < 4 << 20);
    assert_eq!(network.to_bytes(), CHESS_NETWORK.bytes());
    let card = include_str!("../networks/chess.md");
    assert!(card.contains("397,945 bytes"));
    assert_eq!(CHESS_NETWORK.bytes().len(), 397_945);
}

/// Points for White.
const VALUES: [(&str, i32); 9] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 29),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", -111),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", -62),
    ("8/5pk1/6p1/3R4/1r3P2/6P1/5PK1/8 w - - 0 1", 123),
    ("8/5pk1/6p1/3R4/1r3P2/6P1/5PK1/8 b - - 0 1", 103),
    ("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1", 1051),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
    // Far beyond all games that it learned from.
    ("k7/8/1QQQQQQQ/QQ6/8/8/8/2K5 b - - 0 1", 5769),
    ("4k3/8/8/qq6/qqqqqqq1/8/8/7K w - - 0 1", -6127),
];

#[test]
fn positions_have_these_values_on_every_processor() {
    let game = Chess::default();
    for kernels in Kernels::available() {
        let evaluator = evaluator().with_kernels(kernels);
        for (text, value) in VALUES {
            let state = game.parse_position(text).unwrap();
            assert_eq!(evaluator.evaluate_alone(&game, &state), value, "{text} with {kernels:?}");
        }
    }
}

/// A queen and a rook more are an estimate until a mate is found, and a mate is a mate.
#[test]
fn an_estimate_is_no_win_and_a_win_is_no_estimate() {
    let (game, knowledge, evaluator) = (Chess::default(), ChessKnowledge::default(), evaluator());
    let run = |text: &str, depth: u32| {
        let state = game.parse_position(text).unwrap();
        let search = Search::new(&game).knowledge(&knowledge).evaluator(Some(&evaluator));
        search.techniques(Techniques::ALL).limits(Limits::depth(depth)).run(&state)
    };
    let report = run("8/8/8/3k4/8/8/8/QK5R w - - 0 1", 1);
    assert!(!report.score.is_win() && !report.proven, "{:?}", report.score);
    let report = run("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 6);
    assert!(report.score.is_win() && report.proven, "{:?}", report.score);
}

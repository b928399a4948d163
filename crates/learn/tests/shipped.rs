//! The networks that come with the program. The numbers for chess were computed by another program, from the file and its description.

use std::sync::Arc;

use rootward_game::Notation;
use rootward_games::checkers::Checkers;
use rootward_games::chess::{Chess, ChessKnowledge};
use rootward_learn::features::{CheckersFeatures, ChessFeatures};
use rootward_learn::{CHECKERS_NETWORK, CHESS_NETWORK, Features, Kernels, Network, NetworkEvaluator};
use rootward_search::{Limits, Search, Techniques};

fn evaluator() -> NetworkEvaluator<ChessFeatures> {
    let network = Network::from_bytes(CHESS_NETWORK.bytes()).unwrap();
    NetworkEvaluator::new::<Chess>(ChessFeatures, Arc::new(network)).unwrap()
}

#[test]
fn it_is_what_its_card_says() {
    let network = Network::from_bytes(CHESS_NETWORK.bytes()).unwrap();
    network.check(&Features::<Chess>::layout(&ChessFeatures)).unwrap();
    assert_eq!((network.hidden(), network.features()), (256, "chess-768x4-mirrored"));
    assert!(CHESS_NETWORK.bytes().len() < 4 << 20);
    assert_eq!(network.to_bytes(), CHESS_NETWORK.bytes());
    let card = include_str!("../networks/chess.md");
    assert!(card.contains("470,121 bytes"));
    assert_eq!(CHESS_NETWORK.bytes().len(), 470_121);
}

#[test]
fn the_one_for_checkers_is_what_its_card_says() {
    let network = CHECKERS_NETWORK.open();
    network.check(&Features::<Checkers>::layout(&CheckersFeatures)).unwrap();
    assert_eq!((network.hidden(), network.features()), (128, "checkers-128"));
    assert_eq!(network.to_bytes(), CHECKERS_NETWORK.bytes());
    assert!(include_str!("../networks/checkers.md").contains("17,148 bytes"));
    assert_eq!(CHECKERS_NETWORK.bytes().len(), 17_148);
}

/// A king more, or a man, is an advantage for its side, whoever is to move; and the board turned round is worth the same to the other.
#[test]
fn the_one_for_checkers_values_pieces() {
    let game = Checkers::default();
    let evaluator = NetworkEvaluator::new::<Checkers>(CheckersFeatures, CHECKERS_NETWORK.open()).unwrap();
    let value = |text: &str| evaluator.evaluate_alone(&game, &game.parse_position(text).unwrap());
    for turn in ["B", "W"] {
        let position = |more: &str| value(&format!("{turn}:W21,22,26,30,31:B2,3,7,11,12{more}"));
        assert!(position(",1") > position("") + 30, "a man more");
        assert!(position(",K1") > position(",1"), "a king is worth more than a man");
    }
    for text in ["B:W21,22,26,30,31:B2,3,7,11,12,K1", "W:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29"] {
        let state = game.parse_position(text).unwrap();
        let turned = evaluator.evaluate_alone(&game, &state.turned());
        assert_eq!(evaluator.evaluate_alone(&game, &state), -turned, "{text}");
    }
}

/// Points for White.
const VALUES: [(&str, i32); 9] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 33),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", -112),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", -82),
    ("8/5pk1/6p1/3R4/1r3P2/6P1/5PK1/8 w - - 0 1", 140),
    ("8/5pk1/6p1/3R4/1r3P2/6P1/5PK1/8 b - - 0 1", 125),
    ("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1", 1041),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", -5),
    // Far beyond all games that it learned from.
    ("k7/8/1QQQQQQQ/QQ6/8/8/8/2K5 b - - 0 1", 6003),
    ("4k3/8/8/qq6/qqqqqqq1/8/8/7K w - - 0 1", -6544),
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

//! Positions in a few bytes.

use proptest::prelude::*;
use rootward_game::{Game, legal_moves};
use rootward_games::checkers::Checkers;
use rootward_games::chess::Chess;
use rootward_games::connect_four::ConnectFour;
use rootward_learn::features::{CheckersFeatures, ChessFeatures, ConnectFourFeatures};
use rootward_learn::{Features, Network, Record, Sample, random_network};
use rootward_support::random::Dice;

fn round_trip<G: Game, F: Features<G>>(game: &G, features: &F, seed: u64) {
    let record = Record::of(&features.layout());
    let mut dice = Dice::new(seed);
    let mut state = game.initial();
    for ply in 0..80 {
        let sample = Sample {
            words: features.words(game, &state),
            mover: game.to_move(&state),
            score: dice.bits() as i16,
            result: dice.below(3) as u8,
            ply,
            held_out: dice.below(2) == 0,
        };
        let mut bytes = Vec::new();
        record.pack(&sample, &mut bytes);
        assert_eq!(bytes.len(), record.size());
        let back: Sample<F::Words> = record.unpack(&bytes).unwrap();
        assert!(back.words == sample.words);
        assert_eq!((back.mover, back.score, back.result), (sample.mover, sample.score, sample.result));
        assert_eq!((back.ply, back.held_out), (sample.ply, sample.held_out));
        let moves = legal_moves(game, &state);
        if moves.is_empty() {
            return;
        }
        state = game.apply(&state, moves[dice.below(moves.len())]);
    }
}

#[test]
fn sizes_are_those_of_the_page() {
    let size = |layout: rootward_learn::Layout| Record::of(&layout).size();
    assert_eq!(size(Features::<Chess>::layout(&ChessFeatures)), 29);
    assert_eq!(size(Features::<ConnectFour>::layout(&ConnectFourFeatures)), 18);
    assert_eq!(size(Features::<Checkers>::layout(&CheckersFeatures)), 15);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn what_is_packed_is_unpacked(seed: u64) {
        round_trip(&Chess::default(), &ChessFeatures, seed);
        round_trip(&ConnectFour::default(), &ConnectFourFeatures, seed);
        round_trip(&Checkers::default(), &CheckersFeatures, seed);
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_a_position_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        let record = Record::of(&Features::<Chess>::layout(&ChessFeatures));
        if let Some(sample) = record.unpack::<[u64; 12]>(&bytes) {
            prop_assert!(sample.result < 3 && sample.words.iter().map(|word| word.count_ones()).sum::<u32>() <= 32);
        }
        let checkers = Record::of(&Features::<Checkers>::layout(&CheckersFeatures));
        prop_assert!(checkers.unpack::<[u64; 4]>(&bytes).is_none_or(|sample| sample.words.iter().all(|word| word >> 32 == 0)));
    }

    #[test]
    fn arbitrary_bytes_are_no_network(bytes in proptest::collection::vec(any::<u8>(), 0..300), head: bool) {
        let mut all = if head {
            b"rootward network 2: a, 2 inputs, 2 regions, 64 hidden, 1 buckets, scale 9\n".to_vec()
        } else {
            Vec::new()
        };
        all.extend(bytes);
        let problem = Network::from_bytes(&all).unwrap_err().to_string();
        prop_assert!(problem.contains("; expected"), "{}", problem);
    }

    #[test]
    fn a_flipped_bit_of_a_network_is_noticed(place: usize) {
        let layout = Features::<ConnectFour>::layout(&ConnectFourFeatures);
        let mut bytes = random_network(&layout, 64, 1).to_bytes();
        let bit = place % (8 * bytes.len());
        bytes[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(Network::from_bytes(&bytes).is_err());
    }
}

#[test]
fn a_network_of_an_earlier_format_is_refused_by_its_name() {
    let head = "rootward network 1: chess-768-mirrored, 768 inputs, 256 hidden, 8 buckets, scale 194";
    let problem = Network::from_bytes(format!("{head}\n…").as_bytes()).unwrap_err().to_string();
    assert_eq!(problem, format!("it is in another format: '{head}'; expected one of 'rootward network 2'"));
}

#[test]
fn a_network_of_another_game_is_refused() {
    let layout = Features::<ConnectFour>::layout(&ConnectFourFeatures);
    let network = random_network(&layout, 64, 1);
    assert!(network.check(&layout).is_ok());
    let problem = network.check(&Features::<Chess>::layout(&ChessFeatures)).unwrap_err().to_string();
    assert_eq!(problem, "it is a network for 'connect-four-7x6'; expected one for 'chess-768x4-mirrored'");
}

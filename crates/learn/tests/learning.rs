//! Teaching: the loss falls, a training goes on after a kill, and what is written is what was learned.

use std::fs;
use std::sync::Arc;

use rootward_game::{Game, Side, legal_moves, outcome_at};
use rootward_games::connect_four::ConnectFour;
use rootward_learn::data::Positions;
use rootward_learn::features::ConnectFourFeatures;
use rootward_learn::{Features, Network, NetworkEvaluator, Record, Sample, train};
use rootward_support::random::Dice;

/// Positions of random games, scored by a rule that a network can learn: stones in the middle are good.
fn positions(count: usize) -> Positions {
    let (game, features) = (ConnectFour::default(), ConnectFourFeatures);
    let record = Record::of(&Features::<ConnectFour>::layout(&features));
    let mut dice = Dice::new(9);
    let mut records = Vec::new();
    let middle = 0b111_1111 << 21;
    for number in 0..count {
        let mut state = game.initial();
        for _ in 0..4 + dice.below(20) {
            let moves = legal_moves(&game, &state);
            if outcome_at(&game, &state).is_some() {
                break;
            }
            state = game.apply(&state, moves[dice.below(moves.len())]);
        }
        let words = features.words(&game, &state);
        let mover = game.to_move(&state);
        let [own, other] = [mover, mover.other()].map(|side: Side| (words[side.index()] & middle).count_ones() as i16);
        let score = 100 * (own - other);
        let result = if score > 0 { 2 } else { u8::from(score == 0) };
        record.pack(&Sample { words, mover, score, result, ply: 0, held_out: number % 10 == 0 }, &mut records);
    }
    Positions { size: record.size(), records }
}

fn settings(epochs: usize, threads: usize) -> train::Settings {
    train::Settings {
        hidden: 64,
        epochs,
        batch: 256,
        threads,
        rate: [0.01, 0.001],
        scale: Some(100.0),
        ..train::Settings::default()
    }
}

#[test]
fn the_loss_falls_and_the_network_says_what_was_learned() {
    let positions = positions(4000);
    let features = ConnectFourFeatures;
    for threads in [1, 2] {
        let taught =
            train::train::<ConnectFour, _>(&features, &positions, &settings(8, threads), None, &mut |_| {}).unwrap();
        let last = taught.epochs.last().unwrap();
        assert!(last.held_out < 0.1 * taught.ignorant, "{:?} of {}", taught.epochs, taught.ignorant);
        assert!((taught.quantised - last.held_out).abs() < 0.1 * taught.ignorant, "{}", taught.quantised);
        let network = Network::from_bytes(&taught.network.to_bytes()).unwrap();
        let evaluator = NetworkEvaluator::new::<ConnectFour>(features, Arc::new(network)).unwrap();
        let value = |words| evaluator.evaluate_words::<ConnectFour>(&words, Side::First);
        assert!(value([1 << 21, 1 << 0]) > value([1 << 0, 1 << 21]) + 50, "a stone in the middle is good");
    }
}

#[test]
fn a_training_goes_on_after_a_kill_to_the_same_end() {
    let positions = positions(1500);
    let path = std::env::temp_dir().join(format!("rootward-training-{}", std::process::id()));
    let _ = fs::remove_file(&path);
    let features = ConnectFourFeatures;
    let whole = train::train::<ConnectFour, _>(&features, &positions, &settings(4, 1), None, &mut |_| {}).unwrap();
    let stopped = settings(4, 1);
    let flag = stopped.stop.clone();
    let part = train::train::<ConnectFour, _>(&features, &positions, &stopped, Some(&path), &mut |progress| {
        if progress.epochs.len() == 2 {
            flag.raise();
        }
    })
    .unwrap();
    assert!(part.stopped && part.epochs == whole.epochs[..2]);
    let rest =
        train::train::<ConnectFour, _>(&features, &positions, &settings(4, 1), Some(&path), &mut |_| {}).unwrap();
    assert_eq!(rest.epochs, whole.epochs);
    assert_eq!(rest.network, whole.network);
    let train_with = |settings: &train::Settings| {
        train::train::<ConnectFour, _>(&features, &positions, settings, Some(&path), &mut |_| {}).err().unwrap()
    };
    assert!(train_with(&train::Settings { seed: 2, ..settings(4, 1) }).contains("; expected"));
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert!(train_with(&settings(4, 1)).contains("it is damaged; expected"));
    fs::remove_file(path).unwrap();
}

#[test]
fn a_network_is_taught_further_from_what_it_knows() {
    let positions = positions(4000);
    let features = ConnectFourFeatures;
    let train =
        |settings: &train::Settings| train::train::<ConnectFour, _>(&features, &positions, settings, None, &mut |_| {});
    let known = train(&settings(8, 1)).unwrap();
    let start = Some(Arc::new(known.network.clone()));
    // Without steps it stays as it is, and its own scale is kept.
    let same = train::Settings { rate: [0.0; 2], scale: None, start: start.clone(), ..settings(1, 1) };
    assert_eq!(train(&same).unwrap().network, known.network);
    let further = train(&train::Settings { rate: [0.001; 2], start: start.clone(), ..settings(1, 1) }).unwrap();
    let fresh = train(&settings(1, 1)).unwrap();
    assert!(further.epochs[0].loss < 0.5 * fresh.epochs[0].loss, "{:?} {:?}", further.epochs, fresh.epochs);
    let larger = train::Settings { hidden: 128, start, ..settings(1, 1) };
    assert_eq!(train(&larger).err().unwrap(), "the network to begin with has 64 neurons; expected 128");
}

#[test]
fn too_little_to_go_by_is_refused() {
    let features = ConnectFourFeatures;
    let none = Positions { size: positions(1).size, records: Vec::new() };
    let train = |positions: &Positions, settings: &train::Settings| {
        train::train::<ConnectFour, _>(&features, positions, settings, None, &mut |_| {}).err().unwrap()
    };
    assert!(train(&none, &settings(1, 1)).starts_with("0 positions are too few; expected"));
    let odd = train::Settings { hidden: 100, ..settings(1, 1) };
    assert!(train(&positions(20), &odd).starts_with("there is no hidden layer of 100; expected"));
}

#[test]
fn the_curve_is_a_drawing() {
    let epochs: Vec<train::Epoch> =
        (1..5).map(|n| train::Epoch { loss: 0.1 / n as f32, held_out: 0.12 / n as f32 }).collect();
    let svg = train::loss_curve(&epochs, "a < b");
    assert!(svg.contains("a &lt; b") && svg.matches("<polyline").count() == 2 && !svg.contains("NaN"));
    assert!(!train::loss_curve(&[], "none").contains("NaN"));
    assert!(!train::loss_curve(&epochs[..1], "one").contains("NaN"));
}

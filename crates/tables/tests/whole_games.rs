//! Values of whole games, compared with values that were computed elsewhere.

use std::ops::ControlFlow;

use rootward_game::{Game, Knowledge, Notation, Side};
use rootward_games::backgammon::{Backgammon, Checkers, GAME_POINT, Position};
use rootward_games::game_2048::{Game2048, Game2048Knowledge};
use rootward_games::pig::{Pig, PigKnowledge, Thrown};
use rootward_tables::{Bracket, Ending, Progress, WholeGame, WholeGameSettings};

/// The values of `roots` by the table of the whole game, in multiples of `unit`.
fn values<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, roots: &[G::State], unit: f64) -> Vec<Bracket> {
    let mut each = |_: &Progress| ControlFlow::Continue(());
    let work = WholeGameSettings { tolerance: 1e-13, memory: 1 << 30, each: &mut each };
    let table = WholeGame::value_from(game, knowledge, roots, work).unwrap();
    assert_eq!(table.ending(), Ending::Whole);
    println!("{} positions", table.len());
    let value = |state| {
        let value = table.value(state).unwrap();
        Bracket { low: value.low / unit, high: value.high / unit }
    };
    roots.iter().map(value).collect()
}

/// The probability that the side to move wins.
fn chances<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, roots: &[G::State]) -> Vec<f64> {
    let values = values(game, knowledge, roots, f64::from(game.range().most));
    assert!(values.iter().all(|value| value.error() < 1e-12), "{values:?}");
    values.into_iter().map(|value| (value.middle() + 1.0) / 2.0).collect()
}

fn assert_near(found: f64, expected: f64, error: f64, what: &str) {
    assert!((found - expected).abs() <= error, "{what}: {found}, not {expected}");
}

#[test]
fn pig_is_won_as_often_as_computed_elsewhere() {
    for (goal, expected) in [(10, 0.709424322598), (20, 0.615558549805), (50, 0.546150844167)] {
        let game = Pig::new(goal, Thrown::Die).unwrap();
        let found = chances(&game, &PigKnowledge::new(&game), &[game.initial()])[0];
        assert_near(found, expected, 1e-12, &format!("Pig to {goal}"));
    }
    for (goal, expected) in [(2, 4.0 / 7.0), (3, 0.545454545455), (10, 0.522479407949)] {
        let game = Pig::new(goal, Thrown::Coin).unwrap();
        let found = chances(&game, &PigKnowledge::new(&game), &[game.initial()])[0];
        assert_near(found, expected, 1e-12, &format!("Piglet to {goal}"));
    }
}

#[test]
fn pig_to_a_hundred_is_won_as_often_as_computed_elsewhere() {
    let game = Pig::default();
    let roots = ["", "22,0,0", "0,22,0"].map(|text| game.parse_position(text).unwrap());
    let found = chances(&game, &PigKnowledge::new(&game), &roots);
    for (found, expected) in found.into_iter().zip([0.530592725274, 0.694098717394, 0.365371320455]) {
        assert_near(found, expected, 1e-12, "Pig to 100");
    }
}

#[test]
fn one_checker_against_one_is_worth_what_was_computed_elsewhere() {
    let game = Backgammon::new(1).unwrap();
    let position = |mine, theirs| Position::new(Checkers::at(&[(mine, 1)]), Checkers::at(&[(theirs, 1)]), Side::First);
    let roots = [position(24, 24), position(12, 12), position(25, 6)];
    let found = values(&game, &(), &roots, f64::from(GAME_POINT));
    for (found, expected) in found.into_iter().zip([0.452773, 1.092784, -0.940631]) {
        assert_near(found.middle(), expected, 5e-7, "equity");
        assert!(found.error() < 1e-12, "{found:?}");
    }
}

#[test]
fn small_boards_of_2048_reach_their_targets_as_often_as_computed_elsewhere() {
    for (variant, expected) in [("2x2:16", 0.9625112538), ("2x2:32", 0.0828872891)] {
        let game = Game2048::parse_variant(variant).unwrap();
        let found = chances(&game, &Game2048Knowledge::default(), &[game.initial()])[0];
        assert_near(found, expected, 1e-10, variant);
    }
}

/// 3,262,895 positions, a few seconds.
#[test]
fn three_by_three_reaches_128_as_often_as_computed_elsewhere() {
    let game = Game2048::parse_variant("3x3:128").unwrap();
    let found = chances(&game, &Game2048Knowledge::default(), &[game.initial()])[0];
    assert_near(found, 0.9999998059, 1e-10, "3x3:128");
}

//! Different positions have different keys.

use std::collections::{HashMap, HashSet};

use rootward_game::contract::{Dice, random_game};
use rootward_game::{Game, Side};

use crate::backgammon::{Backgammon, Checkers, Move, Position, Roll};

#[test]
fn two_rolls_lead_to_as_many_keys_as_positions() {
    let game = Backgammon::default();
    let mut positions = HashSet::from([game.initial()]);
    for _ in 0..2 {
        let rolled = positions.iter().flat_map(|state| Roll::ALL.map(|roll| game.apply(state, Move::Roll(roll))));
        let mut next = HashSet::new();
        for state in rolled {
            game.moves(&state, &mut |mv| {
                next.insert(game.apply(&state, mv));
            });
        }
        positions = next;
    }
    let thrown = positions.iter().map(|state| state.with_dice(Roll::new(6, 5)));
    let all: Vec<Position> = positions.iter().copied().chain(thrown).collect();
    let keys: HashSet<u64> = all.iter().filter_map(|state| game.key(state)).collect();
    assert_eq!(keys.len(), all.len());
    assert!(all.len() > 100_000);
}

#[test]
fn every_position_with_one_checker_a_side_has_its_own_key() {
    let game = Backgammon::new(1).unwrap();
    assert!(game.has_exact_keys());
    let mut keys = HashSet::new();
    let mut positions = 0;
    for (mine, theirs) in (0..=25).flat_map(|mine| (0..=25).map(move |theirs| (mine, theirs))) {
        for dice in [None].into_iter().chain(Roll::ALL.map(Some)) {
            for side in [Side::First, Side::Second] {
                let [first, second] = [mine, theirs].map(|place| Checkers::at(&[(place, 1)]));
                keys.extend(game.key(&Position::new(first, second, side).with_dice(dice)));
                positions += 1;
            }
        }
    }
    assert_eq!(keys.len(), positions);
}

#[test]
fn keys_of_hypergammon_are_exact() {
    let game = Backgammon::new(3).unwrap();
    let mut dice = Dice::new(7);
    let mut owners: HashMap<u64, Position> = HashMap::new();
    for state in (0..300).flat_map(|_| random_game(&game, &mut dice, 200)) {
        let key = game.key(&state).unwrap();
        assert_eq!(*owners.entry(key).or_insert(state), state);
    }
}

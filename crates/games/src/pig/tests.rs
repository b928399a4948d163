//! Known winning probabilities, the contract of a game, and texts of all kinds.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use rootward_game::{Evaluation, Game, Notation, Outcome, Proofs, Side, contract, legal_moves, perft};

use super::rules::probability;
use super::{Action, Pig, PigKnowledge, Position, Thrown};

fn pig(goal: u16) -> Pig {
    Pig::new(goal, Thrown::Die).unwrap()
}

fn piglet(goal: u16) -> Pig {
    Pig::new(goal, Thrown::Coin).unwrap()
}

/// The winning probability of the player whose turn it is, at every reachable position, by value iteration from the
/// rules alone.
fn exact_chances(game: &Pig) -> HashMap<Position, f64> {
    let mut chances = HashMap::new();
    let mut open = vec![game.initial()];
    while let Some(state) = open.pop() {
        if chances.insert(state, 0.5).is_none() {
            open.extend(legal_moves(game, &state).into_iter().map(|action| game.apply(&state, action)));
        }
    }
    // Scores never decrease, so positions with equal scores converge among themselves, the highest scores first; within
    // a turn the highest total comes first, and a pending throw before the decision to throw.
    let mut groups: BTreeMap<u16, Vec<Position>> = BTreeMap::new();
    for &state in chances.keys() {
        groups.entry(state.own() + state.other()).or_default().push(state);
    }
    for group in groups.values_mut().rev() {
        group.sort_by_key(|state| (Reverse(state.turn), !state.in_air));
        while sweep(game, group, &mut chances) > 1e-14 {}
    }
    chances
}

/// Updates every position to the average or the best of its successors, and returns the largest change.
fn sweep(game: &Pig, states: &[Position], chances: &mut HashMap<Position, f64>) -> f64 {
    let mut change: f64 = 0.0;
    for state in states {
        let after = |action: Action| {
            let next = game.apply(state, action);
            if game.to_move(&next) == game.to_move(state) { chances[&next] } else { 1.0 - chances[&next] }
        };
        let values: Vec<f64> = legal_moves(game, state).into_iter().map(after).collect();
        let value = match game.outcome(state) {
            Some(outcome) => f64::from(outcome == Outcome::Win(game.to_move(state))),
            None if game.is_chance(state) => values.iter().sum::<f64>() / values.len() as f64,
            None => values.into_iter().fold(0.0, f64::max),
        };
        change = change.max((value - chances[state]).abs());
        chances.insert(*state, value);
    }
    change
}

#[test]
fn the_rules_give_the_known_chances_to_win() {
    for (game, known) in [
        (pig(10), 0.709_424_322_598),
        (pig(20), 0.615_558_549_805),
        (piglet(2), 4.0 / 7.0),
        (piglet(3), 0.545_454_545_455),
        (Pig::piglet(), 0.522_479_407_949),
    ] {
        let chance = exact_chances(&game)[&game.initial()];
        assert!((chance - known).abs() < 1e-12, "{}: {chance}", game.name());
    }
}

#[test]
fn the_rule_of_thumb_is_near_the_truth_where_a_turn_begins() {
    for (game, furthest) in [(pig(10), 1e-9), (pig(34), 0.035), (Pig::piglet(), 0.075)] {
        let knowledge = PigKnowledge::new(&game);
        let begins = |(state, _): &(Position, f64)| state.turn == 0 && !state.in_air;
        let error = |(state, exact): (Position, f64)| (knowledge.chance(&game, &state) - exact).abs();
        let largest = exact_chances(&game).into_iter().filter(begins).map(error).fold(0.0, f64::max);
        assert!(largest < furthest, "{}: {largest}", game.name());
    }
}

/// Only decisions change the estimate: averaged over a chance event it stays the same.
#[test]
fn the_estimate_is_the_average_of_what_a_throw_leads_to() {
    for game in [pig(60), pig(100), Pig::piglet()] {
        let knowledge = PigKnowledge::new(&game);
        let value = |state: &Position, side: Side| {
            let own = game.to_move(state) == side;
            let chance = knowledge.chance(&game, state);
            if own { chance } else { 1.0 - chance }
        };
        let mut dice = contract::Dice::new(7);
        let states =
            (0..200).flat_map(|_| contract::random_game(&game, &mut dice, 200)).filter(|state| !game.is_won(state));
        for state in states {
            let side = game.to_move(&state);
            let after: Vec<f64> =
                legal_moves(&game, &state).into_iter().map(|action| value(&game.apply(&state, action), side)).collect();
            let own = value(&state, side);
            if game.is_chance(&state) {
                let mean = after.iter().sum::<f64>() / after.len() as f64;
                assert!((own - mean).abs() < 1e-12, "{state:?}");
            } else {
                assert!(after.iter().any(|chance| (own - chance).abs() < 1e-12), "{state:?}: what the rule does");
            }
        }
    }
}

#[test]
fn both_players_see_the_same_estimate() {
    let game = Pig::default();
    let knowledge = PigKnowledge::new(&game);
    let read = |text: &str| game.parse_position(text).unwrap();
    for text in ["22,0,0", "0,22,14", "71,80,9,roll"] {
        let other = match text.strip_suffix(",roll") {
            Some(scores) => read(&format!("{scores},second,roll")),
            None => read(&format!("{text},second")),
        };
        let first = read(text);
        assert_eq!(knowledge.evaluate(&game, &first), -knowledge.evaluate(&game, &other));
        assert_eq!(knowledge.table_key(&game, &first), knowledge.table_key(&game, &other));
        assert_ne!(game.key(&first), game.key(&other));
    }
    assert_ne!(knowledge.table_key(&game, &read("22,0,0")), knowledge.table_key(&game, &read("0,22,0")));
}

#[test]
fn every_game_keeps_the_contract() {
    for (seed, game) in
        [pig(1), pig(7), pig(20), Pig::default(), piglet(1), piglet(3), Pig::piglet()].iter().enumerate()
    {
        contract::check(game, &PigKnowledge::new(game), 60, seed as u64);
    }
}

#[test]
fn a_turn_begins_with_a_throw_and_a_one_loses_it() {
    let game = Pig::default();
    let start = game.initial();
    assert_eq!(legal_moves(&game, &start), [Action::Throw]);
    let after = |state: &Position, actions: &[Action]| actions.iter().fold(*state, |state, &mv| game.apply(&state, mv));
    let six = after(&start, &[Action::Throw, Action::Shows(6)]);
    assert_eq!((six.turn_total(), game.to_move(&six)), (6, Side::First));
    assert_eq!(legal_moves(&game, &six), [Action::Throw, Action::Hold]);
    let held = after(&six, &[Action::Hold]);
    assert_eq!((held.score(Side::First), game.to_move(&held)), (6, Side::Second));
    let lost = after(&six, &[Action::Throw, Action::Shows(1)]);
    assert_eq!((lost.score(Side::First), game.to_move(&lost)), (0, Side::Second));
    let near = game.parse_position("90,3,6").unwrap();
    assert_eq!(game.outcome(&after(&near, &[Action::Throw, Action::Shows(4)])), Some(Outcome::Win(Side::First)));
    assert_eq!(game.outcome(&after(&near, &[Action::Throw, Action::Shows(3)])), None);
}

/// One decision, six throws each time: roll; then for five of six throws roll or hold, for the 1 the other player's
/// roll.
#[test]
fn lines_are_counted_by_decisions() {
    let game = Pig::default();
    let counts: Vec<u64> = (0..4).map(|depth| perft(&game, &game.initial(), depth)).collect();
    assert_eq!(counts, [1, 1, 5 * 2 + 1, 5 * (5 * 2 + 1 + 1) + 5 * 2 + 1]);
}

#[test]
fn positions_are_written_as_the_player_on_turn_sees_them() {
    let game = Pig::default();
    let state = game.parse_position("22,0,0").unwrap();
    assert_eq!((state.score(Side::First), state.score(Side::Second)), (22, 0));
    let state = game.parse_position(" 22, 5 ,8 , Second, roll").unwrap();
    assert_eq!((state.score(Side::First), state.score(Side::Second), state.turn_total()), (5, 22, 8));
    assert!(game.is_chance(&state));
    assert_eq!(game.write_position(&state), "22,5,8,second,roll");
    assert_eq!(game.write_points(game.range().most), "100.00 %");
    assert_eq!(game.win_probability(0), Some(0.5));
    assert_eq!(probability(game.range().least), 0.0);
}

#[test]
fn mistakes_are_named_with_their_place() {
    let game = Pig::default();
    let piglet = Pig::piglet();
    let error = |game: &Pig, text: &str| game.parse_position(text).unwrap_err().to_string();
    for (text, start) in [
        ("22,0", "line 1, column 5: the position ends after 2 numbers; expected own score, "),
        ("22,x,0", "line 1, column 4: 'x' is not a score; expected own score, "),
        ("22,0,-1", "line 1, column 6: '-1' is not a turn's total; expected own score, "),
        ("100,0,0", "line 1, column 1: a score of 100 would have won before; expected a score below 100"),
        ("90,0,16", "line 1, column 6: a turn does not come to 16, it is won before; expected a total of at most 15"),
        ("90,0,10,roll", "line 1, column 9: 90 and 10 have won, and nobody throws any more; expected no 'roll' here"),
        ("9,0,1,flip", "line 1, column 7: 'flip' does not belong there; expected 'second', 'roll', or nothing more"),
    ] {
        assert!(error(&game, text).starts_with(start), "{}", error(&game, text));
    }
    assert!(error(&piglet, "3,0,8").contains("at most 7"));
    let state = piglet.parse_position("3,0,1,flip").unwrap();
    let refused = piglet.parse_move(&state, "6").unwrap_err();
    assert_eq!(refused.to_string(), "'6' is not a legal move here; expected one of tails, heads");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_and_what_is_read_is_written_back(
        text in "\\PC{0,24}|[0-9]{1,3}, ?[0-9]{1,3},[0-9]{1,2}(,(first|second|SECOND))?(,(roll|flip| ))?|[0-9,a-z ]{0,16}"
    ) {
        for game in [Pig::default(), pig(20), Pig::piglet()] {
            if let Ok(state) = game.parse_position(&text) {
                let written = game.write_position(&state);
                prop_assert_eq!(game.parse_position(&written), Ok(state));
                prop_assert!(!game.draw(&state).is_empty());
            }
        }
    }

    #[test]
    fn any_goal_is_read_or_refused(text in "\\PC{0,8}|[0-9]{0,6}") {
        if let Ok(game) = Pig::parse_variant(&text) {
            prop_assert_eq!(Some(game), game.name().strip_prefix("pig:").map_or(Ok(Pig::default()), Pig::parse_variant).ok());
        }
        let _ = Pig::parse_piglet_variant(&text);
    }
}

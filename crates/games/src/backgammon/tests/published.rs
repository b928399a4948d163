//! Counts published by others.

use std::collections::HashSet;

use rootward_game::{Game, Side, divide, legal_moves, perft};

use crate::backgammon::{Backgammon, Move, Play, Position, Roll, position_id};

/// Distinct results of each roll in 300 positions; GNU Backgammon's position IDs.
const MOVE_COUNTS: &str = include_str!("../../../data/backgammon/move-counts.csv");

fn position(id: &str) -> Position {
    let (on_roll, other) = position_id::read(id, Backgammon::USUAL_CHECKERS).unwrap();
    Position::new(on_roll, other, Side::First)
}

#[test]
fn the_first_roll_has_the_published_number_of_plays() {
    let game = Backgammon::default();
    let counts: Vec<u64> = divide(&game, &game.initial(), 1).into_iter().map(|(_, count)| count).collect();
    assert_eq!(counts, [42, 15, 16, 14, 8, 10, 75, 17, 18, 8, 14, 73, 17, 9, 14, 52, 9, 14, 4, 7, 11]);
    assert_eq!(perft(&game, &game.initial(), 1), 447);
}

#[test]
fn two_rolls_have_the_published_number_of_lines() {
    let game = Backgammon::default();
    assert_eq!(perft(&game, &game.initial(), 2), 202_782);
}

#[test]
fn every_roll_of_300_positions_has_the_published_number_of_plays() {
    let game = Backgammon::default();
    let mut lines = MOVE_COUNTS.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<Roll> = lines.next().unwrap().split(',').skip(1).map(roll).collect();
    assert_eq!(header, Roll::ALL);
    let mut positions = 0;
    for line in lines {
        let (id, counts) = line.split_once(',').unwrap();
        let state = position(id);
        for (roll, count) in header.iter().zip(counts.split(',')) {
            let plays = legal_moves(&game, &state.with_dice(Some(*roll)));
            // A pass is a move here and none in the published counts.
            let real = plays.iter().filter(|mv| **mv != Move::Play(Play::PASS)).count();
            assert_eq!(real.to_string(), count, "{id} {roll:?}");
        }
        positions += 1;
    }
    assert_eq!(positions, 300);
}

fn roll(text: &str) -> Roll {
    let die = |byte: u8| byte - b'0';
    Roll::new(die(text.as_bytes()[0]), die(text.as_bytes()[1])).unwrap()
}

/// A line is a position ID, the dice, and every result with the other side on roll, as GNU Backgammon lists them.
#[test]
fn a_hundred_decisions_have_the_results_that_another_program_lists() {
    let game = Backgammon::default();
    let mut decisions = 0;
    for line in include_str!("../../../data/backgammon/results.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let (id, dice) = (words.next().unwrap(), roll(words.next().unwrap()));
        let results: HashSet<String> = words.map(str::to_owned).collect();
        let state = position(id).with_dice(Some(dice));
        let after = |mv| {
            let next = game.apply(&state, mv);
            position_id::write(next.mine(), next.theirs())
        };
        let ours: HashSet<String> = legal_moves(&game, &state).into_iter().map(after).collect();
        assert_eq!(ours, results, "{line}");
        decisions += 1;
    }
    assert_eq!(decisions, 100);
}

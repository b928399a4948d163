//! The rules that restrict a player's choice, one position each.

use rootward_game::{Notation, Side, legal_moves};

use crate::backgammon::{Backgammon, Checkers, Position, Roll};

/// The plays of a roll, if the mover has these checkers and the other side has made these points (in the mover's
/// numbering).
fn plays(mine: &[(u8, u8)], made: &[u8], dice: (u8, u8)) -> Vec<String> {
    let game = Backgammon::default();
    let theirs: Vec<(u8, u8)> = made.iter().map(|&point| (Checkers::across(point), 2)).collect();
    let position = Position::new(Checkers::at(mine), Checkers::at(&theirs), Side::First);
    let thrown = position.with_dice(Roll::new(dice.0, dice.1));
    let mut written: Vec<String> =
        legal_moves(&game, &thrown).into_iter().map(|mv| game.write_move(&thrown, mv)).collect();
    written.sort();
    written
}

#[test]
fn both_dice_are_used_if_possible() {
    assert_eq!(plays(&[(18, 1)], &[12], (6, 5)), ["18/7"]);
    // 8/3 is a 5 too, but then there is no 6.
    assert_eq!(plays(&[(18, 1), (8, 1)], &[12, 7], (6, 5)), ["18/13 8/2"]);
}

#[test]
fn if_only_one_die_can_be_used_it_is_the_higher() {
    assert_eq!(plays(&[(13, 1)], &[2], (6, 5)), ["13/7"]);
    assert_eq!(plays(&[(13, 1)], &[7, 2], (6, 5)), ["13/8"]);
    assert_eq!(plays(&[(13, 1)], &[7, 8], (6, 5)), ["pass"]);
}

#[test]
fn a_double_is_used_as_often_as_possible() {
    assert_eq!(plays(&[(24, 1)], &[6], (6, 6)), ["24/12"]);
    assert_eq!(plays(&[(24, 1)], &[], (6, 6)), ["24/off"]);
    assert_eq!(plays(&[(24, 2)], &[12], (6, 6)), ["24/18(2)"]);
}

#[test]
fn checkers_on_the_bar_enter_first() {
    assert_eq!(plays(&[(25, 1), (6, 2)], &[19], (6, 1)), ["bar/18"]);
    assert_eq!(plays(&[(25, 2), (8, 2)], &[19], (6, 1)), ["bar/24"]);
    assert_eq!(plays(&[(25, 1), (8, 2)], &[19, 24], (6, 1)), ["pass"]);
}

#[test]
fn a_die_too_high_bears_off_the_farthest_checker_and_no_other() {
    assert_eq!(plays(&[(5, 1), (3, 1)], &[], (6, 6)), ["5/off 3/off"]);
    assert_eq!(plays(&[(5, 1), (3, 1), (1, 1)], &[], (6, 4)), ["5/1 3/off", "5/off 3/off"]);
    assert_eq!(plays(&[(6, 1), (3, 1)], &[], (5, 4)), ["6/1 3/off", "6/2 3/off"]);
    assert_eq!(plays(&[(7, 1), (5, 1)], &[1], (6, 5)), ["7/2 5/off"]);
}

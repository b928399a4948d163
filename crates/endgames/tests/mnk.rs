//! Small m,n,k boards: every position of every table against textbook minimax.

use std::sync::atomic::AtomicBool;

use rootward_endgames::mnk::MnkEndings;
use rootward_endgames::{Endings, Metric, Value, solve_in_memory};
use rootward_game::{Game, Score, ScoreKind};
use rootward_games::mnk::Mnk;
use rootward_search::textbook::Minimax;

fn value(score: Score) -> Value {
    match score.kind() {
        ScoreKind::Win(plies) => Value::Win(plies),
        ScoreKind::Loss(plies) => Value::Loss(plies),
        ScoreKind::Points(_) => Value::Draw,
    }
}

/// Solves a board with a table and compares all positions with at least `least` stones.
fn compare(columns: u32, rows: u32, in_a_row: u32, least: u32) -> u64 {
    let game = Mnk::new(columns, rows, in_a_row).unwrap();
    let endings = MnkEndings::new(game).unwrap();
    let known = solve_in_memory(&endings, &[0], Metric::End, 2, &AtomicBool::new(false), &mut |_, _| {}).unwrap();
    let mut compared = 0;
    for stones in least..=columns * rows {
        for number in 0..endings.count(&stones) {
            let solved = known.value(&stones, number);
            let Some(position) = endings.position(&stones, number) else {
                assert_eq!(solved, None);
                continue;
            };
            assert_eq!(endings.number(&position), Some((stones, number)));
            let side = game.to_move(&position);
            let result = Minimax::default().run(&game, &(), &position, ()).value;
            assert_eq!(solved, Some(value(side.view(result))), "{position:?}");
            compared += 1;
        }
    }
    compared
}

/// 765 positions can be reached; those are compared, and some more that stones put down after a win would make.
#[test]
fn tic_tac_toe_is_as_the_textbook_says() {
    assert!(compare(3, 3, 3, 0) >= 765);
}

#[test]
fn boards_that_are_not_square_are_as_the_textbook_says() {
    assert!(compare(4, 2, 2, 0) > 100);
    assert!(compare(4, 3, 3, 5) > 1_000);
}

#[test]
fn a_first_position_has_its_known_value() {
    let solve = |columns, rows, in_a_row| {
        let endings = MnkEndings::new(Mnk::new(columns, rows, in_a_row).unwrap()).unwrap();
        let known = solve_in_memory(&endings, &[0], Metric::End, 2, &AtomicBool::new(false), &mut |_, _| {});
        known.unwrap().value(&0, 0)
    };
    assert_eq!(solve(3, 3, 3), Some(Value::Draw));
    // With one more column, three in a row are made with the fourth stone.
    assert_eq!(solve(4, 3, 3), Some(Value::Win(7)));
    assert!(MnkEndings::new(Mnk::new(5, 5, 4).unwrap()).is_err_and(|problem| problem.contains("25 cells")));
}

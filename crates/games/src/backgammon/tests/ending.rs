//! The payoff at the end of a game.

use rootward_game::{Game, Outcome, Side, legal_moves};

use crate::backgammon::{Backgammon, Checkers, GAME_POINT, Move, Play, Position, Roll};

/// The payoff to First if it has borne off everything and Second has these checkers; and the same with the sides
/// exchanged.
fn check(loser: &[(u8, u8)], points: i32) {
    let total: u8 = loser.iter().map(|(_, count)| count).sum();
    let game = Backgammon::new(total).unwrap();
    let (winner, loser) = (Checkers::at(&[(Checkers::OFF, total)]), Checkers::at(loser));
    let payoff = |first, second| game.outcome(&Position::new(first, second, Side::First));
    assert_eq!(payoff(winner, loser), Some(Outcome::Payoff(points * GAME_POINT)));
    assert_eq!(payoff(loser, winner), Some(Outcome::Payoff(-points * GAME_POINT)));
}

#[test]
fn a_gammon_counts_twice_and_a_backgammon_three_times() {
    check(&[(0, 1), (24, 14)], 1);
    check(&[(0, 14), (25, 1)], 1);
    check(&[(18, 1), (1, 14)], 2);
    check(&[(19, 1), (1, 14)], 3);
    check(&[(25, 1), (1, 14)], 3);
    check(&[(6, 1)], 2);
    check(&[(24, 1)], 3);
    check(&[(0, 2), (25, 1)], 1);
}

#[test]
fn nobody_has_won_before_the_last_checker_is_off() {
    let game = Backgammon::default();
    let position = Position::new(Checkers::at(&[(0, 14), (1, 1)]), Checkers::at(&[(0, 14), (2, 1)]), Side::Second);
    assert_eq!(game.outcome(&position), None);
    let thrown = position.with_dice(Roll::new(2, 1));
    let plays = legal_moves(&game, &thrown);
    assert_eq!(plays.len(), 1);
    assert_eq!(game.outcome(&game.apply(&thrown, plays[0])), Some(Outcome::Payoff(-GAME_POINT)));
}

#[test]
fn who_is_shut_out_passes() {
    let game = Backgammon::default();
    let home = Checkers::at(&[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 3)]);
    let position = Position::new(Checkers::at(&[(25, 1), (6, 14)]), home, Side::First);
    for roll in Roll::ALL {
        let thrown = position.with_dice(Some(roll));
        assert_eq!(legal_moves(&game, &thrown), [Move::Play(Play::PASS)]);
        assert_eq!(game.apply(&thrown, Move::Play(Play::PASS)).to_move(), Side::Second);
    }
}

//! Levels of play.

use std::time::Duration;

use rootward_session::{LEVELS, Level, Opponent, OutcomeData, StopFlag, open};

fn opponent(number: u32, seed: u64) -> Opponent {
    Opponent { level: Level::find(number).unwrap(), seed, time: Duration::from_secs(5), thread_clock: None }
}

/// Plays a game to its end and returns the outcome and the moves.
fn play(game: &str, first: Opponent, second: Opponent) -> (Option<OutcomeData>, Vec<String>) {
    let mut session = open(game, None).unwrap();
    for turn in 0.. {
        let player = if turn % 2 == 0 { first } else { second };
        let Some(chosen) = player.choose(session.as_mut(), &StopFlag::default()).unwrap() else { break };
        session.play(&chosen.mv).unwrap();
    }
    (session.view().outcome, session.moves_played())
}

#[test]
fn levels_look_farther_and_slip_less_as_they_rise() {
    for (index, pair) in LEVELS.windows(2).enumerate() {
        assert_eq!(pair[0].number, index as u32 + 1);
        assert!(pair[0].depth.unwrap() <= pair[1].depth.unwrap_or(u32::MAX));
        assert!(pair[0].slips >= pair[1].slips);
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed| play("tic-tac-toe", opponent(1, seed), opponent(2, seed));
    assert_eq!(game(7), game(7));
    assert!((0..5).any(|seed| game(seed) != game(7)));
}

#[test]
fn a_perfect_player_never_loses_tic_tac_toe() {
    for seed in 0..5 {
        let (outcome, _) = play("tic-tac-toe", opponent(1, seed), opponent(10, seed));
        assert_ne!(outcome, Some(OutcomeData::Win { side: "first", side_name: "X" }));
    }
    assert_eq!(play("tic-tac-toe", opponent(9, 1), opponent(10, 1)).0, Some(OutcomeData::Draw));
}

#[test]
fn a_high_level_beats_a_low_one() {
    let wins = (0..4).filter(|&seed| {
        let (outcome, _) = play("connect-four", opponent(1, seed), opponent(8, seed));
        outcome == Some(OutcomeData::Win { side: "second", side_name: "O" })
    });
    assert!(wins.count() >= 3);
}

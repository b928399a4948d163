//! Arbitrary text as a position or a play of backgammon: read, or refused in one sentence; never a panic.
//!
//! `ROOTWARD_FUZZ_CASES=1000000 cargo test --release -p rootward-games --test all backgammon_fuzz::` tries a million of each.

use proptest::prelude::*;
use rootward_game::{Game, Notation, TextError, legal_moves};
use rootward_games::backgammon::Backgammon;

fn config() -> ProptestConfig {
    let cases = std::env::var("ROOTWARD_FUZZ_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(500);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// IDs, whole and damaged, with or without sides and dice.
fn any_position() -> impl Strategy<Value = String> {
    let id = prop_oneof![
        Just("4HPwATDgc/ABMA".to_owned()),
        Just("bhsCQxHcYwAUbA".to_owned()),
        "[A-Za-z0-9+/]{13}[AQgw]",
        // Many zeros, so that few checkers are on many places.
        "[ABCEIQgw]{14}",
        "[AEg]{4}[A-Za-z0-9+/]{2}A{7}[AQgw]",
        "[A-Za-z0-9+/=_-]{10,16}",
        "\\PC{0,20}",
    ];
    (id, "( (first|second|X|o|third))?", "( [0-7]{0,3})?", "\\PC{0,2}")
        .prop_map(|(id, side, dice, rest)| id + &side + &dice + &rest)
}

fn any_play() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::collection::vec("(bar|[12]?[0-9])(/[12]?[0-9]\\*?){0,2}(/off)?(\\([0-9]\\))?", 0..5)
            .prop_map(|hops| hops.join(" ")),
        "[-baroff0-9/*() ,]{0,24}",
        "\\PC{0,20}",
    ]
}

fn in_a_sentence(error: &TextError) -> bool {
    let sentence = error.to_string();
    sentence.contains("; expected ") && sentence.lines().count() <= 1
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn positions_are_read_or_refused(text in any_position(), checkers in prop::sample::select(vec![1u8, 2, 3, 15])) {
        let game = Backgammon::new(checkers).unwrap();
        match game.parse_position(&text) {
            Ok(state) => {
                let written = game.write_position(&state);
                prop_assert_eq!(game.parse_position(&written), Ok(state));
                prop_assert!(game.outcome(&state).is_some() || !legal_moves(&game, &state).is_empty());
                prop_assert!(game.draw(&state).ends_with('\n'));
            }
            Err(error) => prop_assert!(in_a_sentence(&error), "{}", error),
        }
    }

    #[test]
    fn plays_are_read_or_refused(position in any_position(), text in any_play()) {
        let game = Backgammon::default();
        let state = game.parse_position(&position).unwrap_or_else(|_| game.parse_position("bhsCQxHcYwAUbA 42").unwrap());
        match game.parse_move(&state, &text) {
            Ok(mv) => {
                prop_assert!(legal_moves(&game, &state).contains(&mv));
                prop_assert_eq!(game.parse_move(&state, &game.write_move(&state, mv)), Ok(mv));
            }
            Err(error) => prop_assert!(in_a_sentence(&error), "{}", error),
        }
    }
}

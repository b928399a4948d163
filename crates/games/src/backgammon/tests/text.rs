//! Positions, plays and pictures as a person writes and sees them.

use proptest::prelude::*;
use rootward_game::contract::{self, Dice, random_game};
use rootward_game::{Game, Notation, Side, legal_moves};

use crate::backgammon::{Backgammon, BackgammonKnowledge, Checkers, Position};

fn error(text: &str) -> String {
    Backgammon::default().parse_position(text).unwrap_err().to_string()
}

#[test]
fn backgammon_keeps_every_promise() {
    contract::check(&Backgammon::default(), &(), 20, 1);
    for checkers in [1, 2, 3, 15] {
        contract::check(&Backgammon::new(checkers).unwrap(), &BackgammonKnowledge::default(), 10, 2);
    }
}

/// IDs and GNU Backgammon's display of them.
#[test]
fn ids_are_those_of_gnu_backgammon() {
    let game = Backgammon::default();
    assert_eq!(game.write_position(&game.initial()), "4HPwATDgc/ABMA");
    let checkers = |places: &[(u8, u8)]| Checkers::at(places);
    // The side on roll has borne off 13 and has one checker on its ace point and one on its bar.
    let on_roll = checkers(&[(0, 13), (1, 1), (25, 1)]);
    let other = checkers(&[(0, 14), (6, 1)]);
    let written = game.write_position(&Position::new(on_roll, other, Side::First));
    assert_eq!(game.parse_position(&written), Ok(Position::new(on_roll, other, Side::First)));
    let turned = game.write_position(&Position::new(other, on_roll, Side::Second));
    assert_eq!(turned, format!("{written} second"));
    // Set on its board and shown: checkers on the bar, checkers borne off.
    let shown = |id: &str| {
        let state = game.parse_position(id).unwrap();
        let side = |side: &Checkers| (side.pips(), side.bar(), side.off());
        (side(state.mine()), side(state.theirs()))
    };
    assert_eq!(shown("bhsCQxHcYwAUbA"), ((174, 2, 0), (131, 0, 0)));
    assert_eq!(shown("vUuAJwD3AQAAAA"), ((13, 0, 7), (100, 0, 0)));
}

#[test]
fn a_bad_position_is_refused_in_a_sentence() {
    assert_eq!(
        error("4HPwATDgc/ABM"),
        "the position ID '4HPwATDgc/ABM' has 13 characters; expected 14, such as 4HPwATDgc/ABMA"
    );
    assert_eq!(
        error("4HPwATDgc!ABMA"),
        "line 1, column 10: '!' is no character of a position ID; expected letters, digits, + and /"
    );
    assert!(error("4HPwATDgc/ABMB").contains("holds more than ten bytes"));
    assert!(error("//////////////").contains("holds more than ten bytes"));
    assert!(error("/////////////w").contains("has 80 checkers of the side not on roll"));
    assert!(error("AAAAAAAAAAAAAw").contains("goes on after the last point"));
    assert!(error("//8PAAAAAAAAAA").contains("has 20 checkers of the side not on roll; expected at most 15"));
    assert!(error("AAAAAAAAAAAAAA").contains("borne off"));
    assert!(error("4HPwATDgc/ABMA 37").contains("'37' is no roll"));
    assert!(error("4HPwATDgc/ABMA third").contains("expected after the position ID 'second' or the dice"));
    assert!(error("4HPwATDgc/ABMA second 31 5").contains("expected after the position ID the dice"));
    let hyper = Backgammon::new(3).unwrap();
    assert!(hyper.parse_position("4HPwATDgc/ABMA").unwrap_err().to_string().contains("at most 3"));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = Backgammon::default();
    let written = |on_roll: &[(u8, u8)], other: &[(u8, u8)]| {
        error(&game.write_position(&Position::new(Checkers::at(on_roll), Checkers::at(other), Side::First)))
    };
    assert!(written(&[(6, 2)], &[(19, 2)]).contains("both sides on point 6"));
    let closed = [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (25, 1)];
    assert!(written(&closed, &closed).contains("both sides shut out"));
    assert!(written(&[(0, 15)], &[(0, 15)]).contains("borne off"));
    let over = game.write_position(&Position::new(Checkers::at(&[(0, 15)]), Checkers::at(&[(1, 1)]), Side::First));
    assert!(game.parse_position(&over).is_ok());
    assert!(error(&format!("{over} 31")).contains("the game is over"));
}

/// The move that a text is read as, written again.
fn read(position: &str, text: &str) -> Result<String, String> {
    let game = Backgammon::default();
    let state = game.parse_position(position).unwrap();
    game.parse_move(&state, text).map(|mv| game.write_move(&state, mv)).map_err(|error| error.to_string())
}

fn id(on_roll: &[(u8, u8)], other: &[(u8, u8)]) -> String {
    Backgammon::default().write_position(&Position::new(Checkers::at(on_roll), Checkers::at(other), Side::First))
}

#[test]
fn plays_are_read_leniently_and_written_in_one_way() {
    let start = "4HPwATDgc/ABMA";
    for (dice, text, written) in [
        ("31", "8/5 6/5", "8/5 6/5"),
        ("31", "6/5*,8/5", ""),
        ("31", " 6/5, 8/5 ", "8/5 6/5"),
        ("64", "24/14", "24/14"),
        ("64", "24/18/14", "24/14"),
        ("64", "24/20 20/14", "24/14"),
        ("33", "8/5 8/5 6/3 6/3", "8/5(2) 6/3(2)"),
        ("33", "6/3(2) 8/5(2)", "8/5(2) 6/3(2)"),
        ("66", "24/12(2)", ""),
        ("66", "24/18(2) 13/7(2)", "24/18(2) 13/7(2)"),
        ("", "13", "31"),
        ("", "3-1", "31"),
    ] {
        let result = read(&format!("{start} {dice}"), text);
        assert_eq!(result.clone().unwrap_or_default(), written, "{dice} {text}: {result:?}");
    }
}

#[test]
fn hits_bars_and_bearing_off_are_written_as_players_do() {
    let blots = id(&[(24, 1), (6, 2)], &[(Checkers::across(18), 1), (Checkers::across(20), 1)]);
    // The two ways to the same point hit different blots.
    assert_eq!(read(&format!("{blots} 64"), "24/18*/14").unwrap(), "24/18*/14");
    assert_eq!(read(&format!("{blots} 64"), "24/20/14").unwrap(), "24/20*/14");
    assert!(read(&format!("{blots} 64"), "24/14").unwrap_err().contains("could be several moves"));
    // Where one way hits and the other does not, no star means no hit.
    let blot = id(&[(24, 1), (6, 2)], &[(Checkers::across(18), 1)]);
    assert_eq!(read(&format!("{blot} 64"), "24/14").unwrap(), "24/14");
    assert_eq!(read(&format!("{blot} 64"), "24/18*/14").unwrap(), "24/18*/14");
    assert_eq!(read(&format!("{blot} 64"), "24/18 24/20").unwrap_or_default(), "");
    let bar = id(&[(25, 2), (8, 3)], &[(Checkers::across(22), 1), (1, 2)]);
    assert_eq!(read(&format!("{bar} 33"), "bar/22(2) 8/5(2)").unwrap(), "bar/22*(2) 8/5(2)");
    assert_eq!(read(&format!("{bar} 33"), "25/22 25/22 8/2").unwrap(), "bar/22*(2) 8/2");
    let home = id(&[(6, 2), (1, 1)], &[(1, 2)]);
    assert_eq!(read(&format!("{home} 61"), "6/off 1/OFF").unwrap(), "6/off 1/off");
    assert_eq!(read(&format!("{home} 61"), "6/0 6/5").unwrap(), "6/5 6/off");
    let shut = id(&[(25, 1)], &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)]);
    assert_eq!(read(&format!("{shut} 61"), "Pass").unwrap(), "pass");
    assert!(read("4HPwATDgc/ABMA 61", "pass").unwrap_err().contains("not a legal move here; expected one of "));
    assert!(read("4HPwATDgc/ABMA 61", "x/y").unwrap_err().starts_with("'x/y' is no move of a checker"));
}

#[test]
fn a_picture_shows_points_bar_and_dice() {
    let game = Backgammon::default();
    let state = game.parse_position("4HPwATDgc/ABMA second 31").unwrap();
    let expected = "  O: 167 pips, 0 off
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
 | X           O    |   | O              X |
 | X           O    |   | O              X |
 | X           O    |   | O                |
 | X                |   | O                |
 | X                |   | O                |
 |                  |BAR|                  |
 | O                |   | X                |
 | O                |   | X                |
 | O           X    |   | X                |
 | O           X    |   | X              O |
 | O           X    |   | X              O |
 +13-14-15-16-17-18------19-20-21-22-23-24-+
  X: 167 pips, 0 off
  O to play 31
";
    assert_eq!(game.draw(&state), expected);
    let crowded = game.draw(&Position::new(Checkers::at(&[(6, 13), (25, 2)]), Checkers::at(&[(6, 15)]), Side::First));
    assert!(crowded.contains("13 ") && crowded.contains("15 ") && crowded.contains("| X |"), "{crowded}");
}

#[test]
fn points_are_written_as_equities() {
    assert_eq!(Backgammon::default().write_points(452_773), "+0.453");
    assert_eq!(Backgammon::default().write_points(-3_000_000), "-3.000");
}

proptest! {
    #[test]
    fn arbitrary_text_is_read_or_refused_without_a_panic(
        text: String, id in "[A-Za-z0-9+/]{13}[AQgw]", dice in "( second| first)?( [1-6]{1,3})?", mv in "[-bar/of0-9*() ,]{0,20}"
    ) {
        for checkers in [1, 3, 15] {
            let game = Backgammon::new(checkers).unwrap();
            let _ = game.parse_position(&text);
            let _ = Backgammon::parse_variant(&text);
            let _ = game.parse_move(&game.initial(), &text);
            if let Ok(state) = game.parse_position(&format!("{id}{dice}")) {
                prop_assert_eq!(game.parse_position(&game.write_position(&state)), Ok(state));
                let _ = game.draw(&state);
                for text in [&text, &mv] {
                    if let Ok(mv) = game.parse_move(&state, text) {
                        prop_assert!(legal_moves(&game, &state).contains(&mv));
                    }
                }
            }
        }
    }

    #[test]
    fn single_steps_in_any_order_are_the_play(seed: u64, turn in 0usize..4) {
        let game = Backgammon::default();
        for state in random_game(&game, &mut Dice::new(seed), 60).into_iter().filter(|state| !game.is_chance(state)) {
            for mv in legal_moves(&game, &state) {
                let crate::backgammon::Move::Play(play) = mv else { continue };
                let mut steps: Vec<String> = play.steps().map(|step| format!("{}/{}", step.from, step.to)).collect();
                let count = steps.len();
                steps.rotate_left(turn % count.max(1));
                // Step by step, every intermediate place is named, so that only plays that hit the same blots fit.
                let text = if steps.is_empty() { "pass".to_owned() } else { steps.join(" ") };
                prop_assert_eq!(game.parse_move(&state, &text), Ok(mv), "{}", game.write_position(&state));
            }
        }
    }
}

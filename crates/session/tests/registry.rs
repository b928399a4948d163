//! Games, variants and positions by name.

use proptest::prelude::*;
use rootward_session::{chess_of, find_game, games, open, open_written};

#[test]
fn an_example_tree_goes_by_its_own_name() {
    assert_eq!(open("tree1", None).unwrap().view().moves, open("tree:tree1", None).unwrap().view().moves);
}

#[test]
fn every_game_opens_at_its_example() {
    for entry in games() {
        let view = open(entry.name, Some(entry.example)).map(|session| session.view()).unwrap();
        assert!(!view.moves.is_empty(), "{}", entry.name);
        assert_eq!(view.position, entry.example, "{}", entry.name);
    }
}

#[test]
fn variants_and_positions_are_read_together() {
    let view = |spec, position| open(spec, position).unwrap().view();
    assert_eq!(view("mnk:5,5,4", None).moves.len(), 25);
    assert_eq!(view("connect-four:8x7", Some("11")).game, "connect-four:8x7");
    let node = view("tree:tree2", Some("2"));
    assert_eq!((node.game.as_str(), node.moves.len()), ("tree:tree2", 2));
    assert_eq!(view("tree", Some("(1 (2 3))")).moves.len(), 2);
    assert_eq!(view("backgammon:hyper", None).game, "backgammon:3");
    assert_eq!(view("backgammon:linear", None).game, "backgammon:linear");
    let linear = open("backgammon:linear", None).unwrap();
    assert_eq!((linear.features().len(), open("backgammon", None).unwrap().features().len()), (74, 0));
    assert_eq!(view("backgammon", Some("4HPwATDgc/ABMA second 31")).moves.len(), 16);
}

#[test]
fn strangers_get_no_files() {
    for position in ["@/etc/passwd", "/etc/passwd", concat!(env!("CARGO_MANIFEST_DIR"), "/../games/data/tree1.txt")] {
        assert!(open_written("tree", Some(position)).is_err(), "{position}");
        assert!(open_written(&format!("tree:{position}"), None).is_err(), "{position}");
    }
    assert_eq!(open_written("tree", Some("(1 2)")).unwrap().view().moves.len(), 2);
    assert_eq!(open_written("connect-four", Some("44")).unwrap().view().moves.len(), 7);
}

#[test]
fn a_wrong_name_gets_the_nearest_one() {
    let error = |spec, position| open(spec, position).err().unwrap().to_string();
    assert_eq!(error("conect-four", None), "there is no game 'conect-four'; expected a game such as connect-four");
    assert!(error("go", None).contains("one of tree, tic-tac-toe, mnk, connect-four, chess"));
    assert!(error("connect-four:99x99", None).starts_with("variant '99x99': "));
    assert!(error("tic-tac-toe:3", None).contains("no variants"));
    let bad = error("connect-four", Some("448"));
    assert_eq!(bad, "position '448': line 1, column 3: '8' is not a column; expected a column from 1 to 7");
}

#[test]
fn a_line_of_a_file_begins_with_a_position() {
    let position = |game: &str, line: &str| (find_game(game).unwrap().position_in_line)(line);
    let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for (game, line, found) in [
        ("connect-four", "4453 -2", "4453"),
        ("connect-four", "", ""),
        ("tree", "((3 12) (2 4)) ; a", "((3 12) (2 4)) ; a"),
        ("chess", &format!("{board} bm e4; id \"a\";"), board),
        ("chess", &format!("{board} 3 17; D1 6"), &format!("{board} 3 17")),
        ("chess", &format!("{board} 3 bm e4;"), board),
        ("backgammon", "4HPwATDgc/ABMA second 31 0.2", "4HPwATDgc/ABMA second 31"),
        ("backgammon", "4HPwATDgc/ABMA 31;x", "4HPwATDgc/ABMA 31"),
    ] {
        assert_eq!(position(game, line), found, "{game}: {line}");
    }
}

#[test]
fn rules_of_chess_are_those_of_the_entry() {
    assert_eq!(chess_of(" chess ").unwrap().map(|chess| chess.is_960()), Some(false));
    assert_eq!(chess_of("chess:960,1").unwrap().map(|chess| chess.is_960()), Some(true));
    assert!(chess_of("connect-four").unwrap().is_none());
    assert!(chess_of("chess:9").is_err() && chess_of("no game").is_err());
}

proptest! {
    #[test]
    fn any_line_gives_a_position_or_none_without_a_panic(line in ".{0,60}") {
        for entry in games() {
            let _ = (entry.position_in_line)(&line);
        }
    }

    #[test]
    fn arbitrary_specs_and_positions_are_opened_or_refused_without_a_panic(
        spec in "(tree|mnk|connect-four|tic-tac-toe|chess|checkers|pig|piglet|backgammon)?:?[-0-9x,()a-z ]{0,12}|.{0,20}", position in ".{0,20}"
    ) {
        let _ = open(&spec, Some(&position)).map(|session| session.view());
    }
}

//! Saved games.

use std::path::Path;

use proptest::prelude::*;
use rootward_session::SavedGame;

fn saved() -> SavedGame {
    let moves = ["4", "4", "5"].map(str::to_owned).to_vec();
    SavedGame { game: "connect-four".into(), position: Some("44".into()), human: 1, level: 3, seed: 9, moves }
}

#[test]
fn what_is_saved_is_read_back_and_resumed() {
    assert_eq!(SavedGame::parse(&saved().text()), Ok(saved()));
    let session = saved().resume().unwrap();
    assert_eq!(session.moves_played(), ["4", "4", "5"]);
}

#[test]
fn a_file_is_replaced_whole() {
    let path = std::env::temp_dir().join(format!("rootward-saved-{}", std::process::id()));
    saved().save(&path).unwrap();
    assert_eq!(SavedGame::load(&path), Ok(saved()));
    std::fs::remove_file(&path).unwrap();
    assert!(saved().save(Path::new("/no/such/directory/x")).is_err());
    assert!(SavedGame::load(&path).is_err());
}

#[test]
fn mistakes_are_named_with_their_line() {
    let error = |text: &str| SavedGame::parse(text).unwrap_err().to_string();
    assert!(error("").contains("expected 'rootward 1'"));
    assert!(error("rootward 1\n").contains("which game"));
    assert!(error("rootward 1\ngame x\nlevel 11\n").starts_with("line 3: there is no level 11"));
    assert!(error("rootward 1\nhuman both").contains("first or second"));
    assert!(error("rootward 1\ncolour red").contains("'colour' is not known"));
    let bad = SavedGame { moves: vec!["9".into()], ..saved() };
    assert!(bad.resume().err().unwrap().to_string().starts_with("move 1: '9' is not a legal move"));
}

proptest! {
    #[test]
    fn arbitrary_files_are_read_or_refused_without_a_panic(text in "(rootward 1\n)?(.{0,20}\n){0,5}") {
        let _ = SavedGame::parse(&text).map(|saved| saved.resume().is_ok());
    }
}

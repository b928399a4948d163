//! Names of games as people write them.

use rootward_session::{find_game, games, open};

#[test]
fn a_game_is_found_however_its_name_is_written() {
    for name in ["connect-four", "ConnectFour", "connect_four", "connectfour", "CONNECT-FOUR", "Connect Four"] {
        assert_eq!(find_game(name).map(|entry| entry.name), Ok("connect-four"), "{name}");
        let wide = open(&format!("{name}:8x7"), None).unwrap().view();
        assert_eq!((wide.game.as_str(), wide.moves.len()), ("connect-four:8x7", 8), "{name}");
    }
    assert_eq!(find_game("TicTacToe").map(|entry| entry.name), Ok("tic-tac-toe"));
    assert!(find_game("connect-for").is_err() && find_game("").is_err() && find_game("-").is_err());
}

#[test]
fn no_two_games_share_a_name() {
    for entry in games() {
        let bare = entry.name.replace('-', "");
        assert_eq!(find_game(&bare).map(|found| found.name), Ok(entry.name));
        let same = games().iter().filter(|other| other.name.replace('-', "") == bare);
        assert_eq!(same.count(), 1, "{bare}");
    }
}

//! Names of games as people write them: `connect-four`, `Connect_Four`, `ConnectFour`.

/// Whether a game is meant. Case, dashes, underscores and blanks make no difference.
pub(crate) fn same_name(name: &str, written: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(|letter| !matches!(letter, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
    };
    letters(name) == letters(written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{find_game, games, open};
    use proptest::prelude::*;

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
        for (place, one) in games().iter().enumerate() {
            assert!(games()[..place].iter().all(|other| !same_name(one.name, other.name)), "{}", one.name);
        }
    }

    proptest! {
        #[test]
        fn case_and_dashes_make_no_difference(name in "[a-z0-9-]{1,12}") {
            let bare = name.replace('-', "");
            prop_assert!(same_name(&name, &name.to_uppercase()) && same_name(&name, &name.replace('-', "_")));
            let longer = name.clone() + "x";
            prop_assert!(same_name(&bare, &name) && !same_name(&bare, &longer));
        }
    }
}

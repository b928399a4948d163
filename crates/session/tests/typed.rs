//! Every game of the registry as a type.

use rootward_game::Notation;
use rootward_session::{ForGame, Position, for_game, games, open};

struct Name;

impl ForGame for Name {
    type Output = String;

    fn call<G: Notation, K>(self, position: Position<'_, G, K>) -> String {
        position.game.write_position(position.state)
    }
}

#[test]
fn every_game_of_the_registry_is_listed() {
    for entry in games() {
        assert!(for_game(&*open(entry.name, None).unwrap(), Name).is_ok(), "{}", entry.name);
    }
    assert!(for_game(&*open("backgammon:linear", None).unwrap(), Name).is_ok());
}

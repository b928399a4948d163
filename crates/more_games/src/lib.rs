//! Games that are added to Rootward as everybody's own game is: by the public traits and
//! [`Games::with`](rootward_registry::Games::with), and nothing else.

use rootward_registry::Games;

/// The games with those of this crate added.
#[must_use]
pub fn added_to(games: Games) -> Games {
    games
}

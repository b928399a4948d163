//! The games of a program: those of Rootward, and your own, by the same means.
//!
//! ```
//! # use rootward_games::mnk::{Mnk, MnkKnowledge};
//! use rootward_registry::{OwnGame, games};
//! # let (game, knowledge) = (Mnk::new(4, 3, 3).unwrap(), MnkKnowledge::default());
//!
//! games().with(OwnGame::new("small-rows", game, knowledge).sides("X", "O")).install().unwrap();
//! let session = rootward_session::open("small-rows", None).unwrap();
//! assert_eq!(session.view().moves.len(), 12);
//! ```

use rootward_game::{Knowledge, Notation};
pub use rootward_session::{BenchPosition, GameEntry, OwnGame};
use rootward_session::{Problem, built_in_games};

/// The games that a program knows by name.
#[derive(Clone, Debug)]
pub struct Games {
    entries: Vec<GameEntry>,
}

/// The games of Rootward.
pub fn games() -> Games {
    Games { entries: built_in_games().to_vec() }
}

impl Games {
    /// With one more game. It can be opened, searched, traced, compared and played as every other one. If there is a game of
    /// its name already, it takes that one's place.
    pub fn with<G, K>(mut self, game: OwnGame<G, K>) -> Games
    where
        G: Notation + Clone + Send + Sync + 'static,
        K: Knowledge<G> + Clone + Send + Sync + 'static,
    {
        rootward_trace::register::<G, K>();
        rootward_studies::register::<G, K>();
        let entry = game.entry();
        self.entries.retain(|other| other.name != entry.name);
        self.entries.push(entry);
        self
    }

    /// Makes them the games of this program. Once, before any game is opened.
    pub fn install(self) -> Result<(), Problem> {
        rootward_session::install(self.entries)
    }
}

impl Default for Games {
    fn default() -> Games {
        games()
    }
}

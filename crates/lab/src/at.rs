//! The position of a request: a game, a position in it, and moves played from there.

use rootward_session::{BookChoice, Problem, Session, find_game, open_written};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// A game, a position in its notation (without one, the start), and the moves that follow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct At {
    /// `NAME[:VARIANT]`, as on the command line.
    pub game: String,
    /// The position; for the game `tree`, the tree itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves played from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl At {
    /// Opens the game and plays the moves.
    pub(crate) fn open(&self, most_moves: usize) -> Result<Box<dyn Session>, Refusal> {
        if self.moves.len() > most_moves {
            let problem = format!("there are {} moves", self.moves.len());
            return Err(Problem::new(problem, format!("at most {most_moves}")).into());
        }
        let mut session = open_written(&self.game, self.position())?;
        // The book is for analysis and play. Traces and comparisons show the search alone.
        session.set_book(&BookChoice::Shipped)?;
        self.play(session.as_mut(), &self.moves)?;
        Ok(session)
    }

    /// Moves a session of the same game to the position.
    pub(crate) fn go(&self, session: &mut dyn Session) -> Result<(), Problem> {
        session.set_position(self.position().unwrap_or(""))?;
        self.play(session, &self.moves)
    }

    fn play(&self, session: &mut dyn Session, moves: &[String]) -> Result<(), Problem> {
        for (place, mv) in moves.iter().enumerate() {
            session.play(mv).map_err(|problem| problem.within(format!("move {}", place + 1)))?;
        }
        Ok(())
    }

    /// Whether a session of this game can reach any of its positions. A tree written by hand is a game of its own.
    pub(crate) fn is_one_game(&self) -> bool {
        find_game(&self.game).is_ok_and(|entry| !entry.is_drawn)
    }

    /// An empty text counts as no position.
    fn position(&self) -> Option<&str> {
        self.position.as_deref().filter(|text| !text.trim().is_empty())
    }
}

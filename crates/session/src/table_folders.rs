//! Which folders of endgame tables a search uses.

use crate::{Problem, Session};

/// Folders of endgame tables, several of a kind separated as in a search path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableFolders {
    /// Syzygy tables.
    pub syzygy: Option<String>,
    /// Tables that `rootward table build` made.
    pub own: Option<String>,
}

impl TableFolders {
    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.syzygy.is_none() && self.own.is_none()
    }

    /// Gives the tables to a session.
    pub fn mount(&self, session: &mut dyn Session) -> Result<(), Problem> {
        if let Some(folders) = &self.syzygy {
            session.set_endgames(folders)?;
        }
        if let Some(folders) = &self.own {
            session.set_tables(folders)?;
        }
        Ok(())
    }
}

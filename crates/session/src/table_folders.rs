//! Which folders of endgame tables a search uses.

use std::path::{Path, PathBuf};

use crate::endgame_tables::endgame_tables;
use crate::{Problem, Session, find_game, games};

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

    /// The same for programs that open any game: a game that has no tables in these folders goes without.
    pub fn mount_known(&self, spec: &str, session: &mut dyn Session) -> Result<(), Problem> {
        let folders: Vec<PathBuf> = self.own_folders().into_iter().filter(|folder| has_tables(spec, folder)).collect();
        let own = std::env::join_paths(&folders).ok().and_then(|joined| joined.into_string().ok());
        let known = TableFolders {
            syzygy: self.syzygy.clone().filter(|_| find_game(spec).is_ok_and(|entry| entry.chess.is_some())),
            own: own.filter(|_| !folders.is_empty()),
        };
        known.mount(session)
    }

    /// Are there tables of some game in every folder of the project's own? A sentence about the first where there are none.
    pub fn check_own(&self) -> Result<(), Problem> {
        for folder in self.own_folders() {
            let place = folder.display();
            std::fs::read_dir(&folder).map_err(|error| Problem::sentence(format!("{place}: {error}")))?;
            let named = games().iter().filter(|entry| entry.has_tables());
            if !named.map(|entry| entry.name).any(|name| has_tables(name, &folder)) {
                let problem = format!("{place}: no endgame tables are there");
                return Err(Problem::new(problem, "a folder that 'rootward table build' has made"));
            }
        }
        Ok(())
    }

    fn own_folders(&self) -> Vec<PathBuf> {
        let folders = std::env::split_paths(self.own.as_deref().unwrap_or_default());
        folders.filter(|path| !path.as_os_str().is_empty()).collect()
    }
}

/// Has the folder tables of this game?
fn has_tables(spec: &str, folder: &Path) -> bool {
    endgame_tables(spec).and_then(|tables| tables.open(folder, None)).is_ok()
}

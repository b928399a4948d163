//! Endgame tables for a session: Syzygy's for chess, and those that `rootward table build` makes.

use std::sync::Arc;

use rootward_endgames::{GameEndings, TableProofs, Tables};
use rootward_game::{Tablebase, Tablebases};
use rootward_games::chess::Chess;
use rootward_syzygy::Syzygy;

use crate::Problem;

/// Opens the Syzygy tables in these folders.
pub(crate) fn open_syzygy(_: &Chess, folders: &str) -> Result<Option<Arc<dyn Tablebase<Chess>>>, Problem> {
    let tables = rootward_syzygy::Tablebase::open_list(folders).map_err(Problem::sentence)?;
    Ok(tables.map(|tables| Arc::new(Syzygy::new(Arc::new(tables))) as Arc<dyn Tablebase<Chess>>))
}

/// Opens the tables of `rootward table build` in these folders.
pub(crate) fn open_tables<E>(game: &E::Game, folders: &str) -> Result<Option<Arc<dyn Tablebase<E::Game>>>, Problem>
where
    E: GameEndings,
    Tables<E>: Send + Sync,
{
    let folders = std::env::split_paths(folders).filter(|path| !path.as_os_str().is_empty());
    let tables = folders.map(|folder| {
        let tables = TableProofs::<E>::open(game, &folder).map_err(Problem::sentence)?;
        Ok(Arc::new(TableProofs::new(Arc::new(tables))) as Arc<dyn Tablebase<E::Game>>)
    });
    let tables = tables.collect::<Result<Vec<_>, Problem>>()?;
    Ok((!tables.is_empty()).then(|| Arc::new(Tablebases(tables)) as Arc<dyn Tablebase<E::Game>>))
}

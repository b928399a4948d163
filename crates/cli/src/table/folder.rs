//! A folder of endgame tables: `--tables`, `--metric`, and the tables that a name stands for.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use rootward_endgames::{Metric, Table, Tables};
use rootward_session::Problem;

use super::games::{TableGame, all_named};
use crate::failure::remind;

/// The folder if none is named.
pub const USUAL: &str = "tables";

/// Which tables.
#[derive(ClapArgs)]
pub struct FolderArgs {
    /// The folder with the tables
    #[arg(long, value_name = "DIR", default_value = USUAL)]
    pub tables: PathBuf,
    /// What distances count: dtm, dtc or wdl; without it, the first of these that the folder has
    #[arg(long, value_parser = parse_metric)]
    pub metric: Option<Metric>,
}

/// Parses what distances count.
pub fn parse_metric(text: &str) -> Result<Metric, Problem> {
    let expected = "dtm (distance to mate, or to the end), dtc (to conversion) or wdl (who wins, no distance)";
    Metric::named(text).ok_or_else(|| Problem::new(format!("'{text}' is no metric"), expected))
}

/// A metric in words.
pub fn in_words(metric: Metric) -> &'static str {
    match metric {
        Metric::End => "distance to the end of the game (dtm)",
        Metric::Conversion => "distance to conversion (dtc)",
        Metric::Outcome => "outcomes without distances (wdl)",
    }
}

impl FolderArgs {
    /// Opens the tables of a game. Files that cannot be used are told of.
    pub fn open<E: TableGame>(&self, game: E) -> Result<Tables<E>, Problem> {
        let tables = Tables::open(game, &self.tables, self.metric).map_err(Problem::sentence)?;
        tables.damaged().iter().for_each(|told| remind(told));
        Ok(tables)
    }

    /// The slices of these names, or all that are there; a sentence if a table is missing.
    pub fn slices<E: TableGame>(&self, tables: &Tables<E>, names: &[String]) -> Result<Vec<E::Slice>, Problem> {
        if names.is_empty() {
            return Ok(tables.slices());
        }
        let slices = all_named(tables.game(), names)?;
        slices.iter().try_for_each(|slice| self.table(tables, slice).map(|_| ()))?;
        Ok(slices)
    }

    /// The table of a slice; a sentence with the command that builds it if it is missing.
    pub fn table<'a, E: TableGame>(&self, tables: &'a Tables<E>, slice: &E::Slice) -> Result<&'a Table, Problem> {
        tables.table(slice).ok_or_else(|| {
            let (game, metric, folder) = (tables.game().game(), tables.metric().name(), self.tables.display());
            Problem::sentence(format!(
                "{folder} has no table {slice}.{metric}: 'rootward table build {game} {slice} --metric {metric} --out {folder}' \
                 builds it"
            ))
        })
    }
}

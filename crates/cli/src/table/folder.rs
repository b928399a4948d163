//! A folder of endgame tables: `--tables` and `--metric`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use rootward_endgames::Metric;
use rootward_session::Problem;
use rootward_session::endgame_tables::{OpenTables, endgame_tables};

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
    Metric::named(text).ok_or_else(|| Problem::new(format!("'{text}' is not a metric"), expected))
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
    /// Opens the tables of a game, and reports files that cannot be used.
    pub fn open(&self, game: &str) -> Result<Box<dyn OpenTables>, Problem> {
        let tables = endgame_tables(game)?.open(&self.tables, self.metric)?;
        tables.damaged().iter().for_each(|problem| remind(problem));
        Ok(tables)
    }
}

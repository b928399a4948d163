//! Bear-off tables: generation, files, queries.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use rootward_games::backgammon::BackgammonKnowledge;
use rootward_games::backgammon::bearoff::{CHECKERS, Home, MOST_MEN, OneSided, TwoSided};
use serde::Serialize;

use super::bearoff_file::{from_bytes, to_bytes};
use crate::{BookChoice, Problem, StopFlag, millis, replace_file};

/// A table to generate.
pub struct TableBuild {
    /// The most checkers of a side in the two-sided part.
    pub men: u8,
    /// The file.
    pub out: PathBuf,
    /// The number of threads.
    pub threads: usize,
    /// Stops the generation.
    pub stop: StopFlag,
}

/// The progress of the generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TableProgress {
    /// Finished pairs of positions.
    pub done: usize,
    /// All pairs of positions.
    pub total: usize,
    /// Milliseconds so far.
    pub elapsed_ms: f64,
}

/// The numbers of a table whose checksum is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableInfo {
    /// The name of the table.
    pub table: &'static str,
    /// Positions of the one-sided part.
    pub alone: usize,
    /// The most checkers of a side in the two-sided part.
    pub checkers: u8,
    /// Pairs of positions in the two-sided part.
    pub pairs: usize,
    /// The size of the file.
    pub bytes: usize,
    /// The checksum at its end. It was verified.
    pub checksum: String,
}

impl TableInfo {
    fn of(both: &TwoSided, bytes: &[u8]) -> TableInfo {
        let checksum = bytes.last_chunk().map(|&end| u32::from_le_bytes(end)).unwrap_or_default();
        TableInfo {
            table: NAME,
            alone: Home::count(CHECKERS),
            checkers: both.men(),
            pairs: both.wins().len(),
            bytes: bytes.len(),
            checksum: format!("{checksum:08x}"),
        }
    }
}

/// The name of the table.
pub(crate) const NAME: &str = "backgammon-bearoff";

/// Generates a table and writes it, reporting progress to `each`; none if it was stopped. It takes seconds, so an
/// unfinished table is not kept.
pub fn build_table(wanted: &TableBuild, each: &mut dyn FnMut(&TableProgress)) -> Result<Option<TableInfo>, Problem> {
    if !(1..=MOST_MEN).contains(&wanted.men) {
        return Err(Problem::new(
            format!("{} checkers are too many for a table", wanted.men),
            format!("1 to {MOST_MEN}"),
        ));
    }
    // A path that cannot be written is reported before the work, not after it.
    let folder = wanted.out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Problem::new(format!("there is no folder '{}'", folder.display()), "a folder to write into"));
    }
    let start = Instant::now();
    let total = (Home::count(wanted.men) - 1).pow(2);
    let both = TwoSided::build(wanted.men, wanted.threads, &mut |done| {
        each(&TableProgress { done, total, elapsed_ms: millis(start.elapsed()) });
        !wanted.stop.is_raised()
    });
    let Some(both) = both else { return Ok(None) };
    let bytes = to_bytes(OneSided::shared(), &both);
    replace_file(&wanted.out, &bytes).map_err(|error| Problem::unwritten(&wanted.out, error))?;
    Ok(Some(TableInfo::of(&both, &bytes)))
}

/// The numbers of a table in a file.
pub fn read_table(path: &Path) -> Result<TableInfo, Problem> {
    let (both, bytes) = read(path)?;
    Ok(TableInfo::of(&both, &bytes))
}

fn read(path: &Path) -> Result<(TwoSided, Vec<u8>), Problem> {
    let place = format!("table '{}'", path.display());
    let bytes = fs::read(path).map_err(|error| Problem::sentence(error).within(&place))?;
    let both = from_bytes(&bytes, OneSided::shared()).map_err(|problem| problem.within(&place))?;
    Ok((both, bytes))
}

/// Loads the table of a file into the knowledge. Returns whether the file was one.
pub(crate) fn mount(knowledge: &mut BackgammonKnowledge, choice: &BookChoice) -> Result<bool, Problem> {
    let table = match choice {
        BookChoice::File(path) => Some(Arc::new(read(path)?.0)),
        BookChoice::Nothing | BookChoice::Shipped => None,
    };
    let is_table = table.is_some();
    knowledge.set_table(table);
    Ok(is_table)
}

/// Knowledge about bearing off.
#[derive(Clone)]
pub struct BearOff {
    both: Option<Arc<TwoSided>>,
}

/// The chances for the position of one player, or of two.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BearOffChances {
    /// Mean number of rolls until all checkers are off, if the player minimises it.
    pub mean_rolls: f64,
    /// The probabilities of 0, 1, 2 … rolls.
    pub rolls: Vec<f64>,
    /// The winning probability against the other position, if one is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_probability: Option<f64>,
    /// Whether this probability is that of best play, from a two-sided table (exact up to floating-point rounding,
    /// 1e-13). Otherwise both players minimise their rolls, and it is an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
}

impl BearOff {
    /// With the two-sided table of a file, or none.
    pub fn open(path: Option<&Path>) -> Result<BearOff, Problem> {
        let both = path.map(read).transpose()?;
        Ok(BearOff { both: both.map(|(both, _)| Arc::new(both)) })
    }

    /// The chances of the side on roll, and its winning probability against another position. Positions are the points
    /// of the checkers: `4,5,6`.
    pub fn ask(&self, own: &str, other: Option<&str>) -> Result<BearOffChances, Problem> {
        let own = Home::parse(own)?;
        let other = other.map(Home::parse).transpose()?;
        let alone = OneSided::shared();
        let rolls = alone.last_off(own);
        let exact = other.and_then(|other| self.both.as_ref()?.win(own, other));
        let hurried = other.map(|other| rolls.done_first(alone.last_off(other)));
        Ok(BearOffChances {
            mean_rolls: rolls.mean(),
            rolls: rolls.chances().to_vec(),
            win_probability: exact.or(hurried),
            exact: other.map(|_| exact.is_some()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_made_written_and_asked() {
        let folder = std::env::temp_dir().join(format!("rootward-bearoff-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let out = folder.join("small.table");
        let wanted = TableBuild { men: 3, out: out.clone(), threads: 2, stop: StopFlag::default() };
        let mut last = None;
        let info = build_table(&wanted, &mut |progress| last = Some(*progress)).unwrap().unwrap();
        assert_eq!((info.checkers, info.pairs, last.unwrap().done), (3, 84 * 84, last.unwrap().total));
        assert_eq!(read_table(&out), Ok(info));
        let chances = BearOff::open(Some(&out)).unwrap().ask("4,5,6", Some("1,2,3")).unwrap();
        assert!((chances.win_probability.unwrap() - 6785.0 / 15552.0).abs() < 1e-12);
        assert_eq!(chances.exact, Some(true));
        let guess = BearOff::open(None).unwrap().ask("4,5,6", Some("1,2,3")).unwrap();
        assert_eq!(guess.exact, Some(false));

        let stop = StopFlag::default();
        stop.raise();
        let ended = TableBuild { men: 3, out: folder.join("none.table"), threads: 1, stop };
        assert_eq!(build_table(&ended, &mut |_| {}), Ok(None));
        assert!(!folder.join("none.table").exists());
        fs::remove_dir_all(&folder).unwrap();
        let gone = TableBuild { men: 3, out, threads: 1, stop: StopFlag::default() };
        assert!(build_table(&gone, &mut |_| {}).unwrap_err().to_string().starts_with("there is no folder"));
    }
}

//! `rootward table info`.

use std::path::Path;

use clap::Args as ClapArgs;
use rootward_endgames::{Counts, Metric, SideCounts, Tables};
use rootward_session::backgammon::{TableInfo, read_table};
use serde::Serialize;

use super::folder::{FolderArgs, in_words};
use super::games::{GAMES, TableGame, Task, with_game};
use super::words::{in_moves, length, longest as longest_of};
use crate::columns::aligned;
use crate::failure::{Code, Failure};
use crate::numbers::grouped;
use crate::output::{FAINT, Output, STRONG, styled};
use crate::source;

const HELP: &str = "\
For endgame tables, NAMES are endings or numbers of pieces; those of one number are added up. Without a name every table of the
folder is listed. Positions that are images of one another count once.

Examples:
  rootward table info chess KQK --tables tables
  rootward table info chess 3 --tables tables --json
  rootward table info bearoff.table";

/// The options of `table info`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game of endgame tables, such as chess; or the file of backgammon's table, or - for stdin
    #[arg(value_name = "GAME|FILE")]
    what: String,
    /// The endings, by name or by number of pieces
    names: Vec<String>,
    #[command(flatten)]
    folder: FolderArgs,
}

/// Reads a table and prints a summary.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    if GAMES.contains(&args.what.as_str()) || !args.names.is_empty() {
        return with_game(&args.what, args, output);
    }
    let info = read_table(&source::file(Path::new(&args.what), "table")?)?;
    if output.json {
        output.object(&info)?;
    } else {
        tell(&info, output)?;
    }
    Ok(Code::Fine)
}

/// Prints a summary of a table.
pub fn tell(info: &TableInfo, output: &mut Output) -> Result<(), Failure> {
    let TableInfo { table, alone, checkers, pairs, bytes, checksum } = info;
    let (alone, pairs) = (grouped(*alone as u64), grouped(*pairs as u64));
    output.line(&format!(
        "{table}: one side alone, {alone} positions; both sides, up to {checkers} checkers, {pairs} pairs"
    ))?;
    let size = format!("{} bytes, checksum {checksum} is right", grouped(*bytes as u64));
    Ok(output.line(&styled(FAINT, &size))?)
}

/// What one table holds, or several together.
#[derive(Serialize)]
struct Summary {
    game: String,
    name: String,
    metric: &'static str,
    tables: usize,
    wins: u64,
    losses: u64,
    draws: u64,
    longest_win_plies: Option<u32>,
    longest_win_moves: Option<u32>,
    longest_win_position: Option<String>,
    positions: u64,
    bytes: u64,
    checksum: Option<String>,
    sides: Vec<OneSide>,
}

#[derive(Serialize)]
struct OneSide {
    to_move: &'static str,
    wins: u64,
    losses: u64,
    draws: u64,
}

impl Task for Args {
    fn run<E: TableGame>(&self, game: E, output: &mut Output) -> Result<Code, Failure> {
        let tables = self.folder.open(game)?;
        let wanted: Vec<(String, Vec<E::Slice>)> = if self.names.is_empty() {
            tables.slices().into_iter().map(|slice| (slice.to_string(), vec![slice])).collect()
        } else {
            let slices = |name: &String| Ok((name.clone(), self.folder.slices(&tables, std::slice::from_ref(name))?));
            self.names.iter().map(slices).collect::<Result<_, Failure>>()?
        };
        let mut summaries = Vec::new();
        for (name, slices) in &wanted {
            summaries.push(self.summary(&tables, name, slices)?);
        }
        if output.json {
            summaries.iter().try_for_each(|summary| output.object(summary))?;
        } else if self.names.is_empty() {
            list(&summaries, tables.metric(), output)?;
        } else {
            summaries.iter().try_for_each(|summary| show(summary, tables.metric(), output))?;
        }
        Ok(Code::Fine)
    }
}

impl Args {
    fn summary<E: TableGame>(&self, tables: &Tables<E>, name: &str, slices: &[E::Slice]) -> Result<Summary, Failure> {
        let (game, metric) = (tables.game(), tables.metric());
        let mut counts = Counts::default();
        let (mut bytes, mut longest, mut checksum) = (0, None, None);
        for slice in slices {
            let table = self.folder.table(tables, slice)?;
            let more = table.counts();
            counts = added(counts, &more);
            bytes += table.bytes();
            checksum = Some(format!("{:08x}", table.checksum()));
            longest = longest
                .max(longest_of::<E>(&more, metric).map(|(plies, at)| (plies, std::cmp::Reverse((slice.clone(), at)))));
        }
        let position = longest.as_ref().and_then(|(_, std::cmp::Reverse((slice, at)))| game.position(slice, *at));
        let plies = longest.as_ref().map(|(plies, _)| *plies);
        let one = |(side, to_move): (&SideCounts, _)| {
            let SideCounts { wins, losses, draws } = *side;
            OneSide { to_move, wins, losses, draws }
        };
        let [first, second] = counts.sides;
        let name = match slices {
            [slice] => slice.to_string(),
            _ => name.trim().to_owned(),
        };
        Ok(Summary {
            game: game.game(),
            name,
            metric: metric.name(),
            tables: slices.len(),
            wins: first.wins + second.wins,
            losses: first.losses + second.losses,
            draws: first.draws + second.draws,
            longest_win_plies: plies,
            longest_win_moves: plies.map(in_moves),
            longest_win_position: position.map(|position| game.write(&position)),
            positions: counts.positions(),
            bytes,
            checksum: checksum.filter(|_| slices.len() == 1),
            sides: counts.sides.iter().zip(E::SIDES).map(one).collect(),
        })
    }
}

/// The counts of two tables together; the longest of each are not added.
fn added(mut counts: Counts, more: &Counts) -> Counts {
    for (side, more) in counts.sides.iter_mut().zip(more.sides) {
        side.wins += more.wins;
        side.losses += more.losses;
        side.draws += more.draws;
    }
    counts
}

fn show(summary: &Summary, metric: Metric, output: &mut Output) -> Result<(), Failure> {
    let Summary { name, wins, losses, draws, positions, bytes, .. } = summary;
    output.line(&styled(STRONG, &format!("{name}: {} positions, {}", grouped(*positions), in_words(metric))))?;
    let mut rows = vec![["to move", "won", "lost", "drawn"].map(str::to_owned).to_vec()];
    let mut row = |name: &str, counts: [u64; 3]| {
        let numbers = counts.map(grouped);
        rows.push(std::iter::once(name.to_owned()).chain(numbers).collect());
    };
    summary.sides.iter().for_each(|side| row(side.to_move, [side.wins, side.losses, side.draws]));
    row("either", [*wins, *losses, *draws]);
    aligned(&rows).iter().try_for_each(|row| output.line(row))?;
    if let (Some(plies), Some(position)) = (summary.longest_win_plies, &summary.longest_win_position) {
        output.line(&format!("Longest win: {}: {position}", length(plies)))?;
    }
    let files = match (summary.tables, &summary.checksum) {
        (_, Some(checksum)) => format!("{} bytes, checksum {checksum}", grouped(*bytes)),
        (tables, None) => format!("{} bytes in {tables} files", grouped(*bytes)),
    };
    Ok(output.line(&styled(FAINT, &files))?)
}

fn list(summaries: &[Summary], metric: Metric, output: &mut Output) -> Result<(), Failure> {
    output.line(&styled(STRONG, in_words(metric)))?;
    let heading = ["table", "positions", "won", "lost", "drawn", "longest win", "bytes"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for summary in summaries {
        let Summary { name, wins, losses, draws, positions, bytes, .. } = summary;
        let longest = summary.longest_win_moves.map_or("-".to_owned(), |moves| moves.to_string());
        let [positions, wins, losses, draws, bytes] = [*positions, *wins, *losses, *draws, *bytes].map(grouped);
        rows.push(vec![name.clone(), positions, wins, losses, draws, longest, bytes]);
    }
    Ok(aligned(&rows).iter().try_for_each(|row| output.line(row))?)
}

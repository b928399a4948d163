//! `rootward table info`.

use std::path::Path;

use clap::Args as ClapArgs;
use rootward_endgames::Metric;
use rootward_session::backgammon::{TableInfo, read_table};
use rootward_session::endgame_tables::TableSummary;
use rootward_session::find_game;

use super::folder::{FolderArgs, in_words};
use super::words::length;
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
    let is_file = Path::new(&args.what).is_file();
    if !args.names.is_empty() || !is_file && find_game(&args.what).is_ok() {
        return of_folder(args, output);
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

fn of_folder(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let tables = args.folder.open(&args.what)?;
    let summaries = tables.summaries(&args.names)?;
    if output.json {
        summaries.iter().try_for_each(|summary| output.object(summary))?;
    } else if args.names.is_empty() {
        list(&summaries, tables.metric(), output)?;
    } else {
        summaries.iter().try_for_each(|summary| show(summary, tables.metric(), output))?;
    }
    Ok(Code::Fine)
}

fn show(summary: &TableSummary, metric: Metric, output: &mut Output) -> Result<(), Failure> {
    let TableSummary { name, wins, losses, draws, positions, bytes, .. } = summary;
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

fn list(summaries: &[TableSummary], metric: Metric, output: &mut Output) -> Result<(), Failure> {
    output.line(&styled(STRONG, in_words(metric)))?;
    let heading = ["table", "positions", "won", "lost", "drawn", "longest win", "bytes"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for summary in summaries {
        let TableSummary { name, wins, losses, draws, positions, bytes, .. } = summary;
        let longest = summary.longest_win_moves.map_or("-".to_owned(), |moves| moves.to_string());
        let [positions, wins, losses, draws, bytes] = [*positions, *wins, *losses, *draws, *bytes].map(grouped);
        rows.push(vec![name.clone(), positions, wins, losses, draws, longest, bytes]);
    }
    Ok(aligned(&rows).iter().try_for_each(|row| output.line(row))?)
}

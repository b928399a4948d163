//! `rootward table info`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use rootward_session::backgammon::{TableInfo, read_table};

use crate::failure::{Code, Failure};
use crate::numbers::grouped;
use crate::output::{FAINT, Output, styled};
use crate::source;

/// The options of `table info`.
#[derive(ClapArgs)]
pub struct Args {
    /// The file of a table, or - for stdin
    file: PathBuf,
}

/// Reads a table and prints a summary.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let info = read_table(&source::file(&args.file, "table")?)?;
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

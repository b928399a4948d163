//! `rootward book info`.

use std::path::Path;

use clap::Args as ClapArgs;
use rootward_session::{BookInfo, read_book, read_weighted};

use super::games;
use crate::failure::{Code, Failure};
use crate::numbers::grouped;
use crate::output::{FAINT, Output, styled};
use crate::source;

/// The options of `book info`.
#[derive(ClapArgs)]
pub struct Args {
    /// The file of a book, - for stdin, or a game whose book comes with the program
    #[arg(value_name = "FILE|GAME")]
    book: String,
}

/// Reads a book and prints a summary.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let file = source::file(Path::new(&args.book), "book")?;
    if let Some(info) = read_weighted(&file)? {
        if output.json {
            output.object(&info)?;
        } else {
            games::tell_info(&info, output)?;
        }
        return Ok(Code::Fine);
    }
    let info = read_book(&file.to_string_lossy())?;
    if output.json {
        output.object(&info)?;
    } else {
        tell(&info, output)?;
    }
    Ok(Code::Fine)
}

/// Prints a summary of a book.
pub fn tell(info: &BookInfo, output: &mut Output) -> Result<(), Failure> {
    let BookInfo { game, plies, positions, counts, bytes, checksum } = info;
    let plies = if *plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    output.line(&format!("{game}, {plies}, {} positions", grouped(*positions as u64)))?;
    let counts: Vec<String> = counts.iter().map(|&count| grouped(count as u64)).collect();
    output.line(&format!("by plies: {}", counts.join(" ")))?;
    let size = format!("{} bytes, checksum {checksum} is right", grouped(*bytes as u64));
    Ok(output.line(&styled(FAINT, &size))?)
}

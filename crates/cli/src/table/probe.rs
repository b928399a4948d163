//! `rootward table probe`.

use clap::Args as ClapArgs;

use super::folder::{FolderArgs, in_words};
use crate::columns::aligned;
use crate::failure::{Code, Failure};
use crate::output::{FAINT, Output, PROVEN, styled};
use crate::source;

const HELP: &str = "\
The fifty-move rule and repetitions are left out: a win is shown however long it takes.

Examples:
  rootward table probe chess '8/8/8/8/4k3/8/1Q6/K7 b - - 0 1' --tables tables
  rootward table probe chess '8/8/8/1k6/8/8/K5P1/8 w - - 0 1' --json";

/// The options of `table probe`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game, such as chess
    pub game: String,
    /// The position in the game's notation, for chess FEN; - reads it from stdin
    position: String,
    #[command(flatten)]
    folder: FolderArgs,
}

/// Looks a position up.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let tables = args.folder.open(&args.game)?;
    let probed = tables.probe(&source::position(&args.game, Some(&args.position))?.unwrap_or_default())?;
    if output.json {
        output.object(&probed)?;
        return Ok(Code::Fine);
    }
    output.text(&probed.picture)?;
    output.line(&probed.position)?;
    output.line(&styled(PROVEN, &format!("For the side to move: {}", probed.words)))?;
    output.line(&styled(FAINT, in_words(tables.metric())))?;
    let mut rows = vec![vec!["move".to_owned(), "value".to_owned()]];
    let word = |words: &Option<String>| words.clone().unwrap_or_else(|| "its table is missing".into());
    rows.extend(probed.moves.iter().map(|mv| vec![mv.mv.clone(), word(&mv.words)]));
    if rows.len() > 1 {
        output.line("")?;
        aligned(&rows).iter().try_for_each(|row| output.line(row))?;
    }
    Ok(Code::Fine)
}

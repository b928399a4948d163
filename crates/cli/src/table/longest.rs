//! `rootward table longest`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use rootward_endgames::Metric;
use rootward_game::Side;
use rootward_games::checkers::Colour;
use rootward_pgn::{Format, GameResult, Line, Record, Tags, written};
use rootward_session::endgame_tables::LongestWin;
use rootward_session::{Problem, chess_of, draughts_of, open};

use super::folder::{FolderArgs, in_words};
use super::words::length;
use crate::failure::{Code, Failure};
use crate::line::numbered;
use crate::output::{FAINT, Output, STRONG, styled};
use crate::target::{self, ReplaceArgs};

const HELP: &str = "\
The longest win is that of the winner's moves, whoever is to move first. Of several positions with it the one with the lowest number is shown, and of several best moves the first. With
--metric dtc the line goes as far as the conversion.

Examples:
  rootward table longest chess KRK --tables tables
  rootward table longest chess KQKR --tables tables --pgn longest.pgn";

/// The options of `table longest`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game, such as chess
    pub game: String,
    /// The ending, by name; or a number of pieces, for the longest of all of them
    name: String,
    #[command(flatten)]
    folder: FolderArgs,
    /// A file to write the line into, for chess and checkers
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
}

/// Shows the longest win.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    args.replace.check(args.pgn.as_deref())?;
    let (chess, draughts) = (chess_of(&args.game)?, draughts_of(&args.game)?);
    if args.pgn.is_some() && chess.is_none() && draughts.is_none() {
        return Err(
            Problem::new(format!("games of {} have no PGN", args.game), "chess or checkers, or no --pgn").into()
        );
    }
    let tables = args.folder.open(&args.game)?;
    let (longest, metric) = (tables.longest(&args.name)?, tables.metric());
    tell(args, &longest, metric, output)?;
    if let Some(path) = &args.pgn {
        // A game whose sides have other names than White and Black has no such file.
        let pgn = match (chess, draughts) {
            (Some(chess), _) => pgn(chess, &longest, metric, Side::First)?,
            (None, Some(draughts)) => {
                let white = if draughts.rules().first == Colour::White { Side::First } else { Side::Second };
                pgn(draughts, &longest, metric, white)?
            }
            (None, None) => String::new(),
        };
        target::write(path, pgn.as_bytes(), output)?;
    }
    Ok(Code::Fine)
}

fn tell(args: &Args, longest: &LongestWin, metric: Metric, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.object(longest);
    }
    output.text(&longest.picture)?;
    let heading = format!("{}: the longest win takes {}", longest.table, length(longest.plies));
    output.line(&styled(STRONG, &heading))?;
    output.line(&format!("{}\n", longest.position))?;
    let line = numbered(&open(&args.game, Some(&longest.position))?.view(), &longest.line);
    wrapped(&line).iter().try_for_each(|part| output.line(part))?;
    Ok(output.line(&styled(FAINT, in_words(metric)))?)
}

/// The line as a game in a file.
fn pgn<F: Format>(game: F, longest: &LongestWin, metric: Metric, white: Side) -> Result<String, Problem> {
    let mut tags = Tags::default();
    tags.set("Event", &format!("The longest win of {}, {}", longest.table, in_words(metric)));
    let won = |side: Side| if side == white { GameResult::White } else { GameResult::Black };
    let result = longest.winner.map_or(GameResult::Unknown, won);
    let mut moves = Vec::new();
    for (before, mv) in longest.before.iter().zip(&longest.line) {
        moves.push(game.parse_move(&game.parse_position(before)?, mv)?);
    }
    let start = game.parse_position(&longest.position)?;
    Ok(written(&Record { tags, game, start, line: Line::of(moves), result }))
}

/// The words on lines of at most a hundred characters.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a first line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= 100 {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

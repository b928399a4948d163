//! `rootward table longest`.

use std::cmp::Reverse;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use rootward_endgames::{Metric, Tables, Value};
use rootward_game::{Game, Notation, Side};
use rootward_pgn::{GameResult, Line, Record, Tags, written};
use rootward_session::{Problem, open};
use serde::Serialize;

use super::folder::{FolderArgs, in_words};
use super::games::{MoveOf, StateOf, TableGame, Task, move_between};
use super::words::{in_moves, length, longest};
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
    /// The game: chess or checkers
    pub game: String,
    /// The ending, by name; or a number of pieces, for the longest of all of them
    name: String,
    #[command(flatten)]
    folder: FolderArgs,
    /// A file to write the line into
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
}

#[derive(Serialize)]
struct Longest<'a> {
    table: String,
    metric: &'static str,
    plies: u32,
    moves: u32,
    position: String,
    line: &'a [String],
}

impl Task for Args {
    fn run<E: TableGame>(&self, game: E, output: &mut Output) -> Result<Code, Failure> {
        self.replace.check(self.pgn.as_deref())?;
        let tables = self.folder.open(game)?;
        let (game, metric) = (tables.game(), tables.metric());
        let slices = self.folder.slices(&tables, std::slice::from_ref(&self.name))?;
        if metric == Metric::Outcome {
            return Err(
                Problem::new("tables of outcomes (wdl) have no distances", "tables with --metric dtm or dtc").into()
            );
        }
        let longest = |slice: E::Slice| {
            longest::<E>(&tables.table(&slice)?.counts(), metric).map(|(plies, at)| (plies, Reverse((slice, at))))
        };
        let Some((plies, Reverse((slice, at)))) = slices.into_iter().filter_map(longest).max() else {
            return Err(Problem::sentence(format!("{} has no won position", self.name)).into());
        };
        let damaged = || Problem::sentence(format!("{slice} is damaged: its longest win has no position"));
        let start = game.position(&slice, at).ok_or_else(damaged)?;
        let played =
            Played::new(&tables, &start).filter(|played| played.moves.len() as u32 >= plies).ok_or_else(damaged)?;
        self.tell(&played, metric, plies, (game.write(&start), slice.to_string()), output)?;
        if let Some(path) = &self.pgn {
            target::write(path, played.pgn(&slice.to_string(), metric).as_bytes(), output)?;
        }
        Ok(Code::Fine)
    }
}

impl Args {
    fn tell<E: TableGame>(
        &self,
        played: &Played<E>,
        metric: Metric,
        plies: u32,
        (position, table): (String, String),
        output: &mut Output,
    ) -> Result<(), Failure> {
        if output.json {
            let (metric, moves, line) = (metric.name(), in_moves(plies), &played.texts);
            return output.object(&Longest { table, metric, plies, moves, position, line });
        }
        output.text(&played.rules.draw(&played.start))?;
        output.line(&styled(STRONG, &format!("{table}: the longest win takes {}", length(plies))))?;
        output.line(&format!("{position}\n"))?;
        let line = numbered(&open(&played.rules.name(), Some(&position))?.view(), &played.texts);
        wrapped(&line).iter().try_for_each(|part| output.line(part))?;
        Ok(output.line(&styled(FAINT, in_words(metric)))?)
    }
}

/// A line of best play.
struct Played<E: TableGame> {
    rules: E::Rules,
    start: StateOf<E>,
    moves: Vec<MoveOf<E>>,
    texts: Vec<String>,
    /// Who has won, if the line goes to the end of the game: whoever made the last move.
    winner: Option<Side>,
}

impl<E: TableGame> Played<E> {
    fn new(tables: &Tables<E>, start: &E::Position) -> Option<Played<E>> {
        let game = tables.game();
        let (rules, first) = (game.rules(), game.state(start));
        let mut played: Played<E> = Played { rules, start: first, moves: Vec::new(), texts: Vec::new(), winner: None };
        let mut before = start.clone();
        for after in tables.line(start) {
            let mv = move_between(game, &before, &after)?;
            // A fresh state: no counting rule must end a long line.
            played.texts.push(played.rules.write_move(&game.state(&before), mv));
            played.moves.push(mv);
            before = after;
        }
        let lost = matches!(game.end(&before), Some(Value::Loss(_)));
        played.winner = lost.then(|| played.rules.to_move(&game.state(&before)).other());
        Some(played)
    }

    /// The line as a game.
    fn pgn(&self, table: &str, metric: Metric) -> String {
        let mut tags = Tags::default();
        tags.set("Event", &format!("The longest win of {table}, {}", in_words(metric)));
        let result = self.winner.map_or(GameResult::Unknown, E::won_by);
        let line = Line::of(self.moves.iter().copied());
        let record = Record { tags, game: self.rules.clone(), start: self.start.clone(), line, result };
        written(&record)
    }
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

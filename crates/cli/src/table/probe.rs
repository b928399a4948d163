//! `rootward table probe`.

use clap::Args as ClapArgs;
use rootward_endgames::{Tables, Value};
use rootward_game::Notation;
use rootward_session::{Problem, Score};
use serde::Serialize;

use super::folder::{FolderArgs, in_words};
use super::games::{TableGame, Task, moves_of};
use super::words::{score_of, told};
use crate::columns::aligned;
use crate::failure::{Code, Failure};
use crate::output::{FAINT, Output, PROVEN, styled};

const HELP: &str = "\
The fifty-move rule and repetitions are left out: a win is told however long it takes.

Examples:
  rootward table probe chess '8/8/8/8/4k3/8/1Q6/K7 b - - 0 1' --tables tables
  rootward table probe chess '8/8/8/1k6/8/8/K5P1/8 w - - 0 1' --json";

/// The options of `table probe`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game: chess or checkers
    pub game: String,
    /// The position in the game's notation, for chess FEN
    position: String,
    #[command(flatten)]
    folder: FolderArgs,
}

#[derive(Serialize)]
struct Answer {
    position: String,
    metric: &'static str,
    score: Score,
    moves: Vec<OneMove>,
}

#[derive(Serialize)]
struct OneMove {
    #[serde(rename = "move")]
    mv: String,
    /// None if its table is missing.
    score: Option<Score>,
}

impl Task for Args {
    fn run<E: TableGame>(&self, game: E, output: &mut Output) -> Result<Code, Failure> {
        let tables = self.folder.open(game)?;
        let (game, metric) = (tables.game(), tables.metric());
        let position = game.read(&self.position)?;
        let value = self.value(&tables, &position)?;
        let (rules, state) = (game.rules(), game.state(&position));
        let moves = moves_of(&tables, &position).into_iter().map(|(mv, value)| (rules.write_move(&state, mv), value));
        if output.json {
            let score = |value| score_of(game, value, metric);
            let moves = moves.map(|(mv, value)| OneMove { mv, score: value.map(score) }).collect();
            let (position, metric) = (game.write(&position), metric.name());
            output.object(&Answer { position, metric, score: score(value), moves })?;
            return Ok(Code::Fine);
        }
        output.text(&rules.draw(&state))?;
        output.line(&game.write(&position))?;
        output.line(&styled(PROVEN, &format!("For the side to move: {}", told(value, metric))))?;
        output.line(&styled(FAINT, in_words(metric)))?;
        let word = |value: Option<Value>| value.map_or("its table is missing".into(), |value| told(value, metric));
        let mut rows = vec![vec!["move".to_owned(), "value".to_owned()]];
        rows.extend(moves.map(|(mv, value)| vec![mv, word(value)]));
        if rows.len() > 1 {
            output.line("")?;
            aligned(&rows).iter().try_for_each(|row| output.line(row))?;
        }
        Ok(Code::Fine)
    }
}

impl Args {
    fn value<E: TableGame>(&self, tables: &Tables<E>, position: &E::Position) -> Result<Value, Problem> {
        if let Some(value) = tables.probe(position) {
            return Ok(value);
        }
        let Some((slice, _)) = tables.game().number(position) else {
            let written = tables.game().write(position);
            return Err(Problem::sentence(format!(
                "no table has '{written}': {}",
                tables.game().no_table_for(position)
            )));
        };
        self.folder.table(tables, &slice)?;
        Err(Problem::sentence(format!(
            "{slice} cannot answer: a block of it is damaged, or a table that it needs is missing"
        )))
    }
}

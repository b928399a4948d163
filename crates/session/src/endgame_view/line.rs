//! Best play from a position, and the longest win of an ending.

use rootward_endgames::chess::ChessEndings;
use rootward_endgames::{Endings, Metric, Tables, Value};
use rootward_game::{Game, Notation, legal_moves};
use rootward_games::chess::{Chess, Position};
use serde::Serialize;

use super::{EndgameView, longest, score_of};
use crate::{Problem, Score};

/// A line of best play.
#[derive(Clone, Debug, Serialize)]
pub struct BestLine {
    /// Where it begins.
    pub start: String,
    /// What distances count: `dtm` or `dtc`. With `dtc`, the line goes as far as the conversion.
    pub metric: &'static str,
    /// The value of the start for the side to move there.
    pub score: Score,
    /// The moves.
    pub line: Vec<LineMove>,
}

/// A move of a line.
#[derive(Clone, Debug, Serialize)]
pub struct LineMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after it.
    pub after: String,
}

impl EndgameView {
    /// The longest win of an ending: of several, the position with the lowest number, and the first of the best moves.
    pub fn longest(&self, name: &str) -> Result<BestLine, Problem> {
        let slice = EndgameView::ending(name)?;
        let tables = self.tables(&slice)?;
        distances(tables)?;
        let Some((_, at)) = longest(tables, &slice) else {
            return Err(Problem::sentence(format!("{slice} has no won position")));
        };
        let damaged = || Problem::sentence(format!("{slice} is damaged: its longest win has no position"));
        let board = tables.game().position(&slice, at).ok_or_else(damaged)?;
        line(tables, Position::from_board(board)).ok_or_else(damaged)
    }

    /// Best play from a position that is won or lost.
    pub fn line(&self, text: &str) -> Result<BestLine, Problem> {
        let (state, _, tables) = self.find(text)?;
        distances(tables)?;
        if tables.probe(state.board()).is_none_or(|value| value == Value::Draw) {
            return Err(Problem::new("the position is a draw", "one that is won or lost"));
        }
        let damaged = || Problem::sentence("the table is damaged: its values lead nowhere");
        line(tables, state).ok_or_else(damaged)
    }
}

fn distances(tables: &Tables<ChessEndings>) -> Result<(), Problem> {
    if tables.metric() != Metric::Outcome {
        return Ok(());
    }
    Err(Problem::new("tables of outcomes (wdl) have no distances", "tables with --metric dtm or dtc"))
}

fn line(tables: &Tables<ChessEndings>, start: Position) -> Option<BestLine> {
    let rules = Chess::default();
    let score = score_of(tables.probe(start.board())?, tables.metric());
    let mut line = Vec::new();
    let mut state = start.clone();
    for board in tables.line(start.board()) {
        let mv = legal_moves(&rules, &state).into_iter().find(|&mv| *rules.apply(&state, mv).board() == board)?;
        let mv = rules.write_move(&state, mv);
        // A fresh state: no counting rule must end a long line.
        state = Position::from_board(board);
        line.push(LineMove { mv, after: rules.write_position(&state) });
    }
    Some(BestLine { start: rules.write_position(&start), metric: tables.metric().name(), score, line })
}

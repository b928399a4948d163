//! The value of a position and of each of its moves.

use std::cmp::Reverse;

use rootward_endgames::chess::ChessEndings;
use rootward_endgames::{Endings, Tables, Value};
use rootward_game::{Game, Notation, legal_moves};
use rootward_games::chess::{Chess, Position};
use serde::Serialize;

use super::{EndgameView, score_of, side_of};
use crate::{Problem, Score};

/// A position by the tables.
#[derive(Clone, Debug, Serialize)]
pub struct PositionValues {
    /// The position in full.
    pub position: String,
    /// Its ending; none if only kings are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// What distances count: `dtm`, `dtc` or `wdl`.
    pub metric: &'static str,
    /// Who is to move: `white` or `black`.
    pub side: &'static str,
    /// Its value for the side to move.
    pub score: Score,
    /// `checkmate` or `stalemate`, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<&'static str>,
    /// Every move, the best first.
    pub moves: Vec<OneMove>,
}

/// A move by the tables.
#[derive(Clone, Debug, Serialize)]
pub struct OneMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The square that it leaves.
    pub from: Option<String>,
    /// The square that it goes to.
    pub to: String,
    /// The position after it.
    pub after: String,
    /// Its value for the side that makes it; none if the table that it leads to is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
}

impl EndgameView {
    /// The value of a position (FEN), and of each of its moves. The fifty-move rule and repetitions are left out.
    pub fn position(&self, text: &str) -> Result<PositionValues, Problem> {
        let (state, slice, tables) = self.find(text)?;
        let metric = tables.metric();
        let value = tables.probe(state.board()).ok_or_else(|| {
            Problem::sentence("the table cannot answer: a block of it is damaged, or a table that it needs is missing")
        })?;
        let over = tables.game().end(state.board()).map(|end| match end {
            Value::Loss(_) => "checkmate",
            _ => "stalemate",
        });
        Ok(PositionValues {
            position: Chess::default().write_position(&state),
            ending: slice.map(|slice| slice.to_string()),
            metric: metric.name(),
            side: side_of(&state),
            score: score_of(value, metric),
            over,
            moves: moves_of(tables, &state),
        })
    }
}

/// The moves of a position with their values, the best first.
fn moves_of(tables: &Tables<ChessEndings>, state: &Position) -> Vec<OneMove> {
    let rules = Chess::default();
    let shown = rules.board(state).map(|board| board.moves).unwrap_or_default();
    let mut values = tables.successors(state.board());
    values.sort_by_key(|(_, value)| Reverse(*value));
    let view = |(board, value): (_, Option<Value>)| {
        let mv = legal_moves(&rules, state).into_iter().find(|&mv| *rules.apply(state, mv).board() == board)?;
        let mv = rules.write_move(state, mv);
        let squares = shown.iter().find(|shown| shown.text == mv)?;
        Some(OneMove {
            from: squares.from.clone(),
            to: squares.to.clone(),
            mv,
            after: rules.write_position(&Position::from_board(board)),
            score: value.map(|value| score_of(value, tables.metric())),
        })
    };
    values.into_iter().filter_map(view).collect()
}

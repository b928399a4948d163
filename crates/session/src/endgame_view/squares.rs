//! A piece moved over all squares, the others where they are: where it wins, draws and loses.

use std::collections::BTreeMap;

use rootward_game::Notation;
use rootward_games::chess::Chess;
use serde::Serialize;

use super::placement::{Placement, name_of, square_named};
use super::{EndgameView, score_of};
use crate::{Problem, Score, quoted};

/// The values of an ending for every square of one piece. A square is left out where the piece cannot stand: another piece is
/// there, or the side that has just moved would be in check.
#[derive(Clone, Debug, Serialize)]
pub struct SquareValues {
    /// The ending.
    pub ending: String,
    /// The piece, by its letter.
    pub piece: char,
    /// What distances count: `dtm`, `dtc` or `wdl`.
    pub metric: &'static str,
    /// With White to move, for White.
    pub white: BTreeMap<String, Score>,
    /// With Black to move, for Black.
    pub black: BTreeMap<String, Score>,
}

impl EndgameView {
    /// The values for every square of the piece that stands on this one. The position itself need not be legal.
    pub fn squares(&self, position: &str, square: &str) -> Result<SquareValues, Problem> {
        let mut placement = Placement::read(position)?;
        let piece = placement
            .take(square_named(square)?)
            .ok_or_else(|| Problem::new(format!("there is no piece on {}", quoted(square)), "a square with a piece"))?;
        for king in ['K', 'k'] {
            let kings = placement.count(king) + usize::from(piece == king);
            if kings != 1 {
                let whose = if king == 'K' { "White" } else { "Black" };
                return Err(Problem::new(format!("{whose} has {kings} kings"), "one king of each colour"));
            }
        }
        let slice = EndgameView::ending(&placement.ending_with(piece))?;
        let tables = self.tables(&slice)?;
        let rules = Chess::default();
        let values = |side: char| {
            let value = |square: usize| {
                let state = rules.parse_position(&placement.with(square, piece, side)?).ok()?;
                let value = tables.probe(state.board())?;
                Some((name_of(square), score_of(value, tables.metric())))
            };
            (0..64).filter_map(value).collect()
        };
        Ok(SquareValues {
            ending: slice.to_string(),
            piece,
            metric: tables.metric().name(),
            white: values('w'),
            black: values('b'),
        })
    }
}

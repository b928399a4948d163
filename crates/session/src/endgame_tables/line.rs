//! The longest win of an ending, move by move.

use std::cmp::Reverse;

use rootward_endgames::{GameEndings, Metric, Value};
use rootward_game::{Game, Notation, Side};
use serde::Serialize;

use super::folder::{Folder, move_between};
use super::words::{in_moves, longest as longest_of};
use super::written;
use crate::Problem;

/// The longest win of an ending.
#[derive(Clone, Debug, Serialize)]
pub struct LongestWin {
    /// The table.
    pub table: String,
    /// What distances count: `dtm` or `dtc`. With `dtc`, the line goes as far as the conversion.
    pub metric: &'static str,
    /// Its plies.
    pub plies: u32,
    /// The same in moves of the winner.
    pub moves: u32,
    /// Where it begins: of several positions, the one with the lowest number.
    pub position: String,
    /// The moves, of several best ones the first.
    pub line: Vec<String>,
    /// The position before each move. No count of moves without progress is part of it, which might end a long line.
    #[serde(skip)]
    pub before: Vec<String>,
    /// Who has won, if the line goes to the end of the game: whoever made the last move.
    #[serde(skip)]
    pub winner: Option<Side>,
    /// The first position as a picture.
    #[serde(skip)]
    pub picture: String,
}

pub(super) fn longest<E: GameEndings>(folder: &Folder<E>, name: &str) -> Result<LongestWin, Problem> {
    let (tables, metric) = (&folder.tables, folder.tables.metric());
    let slices = folder.slices(&[name.to_owned()])?;
    if metric == Metric::Outcome {
        return Err(Problem::new("tables of outcomes (wdl) have no distances", "tables with --metric dtm or dtc"));
    }
    let one = |slice: E::Slice| {
        let counts = tables.table(&slice)?.counts();
        longest_of::<E>(&counts, metric).map(|(plies, at)| (plies, Reverse((slice, at))))
    };
    let Some((plies, Reverse((slice, at)))) = slices.into_iter().filter_map(one).max() else {
        return Err(Problem::sentence(format!("{name} has no won position")));
    };
    let damaged = || Problem::sentence(format!("{slice} is damaged: its longest win has no position"));
    let game = tables.game();
    let start = game.position(&slice, at).ok_or_else(damaged)?;
    let (rules, mut here) = (game.rules(), start.clone());
    let (mut line, mut before) = (Vec::new(), Vec::new());
    for after in tables.line(&start) {
        let mv = move_between(game, &here, &after).ok_or_else(damaged)?;
        line.push(rules.write_move(&game.state(&here), mv));
        before.push(written(game, &here));
        here = after;
    }
    if (line.len() as u32) < plies {
        return Err(damaged());
    }
    let lost = matches!(game.end(&here), Some(Value::Loss(_)));
    Ok(LongestWin {
        table: slice.to_string(),
        metric: metric.name(),
        plies,
        moves: in_moves(plies),
        position: written(game, &start),
        line,
        before,
        winner: lost.then(|| rules.to_move(&game.state(&here)).other()),
        picture: rules.draw(&game.state(&start)),
    })
}

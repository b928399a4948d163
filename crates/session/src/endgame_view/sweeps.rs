//! The sweeps of retrograde analysis, counted.

use rootward_endgames::Endings;
use rootward_endgames::chess::Material;
use rootward_game::Notation;
use rootward_games::chess::{Chess, Position};
use serde::Serialize;

use super::{EndgameView, IN_MEMORY};
use crate::Problem;

/// The sweeps that solve an ending.
#[derive(Clone, Debug, Serialize)]
pub struct Sweeps {
    /// The ending.
    pub ending: String,
    /// The sweeps, from the positions of mate on.
    pub sweeps: Vec<SweepCount>,
    /// The positions that no sweep settles: draws.
    pub left: usize,
}

/// What one sweep settles.
#[derive(Clone, Debug, Serialize)]
pub struct SweepCount {
    /// The plies of the positions that it settles.
    pub plies: u32,
    /// `win` or `loss`, for the side to move.
    pub kind: &'static str,
    /// How many positions it settles.
    pub positions: usize,
    /// The number of positions solved so far.
    pub so_far: usize,
    /// One of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

impl EndgameView {
    /// The sweeps of an ending of three pieces.
    pub fn sweeps(&self, name: &str) -> Result<Sweeps, Problem> {
        let slice = EndgameView::ending(name)?;
        if slice.pieces() > IN_MEMORY {
            let small: Vec<String> = Material::all(IN_MEMORY).iter().rev().map(Material::to_string).collect();
            let problem = format!("{slice} is too large to be solved while you wait");
            return Err(Problem::new(problem, format!("an ending of three pieces: {}", small.join(", "))));
        }
        let tables = self.small();
        let steps = tables.steps(&slice).unwrap_or_default();
        let mut so_far = 0;
        let mut sweeps = Vec::new();
        for step in steps {
            let positions = step.numbers.len();
            so_far += positions;
            let board = step.numbers.first().and_then(|&at| tables.game().position(&slice, at));
            let example = board.map(|board| Chess::default().write_position(&Position::from_board(board)));
            let kind = if step.won { "win" } else { "loss" };
            sweeps.push(SweepCount { plies: step.plies, kind, positions, so_far, example });
        }
        let all = tables.counts(&slice).map_or(0, |counts| counts.positions()) as usize;
        Ok(Sweeps { ending: slice.to_string(), sweeps, left: all.saturating_sub(so_far) })
    }
}

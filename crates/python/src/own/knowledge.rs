//! What a game in Python knows besides its rules: an evaluation, if it has one. The order of moves is learned by the history
//! heuristic, since equal moves have equal numbers in every position.

use rootward_game::{Evaluation, MoveOrdering, Proofs, Tactics};

use super::rules::PyGame;
use super::state::{PyMove, PyState};

/// Knowledge of a game in Python.
#[derive(Clone, Copy)]
pub struct PyKnowledge {
    /// The points of a clear advantage.
    pub unit: i32,
}

/// Moves beyond this many share the last slot.
const SLOTS: usize = 4096;

impl<const REPEATS: bool, const CHANCE: bool> Evaluation<PyGame<REPEATS, CHANCE>> for PyKnowledge {
    fn evaluate(&self, game: &PyGame<REPEATS, CHANCE>, state: &PyState) -> i32 {
        let rules = &game.0;
        let Some(evaluate) = &rules.evaluate else { return 0 };
        rules.kept(
            state,
            |facts| &mut facts.evaluation,
            0,
            |py| {
                let said = evaluate.call1(py, (state.object(),))?;
                let points = rules.points_of("evaluate", said.bind(py))?;
                Ok(if CHANCE { rules.range.clamp(points) } else { points })
            },
        )
    }

    fn unit(&self) -> i32 {
        self.unit
    }
}

impl<const REPEATS: bool, const CHANCE: bool> MoveOrdering<PyGame<REPEATS, CHANCE>> for PyKnowledge {
    fn history_slots(&self) -> usize {
        SLOTS
    }

    fn history_slot(&self, _: &PyGame<REPEATS, CHANCE>, _: &PyState, mv: PyMove) -> usize {
        (mv.0 as usize).min(SLOTS - 1)
    }

    fn uses_continuation_history(&self) -> bool {
        false
    }
}

impl<const REPEATS: bool, const CHANCE: bool> Tactics<PyGame<REPEATS, CHANCE>> for PyKnowledge {}

impl<const REPEATS: bool, const CHANCE: bool> Proofs<PyGame<REPEATS, CHANCE>> for PyKnowledge {
    type Note = ();
}

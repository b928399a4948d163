//! [`Evaluator`]: the evaluation with its weights, in full or by material and piece-square tables alone, and its parts
//! by name.

use cozy_chess::Board;
use rootward_game::{Feature, Linear};

use super::terms::{SQUARES_END, TERMS};
use super::{SCALE, Stage, Weights, evaluate, measure, piece_squares};
use crate::chess::{Chess, ChessKnowledge, Position};

/// An evaluation with its weights.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    weights: Weights,
    squares_alone: bool,
}

impl Evaluator {
    /// Material and piece-square tables alone.
    pub fn piece_squares() -> Evaluator {
        Evaluator { weights: Weights::default(), squares_alone: true }
    }

    /// Points for White, in hundredths of a pawn.
    #[inline]
    pub fn evaluate(&self, board: &Board) -> i32 {
        if self.squares_alone { piece_squares(board, &self.weights) } else { evaluate(board, &self.weights) }
    }

    /// The number of terms that count.
    fn terms(&self) -> usize {
        if self.squares_alone { 2 * SQUARES_END } else { TERMS.len() }
    }
}

impl Linear<Chess> for ChessKnowledge {
    fn features(&self) -> Vec<Feature> {
        let evaluator = self.evaluator();
        let terms = TERMS.iter().enumerate().take(evaluator.terms());
        let feature = |(index, term): (usize, &'static super::terms::Named)| Feature {
            name: &term.name,
            meaning: term.meaning,
            group: term.group,
            weight: evaluator.weights.get(index),
        };
        terms.map(feature).collect()
    }

    fn measure(&self, _: &Chess, state: &Position) -> Vec<i32> {
        let mut measures = measure(state.board());
        measures.truncate(self.evaluator().terms());
        measures
    }

    fn scale(&self) -> i32 {
        SCALE
    }

    fn circumstances(&self, _: &Chess, state: &Position) -> String {
        let Stage { phase, scale_factor } = Stage::of(state.board());
        let middlegame = 100 * phase / Stage::WHOLE_PHASE;
        let stage = format!(
            "phase {phase} of {}: middlegame weights (mg) count {middlegame} %, those of the ending (eg) {} %",
            Stage::WHOLE_PHASE,
            100 - middlegame
        );
        if scale_factor == Stage::FULL_SCALE {
            stage
        } else {
            format!("{stage}; an ending that is hard to win: all counts {scale_factor}/{}", Stage::FULL_SCALE)
        }
    }

    fn set_weight(&mut self, index: usize, weight: i32) {
        self.evaluator_mut().weights.set(index, weight);
    }
}

#[cfg(test)]
mod tests {
    use rootward_game::contract;

    use super::*;

    #[test]
    fn both_evaluations_are_weighted_sums() {
        let game = Chess::default();
        contract::check_linear(&game, ChessKnowledge::default(), 6, 31);
        contract::check_linear(&game, ChessKnowledge::piece_squares(), 6, 32);
        assert!(ChessKnowledge::piece_squares().features().last().unwrap().name.starts_with("king-on-"));
    }

    #[test]
    fn weights_are_set_by_name() {
        let mut knowledge = ChessKnowledge::default();
        knowledge.set_weights("bishop-pair:mg=77, tempo:eg=-3 # a remark\nspace:mg=1").unwrap();
        let weight = |name: &str| knowledge.features().iter().find(|f| f.name == name).unwrap().weight;
        assert_eq!([weight("bishop-pair:mg"), weight("tempo:eg"), weight("space:mg")], [77, -3, 1]);
        let error = ChessKnowledge::default().set_weights("bishop-pear:mg=1").unwrap_err().to_string();
        assert!(error.contains("bishop-pear:mg") && error.len() < 200, "{error}");
    }
}

//! Knowledge of draughts: a linear evaluation, move ordering, and captures as what has to be answered at once.

use rootward_game::{Evaluation, Feature, Linear, MoveOrdering, Proofs, Tactics};

use super::features::{COUNT, FEATURES, WHOLE_PHASE, counts, phase};
use super::squares::{column, row};
use super::{Checkers, Colour, Move, Position, Rules};

/// Knowledge of draughts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckersKnowledge {
    /// For each feature the weight with all pieces on the board and with none, in hundredths of a man.
    weights: [[i32; 2]; COUNT],
}

/// The weights of English draughts, as `rootward tune` writes them.
const ENGLISH: &str = include_str!("weights.txt");
/// What differs where kings fly, chosen by hand: such a king is worth nearly three men wherever it stands.
const FLYING: &str = "king:mg=280, king:eg=300, trapped-king:mg=-60, trapped-king:eg=-60, king-steps:mg=3, king-steps:eg=3, \
                      king-centre:mg=5, king-centre:eg=5";

impl Default for CheckersKnowledge {
    fn default() -> CheckersKnowledge {
        CheckersKnowledge::of(&Rules::ENGLISH)
    }
}

impl CheckersKnowledge {
    /// Knowledge for these rules.
    pub fn of(rules: &Rules) -> CheckersKnowledge {
        let mut knowledge = CheckersKnowledge { weights: [[0; 2]; COUNT] };
        knowledge.set_weights(ENGLISH).expect("weights.txt has features and numbers");
        if rules.flying_kings {
            knowledge.set_weights(FLYING).expect("these are features and numbers");
        }
        knowledge
    }
}

impl Evaluation<Checkers> for CheckersKnowledge {
    /// Hundredths of a man.
    #[inline]
    fn evaluate(&self, game: &Checkers, state: &Position) -> i32 {
        let phase = i64::from(phase(state));
        let weigh = |count: i32, [middlegame, ending]: [i32; 2]| {
            i64::from(count) * (i64::from(middlegame) * phase + i64::from(ending) * (i64::from(WHOLE_PHASE) - phase))
        };
        let sum: i64 = counts(state).into_iter().zip(self.weights).map(|(count, weights)| weigh(count, weights)).sum();
        let points = sum / i64::from(WHOLE_PHASE);
        let points = points.clamp(i64::from(i32::MIN + 1), i64::from(i32::MAX)) as i32;
        if game.rules().first == Colour::Black { points } else { -points }
    }

    /// A third of a man: in draughts that is what a pawn is in chess, an advantage that is felt but does not win by itself. As
    /// the unit of the search's margins it scored 55.5 % ± 4.4 % of 200 games against a whole man, at 5,000 nodes a move.
    fn unit(&self) -> i32 {
        33
    }
}

impl MoveOrdering<Checkers> for CheckersKnowledge {
    /// Captures that take more first, then crownings.
    #[inline]
    fn priority(&self, _: &Checkers, state: &Position, mv: Move) -> i32 {
        let taken = mv.captured();
        let kings = taken & (state.kings(Colour::Black) | state.kings(Colour::White));
        10 * (2 * taken.count_ones() + kings.count_ones()) as i32 + if mv.crowns() { 5 } else { 0 }
    }

    /// One for each square and direction.
    fn history_slots(&self) -> usize {
        128
    }

    #[inline]
    fn history_slot(&self, _: &Checkers, _: &Position, mv: Move) -> usize {
        let (from, to) = (mv.from(), mv.to());
        let down = usize::from(row(to) > row(from));
        let right = usize::from(column(to) > column(from));
        usize::from(from) * 4 + down * 2 + right
    }
}

/// There is no null move: zugzwang is half of the game.
impl Tactics<Checkers> for CheckersKnowledge {
    /// Every offer of an exchange is a check. With the rare extensions the search scored 54.2 % ± 4.4 % of 200 games against all of
    /// them, at 5,000 nodes a move.
    const EVERY_CHECK_EXTENDS: bool = false;

    /// Where a capture is compulsory, all moves are captures.
    fn noisy_moves(&self, game: &Checkers, state: &Position, push: &mut impl FnMut(Move)) {
        if game.must_capture(state) {
            rootward_game::Game::moves(game, state, push);
        }
    }

    #[inline]
    fn is_noisy(&self, _: &Checkers, _: &Position, mv: Move) -> bool {
        mv.captured() != 0
    }

    /// A side that has to capture cannot leave things as they are, so the static evaluation says little: that is what being in
    /// check means here.
    #[inline]
    fn in_check(&self, game: &Checkers, state: &Position) -> bool {
        game.must_capture(state)
    }

    /// The opponent could capture if it were to move. Not to end such nodes by reverse futility scored 56.2 % ± 5.0 % of 200 games,
    /// at 5,000 nodes a move.
    #[inline]
    fn is_threatened(&self, game: &Checkers, state: &Position) -> bool {
        game.must_capture(&state.passed())
    }

    /// The pieces taken, by the weights of the ending or the middlegame, whichever are higher.
    fn gain(&self, _: &Checkers, state: &Position, mv: Move) -> i32 {
        let kings = (mv.captured() & (state.kings(Colour::Black) | state.kings(Colour::White))).count_ones() as i32;
        let men = mv.captured().count_ones() as i32 - kings;
        let [man, king] = [0, 1].map(|feature| self.weights[feature].into_iter().max().unwrap_or(0));
        man.saturating_mul(men).saturating_add(king.saturating_mul(kings))
    }
}

impl Proofs<Checkers> for CheckersKnowledge {
    type Note = ();
}

impl Linear<Checkers> for CheckersKnowledge {
    fn features(&self) -> Vec<Feature> {
        let both = FEATURES.iter().zip(self.weights);
        let feature = |(named, weights): (&super::features::Named, [i32; 2])| {
            [0, 1].map(|stage| Feature {
                name: named.names[stage],
                meaning: named.meaning,
                group: named.group,
                weight: weights[stage],
            })
        };
        both.flat_map(feature).collect()
    }

    fn measure(&self, game: &Checkers, state: &Position) -> Vec<i32> {
        let phase = phase(state);
        let sign = if game.rules().first == Colour::Black { 1 } else { -1 };
        counts(state)
            .into_iter()
            .flat_map(|count| [sign * count * phase, sign * count * (WHOLE_PHASE - phase)])
            .collect()
    }

    fn scale(&self) -> i32 {
        WHOLE_PHASE
    }

    fn circumstances(&self, _: &Checkers, state: &Position) -> String {
        let phase = phase(state);
        let middlegame = 100 * phase / WHOLE_PHASE;
        format!(
            "{phase} pieces of {WHOLE_PHASE}: middlegame weights (mg) count {middlegame} %, those of the ending (eg) {} %",
            100 - middlegame
        )
    }

    fn set_weight(&mut self, index: usize, weight: i32) {
        self.weights[index / 2][index % 2] = weight;
    }
}

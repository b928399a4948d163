//! Knowledge of Othello: corners, mobility and the frontier, and which moves to look at first.

use rootward_game::{Evaluation, Feature, Game, Linear, MoveOrdering, Proof, Proofs, Score, Side, Tactics, Window};

use super::{Othello, Position, STEPS, Squares, Turn};

/// Knowledge of Othello. The evaluation is a weighted sum of differences, Black's minus White's, in tenths of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OthelloKnowledge {
    weights: [i32; FEATURES.len()],
}

/// Name, meaning, weight. Discs count for little: before the end, many of one's own are as many to be turned over.
const FEATURES: [(&str, &str, i32); 5] = [
    ("corners", "discs in the corners", 80),
    ("corner-gifts", "discs diagonally next to an empty corner", -25),
    ("mobility", "squares to play on", 8),
    ("frontier", "discs next to an empty square", -4),
    ("discs", "discs", 1),
];

impl Default for OthelloKnowledge {
    fn default() -> OthelloKnowledge {
        OthelloKnowledge { weights: FEATURES.map(|(_, _, weight)| weight) }
    }
}

impl Othello {
    fn corners(&self) -> Squares {
        let last = self.size - 1;
        1 | 1 << last | 1 << (8 * last) | 1 << (9 * last)
    }

    /// The squares diagonally next to a corner of this set.
    fn next_to_corner(&self, corners: Squares) -> Squares {
        STEPS
            .into_iter()
            .filter(|(shift, _)| [7, 9].contains(&shift.abs()))
            .fold(0, |all, diagonal| all | self.step(corners, diagonal))
    }

    fn counts(&self, state: &Position, side: Side) -> [i32; FEATURES.len()] {
        let (own, others) = (state.discs(side), state.discs(side.other()));
        let empty = self.inside & !(own | others);
        let open = STEPS.into_iter().fold(0, |all, direction| all | self.step(empty, direction));
        let gifts = self.next_to_corner(self.corners() & empty);
        [own & self.corners(), own & gifts, self.places(own, others), own & open, own]
            .map(|set| set.count_ones() as i32)
    }

    fn measures(&self, state: &Position) -> [i32; FEATURES.len()] {
        let [black, white] = [Side::First, Side::Second].map(|side| self.counts(state, side));
        std::array::from_fn(|index| black[index] - white[index])
    }

    /// Discs that can never be turned over: unbroken lines along the edges that begin in a corner of the same colour.
    fn anchored(&self, discs: Squares) -> i32 {
        let last = self.size - 1;
        let ends = |corner: u32, along: u32, upwards: bool| {
            let square = |step: u32| if upwards { corner + step * along } else { corner - step * along };
            (0..=last).map(|step| 1 << square(step)).take_while(|bit| discs & bit != 0).fold(0, |all, bit| all | bit)
        };
        let right = [ends(last, 1, false), ends(last, 8, true), ends(9 * last, 1, false), ends(9 * last, 8, false)];
        let left = [ends(0, 1, true), ends(0, 8, true), ends(8 * last, 1, true), ends(8 * last, 8, false)];
        left.into_iter().chain(right).fold(0 as Squares, |all, line| all | line).count_ones() as i32
    }
}

impl Evaluation<Othello> for OthelloKnowledge {
    fn evaluate(&self, game: &Othello, state: &Position) -> i32 {
        let terms = self.weights.iter().zip(game.measures(state));
        terms.fold(0, |sum: i32, (weight, count)| sum.saturating_add(weight.saturating_mul(count))) / self.scale()
    }

    /// A corner.
    fn unit(&self) -> i32 {
        8
    }
}

impl Linear<Othello> for OthelloKnowledge {
    fn features(&self) -> Vec<Feature> {
        let feature = |(&(name, meaning, _), &weight)| Feature { name, meaning, group: name, weight };
        FEATURES.iter().zip(&self.weights).map(feature).collect()
    }

    fn measure(&self, game: &Othello, state: &Position) -> Vec<i32> {
        game.measures(state).to_vec()
    }

    fn scale(&self) -> i32 {
        10
    }

    fn set_weight(&mut self, index: usize, weight: i32) {
        self.weights[index] = weight;
    }
}

impl MoveOrdering<Othello> for OthelloKnowledge {
    /// Corners first, then the moves that leave the opponent the fewest answers.
    fn priority(&self, game: &Othello, state: &Position, turn: Turn) -> i32 {
        let Turn::Place(square) = turn else { return 0 };
        let next = game.apply(state, turn);
        let answers = game.places(next.own(), next.others()).count_ones() as i32;
        let in_corner = game.corners() >> square & 1;
        100 - 2 * answers + 20 * in_corner as i32
    }

    /// One for each square, and one for passing.
    fn history_slots(&self) -> usize {
        65
    }

    fn history_slot(&self, _: &Othello, _: &Position, turn: Turn) -> usize {
        match turn {
            Turn::Place(square) => usize::from(square),
            Turn::Pass => 64,
        }
    }
}

impl Tactics<Othello> for OthelloKnowledge {}

impl Proofs<Othello> for OthelloKnowledge {
    type Note = ();

    /// Discs that stay limit the difference: the other side gets the rest of the board at most.
    fn prove(&self, game: &Othello, state: &Position, _: Window) -> Proof {
        let squares = (game.size * game.size) as i32;
        let most = |kept: i32| squares - 2 * kept;
        let (own, others) = (game.anchored(state.own()), game.anchored(state.others()));
        Proof::between(Score::points(-most(own)), Score::points(most(others)))
    }
}

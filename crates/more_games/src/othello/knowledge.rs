//! Knowledge of Othello: corners, mobility and the frontier, and which moves to look at first.

use rootward_game::{
    Evaluation, Feature, Game, Linear, MoveOrdering, Proof, Proofs, Score, Side, TableKey, Tactics, Window,
};

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

    const fn empty(&self, state: &Position) -> Squares {
        self.inside & !(state.discs[0] | state.discs[1])
    }

    /// The discs of this set next to an empty square.
    fn frontier(&self, discs: Squares, state: &Position) -> Squares {
        let empty = self.empty(state);
        STEPS.into_iter().fold(0, |all, direction| all | self.step(empty, direction)) & discs
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
        let gifts = self.next_to_corner(self.corners() & self.empty(state));
        [own & self.corners(), own & gifts, self.places(own, others), self.frontier(own, state), own]
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
    /// Corners first, then the moves that leave the opponent few answers (fastest first), no corner, and little to turn over later.
    ///
    /// Twenty positions of 6×6 with 16 empty squares: 122 k nodes with corners and answers alone, 81 k with all of it.
    fn priority(&self, game: &Othello, state: &Position, turn: Turn) -> i32 {
        let Turn::Place(square) = turn else { return 0 };
        let next = game.apply(state, turn);
        let answers = game.places(next.own(), next.others());
        let count = |set: Squares| set.count_ones() as i32;
        let lost =
            20 * count(answers) + 20 * count(answers & game.corners()) + 6 * count(game.frontier(next.others(), &next));
        let corner = count(game.corners() & 1 << square);
        let gift = count(game.next_to_corner(game.corners() & game.empty(&next)) & 1 << square);
        1000 - lost + 40 * corner - 20 * gift
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

    /// With one empty square the end is counted. Before that, discs that stay limit the difference: the other side gets the rest of
    /// the board at most.
    fn prove(&self, game: &Othello, state: &Position, _: Window) -> Proof {
        let empty = game.empty(state);
        if empty.count_ones() == 1 {
            return Proof::exactly(Score::points(game.after_last_square(state, empty.trailing_zeros() as u8)));
        }
        let squares = (game.size * game.size) as i32;
        let most = |kept: i32| squares - 2 * kept;
        if (state.own() | state.others()) & game.corners() == 0 {
            return Proof::between(Score::points(-squares), Score::points(squares));
        }
        let (own, others) = (game.anchored(state.own()), game.anchored(state.others()));
        Proof::between(Score::points(-most(own)), Score::points(most(others)))
    }

    /// In the opening, all turned and mirrored images of a board share a key: after the first move there is one position, not four.
    /// (Their moves come in different orders, so that the hash move of an image is only some legal move.) With fewer than four empty
    /// squares a search costs less than a look-up.
    fn table_key(&self, game: &Othello, state: &Position) -> Option<TableKey> {
        let discs = (state.own() | state.others()).count_ones();
        if game.size * game.size - discs < 4 {
            return None;
        }
        let image = if discs <= OPENING { game.least_image(state.discs) } else { state.discs };
        game.key(&Position { discs: image, ..*state }).map(TableKey::of)
    }
}

/// Boards with at most this many discs are compared with their images.
const OPENING: u32 = 12;

impl Othello {
    /// The difference for the side to move when this square, the last empty one, is filled by whoever can.
    fn after_last_square(&self, state: &Position, square: u8) -> i32 {
        let (own, others) = (state.own(), state.others());
        let difference = own.count_ones() as i32 - others.count_ones() as i32;
        let gain = |own, others| match self.turned(own, others, square).count_ones() as i32 {
            0 => None,
            turned => Some(2 * turned + 1),
        };
        match (gain(own, others), gain(others, own)) {
            (Some(gain), _) => difference + gain,
            (None, Some(loss)) => difference - loss,
            (None, None) => difference,
        }
    }

    /// The first of the eight images of a board, in the order of numbers.
    fn least_image(&self, discs: [Squares; 2]) -> [Squares; 2] {
        let upside_down = |discs: [Squares; 2]| discs.map(|set| set.swap_bytes() >> (8 * (8 - self.size)));
        let mut image = discs;
        let mut least = discs;
        for step in 0..7 {
            image = if step % 2 == 0 { upside_down(image) } else { image.map(transposed) };
            least = least.min(image);
        }
        least
    }
}

/// The set with rows and columns exchanged: blocks of 1, 2 and 4 squares change places across the diagonal.
const fn transposed(set: Squares) -> Squares {
    const fn exchanged(set: Squares, shift: u32, mask: Squares) -> Squares {
        let differing = (set ^ set >> shift) & mask;
        set ^ differing ^ differing << shift
    }
    let set = exchanged(set, 7, 0x00AA_00AA_00AA_00AA);
    let set = exchanged(set, 14, 0x0000_CCCC_0000_CCCC);
    exchanged(set, 28, 0x0000_0000_F0F0_F0F0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_images_of_a_board_have_one_key_in_the_opening() {
        let (game, knowledge) = (Othello::new(6).unwrap(), OthelloKnowledge::default());
        let first = game.initial();
        let keys = |state: &Position| {
            let mut keys = Vec::new();
            game.moves(state, &mut |turn| keys.push(knowledge.table_key(&game, &game.apply(state, turn)).unwrap().key));
            keys
        };
        let after_first = keys(&first);
        assert_eq!(after_first.len(), 4);
        assert!(after_first.iter().all(|&key| key == after_first[0]), "the four first moves are images of one another");
        let second = game.apply(&first, Turn::Place(10));
        let mut replies = keys(&second);
        replies.dedup();
        assert_eq!(replies.len(), 3, "the three answers are not");
        let board = 0x0123_4567_89AB_CDEF;
        assert_eq!(transposed(transposed(board)), board);
        assert_eq!((transposed(1 << 1), transposed(1 << 62)), (1 << 8, 1 << 55));
    }
}

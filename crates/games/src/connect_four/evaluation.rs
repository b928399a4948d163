//! The evaluation: a weighted sum of what can still become four in a line.
//!
//! A *window* is a line of four cells. It is open for a side while the opponent has no stone in it. Open windows are
//! counted for all places at once: shifting a set of cells along a line brings the four cells of every window onto the
//! bit of its first cell, where they are added up bit by bit.

use rootward_game::{Feature, Linear, Side};

use super::board::{Board, Cells};
use super::knowledge::ConnectFourKnowledge;
use super::rules::{ConnectFour, Position};

/// The number of terms.
const FEATURES: usize = 4;

/// The features, each counted for one side and then taken as a difference.
const NAMES: [(&str, &str); FEATURES] = [
    ("open-two", "lines of four cells with two own stones and two empty cells"),
    ("open-three", "lines of four cells with three own stones and an empty cell"),
    ("centre", "stones in the middle column, or the two in the middle"),
    (
        "odd-threat",
        "winning cells in the rows that fall to this side as the columns fill (7x6: odd rows to X, even to O)",
    ),
];

/// Points for each feature, in the order of [`NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights([i32; FEATURES]);

impl Default for Weights {
    /// Tuned by hand on 7x6: from each of the 2,401 openings of four plies, once with each side, at depth 4 (4,802
    /// games per trial; no openings were held back for a test). One weight lowered or raised by a third or a half
    /// scores 47 to 51 % against these. The last feature matters most: without it 37 % are left, and 42 % in 1,640
    /// games on 8x7, where the rows are the other way round.
    fn default() -> Weights {
        Weights([6, 10, 12, 30])
    }
}

impl Weights {
    /// The weighted sum. It saturates, because a weight of a billion may be set.
    #[inline]
    pub(super) fn sum(&self, measures: [i32; FEATURES]) -> i32 {
        let terms = self.0.iter().zip(measures).map(|(weight, measure)| weight.saturating_mul(measure));
        terms.fold(0, i32::saturating_add)
    }
}

/// Each feature for [`Side::First`] minus the same for [`Side::Second`].
#[inline]
pub(super) fn measure(game: &ConnectFour, state: &Position) -> [i32; FEATURES] {
    let first = count(game.board(), state, Side::First);
    let second = count(game.board(), state, Side::Second);
    std::array::from_fn(|feature| first[feature] - second[feature])
}

/// Each feature for one side.
#[inline]
fn count(board: &Board, state: &Position, side: Side) -> [i32; FEATURES] {
    let own = state.stones_of(side);
    let not_theirs = own | board.empty(state.taken());
    let (mut twos, mut threes) = (0, 0);
    for step in board.steps() {
        let open = Open::along(step, own, not_theirs);
        twos += open.twos.count_ones();
        threes += open.threes.count_ones();
    }
    let centre = (own & board.centre()).count_ones();
    let threats = board.winning_cells(own, state.taken()) & board.rows_falling_to(side);
    [twos, threes, centre, threats.count_ones()].map(|count| count as i32)
}

/// The windows along one direction that are open for a side, by their first cells.
struct Open {
    twos: Cells,
    threes: Cells,
}

impl Open {
    #[inline]
    fn along(step: u32, own: Cells, not_theirs: Cells) -> Open {
        let pair = not_theirs & (not_theirs >> step);
        let open = pair & (pair >> (2 * step));
        // Add the stones of the first two cells of each window, shift for those of its last two, add both.
        let next = own >> step;
        let (one, both) = (own ^ next, own & next);
        let (later_one, later_both) = (one >> (2 * step), both >> (2 * step));
        let two = (one & later_one) | ((both ^ later_both) & !(one | later_one));
        let three = (both & later_one) | (one & later_both);
        Open { twos: open & two, threes: open & three }
    }
}

impl Linear<ConnectFour> for ConnectFourKnowledge {
    fn features(&self) -> Vec<Feature> {
        let weights = self.weights().0;
        NAMES
            .into_iter()
            .zip(weights)
            .map(|((name, meaning), weight)| Feature { name, meaning, group: name, weight })
            .collect()
    }

    fn measure(&self, game: &ConnectFour, state: &Position) -> Vec<i32> {
        measure(game, state).to_vec()
    }

    fn set_weight(&mut self, index: usize, weight: i32) {
        self.weights_mut().0[index] = weight;
    }
}

#[cfg(test)]
mod tests {
    use rootward_game::contract::{self, Dice, random_game};
    use rootward_game::{Evaluation, Game, Notation, legal_moves};

    use super::*;
    use crate::connect_four::Column;
    use crate::connect_four::oracle::{every_line, game_without_winner};

    const SIZES: [&str; 8] = ["7x6", "8x7", "8x6", "5x4", "4x4", "6x9", "21x2", "4x15"];

    fn game(size: &str) -> ConnectFour {
        ConnectFour::parse_variant(size).unwrap()
    }

    /// The features of one side, line by line and cell by cell.
    fn slow_count(game: &ConnectFour, state: &Position, side: Side) -> [i32; FEATURES] {
        let (own, theirs) = (state.stones_of(side), state.stones_of(side.other()));
        let lines = every_line(game.board());
        let open = |stones: u32| {
            let open = lines.iter().filter(|line| **line & theirs == 0 && (**line & own).count_ones() == stones);
            open.count() as i32
        };
        let mut counts = [open(2), open(3), 0, 0];
        for (column, row) in (0..game.width()).flat_map(|c| (0..game.height()).map(move |r| (c, r))) {
            let cell = game.board().cell(column, row);
            let in_middle = column == game.width() / 2 || column == (game.width() - 1) / 2;
            counts[2] += i32::from(in_middle && own & cell != 0);
            let wins = lines.iter().any(|line| line & cell != 0 && line & !cell & !own == 0);
            let stones_before = (game.width() - 1) * game.height() + row;
            let falls_to_side = stones_before as usize % 2 == side.index();
            counts[3] += i32::from(wins && falls_to_side && (own | theirs) & cell == 0);
        }
        counts
    }

    #[test]
    fn features_agree_with_a_slow_count_of_lines_and_cells() {
        let mut dice = Dice::new(21);
        for game in SIZES.map(game) {
            for _ in 0..20 {
                let states = random_game(&game, &mut dice, 64).into_iter().chain(game_without_winner(&game, &mut dice));
                for state in states {
                    let [first, second] = [Side::First, Side::Second].map(|side| slow_count(&game, &state, side));
                    let expected: Vec<i32> = first.iter().zip(second).map(|(a, b)| a - b).collect();
                    let knowledge = ConnectFourKnowledge::default();
                    assert_eq!(knowledge.measure(&game, &state), expected, "{}", game.draw(&state));
                }
            }
        }
    }

    #[test]
    fn the_evaluation_is_the_weighted_sum() {
        for game in SIZES.map(game) {
            contract::check_linear(&game, ConnectFourKnowledge::default(), 20, 22);
        }
    }

    #[test]
    fn the_features_of_a_known_position_are_as_counted_by_hand() {
        // O at 4 leaves no open line to X at 2 and 3, and has the only stone in the centre.
        let game = ConnectFour::default();
        assert_eq!(measure(&game, &game.parse_position("243").unwrap()), [0, 0, -1, 0]);
        // X holds 2, 3, 4 of the bottom row: three stones in 2-5, two in 3-6, one in the centre, and 5 wins in an odd
        // row. O holds the two lowest cells of column 1.
        assert_eq!(measure(&game, &game.parse_position("21314").unwrap()), [1 - 1, 1, 1, 1]);
    }

    #[test]
    fn weights_can_be_set_by_name_and_extreme_ones_do_not_overflow() {
        let game = ConnectFour::default();
        let state = game.parse_position("44").unwrap();
        let mut knowledge = ConnectFourKnowledge::default();
        knowledge.set_weights("open-two=2147483647, open-three=-2147483648").unwrap();
        for state in random_game(&game, &mut Dice::new(23), 42) {
            let _ = knowledge.evaluate(&game, &state);
        }
        knowledge.set_weights("open-two=0,open-three=0,centre=7,odd-threat=0").unwrap();
        assert_eq!(knowledge.evaluate(&game, &state), 0);
        assert!(knowledge.set_weights("middle=7").is_err());
    }

    /// Depth-limited minimax for First, as the lectures play it.
    fn minimax(game: &ConnectFour, state: &Position, depth: u32) -> i64 {
        let knowledge = ConnectFourKnowledge::default();
        if let Some(outcome) = game.outcome(state) {
            return i64::from(outcome.score_for(Side::First).to_raw());
        }
        if depth == 0 {
            return i64::from(knowledge.evaluate(game, state));
        }
        let values = legal_moves(game, state).into_iter().map(|mv| minimax(game, &game.apply(state, mv), depth - 1));
        if game.to_move(state) == Side::First { values.max() } else { values.min() }.expect("the game goes on")
    }

    #[test]
    fn an_open_three_of_the_opponent_is_blocked_at_depth_four() {
        let game = ConnectFour::default();
        for (text, block) in [("41424", "4"), ("21314", "5"), ("416141", "1")] {
            let state = game.parse_position(text).unwrap();
            let sign = if game.to_move(&state) == Side::First { 1 } else { -1 };
            let value = |mv: &Column| sign * minimax(&game, &game.apply(&state, *mv), 3);
            let best = legal_moves(&game, &state).into_iter().max_by_key(value).unwrap();
            assert_eq!(best.to_string(), block, "{text}");
        }
    }
}

//! The lectures' evaluation, move ordering, and proofs from the lines.

use rootward_game::{Evaluation, Feature, Linear, MoveOrdering, Proof, Proofs, Score, Side, Tactics, Window};

use super::board::each;
use super::rules::{Cell, Mnk, Position};

/// Knowledge of m,n,k games. The evaluation is open(MAX) − open(MIN), where open counts the lines that are still
/// possible for a side; the two weights can be changed.
///
/// ```
/// use rootward_game::{Evaluation, MoveOrdering, Notation, Proofs, Tactics};
/// use rootward_games::mnk::{Mnk, MnkKnowledge};
///
/// let game = Mnk::default();
/// let state = game.parse_position("O../.X./...")?;
/// assert_eq!(MnkKnowledge::default().evaluate(&game, &state), 5 - 4);
/// # Ok::<(), rootward_game::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MnkKnowledge {
    /// Points for each line open to MAX, and for each line open to MIN (subtracted).
    weights: [i32; 2],
}

impl Default for MnkKnowledge {
    fn default() -> MnkKnowledge {
        MnkKnowledge { weights: [1, 1] }
    }
}

impl MnkKnowledge {
    fn measures(game: &Mnk, state: &Position) -> [i32; 2] {
        let open = |side| game.open_lines(state, side) as i32;
        [open(Side::First), -open(Side::Second)]
    }
}

impl Evaluation<Mnk> for MnkKnowledge {
    #[inline]
    fn evaluate(&self, game: &Mnk, state: &Position) -> i32 {
        let [max, min] = MnkKnowledge::measures(game, state);
        self.weights[0].saturating_mul(max).saturating_add(self.weights[1].saturating_mul(min))
    }
}

impl MoveOrdering<Mnk> for MnkKnowledge {
    /// Cells on many lines first: the centre, then the corners.
    #[inline]
    fn priority(&self, game: &Mnk, _: &Position, cell: Cell) -> i32 {
        game.lines_through(cell) as i32
    }

    /// One for each cell of the largest board.
    fn history_slots(&self) -> usize {
        64
    }

    #[inline]
    fn history_slot(&self, _: &Mnk, _: &Position, cell: Cell) -> usize {
        cell.index()
    }
}

impl Tactics<Mnk> for MnkKnowledge {
    /// Moves that win at once, and moves on a cell where the opponent would. Such a position is not quiet, and the
    /// number of open lines says little about it.
    fn noisy_moves(&self, game: &Mnk, state: &Position, push: &mut impl FnMut(Cell)) {
        let noisy = game.threats(state, Side::First) | game.threats(state, Side::Second);
        each(noisy).for_each(|cell| push(Cell(cell as u8)));
    }
}

impl Proofs<Mnk> for MnkKnowledge {
    type Note = ();

    /// Three things can be seen: a win with the next stone; a loss with the one after, when the opponent threatens two
    /// cells and only one can be blocked; and that a side without open lines cannot win any more.
    fn prove(&self, game: &Mnk, state: &Position, _: Window) -> Proof {
        let (mover, opponent) = (state.mover(), state.mover().other());
        if game.threats(state, mover) != 0 {
            return Proof::exactly(Score::win_in(1));
        }
        if game.threats(state, opponent).count_ones() >= 2 {
            return Proof::exactly(Score::loss_in(2));
        }
        let can_win = |side| game.open_lines(state, side) > 0;
        let at_least = if can_win(opponent) { Window::FULL.alpha } else { Score::DRAW };
        let at_most = if can_win(mover) { Window::FULL.beta } else { Score::DRAW };
        Proof::between(at_least, at_most)
    }
}

impl Linear<Mnk> for MnkKnowledge {
    fn features(&self) -> Vec<Feature> {
        let feature = |name, meaning, weight| Feature { name, meaning, group: name, weight };
        vec![
            feature("open-lines-max", "lines without a stone of MIN", self.weights[0]),
            feature("open-lines-min", "lines without a stone of MAX, counted against MAX", self.weights[1]),
        ]
    }

    fn measure(&self, game: &Mnk, state: &Position) -> Vec<i32> {
        MnkKnowledge::measures(game, state).to_vec()
    }

    fn set_weight(&mut self, index: usize, weight: i32) {
        self.weights[index] = weight;
    }
}

//! The two evaluations that both sides of the comparison with `minimax` use.

use rootward_game::{Evaluation, Game, Knowledge, MoveOrdering, Proofs, Side, Tactics};
use rootward_games::connect_four::{Column, ConnectFour, ConnectFourKnowledge, Position};

/// A static evaluation, in Rootward's form.
pub trait Judge: Knowledge<ConnectFour> + Default {
    const NAME: &str;
    /// Whether it can prove values, for Rootward's exact techniques.
    const PROVES: bool;
}

/// Rootward's own: a weighted sum of open twos and threes, centre stones and odd threats.
impl Judge for ConnectFourKnowledge {
    const NAME: &str = "linear";
    const PROVES: bool = true;
}

/// A cheap evaluation: stones in the middle column, mine minus theirs. It measures almost nothing but the search. Moves are
/// ordered as usual in Rootward; nothing is proven.
#[derive(Default)]
pub struct Centre(ConnectFourKnowledge);

impl Judge for Centre {
    const NAME: &str = "centre column";
    const PROVES: bool = false;
}

impl Evaluation<ConnectFour> for Centre {
    /// The key of a position holds, for each column, the mover's stones as bits and a 1 on top of the column.
    #[inline]
    fn evaluate(&self, game: &ConnectFour, state: &Position) -> i32 {
        let bits_of_a_column = game.height() + 1;
        let middle = game.width() / 2 * bits_of_a_column;
        let column = game.key(state).unwrap_or(0) >> middle & ((1 << bits_of_a_column) - 1);
        let height = column.checked_ilog2().unwrap_or(0) as i32;
        let mine = column.count_ones() as i32 - 1;
        let ahead = 2 * mine - height;
        if game.to_move(state) == Side::First { ahead } else { -ahead }
    }
}

impl MoveOrdering<ConnectFour> for Centre {
    #[inline]
    fn priority(&self, game: &ConnectFour, state: &Position, mv: Column) -> i32 {
        self.0.priority(game, state, mv)
    }

    fn history_slots(&self) -> usize {
        self.0.history_slots()
    }

    #[inline]
    fn history_slot(&self, game: &ConnectFour, state: &Position, mv: Column) -> usize {
        self.0.history_slot(game, state, mv)
    }
}

impl Tactics<ConnectFour> for Centre {}

impl Proofs<ConnectFour> for Centre {
    type Note = ();
}

#[cfg(test)]
mod tests {
    use rootward_game::Notation;

    use super::*;

    #[test]
    fn the_centre_counts_for_first() {
        let game = ConnectFour::default();
        let points = |text: &str| Centre::default().evaluate(&game, &game.parse_position(text).unwrap());
        assert_eq!(["-", "4", "44", "444", "14", "1424", "444444"].map(points), [0, 1, 0, 1, -1, -2, 0]);
    }
}

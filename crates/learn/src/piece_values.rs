//! [`PieceValues`]: what each piece is worth to a network, by the value of the position with and without it.
//!
//! A network has no weights that a person could read. But it can be asked about the same board without a piece, and the difference
//! is what the piece is worth in this position.

use rootward_game::{Evaluator, Game, Side};

use crate::features::each_bit;
use crate::{Features, NetworkEvaluator};

/// A thing on the board, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    /// Whose it is.
    pub side: Side,
    /// What it is, such as `knight`.
    pub name: &'static str,
    /// Where it stands, such as `f3`.
    pub cell: String,
    /// Whether a board without it makes no sense, as one without a king.
    pub is_needed: bool,
}

/// An evaluation that can be asked about a position with a piece less.
pub trait PieceValues<G: Game>: Evaluator<G> {
    /// The evaluation of a position: points for the first side.
    fn value(&self, game: &G, state: &G::State) -> i32;

    /// Each thing that can be taken off, with the points for the first side of the position without it; the side to move stays the
    /// same. None if the game does not name its things.
    fn without_each(&self, game: &G, state: &G::State) -> Option<Vec<(Thing, i32)>>;
}

impl<G: Game + 'static, F: Features<G>> PieceValues<G> for NetworkEvaluator<F> {
    fn value(&self, game: &G, state: &G::State) -> i32 {
        self.evaluate_alone(game, state)
    }

    fn without_each(&self, game: &G, state: &G::State) -> Option<Vec<(Thing, i32)>> {
        let (words, mover) = (self.features().words(game, state), game.to_move(state));
        let mut bits = Vec::new();
        each_bit(words.as_ref(), |bit| bits.push(bit));
        let mut values = Vec::new();
        for bit in bits {
            let (plane, cell) = (bit / 64, bit % 64);
            let thing = self.features().thing(plane, cell)?;
            if !thing.is_needed {
                let mut fewer = words;
                fewer.as_mut()[plane] &= !(1 << cell);
                values.push((thing, self.evaluate_words(&fewer, mover)));
            }
        }
        Some(values)
    }
}

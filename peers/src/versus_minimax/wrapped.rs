//! Rootward's Connect Four in the traits of `minimax`.

use minimax::{Evaluator, Winner};
use rootward_game::{Game, Outcome, Side};
use rootward_games::connect_four::{Column, ConnectFour, Position};

use crate::applied;
use crate::evaluation::Judge;

/// The rules. `minimax` tries moves in the order in which they are generated: left to right as in Rootward, or the middle
/// column first.
pub struct Rules<const CENTRE_FIRST: bool>;

const FROM_CENTRE: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];

/// The trait's functions have no `self`. Since it is made again at each call, the game is a constant to the compiler: 112 M
/// plain moves a second, compared with 99 M for a lazy static and 103 M for a reference in the state.
#[inline(always)]
fn game() -> ConnectFour {
    ConnectFour::default()
}

impl<const CENTRE_FIRST: bool> minimax::Game for Rules<CENTRE_FIRST> {
    type S = Position;
    type M = Column;

    #[inline]
    fn generate_moves(state: &Position, moves: &mut Vec<Column>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() && CENTRE_FIRST {
            let mut open = 0u8;
            game().moves(state, &mut |column| open |= 1 << column.index());
            let columns = FROM_CENTRE.into_iter().filter(|column| open >> column & 1 == 1);
            moves.extend(columns.map(Column::new));
        } else if winner.is_none() {
            game().moves(state, &mut |column| moves.push(column));
        }
        winner
    }

    #[inline]
    fn apply(state: &mut Position, column: Column) -> Option<Position> {
        applied::count();
        Some(game().apply(state, column))
    }

    #[inline]
    fn get_winner(state: &Position) -> Option<Winner> {
        game().outcome(state).map(|outcome| match outcome {
            Outcome::Win(_) => Winner::PlayerJustMoved,
            _ => Winner::Draw,
        })
    }

    /// The exact key, mixed: the table uses the lowest and the highest bits.
    #[inline]
    fn zobrist_hash(state: &Position) -> u64 {
        let product = game().key(state).unwrap_or_default().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        product ^ product >> 32
    }
}

/// An evaluation for the side to move, as `minimax` needs it.
#[derive(Default)]
pub struct Evaluated<E, const CENTRE_FIRST: bool>(E);

impl<E: Judge, const CENTRE_FIRST: bool> Evaluator for Evaluated<E, CENTRE_FIRST> {
    type G = Rules<CENTRE_FIRST>;

    #[inline]
    fn evaluate(&self, state: &Position) -> minimax::Evaluation {
        let game = game();
        let points = self.0.evaluate(&game, state) as minimax::Evaluation;
        if game.to_move(state) == Side::First { points } else { -points }
    }
}

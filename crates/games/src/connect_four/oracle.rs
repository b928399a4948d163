//! Slow and obvious answers that the tests compare the bit tricks and the knowledge with.

use std::collections::HashMap;

use rootward_game::contract::Dice;
use rootward_game::{Game, Outcome, Score, legal_moves, outcome_at};

use super::board::{Board, Cells};
use super::{Column, ConnectFour, Position};

/// A board of every shape that fits.
pub(super) fn every_board() -> Vec<Board> {
    let sides = |n: u32| (1..=n).flat_map(move |width| (1..=n).map(move |height| (width, height)));
    sides(24).filter_map(|(width, height)| Board::new(width, height).ok()).collect()
}

/// Every line of four cells, found by walking over the coordinates.
pub(super) fn every_line(board: &Board) -> Vec<Cells> {
    let (width, height) = (board.width() as i32, board.height() as i32);
    let inside = |(column, row): &(i32, i32)| (0..width).contains(column) && (0..height).contains(row);
    let mut lines = Vec::new();
    for (column, row) in (0..width).flat_map(|column| (0..height).map(move |row| (column, row))) {
        for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let cells: Vec<_> = (0..4).map(|n| (column + n * right, row + n * up)).collect();
            if cells.iter().all(inside) {
                lines.push(cells.iter().fold(0, |line, &(c, r)| line | board.cell(c as u32, r as u32)));
            }
        }
    }
    lines
}

/// A game in which both sides avoid a four as long as they can, so that boards fill up.
pub(super) fn game_without_winner(game: &ConnectFour, dice: &mut Dice) -> Vec<Position> {
    let mut states = vec![game.initial()];
    loop {
        let state = states[states.len() - 1];
        let next = legal_moves(game, &state).into_iter().map(|mv| game.apply(&state, mv));
        let next: Vec<_> = next.filter(|next| !matches!(game.outcome(next), Some(Outcome::Win(_)))).collect();
        if next.is_empty() {
            return states;
        }
        states.push(next[dice.below(next.len())]);
    }
}

/// Exhaustive minimax: the values of whole games, with the distance to their end.
pub(super) struct Minimax<'a> {
    game: &'a ConnectFour,
    known: HashMap<u64, Score>,
}

impl<'a> Minimax<'a> {
    pub(super) fn new(game: &'a ConnectFour) -> Minimax<'a> {
        Minimax { game, known: HashMap::new() }
    }

    /// The exact value for the side to move.
    pub(super) fn value(&mut self, state: &Position) -> Score {
        if let Some(outcome) = outcome_at(self.game, state) {
            return outcome.score_for(self.game.to_move(state));
        }
        let key = self.game.key(state).expect("Connect Four has keys");
        if let Some(&score) = self.known.get(&key) {
            return score;
        }
        let moves = legal_moves(self.game, state);
        let best = moves.into_iter().map(|mv| self.value_of(state, mv)).max().expect("the game is not over");
        self.known.insert(key, best);
        best
    }

    /// The exact value of a move, for the side that makes it.
    pub(super) fn value_of(&mut self, state: &Position, mv: Column) -> Score {
        let next = self.game.apply(state, mv);
        self.value(&next).from_child(true)
    }
}

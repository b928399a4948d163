//! Captures entered jump by jump, for front ends with a mouse: the jumps that can follow, and the finished move.

use rootward_game::{BoardMove, BoardStep, Steps, TextError, legal_moves};

use super::{Checkers, Move, Position, move_text};

/// The state of a move after these steps, given by the names of their squares.
pub(super) fn steps(game: &Checkers, state: &Position, taken: &[(String, String)]) -> Result<Steps, TextError> {
    let moves = legal_moves(game, state);
    if moves.is_empty() {
        return Err(TextError::new("there is no move to enter", "a position where the game goes on"));
    }
    let mut open: Vec<Move> = moves;
    for (number, (from, to)) in taken.iter().enumerate() {
        open.retain(|&mv| step(game, mv, number).is_some_and(|names| names == (from.clone(), to.clone())));
        if open.is_empty() {
            let problem = format!("no piece can go from {from} to {to} here");
            return Err(TextError::new(problem, "one of the steps that are offered"));
        }
    }
    let mut next: Vec<(String, String)> = Vec::new();
    for names in open.iter().filter_map(|&mv| step(game, mv, taken.len())) {
        if !next.contains(&names) {
            next.push(names);
        }
    }
    let done = open.iter().copied().find(|mv| !taken.is_empty() && mv.path().count() == taken.len());
    let begun = open.first().filter(|_| !taken.is_empty());
    let shown = begun.map_or(*state, |&mv| under_way(state, mv, taken.len()));
    let board_moves = next.iter().map(|(from, to)| BoardMove {
        from: Some(from.clone()),
        ..BoardMove::onto(to.clone(), format!("{from}-{to}"))
    });
    Ok(Steps {
        board: game.board_of(&shown, board_moves.collect()),
        next: next.into_iter().map(|(from, to)| BoardStep { from, to }).collect(),
        dice: Vec::new(),
        done: done.map(|mv| move_text::write(game, state, mv)),
    })
}

/// The squares of the step with this number, from 0.
fn step(game: &Checkers, mv: Move, number: usize) -> Option<(String, String)> {
    let mut squares = std::iter::once(mv.from()).chain(mv.path()).skip(number);
    let (from, to) = squares.next().zip(squares.next())?;
    Some((game.square_name(from), game.square_name(to)))
}

/// The pieces after the first jumps of a move. What was jumped stays on the board until the move is over.
fn under_way(state: &Position, mv: Move, steps: usize) -> Position {
    let at = mv.path().nth(steps - 1).unwrap_or(mv.to());
    state.with_piece_at(mv.from(), at)
}

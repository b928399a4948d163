//! The position as a picture for the terminal.
//!
//! First's checkers are `X` and move to the lower right, Second's are `O` and move to the upper right. The points have
//! the numbers that the side whose turn it is writes its moves with.

use rootward_game::{Game, Side};

use super::{Backgammon, Checkers, Position};

/// The largest number of checkers drawn on a point; a number stands for the rest.
const ROWS: u8 = 5;

pub(super) fn draw(game: &Backgammon, state: &Position) -> String {
    // Checkers on the bar are drawn beside the home that they have to enter.
    let upper = |row| points_line(state, |column| 13 + column, Side::First, row);
    let lower = |row| points_line(state, |column| 12 - column, Side::Second, row);
    let mut lines = vec![side_line(state, Side::Second), frame(state, |column| 13 + column)];
    lines.extend((0..ROWS).map(upper));
    lines.push(format!(" |{:18}|BAR|{:18}|", "", ""));
    lines.extend((0..ROWS).rev().map(lower));
    lines.push(frame(state, |column| 12 - column));
    lines.push(side_line(state, Side::First));
    lines.push(turn_line(game, state));
    lines.join("\n") + "\n"
}

fn symbol(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

fn side_line(state: &Position, side: Side) -> String {
    let checkers = state.checkers(side);
    format!("  {}: {} pips, {} off", symbol(side), checkers.pips(), checkers.off())
}

fn turn_line(game: &Backgammon, state: &Position) -> String {
    let who = symbol(state.to_move());
    match state.dice() {
        _ if game.outcome(state).is_some() => "  the game is over".to_owned(),
        Some(roll) => format!("  {who} to play {}{}", roll.high(), roll.low()),
        None => format!("  {who} to throw the dice"),
    }
}

/// The edge with the numbers of the points; `point` gives First's numbers.
fn frame(state: &Position, point: impl Fn(u8) -> u8) -> String {
    let number = |column| match state.to_move() {
        Side::First => point(column),
        Side::Second => Checkers::across(point(column)),
    };
    let half = |from: u8| (from..from + 6).map(|column| format!("{:->2}-", number(column))).collect::<String>();
    format!(" +{}-----{}+", half(0), half(6))
}

/// One row of checkers, `height` steps from the edge; points in First's numbering.
fn points_line(state: &Position, point: impl Fn(u8) -> u8, waiting: Side, height: u8) -> String {
    let half =
        |from: u8| (from..from + 6).map(|column| cell(on_point(state, point(column)), height)).collect::<String>();
    let bar = (state.checkers(waiting).bar(), waiting);
    format!(" |{}|{}|{}|", half(0), cell(bar, height), half(6))
}

/// The owner of a point, in First's numbering, and the number of its checkers.
fn on_point(state: &Position, point: u8) -> (u8, Side) {
    match state.checkers(Side::First).on(point) {
        0 => (state.checkers(Side::Second).on(Checkers::across(point)), Side::Second),
        count => (count, Side::First),
    }
}

fn cell((count, side): (u8, Side), height: u8) -> String {
    if count > ROWS && height == ROWS - 1 {
        format!("{count:>2} ")
    } else if count > height {
        format!(" {} ", symbol(side))
    } else {
        "   ".to_owned()
    }
}

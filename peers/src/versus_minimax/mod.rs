//! Against the crate `minimax`: the same game, the same evaluation, the same depth.

mod wrapped;
mod deep;
mod plain;

use rootward_game::{Score, ScoreKind};
use rootward_games::connect_four::ConnectFourKnowledge;

use crate::arguments::Arguments;
use crate::evaluation::Centre;
use crate::measure::Case;

pub fn run(arguments: &Arguments, tell: &mut dyn FnMut(Case)) {
    let rounds = arguments.rounds.unwrap_or(9);
    tell(deep::case::<Centre>(rounds, arguments.table_bytes));
    tell(deep::case::<ConnectFourKnowledge>(rounds, arguments.table_bytes));
    tell(plain::case::<Centre>(rounds));
    tell(plain::case::<ConnectFourKnowledge>(rounds));
}

/// An estimate in the convention of `minimax`. From the empty board, nobody wins within the depths searched.
fn points(score: Score) -> i32 {
    match score.kind() {
        ScoreKind::Points(points) => points,
        decided => panic!("{decided:?} so soon?"),
    }
}

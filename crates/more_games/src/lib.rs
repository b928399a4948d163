//! Games that are added to Rootward as everybody's own game is: by the public traits and
//! [`Games::with`], and nothing else.

mod kalah;
mod othello;

pub use kalah::{Kalah, KalahKnowledge, Pit, Position as KalahPosition};
pub use othello::{Othello, OthelloKnowledge, Position as OthelloPosition, Turn};

use rootward_registry::{BenchPosition, Games, OwnGame};

/// The games with those of this crate added.
pub fn added_to(games: Games) -> Games {
    games.with(othello()).with(kalah())
}

/// The signature of the program `rootward` is that of the project's own list of games; `rootward bench othello` has one of its own.
const NOT_IN_THE_SIGNATURE: &[BenchPosition] = &[];

fn othello() -> OwnGame<Othello, OthelloKnowledge> {
    OwnGame::new("othello", Othello::default(), OthelloKnowledge::default())
        .description("turn over lines of discs; whoever has more at the end wins by the difference")
        .variants("othello:SIZE with 4x4, 6x6 or 8x8", Othello::parse_variant)
        .example("......../......../......../...OX.../...XO.../......../......../........ X")
        .sides("Black", "White")
        .set_up("discs")
        .position_in_line(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
        .linear()
        .large()
        .bench(NOT_IN_THE_SIGNATURE)
}

fn kalah() -> OwnGame<Kalah, KalahKnowledge> {
    OwnGame::new("kalah", Kalah::default(), KalahKnowledge::default())
        .description("sow seeds round the board; whoever has more in the store wins")
        .variants("kalah:PITS,SEEDS with 1 to 6 pits for each side and 1 to 6 seeds in each", Kalah::parse_variant)
        .example("4,4,4,4,4,4,0/4,4,4,4,4,4,0/S")
        .sides("South", "North")
        .set_up("seeds")
        .linear()
        .large()
        .bench(NOT_IN_THE_SIGNATURE)
}

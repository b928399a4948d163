//! The benchmark positions of the "Solving Connect 4" tutorial, with their scores.

use std::fs;
use std::path::{Path, PathBuf};

use rootward_game::{Notation, Score, ScoreKind};
use rootward_games::connect_four::{ConnectFour, Position};

/// Cells on the board.
const CELLS: i32 = 42;

/// A position in the form of either solver, and its score.
pub struct Problem {
    /// The columns played, from 1.
    pub moves: String,
    pub state: Position,
    pub peers_state: connect_four_ai::Position,
    /// 0 for a draw; 22 minus the number of stones that the winner will have played, negative if the mover loses.
    pub score: i32,
}

impl Problem {
    fn read(line: &str) -> Option<Problem> {
        let mut words = line.split_whitespace();
        Problem::new(words.next()?, words.next()?.parse().ok()?)
    }

    /// The position after these moves, with its score if that is known.
    pub fn new(moves: &str, score: i32) -> Option<Problem> {
        let state = ConnectFour::default().parse_position(moves).ok()?;
        let peers_state = connect_four_ai::Position::from_moves(moves).ok()?;
        Some(Problem { moves: moves.to_owned(), state, peers_state, score })
    }

    /// A value of this position in the convention of the scores.
    pub fn score_of(&self, value: Score) -> i32 {
        let played = self.state.stones() as i32;
        // Each side has every second stone of the final position, the winner the last one.
        let worth = |plies: u32| CELLS / 2 + 1 - (played + plies as i32 + 1) / 2;
        match value.kind() {
            ScoreKind::Win(plies) => worth(plies),
            ScoreKind::Loss(plies) => -worth(plies),
            ScoreKind::Points(_) => 0,
        }
    }
}

/// The first positions of a set: from the data beside the checkout if it is there, else from the project's own sample.
pub fn load(set: &str, most: usize) -> Vec<Problem> {
    let file = folder().join(set).with_extension("txt");
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let read = |line| Problem::read(line).unwrap_or_else(|| panic!("{}: not a position: {line}", file.display()));
    text.lines().take(most).map(read).collect()
}

fn folder() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let whole = here.join("../../shared/data/connect-four");
    if whole.is_dir() { whole } else { here.join("../crates/games/data/connect-four") }
}

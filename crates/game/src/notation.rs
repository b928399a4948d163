//! [`Notation`]: positions and moves as text, and text read back.

use crate::{Board, Game, Outcome, Steps, TextError, legal_moves};

/// The notation of a game.
///
/// **Promise**: written text can be read back: `parse_position(write_position(s))` is `s`, likewise for moves.
pub trait Notation: Game {
    /// The game's name as a person writes it on the command line, e.g. `connect-four:8x7`.
    fn name(&self) -> String;

    /// Reads a position. The empty text is the initial position.
    fn parse_position(&self, text: &str) -> Result<Self::State, TextError>;

    /// Writes a position; never empty text, so that it can stand on a line of its own.
    fn write_position(&self, state: &Self::State) -> String;

    /// Writes a legal move.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Reads a legal move. By default: the one that is written like this, ignoring letter case.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, TextError> {
        let wanted = text.trim();
        let moves = legal_moves(self, state);
        moves.iter().copied().find(|&mv| self.write_move(state, mv).eq_ignore_ascii_case(wanted)).ok_or_else(|| {
            let all: Vec<String> = moves.iter().map(|&mv| self.write_move(state, mv)).collect();
            let expected = if all.is_empty() {
                "no move: the game is over".to_owned()
            } else {
                format!("one of {}", all.join(", "))
            };
            TextError::new(format!("'{wanted}' is not a legal move here"), expected)
        })
    }

    /// The legal moves as text. A game whose notation of one move depends on the others may write all of them faster.
    fn write_moves(&self, state: &Self::State) -> Vec<String> {
        legal_moves(self, state).into_iter().map(|mv| self.write_move(state, mv)).collect()
    }

    /// The position as a picture of a few lines for the terminal, ending in a line break.
    fn draw(&self, state: &Self::State) -> String;

    /// The position as squares to click, for front ends with a mouse; none for a game that is not played on a board.
    fn board(&self, state: &Self::State) -> Option<Board> {
        let _ = state;
        None
    }

    /// A move entered step by step, for front ends with a mouse: its state after these steps, each from one square of the board
    /// to another. None for a game whose moves are one step.
    fn steps(&self, state: &Self::State, taken: &[(String, String)]) -> Option<Result<Steps, TextError>> {
        let _ = (state, taken);
        None
    }

    /// How the game ended in this position, in a sentence, where people have a word for it: `Checkmate: White has won.`
    fn ending(&self, state: &Self::State, outcome: Outcome) -> Option<String> {
        let _ = (state, outcome);
        None
    }

    /// Points that are a great advantage: graphs of values are scaled by it.
    fn great_advantage(&self) -> i32 {
        20
    }

    /// Does the game end in points ([`Outcome::Payoff`](crate::Outcome::Payoff)) rather than in wins and draws?
    fn counts_points(&self) -> bool {
        false
    }

    /// The probability of winning that points stand for, in games of chance that end in wins and losses; none where points are
    /// something else.
    fn win_probability(&self, points: i32) -> Option<f64> {
        let _ = points;
        None
    }

    /// The number of moves to mate for a win in `plies` plies, in games where people count moves; none where they count plies.
    fn mate_after(&self, plies: u32) -> Option<u32> {
        let _ = plies;
        None
    }

    /// The number of the next move, in games whose lines are written with numbers (`12. Nf3 Nc6 13. …`): a move of each side has
    /// the same number, the first side's first.
    fn move_number(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// The points of one of the units in which a person counts, such as 100 for a pawn.
    fn points_per_unit(&self) -> i32 {
        1
    }

    /// Points in the unit that a person expects, for payoffs and estimates. It may be rounded.
    fn write_points(&self, points: i32) -> String {
        points.to_string()
    }

    /// Writes the probability of an outcome of chance, `weight` over `total`: a fraction in lowest terms, unless the game writes
    /// it otherwise.
    fn write_probability(&self, weight: u32, total: u32) -> String {
        let (mut divisor, mut rest) = (total.max(1), weight);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        match total.max(1) / divisor {
            1 => (weight / divisor).to_string(),
            below => format!("{}/{below}", weight / divisor),
        }
    }
}

//! What a session answers: plain data, ready for JSON.

use serde::Serialize;

use crate::{Algorithm, Bound, Kind, OutcomeChance, Points, Score, Source};

/// A line of play with its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its first move.
    #[serde(rename = "move")]
    pub first: Option<String>,
    /// Its value.
    pub score: Score,
    /// How the value relates to the true one.
    pub bound: Bound,
    /// Nothing in it rests on a guess.
    pub proven: bool,
    /// The moves, as far as they are known.
    pub line: Vec<String>,
}

/// One finished depth of an analysis.
#[derive(Clone, Debug, Serialize)]
pub struct Iteration {
    /// Its depth.
    pub depth: Option<u32>,
    /// The value of the best line.
    pub score: Score,
    /// How it relates to the true one.
    pub bound: Bound,
    /// Nothing in it rests on a guess.
    pub proven: bool,
    /// The best line.
    pub line: Vec<String>,
    /// All lines, if several were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Nodes since the analysis began.
    pub nodes: u64,
    /// Static evaluations in this depth.
    pub evaluations: u64,
    /// Time since the analysis began.
    pub elapsed_ms: f64,
}

/// The result of an analysis.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The game, as it is written on the command line.
    pub game: String,
    /// The position.
    pub position: String,
    /// Who is to move: `first` or `second`.
    pub side: &'static str,
    /// What that side is called in this game.
    pub side_name: &'static str,
    /// It is the turn of chance: there is no move to choose, and the value is the average over what can happen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chance: bool,
    /// The move to play; none where the game is over, and where it is the turn of chance.
    pub best: Option<String>,
    /// Its value.
    pub score: Score,
    /// How it relates to the true one.
    pub bound: Bound,
    /// Nothing in it rests on a guess.
    pub proven: bool,
    /// Best play, as far as it is known.
    pub line: Vec<String>,
    /// All lines, if several were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// The last finished depth, 0 if none was; none where the game is over or was searched to its end in one go.
    pub depth: Option<u32>,
    /// Nodes over all depths and threads.
    pub nodes: u64,
    /// Static evaluations used as a value.
    pub evaluations: u64,
    /// Wall time.
    pub elapsed_ms: f64,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The techniques that were on.
    pub techniques: Vec<String>,
    /// Where the value comes from, if not from a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The opponent is taken to err like this: values are what can be expected against it, and not against best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
    /// A limit of nodes or time, or a person, ended it.
    pub stopped: bool,
    /// How the move was chosen, if every move loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resistance: Option<Resistance>,
    /// What the search past the end of the chosen line found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secondary_search: Option<SecondarySearch>,
    /// Where it is the turn of chance: each outcome, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<OutcomeValue>,
}

/// An outcome of chance with the value of what it leads to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeValue {
    /// The outcome and how likely it is.
    #[serde(flatten)]
    pub chance: OutcomeChance,
    /// Its value, seen like that of the position before.
    pub score: Score,
    /// How it relates to the true one.
    pub bound: Bound,
    /// Nothing in it rests on a guess.
    pub proven: bool,
    /// The best move after it; none if the game is over then, or chance has a turn again.
    pub best: Option<String>,
}

/// Risk in face of loss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Resistance {
    /// Plies until the loss.
    pub plies: u32,
    /// How many moves resist that long.
    pub equals: usize,
    /// How many of the opponent's replies to the chosen move keep the win…
    pub winning_replies: usize,
    /// … of so many.
    pub replies: usize,
    /// The depth to which the replies were followed; none if to the end of the game.
    pub depth: Option<u32>,
}

/// What the secondary search found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SecondarySearch {
    /// The move that was chosen first.
    pub first_choice: String,
    /// Its value before.
    pub before: Score,
    /// Its value seen from farther on.
    pub after: Score,
    /// Another move was chosen because of it.
    pub changed: bool,
}

/// The value of one move, proven.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// `win`, `draw`, `loss` or `payoff`, for the side to move; none if it was not proven in time.
    pub value: Option<Kind>,
    /// Points for MAX, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payoff: Option<Points>,
    /// The payoff as a fraction, exactly, where it is written as one: `5/2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<String>,
    /// Plies to the end with best play; none where best play is not known to the end.
    pub plies: Option<u32>,
    /// A win or loss in moves until mate, in games where people count so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<u32>,
    /// What can be expected of it, in games of chance.
    #[serde(flatten)]
    pub chance: Option<Expected>,
}

impl MoveValue {
    /// A move of which nothing is known.
    pub(crate) fn unknown(mv: String) -> MoveValue {
        MoveValue { mv, value: None, payoff: None, fraction: None, plies: None, mate: None, chance: None }
    }
}

/// A value in a game of chance, for the side to move, with best play by both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expected {
    /// How likely the side to move is to win, in games that always have a winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_probability: Option<f64>,
    /// The mean result otherwise: points, or a win as 1, a draw as 0 and a loss as −1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// It is no farther from the truth than this: the true value is proven to lie between…
    pub error: f64,
    /// … this …
    pub lowest: f64,
    /// … and this.
    pub highest: f64,
}

/// A solved position, or as much as is known of it.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    /// The game.
    pub game: String,
    /// The position, as it was given.
    pub position: String,
    /// Who is to move: `first` or `second`.
    pub side: &'static str,
    /// What that side is called in this game.
    pub side_name: &'static str,
    /// It is the turn of chance: there is no move to choose, and the value is the average over what can happen.
    #[serde(rename = "chance", skip_serializing_if = "std::ops::Not::not")]
    pub is_thrown: bool,
    /// `win`, `draw` or `loss` for the side to move, `payoff`, or `expected` where chance has a part in it; none if it is not
    /// proven. A win or a loss may be proven before it is known how soon: then `proven` is false.
    pub value: Option<Kind>,
    /// Points for MAX, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payoff: Option<Points>,
    /// The payoff as a fraction, exactly, where it is written as one: `5/2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<String>,
    /// Plies to the end with best play; none where it is not known to the end: it was not asked for, a limit struck (then
    /// `stopped` says so), or chance decides on the way.
    pub plies: Option<u32>,
    /// A win or loss in moves until mate, in games where people count so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<u32>,
    /// The best move; none where the game is over, it is the turn of chance, or nothing was found before a limit struck.
    pub best: Option<String>,
    /// Best play to the end, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Every move, best first, if asked for; where it is the turn of chance, every outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveValue>>,
    /// Where the value comes from, if not from a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The value is proven, of a win or a loss also how soon unless only who wins was asked for. Otherwise a limit struck, and
    /// `at_least` and `at_most` say what is proven.
    pub proven: bool,
    /// The value is this or better, where it is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Score>,
    /// The value is this or worse, where it is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Score>,
    /// What can be expected, in games of chance; proven to its error, or as far as it is known.
    #[serde(flatten)]
    pub chance: Option<Expected>,
    /// There was no memory for more positions of a game of chance.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub out_of_memory: bool,
    /// A limit of nodes or time, or a person, ended the search, or the search for the other moves or for best play.
    pub stopped: bool,
    /// The last finished depth, in games without a last move, which are solved depth by depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes of the search; positions of the table, in games of chance.
    pub nodes: u64,
    /// Microseconds of the search alone; where a book knew the value, of the line of play.
    pub micros: u64,
}

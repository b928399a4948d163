//! The results of a session: plain data, ready for JSON.

use rootward_search::Resistance;
use serde::Serialize;

use crate::{Algorithm, Bound, Ending, Kind, OutcomeChance, Points, Score, Source};

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
    /// It does not rest on an estimate.
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
    /// It does not rest on an estimate.
    pub proven: bool,
    /// The best line.
    pub line: Vec<String>,
    /// All lines, if several were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Nodes since the analysis began.
    pub nodes: u64,
    /// Static evaluations at this depth.
    pub evaluations: u64,
    /// Time since the analysis began.
    pub elapsed_ms: f64,
}

/// The result of an analysis.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// The game, as on the command line.
    pub game: String,
    /// The position.
    pub position: String,
    /// Who is to move: `first` or `second`.
    pub side: &'static str,
    /// The side's name in this game.
    pub side_name: &'static str,
    /// The name of the first side: in games of points, values are its points.
    #[serde(skip)]
    pub first_name: &'static str,
    /// It is a chance node: there is no move to choose, and the value is the average over the outcomes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chance: bool,
    /// The best move; none if the game is over, and at a chance node.
    pub best: Option<String>,
    /// Its value.
    pub score: Score,
    /// How it relates to the true one.
    pub bound: Bound,
    /// It does not rest on an estimate.
    pub proven: bool,
    /// The principal variation, as far as it is known.
    pub line: Vec<String>,
    /// All lines, if several were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// The last finished depth, 0 if none was; none if the game is over or was searched to its end at once.
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
    /// The source of the value, if not a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The model of a fallible opponent: the value is the expected one against it, not the one against best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
    /// A node or time limit, or the user, stopped it.
    pub stopped: bool,
    /// What ended it.
    pub ended_by: Ending,
    /// How the move was chosen, if every move loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resistance: Option<Resistance>,
    /// The result of the secondary search past the end of the chosen line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secondary_search: Option<SecondarySearch>,
    /// At a chance node: each outcome, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<OutcomeValue>,
}

/// An outcome of chance with its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeValue {
    /// The outcome and how likely it is.
    #[serde(flatten)]
    pub chance: OutcomeChance,
    /// Its value, from the same point of view as that of the position before.
    pub score: Score,
    /// How it relates to the true one.
    pub bound: Bound,
    /// It does not rest on an estimate.
    pub proven: bool,
    /// The best move after it; none if the game is over then, or at another chance node.
    pub best: Option<String>,
}

/// The result of the secondary search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SecondarySearch {
    /// The move chosen first.
    pub first_choice: String,
    /// Its value before the secondary search.
    pub before: Score,
    /// Its value with the secondary search.
    pub after: Score,
    /// Another move was chosen as a result.
    pub changed: bool,
}

/// The value of one move, proven. As JSON its value is one score, like every other.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValue {
    /// The move.
    pub mv: String,
    /// `win`, `draw`, `loss` or `payoff`, for the side to move; none if it was not proven within the limits.
    pub value: Option<Kind>,
    /// Points for MAX, in games that count them.
    pub payoff: Option<Points>,
    /// The payoff as an exact fraction, where it is written as one: `5/2`.
    pub fraction: Option<String>,
    /// Plies to the end with best play; none if best play is not known to the end.
    pub plies: Option<u32>,
    /// A win or loss as moves to mate, in games that use this count.
    pub mate: Option<u32>,
    /// Its expected value, in games of chance.
    pub chance: Option<Expected>,
}

impl MoveValue {
    /// A move about which nothing is known.
    pub(crate) fn unknown(mv: String) -> MoveValue {
        MoveValue { mv, value: None, payoff: None, fraction: None, plies: None, mate: None, chance: None }
    }
}

/// A value in a game of chance, for the side to move, with best play by both.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// The winning probability of the side to move, in games that always have a winner.
    pub win_probability: Option<f64>,
    /// Otherwise the mean result: points, or a win as 1, a draw as 0 and a loss as −1.
    pub expected: Option<f64>,
    /// The greatest possible error: the true value is proven to lie between…
    pub error: f64,
    /// … this …
    pub lowest: f64,
    /// … and this.
    pub highest: f64,
}

/// A solved position, or what is known of it. As JSON its value is one score, like every other.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The game.
    pub game: String,
    /// The position, as it was given.
    pub position: String,
    /// Who is to move: `first` or `second`.
    pub side: &'static str,
    /// The side's name in this game.
    pub side_name: &'static str,
    /// The name of the first side: in games of points, values are its points.
    pub first_name: &'static str,
    /// It is a chance node: there is no move to choose, and the value is the average over the outcomes.
    pub is_thrown: bool,
    /// `win`, `draw` or `loss` for the side to move, `payoff`, or `expected` in games of chance; none if it is not
    /// proven. A win or a loss may be proven before its distance is known: then `proven` is false.
    pub value: Option<Kind>,
    /// Points for MAX, in games that count them.
    pub payoff: Option<Points>,
    /// The payoff as an exact fraction, where it is written as one: `5/2`.
    pub fraction: Option<String>,
    /// Plies to the end with best play; none if it is not known to the end: it was not asked for, a limit was reached
    /// (then `stopped` says so), or there are chance nodes on the way.
    pub plies: Option<u32>,
    /// A win or loss as moves to mate, in games that use this count.
    pub mate: Option<u32>,
    /// The best move; none if the game is over, at a chance node, or if no move was found within the limits.
    pub best: Option<String>,
    /// Best play to the end, if asked for.
    pub line: Option<Vec<String>>,
    /// Every move, best first, if asked for; at a chance node, every outcome.
    pub moves: Option<Vec<MoveValue>>,
    /// The source of the value, if not a search.
    pub source: Option<Source>,
    /// The value is proven, and so is the distance of a win or loss unless only the winner was asked for. Otherwise a
    /// limit was reached, and `at_least` and `at_most` say what is proven.
    pub proven: bool,
    /// The value is this or better, where it is not proven.
    pub at_least: Option<Score>,
    /// The value is this or worse, where it is not proven.
    pub at_most: Option<Score>,
    /// The expected value, in games of chance; proven to within its error, or what is known of it.
    pub chance: Option<Expected>,
    /// Memory ran out for more positions of a game of chance.
    pub out_of_memory: bool,
    /// A node or time limit, or the user, stopped the search, or the search for the other moves or for best play.
    pub stopped: bool,
    /// Which limit stopped it; none if none did, or if it was memory.
    pub ended_by: Option<Ending>,
    /// The last finished depth, in games whose lines need not end, which are solved depth by depth.
    pub depth: Option<u32>,
    /// Nodes of the search; in games of chance, positions of the table.
    pub nodes: u64,
    /// Milliseconds of the search alone; if a book knew the value, of the search for the line.
    pub elapsed_ms: f64,
}

//! [`Session`]: a game under way, strings in and plain data out.

use rootward_models::Model;
use serde::Serialize;

use crate::compare::{CompareRow, CompareSettings};
use crate::risk::{RiskRow, RiskSettings};
use crate::trace::{Trace, TraceSettings};
use crate::{Answer, Ask, BoardData, ChanceData, Iteration, Limits, Points, Problem, Solution, SolveAsk, StepsData};
use crate::{BookBuild, BookChoice, BookPage, BookProgress, BuildEnd, Suggestion};

/// A game of some kind at some position. Front ends hold a `Box<dyn Session>` and need no other type.
pub trait Session: Send {
    /// The position as a person sees it.
    fn view(&self) -> View;

    /// The position as squares to click; none for a game that is not played on a board.
    fn board(&self) -> Option<BoardData>;

    /// A move taken step by step: how it stands after these. None for a game whose moves are one step.
    fn steps(&self, taken: &[(String, String)]) -> Result<Option<StepsData>, Problem>;

    /// The legal moves, without the rest of the view.
    fn moves(&self) -> Vec<String>;

    /// Whose turn it is, whether the game is over, and how often the position has occurred: what a referee asks.
    fn standing(&self) -> Standing;

    /// Is there chance in the game? Then values are averages, and no search goes to the end of it.
    fn has_chance(&self) -> bool;

    /// What can be thrown, where it is the turn of chance. An outcome is played like a move.
    fn chance(&self) -> Option<ChanceData>;

    /// The terms of the evaluation; empty if it has none that can be named.
    fn features(&self) -> Vec<FeatureData>;

    /// What the evaluation's terms depend on here beside what they count, in a sentence; empty if nothing.
    fn circumstances(&self) -> String;

    /// The static evaluation of the present position in points for MAX; none if the game has no terms to add up.
    fn evaluation(&self) -> Option<Points>;

    /// What the sides are called in this game.
    fn side_names(&self) -> [&'static str; 2];

    /// The moves that keep the position from being quiet: captures, and in check all moves.
    fn noisy_moves(&self) -> Vec<String>;

    /// Changes weights of the evaluation: `open-three=40,centre=2`.
    fn set_weights(&mut self, text: &str) -> Result<(), Problem>;

    /// Takes the opponent of whoever is to move to err like this when it is analysed; `None` for one who does not.
    fn expect(&mut self, opponent: Option<Model>);

    /// Goes to another position; the moves played are forgotten.
    fn set_position(&mut self, text: &str) -> Result<(), Problem>;

    /// Plays a move and says how it is written.
    fn play(&mut self, text: &str) -> Result<String, Problem>;

    /// Takes the last move back and says which it was.
    fn undo(&mut self) -> Option<String>;

    /// The moves played from the position that was set.
    fn moves_played(&self) -> Vec<String>;

    /// Makes sure that there is memory for a table of so many bytes, before anything is begun.
    fn reserve(&mut self, bytes: usize) -> Result<(), Problem>;

    /// Drops the table: the next search begins with an empty one and does not know of those before.
    fn forget(&mut self);

    /// Searches for the best move, telling `each` about every finished depth.
    fn analyse(&mut self, ask: &Ask, each: &mut dyn FnMut(&Iteration)) -> Result<Answer, Problem>;

    /// Proves the position's value.
    fn solve(&mut self, ask: &SolveAsk) -> Result<Solution, Problem>;

    /// Uses a book for analysing and solving; at first there is none.
    fn set_book(&mut self, choice: &BookChoice) -> Result<(), Problem>;

    /// Uses the tables of endgames in these folders, separated as in a search path, for analysing and solving; empty for none.
    fn set_endgames(&mut self, folders: &str) -> Result<(), Problem>;

    /// What the book says about the position; none if there is no book.
    fn book_page(&self) -> Option<BookPage>;

    /// The moves that a book of weights knows here, the heaviest first: opinions, not proofs. None if there is no such book.
    fn suggestions(&self) -> Option<Vec<Suggestion>>;

    /// Makes a book of the game's first positions, or goes on making it, telling `each` after every position.
    fn build_book(&self, wanted: &BookBuild, each: &mut dyn FnMut(&BookProgress)) -> Result<BuildEnd, Problem>;

    /// Counts the lines of `depth` plies by their first move, telling `each` as it goes.
    fn divide(&self, depth: u32, each: &mut dyn FnMut(&Division)) -> Vec<Division>;

    /// A search step by step.
    fn trace(&self, settings: &TraceSettings) -> Trace;

    /// The same within limits of nodes and time, or until a flag is raised; none if one of them ended the search, since
    /// half a search has no value to explain. The limits' depth is ignored.
    fn trace_within(&self, settings: &TraceSettings, limits: &Limits) -> Option<Trace>;

    /// What the same answer costs with more and more care, depth by depth, telling `each` about every depth.
    fn compare(&self, settings: &CompareSettings, each: &mut dyn FnMut(&CompareRow)) -> Vec<CompareRow>;

    /// What is left of lost positions after this one against players who err, telling `each` about every figure. `None` if it
    /// was stopped.
    fn risk(&self, settings: &RiskSettings, each: &mut dyn FnMut(&RiskRow)) -> Result<Option<Vec<RiskRow>>, Problem>;
}

/// A position as a person sees it.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The game, as it is written on the command line.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// Who is to move: `first` or `second`.
    pub side: &'static str,
    /// What that side is called in this game.
    pub side_name: &'static str,
    /// The number of the next move, in games whose moves are numbered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_number: Option<u32>,
    /// A picture of a few lines.
    pub board: String,
    /// The legal moves.
    pub moves: Vec<String>,
    /// How the game ended, if it is over.
    pub outcome: Option<OutcomeData>,
}

/// What a referee has to know about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Who is to move: `first` or `second`.
    pub side: &'static str,
    /// How the game ended, if it is over by its rules; repetition is not counted.
    pub outcome: Option<OutcomeData>,
    /// How often the position has occurred since the one that was set, itself included. 1 in games that cannot repeat.
    pub occurrences: usize,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum OutcomeData {
    /// This side won.
    Win {
        /// `first` or `second`.
        side: &'static str,
        /// What it is called in this game.
        side_name: &'static str,
    },
    /// Nobody won.
    Draw,
    /// So many points to MAX.
    Payoff {
        /// The points.
        value: Points,
        /// The same as a fraction, exactly, where it is written as one: `5/2`.
        #[serde(skip_serializing_if = "Option::is_none")]
        fraction: Option<String>,
    },
}

/// A term of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FeatureData {
    /// Its name in settings.
    pub name: &'static str,
    /// What it counts.
    pub meaning: &'static str,
    /// What it is summed up under; its own name in a game of few terms.
    pub group: &'static str,
    /// Points for each.
    pub weight: i32,
    /// How many there are in the present position, for MAX minus for MIN, in parts of the size `parts`.
    pub count: i32,
    /// So many parts make one; 1 unless terms matter by a share, as those of the middlegame do in an ending.
    pub parts: i32,
}

/// The lines that begin with a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Division {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many lines.
    pub lines: u64,
}

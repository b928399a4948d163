//! [`Session`]: a game in progress, strings in and plain data out.

use std::any::Any;
use std::path::Path;

use rootward_models::Model;
use rootward_search::{SharedTable, StopFlag};
use serde::Serialize;

use crate::{
    Analysis, Ask, Board, ChanceData, Iteration, Limits, Measured, Points, Problem, Solution, SolveAsk, Steps,
    Techniques,
};
use crate::{BookBuild, BookChoice, BookInfo, BookPage, BookProgress, BuildEnd, Suggestion};

/// A game at a position. Front ends hold a `Box<dyn Session>` and need no other type.
pub trait Session: Any + Send + Sync {
    /// The position as a person sees it.
    fn view(&self) -> View;

    /// The position as squares to click; none for a game that is not played on a board.
    fn board(&self) -> Option<Board>;

    /// A partly entered move after these steps. None for a game whose moves are one step.
    fn steps(&self, taken: &[(String, String)]) -> Result<Option<Steps>, Problem>;

    /// The legal moves, without the rest of the view.
    fn moves(&self) -> Vec<String>;

    /// The side to move, whether the game is over, and how often the position has occurred: for a referee.
    fn standing(&self) -> Standing;

    /// Is it a game of chance? Then values are averages, and no search goes to the end of the game.
    fn has_chance(&self) -> bool;

    /// The outcomes at a chance node. An outcome is played like a move.
    fn chance(&self) -> Option<ChanceData>;

    /// The features of the evaluation; empty if it has no named ones.
    fn features(&self) -> Vec<FeatureData>;

    /// What the evaluation depends on here besides the counts, in a sentence; empty if nothing.
    fn circumstances(&self) -> String;

    /// The static evaluation of the current position by its features, in points for MAX; none if the game has no features.
    fn evaluation(&self) -> Option<Points>;

    /// What the chosen network says of the current position; none with the game's own evaluation.
    fn network_evaluation(&self) -> Option<NetworkData>;

    /// How the game ended, in a sentence; none if it is not over.
    fn ending(&self) -> Option<String>;

    /// A value that is a great advantage in this game: graphs of values are scaled by it.
    fn great_advantage(&self) -> Points;

    /// The names of the sides in this game.
    fn side_names(&self) -> [&'static str; 2];

    /// The moves that keep the position from being quiet: captures, and in check all moves.
    fn noisy_moves(&self) -> Vec<String>;

    /// Changes weights of the evaluation: `open-three=40,centre=2`.
    fn set_weights(&mut self, text: &str) -> Result<(), Problem>;

    /// Chooses the evaluation: `linear`, `network` (the one that comes with the program), the file of a network, or
    /// `default` for what the game begins with.
    fn set_evaluation(&mut self, choice: &str) -> Result<(), Problem>;

    /// Sets the model of a fallible opponent of the side to move, for analysis; `None` for best play.
    fn expect(&mut self, opponent: Option<Model>);

    /// Sets another position; the moves played are forgotten.
    fn set_position(&mut self, text: &str) -> Result<(), Problem>;

    /// Plays a move and returns its notation.
    fn play(&mut self, text: &str) -> Result<String, Problem>;

    /// A [fork](Session::fork) with one more move played; this one stays where it is. A move that cannot be played costs no fork.
    fn after(&self, text: &str) -> Result<Box<dyn Session>, Problem>;

    /// Takes back the last move and returns it.
    fn undo(&mut self) -> Option<String>;

    /// The moves played from the position that was set.
    fn moves_played(&self) -> Vec<String>;

    /// The position as the game writes it, even if it was given otherwise: the same for the same position.
    fn written(&self) -> String;

    /// Another session at the same position, with the same settings and the same moves played. Each can be searched, and
    /// played on, while the other one is; it starts without the table of this one.
    fn fork(&self) -> Box<dyn Session>;

    /// Goes to the position of another session, with the moves played there, and keeps the table. `false`, and nothing
    /// changes, if that one is not a [fork](Session::fork) of this one, nor this of that one, nor both of a third: a table
    /// is no good for another game or other weights.
    fn follow(&mut self, other: &dyn Session) -> bool;

    /// Ensures that there is memory for a table of this many bytes, before any work begins.
    fn reserve(&mut self, bytes: usize) -> Result<(), Problem>;

    /// Drops the table: the next search starts with an empty one, independent of earlier searches.
    fn forget(&mut self);

    /// Searches for the best move and reports every finished depth to `each`.
    fn analyse(&mut self, ask: &Ask, each: &mut dyn FnMut(&Iteration)) -> Result<Analysis, Problem>;

    /// Proves the position's value.
    fn solve(&mut self, ask: &SolveAsk) -> Result<Solution, Problem>;

    /// Uses a book for analysing and solving; by default there is none.
    fn set_book(&mut self, choice: &BookChoice) -> Result<(), Problem>;

    /// Uses the endgame tables in these folders, separated as in a search path, for analysing and solving; empty for
    /// none.
    fn set_endgames(&mut self, folders: &str) -> Result<(), Problem>;

    /// The same for the tables that `rootward table build` makes.
    fn set_tables(&mut self, folders: &str) -> Result<(), Problem>;

    /// What the book says about the position; none if there is no book.
    fn book_page(&self) -> Option<BookPage>;

    /// The moves that a weighted book knows here, the highest weight first: opinions, not proofs. None without such a
    /// book.
    fn suggestions(&self) -> Option<Vec<Suggestion>>;

    /// Builds a book of the game's first positions, or resumes building it. Reports to `each` after every position.
    fn build_book(&self, wanted: &BookBuild, each: &mut dyn FnMut(&BookProgress)) -> Result<BuildEnd, Problem>;

    /// The positions that a book of `plies` plies is made of: those after its last ply that are not over, as text. A caller that has their
    /// values can [assemble](Session::assemble_book) the book. An error if `stop` is raised meanwhile.
    fn book_positions(&self, plies: u32, stop: &StopFlag) -> Result<Vec<String>, Problem>;

    /// A book of `plies` plies from the values of its [positions](Session::book_positions), in their order: 0 for a draw, n for a win of the
    /// side to move in n plies, −n for a loss. It is written to `out`, and a file of that name is replaced.
    fn assemble_book(&self, plies: u32, values: &[i8], out: &Path) -> Result<BookInfo, Problem>;

    /// Perft by first move ("divide"): counts the lines of `depth` plies and reports to `each` as it goes.
    fn divide(&self, depth: u32, each: &mut dyn FnMut(&Division)) -> Vec<Division>;

    /// The cost of a search by the engine of the current position, with this table, emptied; none if a limit stopped it.
    /// It uses no book and expects best play.
    fn measure(&self, techniques: Techniques, limits: Limits, table: &mut SharedTable) -> Option<Measured>;
}

/// A position for display.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The game, as on the command line.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// Who is to move: `first` or `second`.
    pub side: &'static str,
    /// The side's name in this game.
    pub side_name: &'static str,
    /// The number of the next move, in games whose moves are numbered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_number: Option<u32>,
    /// A text diagram of a few lines.
    #[serde(rename = "picture")]
    pub board: String,
    /// The legal moves.
    pub moves: Vec<String>,
    /// How the game ended, if it is over.
    pub outcome: Option<OutcomeData>,
}

/// The facts that a referee needs about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Who is to move: `first` or `second`.
    pub side: &'static str,
    /// How the game ended, if it is over by its rules; repetition is not counted.
    pub outcome: Option<OutcomeData>,
    /// The number of occurrences since the position that was set, itself included. 1 in games that cannot repeat.
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
        /// Its name in this game.
        side_name: &'static str,
    },
    /// Nobody won.
    Draw,
    /// A payoff for the first side.
    Payoff {
        /// The points.
        value: Points,
        /// The same as an exact fraction, where it is written as one: `5/2`.
        #[serde(skip_serializing_if = "Option::is_none")]
        fraction: Option<String>,
        /// The name of the first side, whose points they are.
        #[serde(skip)]
        side_name: &'static str,
    },
}

/// A term of a linear evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FeatureData {
    /// Its name in settings.
    pub name: &'static str,
    /// What it counts.
    pub meaning: &'static str,
    /// Its group; its own name in a game of few terms.
    pub group: &'static str,
    /// Points per unit.
    pub weight: i32,
    /// The count in the current position, MAX minus MIN, in units of 1 / `parts`.
    pub count: i32,
    /// The number of parts of one unit; 1 unless terms count by a share, as those of the middlegame do in an endgame.
    pub parts: i32,
}

/// What a network says of a position, in points for MAX.
#[derive(Clone, Debug)]
pub struct NetworkData {
    /// The evaluation.
    pub value: Points,
    /// The pieces that can be taken off; none in a game that has no words for them.
    pub pieces: Option<Vec<PieceData>>,
}

/// A piece, and what it is worth to a network here. Points are counted for MAX: a piece of MIN is mostly worth less than nothing.
#[derive(Clone, Debug, Serialize)]
pub struct PieceData {
    /// Whose it is.
    pub side_name: &'static str,
    /// What it is.
    pub name: &'static str,
    /// Where it stands.
    pub square: String,
    /// The evaluation without it.
    pub without: Points,
    /// The evaluation with it minus the one without it.
    pub worth: Points,
}

/// The lines that begin with a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Division {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The number of lines.
    #[serde(rename = "count")]
    pub lines: u64,
}

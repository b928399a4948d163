//! One step of a trace.

use rootward_search::Why;
use serde::{Deserialize, Serialize};

use super::value::{Mark, Role, Span, Value};

/// One thing that happened, as plain data that stands for itself: one JSON object a line.
///
/// A node that is settled at once (a leaf, a table hit) is entered and left in one step. Every other node has a step
/// [`StepKind::Enter`], its children's steps, and a step [`StepKind::Leave`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// From 1.
    pub number: usize,
    /// Which search from the top this belongs to, from 1. Only the engine searches more than once.
    pub search: usize,
    /// The visit: an index into [`Trace::nodes`](super::Trace::nodes). A node searched again is another visit.
    pub node: usize,
    /// What the node is called.
    pub name: String,
    /// What the node above is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Distance from the root.
    pub ply: usize,
    /// Who is to move there.
    pub side: Role,
    /// What happened.
    pub kind: StepKind,
    /// The node is entered with this step.
    pub enters: bool,
    /// The node is left with this step.
    pub leaves: bool,
    /// The α-β window: as handed down where the node is entered, else as it is after this step. None for minimax.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<Span>,
    /// The values that the node can still take, which is not the window.
    pub interval: Span,
    /// All nodes whose interval changed with this step, from here upwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The value in question: a leaf's, the new best one, the one that cut, the one left on the node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// How that value relates to the true one, where the node is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// What was handed up, where that is not the value: fail-hard search hands up the end of the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<Value>,
    /// Where the value comes from, where the node is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The move that gave the new best value, or that cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The details of a cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutNote>,
    /// What happened and why.
    pub sentence: String,
}

/// What a step is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// A node is entered.
    Enter,
    /// A node is settled without looking at its moves: the end of the game, the horizon, a proof.
    Leaf,
    /// A node has a new best value.
    Update,
    /// An outcome of chance has a value: a term of the average.
    Share,
    /// The rest of a node's moves is cut.
    Cut,
    /// The table knows the position.
    TableHit,
    /// At the horizon, the side to move may leave it at the static value.
    StandPat,
    /// The next move is searched deeper.
    Extension,
    /// The next move is searched less deeply at first.
    Reduction,
    /// A move is searched again.
    Research,
    /// The next child is the position after doing nothing.
    NullMove,
    /// The moves but one are searched, to see whether that one stands out.
    SingularTest,
    /// Behind an outcome of chance a single move is tried.
    Probe,
    /// Some moves are left out.
    Width,
    /// A move is left out, on a guess.
    LeftOut,
    /// A node is left.
    Leave,
}

impl StepKind {
    /// The word for it, as in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            StepKind::Enter => "enter",
            StepKind::Leaf => "leaf",
            StepKind::Update => "update",
            StepKind::Share => "share",
            StepKind::Cut => "cut",
            StepKind::TableHit => "table-hit",
            StepKind::StandPat => "stand-pat",
            StepKind::Extension => "extension",
            StepKind::Reduction => "reduction",
            StepKind::Research => "research",
            StepKind::NullMove => "null-move",
            StepKind::SingularTest => "singular-test",
            StepKind::Probe => "probe",
            StepKind::Width => "width",
            StepKind::LeftOut => "left-out",
            StepKind::Leave => "leave",
        }
    }
}

/// A node's new interval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The visit.
    pub node: usize,
    /// What the node is called.
    pub name: String,
    /// The values that it can still take.
    pub interval: Span,
}

/// The details of a cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutNote {
    /// `alpha` at a MIN node, `beta` at a MAX node; at a chance node the end that the average cannot come back to.
    pub kind: CutEnd,
    /// The α or β that was reached.
    pub bound: Value,
    /// How that bound came about.
    pub set: BoundSource,
    /// The visit of the ancestor that set it, if one did.
    pub set_by: Option<usize>,
    /// What that ancestor is called.
    pub set_by_name: Option<String>,
    /// How many plies above the cut that is; 0 if no ancestor set it.
    pub plies_up: usize,
    /// The bound was set more than one ply up.
    pub deep: bool,
    /// The moves that were not tried.
    pub skipped: Vec<Skipped>,
    /// The leaves below those moves, if there are few enough to count.
    pub leaves_skipped: Option<u64>,
}

/// Which end of the window a cut happened at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CutEnd {
    /// At a MIN node.
    Alpha,
    /// At a MAX node.
    Beta,
}

/// How an end of a window came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoundSource {
    /// The search from the top began with it (an aspiration window).
    Start,
    /// An ancestor has a move that is worth this.
    Move,
    /// An ancestor at the horizon may leave it at this.
    StandPat,
    /// It is half of a yes-or-no question: more than what the ancestor named has, or not?
    Scout,
    /// Nothing beyond it is possible: a proof, or the distance to the end.
    Limit,
    /// It is half of the question whether one move stands out.
    SingularTest,
    /// At a chance node above, it is what this outcome must be worth for the average to matter (Star1).
    Average,
}

/// A move that was not tried because of a cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The move.
    pub by: String,
    /// What the node there is called.
    pub name: String,
    /// Its value, if the game is over there: a reader sees on paper what the search did not look at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// How likely it was, below a chance node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<String>,
    /// Who would have been to move there, if the game goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Role>,
    /// What lies below, if it is small enough to be drawn to the end of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub below: Vec<Skipped>,
}

/// Where a node's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The game is over.
    Terminal,
    /// The position occurred before: a draw.
    Repetition,
    /// The depth limit: a static evaluation.
    Horizon,
    /// The side to move is content with the static value.
    StandPat,
    /// The transposition table.
    Table,
    /// A proof by the game's knowledge.
    Proof,
    /// Doing nothing was already too good.
    NullMove,
    /// The static value is hopeless or decided.
    Threshold,
    /// Near the horizon, and the static value is far above the window.
    Futility,
    /// Not all moves were searched.
    Cut,
    /// All that mattered about the moves was known without searching any of them.
    Children,
    /// All moves were searched.
    Searched,
    /// Chance: the weighted average of all outcomes.
    Averaged,
}

impl From<Why> for Reason {
    fn from(why: Why) -> Reason {
        match why {
            Why::Terminal => Reason::Terminal,
            Why::Repetition => Reason::Repetition,
            Why::Horizon => Reason::Horizon,
            Why::StandPat => Reason::StandPat,
            Why::Table => Reason::Table,
            Why::Proof => Reason::Proof,
            Why::NullMove => Reason::NullMove,
            Why::Threshold => Reason::Threshold,
            Why::ReverseFutility => Reason::Futility,
            Why::Cut => Reason::Cut,
            Why::Children => Reason::Children,
            Why::Searched => Reason::Searched,
            Why::Averaged => Reason::Averaged,
        }
    }
}

//! One step of a trace.

use rootward_game::Bound;
use rootward_search::{CutKind, Why};
use serde::{Deserialize, Serialize};

use super::value::{Role, Span, Value};

/// One event as self-contained plain data: one JSON object per line.
///
/// A node that is settled at once (a leaf, a table hit) is entered and left in one step. Every other node has a step
/// [`StepKind::Enter`], its children's steps, and a step [`StepKind::Leave`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// From 1.
    pub number: usize,
    /// The number of the search from the root that this belongs to, from 1. Only the engine searches more than once.
    pub search: usize,
    /// The visit: an index into [`Trace::nodes`](super::Trace::nodes). A node searched again is another visit.
    pub node: usize,
    /// The node's name.
    pub name: String,
    /// The parent's name.
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
    /// The α-β window: as passed down if the node is entered, else as it is after this step. None for minimax.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<Span>,
    /// The interval of values that the node can still take, which is not the window.
    pub interval: Span,
    /// All nodes whose interval changed with this step, from here upwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The value of this step: a leaf's, the new best one, the one that cut, the final one of the node.
    #[serde(rename = "score", default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// How that value relates to the true one, if the node is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
    /// The returned value, if it differs: a fail-hard search returns the end of the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<Value>,
    /// The reason for the value, if the node is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Why>,
    /// The move that gave the new best value, or that cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The details of a cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutNote>,
    /// What happened and why, as a sentence.
    pub sentence: String,
}

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// A node is entered.
    Enter,
    /// A node is settled without a search of its moves: the end of the game, the horizon, a proof.
    Leaf,
    /// A node has a new best value.
    Update,
    /// An outcome of chance has a value: a term of the average.
    Share,
    /// The rest of a node's moves is cut.
    Cut,
    /// The table has the value of the position.
    TableHit,
    /// At the horizon, the side to move can stand pat with the static value.
    StandPat,
    /// The next move is searched deeper.
    Extension,
    /// The next move is searched with a reduced depth first.
    Reduction,
    /// A move is searched again.
    Research,
    /// The next child is the position after a null move.
    NullMove,
    /// All moves but one are searched, to see whether that one is singular.
    SingularTest,
    /// A single move is tried after an outcome of chance (Star2).
    Probe,
    /// Some moves are left out.
    Width,
    /// A move is pruned speculatively.
    LeftOut,
    /// A node is left.
    Leave,
}

impl StepKind {
    /// The word for it, as in JSON.
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
    /// The node's name.
    pub name: String,
    /// The interval of values that it can still take.
    pub interval: Span,
}

/// The details of a cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutNote {
    /// `alpha` at a MIN node, `beta` at a MAX node; at a chance node the end that the average cannot reach again.
    pub kind: CutKind,
    /// The α or β that was reached.
    #[serde(rename = "score")]
    pub bound: Value,
    /// The origin of that bound.
    pub set: BoundSource,
    /// The visit of the ancestor that set it, if one did.
    pub set_by: Option<usize>,
    /// That ancestor's name.
    pub set_by_name: Option<String>,
    /// The number of plies between it and the cut; 0 if no ancestor set it.
    pub plies_up: usize,
    /// The bound was set more than one ply up.
    pub deep: bool,
    /// The moves that were not tried.
    pub skipped: Vec<Skipped>,
    /// The leaves below those moves, if there are few enough to count.
    pub leaves_skipped: Option<u64>,
}

/// The origin of an end of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoundSource {
    /// The search from the root began with it (an aspiration window).
    Start,
    /// An ancestor has a move with this value.
    Move,
    /// An ancestor at the horizon can stand pat with this value.
    StandPat,
    /// The far end of a null window: is the value better than the bound of the named ancestor?
    Scout,
    /// Nothing beyond it is possible: by a proof, or by the distance to the end (mate-distance pruning).
    Limit,
    /// One end of the window of a singular-extension test.
    SingularTest,
    /// At a chance node above, the value that this outcome needs for the average to matter (Star1).
    Average,
}

/// A move that was not tried because of a cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The move.
    pub by: String,
    /// The name of its node.
    pub name: String,
    /// Its value, if the game is over there, or the static one of a node of a tree at the horizon: a reader sees on
    /// paper what the search did not visit.
    #[serde(rename = "score", default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Its probability, below a chance node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<String>,
    /// Who would be to move there, if the game goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Role>,
    /// The subtree, if it is small enough to be drawn to the end of the game, or of a tree to the horizon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub below: Vec<Skipped>,
}

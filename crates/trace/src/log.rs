//! A whole trace as plain data: pictures and texts are functions of the trace and a step.

use rootward_game::Bound;
use serde::{Deserialize, Serialize};

use super::settings::{Setup, TraceSettings};
use super::step::Step;
use super::value::{Role, Value};

/// Everything that a search did, step by step, and the result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// The game's name.
    pub game: String,
    /// The position at the root, as the game writes it.
    pub position: String,
    /// What was traced.
    pub setup: Setup,
    /// Every visit to a node, in order. Steps refer to visits by number.
    pub nodes: Vec<TraceNode>,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// Events that were not recorded because there were too many.
    pub events_left_out: u64,
    /// The result and its cost; complete even if events were left out.
    pub summary: Summary,
    /// The greatest number of steps in the text.
    #[serde(skip, default = "text_steps")]
    pub(super) text_steps: usize,
    /// The greatest number of nodes in the drawn tree.
    #[serde(skip, default = "drawn_nodes")]
    pub(super) drawn_nodes: usize,
}

fn text_steps() -> usize {
    TraceSettings::default().text_steps
}

fn drawn_nodes() -> usize {
    TraceSettings::default().drawn_nodes
}

/// A visit to a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceNode {
    /// Its number.
    pub id: usize,
    /// The node's name: on paper, or the moves that lead there, `4.4.3`.
    pub name: String,
    /// The visit above.
    pub parent: Option<usize>,
    /// How the node was reached.
    pub way: Way,
    /// The move that led here, if any.
    pub by: Option<String>,
    /// The probability of this outcome, below a chance node: `1/3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<String>,
    /// Distance from the root.
    pub ply: usize,
    /// Who is to move.
    pub side: Role,
    /// Plies left to the horizon, negative beyond it; none if there is no horizon.
    pub depth: Option<i32>,
    /// The number of the search from the root that it belongs to, from 1.
    pub search: usize,
    /// An earlier visit by the same move from the same parent visit, if any.
    pub again: Option<usize>,
}

/// How a node was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// A search begins here.
    Top,
    /// By a move.
    Move,
    /// By a move, but without a visit by the search: its value was known.
    Known,
    /// By a null move.
    NullMove,
    /// The parent node again, with one move left out (singular extension).
    SingularTest,
}

/// The result of a search, and its cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The value at the root, for MAX.
    #[serde(rename = "score")]
    pub value: Value,
    /// How it relates to the true one.
    pub bound: Bound,
    /// It does not rest on an estimate.
    pub proven: bool,
    /// The value in words, with its label: `3, proven`, `MAX wins in 5 plies, proven`, `0.5, an estimate`.
    pub verdict: String,
    /// A remark about the value, if any.
    pub note: Option<String>,
    /// The best move at the root; none if the game is over.
    pub decision: Option<String>,
    /// The principal variation, as far as it was searched.
    pub line: Vec<String>,
    /// The nodes on that line, by name, without the root.
    pub line_nodes: Vec<String>,
    /// Searches from the root; more than one only with the engine.
    pub searches: usize,
    /// Positions entered, the root included.
    pub nodes: u64,
    /// Positions with a value from the game or from the evaluation.
    pub leaves: u64,
    /// Leaves of the whole tree, if they could be counted and each was visited at most once.
    pub all_leaves: Option<u64>,
    /// Static evaluations among the leaves.
    pub evaluations: u64,
    /// Values taken from the table.
    pub table_hits: u64,
    /// Values proven by the game's knowledge.
    pub proofs: u64,
    /// Cuts.
    pub cuts: u64,
    /// Deep cuts among the recorded ones: by a bound that was set more than one ply up.
    pub deep_cuts: u64,
    /// Moves that were not tried because of a cut.
    pub moves_skipped: u64,
}

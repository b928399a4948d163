//! A whole trace as plain data: what is shown of it is a function of the trace and a step.

use serde::{Deserialize, Serialize};

use super::settings::{Setup, TraceSettings};
use super::step::Step;
use super::value::{Mark, Role, Value};

/// Everything that a search did, step by step, and what came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// The game's name.
    pub game: String,
    /// The position at the root, as the game writes it.
    pub position: String,
    /// What was traced.
    pub setup: Setup,
    /// Every visit to a node, in the order in which they were made. The steps refer to them by number.
    pub nodes: Vec<TraceNode>,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// Events that were not recorded because there were too many.
    pub events_left_out: u64,
    /// What came out and what it cost; complete even if events were left out.
    pub summary: Summary,
    /// The text shows so many steps at most.
    #[serde(skip, default = "text_steps")]
    pub(super) text_steps: usize,
    /// The drawn tree has so many nodes at most.
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
    /// What the node is called: its name on paper, or the moves that lead there, `4.4.3`.
    pub name: String,
    /// The visit above.
    pub parent: Option<usize>,
    /// How the node was come to.
    pub way: Way,
    /// The move that led here, if it was one.
    pub by: Option<String>,
    /// How likely chance is to come here, below a chance node: `1/3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<String>,
    /// Distance from the root.
    pub ply: usize,
    /// Who is to move.
    pub side: Role,
    /// Plies left to the horizon, negative beyond it; none if there is no horizon.
    pub depth: Option<i32>,
    /// Which search from the top it belongs to, from 1.
    pub search: usize,
    /// An earlier visit by the same move from the same visit above, if there was one.
    pub again: Option<usize>,
}

/// How a node was come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// A search begins here.
    Top,
    /// By a move.
    Move,
    /// By a move, but only in thought: its value was known, so the search did not go there.
    Known,
    /// By doing nothing.
    NullMove,
    /// It is the node above once more, with one move left out.
    SingularTest,
}

/// What came out, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The value at the root, for MAX.
    pub value: Value,
    /// How it relates to the true one.
    pub mark: Mark,
    /// Nothing in it rests on an estimate.
    pub proven: bool,
    /// The value in words, with its label: `3, proven`, `MAX wins in 5 plies, proven`, `0.5, an estimate`.
    pub verdict: String,
    /// What else to know about the value, if anything.
    pub note: Option<String>,
    /// The move to make at the root; none where the game is over.
    pub decision: Option<String>,
    /// Best play by both sides, as far as it was searched.
    pub line: Vec<String>,
    /// The nodes on that line, by name, without the root.
    pub line_nodes: Vec<String>,
    /// Searches from the top; more than one only with the engine.
    pub searches: usize,
    /// Positions entered, the root included.
    pub nodes: u64,
    /// Positions whose value came from the game or from the evaluation.
    pub leaves: u64,
    /// Leaves of the whole tree, if they could be counted and each was seen once at most.
    pub all_leaves: Option<u64>,
    /// Static evaluations among the leaves.
    pub evaluations: u64,
    /// Values taken from the table.
    pub table_hits: u64,
    /// Values proven by the game's knowledge.
    pub proofs: u64,
    /// Cuts.
    pub cuts: u64,
    /// Cuts by a bound that was set more than one ply up, among the recorded ones.
    pub deep_cuts: u64,
    /// Moves that were not tried because of a cut.
    pub moves_skipped: u64,
}

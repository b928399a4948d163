//! A game played in turns as a tree: plain data, read from Gambit's `.efg` files.

use serde::{Deserialize, Serialize};

use crate::rational::Rational;

/// Nodes that a tree may have.
pub const MOST_NODES: usize = 250_000;
/// Players that a game may have.
pub const MOST_PLAYERS: usize = 16;

/// A game of perfect information. Nodes stand in the order in which a walk from the root first meets them, so every child
/// comes after its parent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTree {
    /// What the game is called; may be empty.
    pub title: String,
    /// What the players are called.
    pub players: Vec<String>,
    /// All nodes, the root first.
    pub nodes: Vec<TreeNode>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// Its name; may be empty.
    pub name: String,
    /// Whose turn it is.
    pub turn: Turn,
    /// What the players get for coming here, if anything. It is added to what comes later.
    pub payoffs: Option<Vec<Rational>>,
    /// The node above; `None` for the root.
    pub parent: Option<usize>,
    /// The branches, in order; none at an end.
    pub branches: Vec<Branch>,
    /// The line of the text on which the node stands, counted from 1.
    pub line: usize,
}

/// Who decides at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// Nobody: the game is over.
    End,
    /// Chance: every branch has its probability.
    Chance,
    /// A player, counted from 0.
    Player(usize),
}

/// A way down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// What the action is called.
    pub action: String,
    /// How probable it is; only where chance decides.
    pub probability: Option<Rational>,
    /// The node it leads to.
    pub node: usize,
}

impl GameTree {
    /// Does chance decide anywhere?
    pub fn has_chance(&self) -> bool {
        self.nodes.iter().any(|node| node.turn == Turn::Chance)
    }

    /// How a node is called in sentences: by the actions that lead there, the last ones if they are many.
    pub fn path(&self, mut node: usize) -> String {
        /// Deep trees have long paths, and every node has one.
        const MOST: usize = 16;
        let mut actions = Vec::new();
        while let Some(parent) = self.nodes[node].parent {
            if actions.len() == MOST {
                actions.push("…");
                break;
            }
            let branch = self.nodes[parent].branches.iter().find(|branch| branch.node == node);
            actions.push(branch.map_or("?", |branch| branch.action.as_str()));
            node = parent;
        }
        actions.reverse();
        if actions.is_empty() { "the start".to_owned() } else { actions.join(", ") }
    }
}

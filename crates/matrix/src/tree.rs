//! A game played in turns as a tree: plain data, read from Gambit's `.efg` files.

use serde::{Deserialize, Serialize};

use crate::rational::Rational;

/// The most nodes of a tree.
pub const MOST_NODES: usize = 250_000;
/// The most players of a game.
pub const MOST_PLAYERS: usize = 16;

/// A game of perfect information. Nodes are in preorder, so every child comes after its parent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTree {
    /// The name of the game; may be empty.
    pub title: String,
    /// The names of the players.
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
    /// The payoffs for reaching this node, if any. They are added to later ones.
    pub payoffs: Option<Vec<Rational>>,
    /// The parent; `None` for the root.
    pub parent: Option<usize>,
    /// The branches, in order; empty at a terminal node.
    pub branches: Vec<Branch>,
    /// The line of the node in the text, counted from 1.
    pub line: usize,
}

/// The player who decides at a node.
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

/// A branch to a child.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// The name of the action.
    pub action: String,
    /// Its probability; only at a chance node.
    pub probability: Option<Rational>,
    /// The node it leads to.
    pub node: usize,
}

impl GameTree {
    /// Is there a chance node?
    pub fn has_chance(&self) -> bool {
        self.nodes.iter().any(|node| node.turn == Turn::Chance)
    }

    /// The name of a node in sentences: the actions that lead there, only the last ones if there are many.
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

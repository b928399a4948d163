//! The static values written beside nodes.

use rootward_game::{Evaluation, Game, MoveOrdering, Proofs, Tactics};

use super::rules::{Node, Tree};

/// The estimates that were written in the tree, for searches that stop before the leaves. Nodes without one count as 0;
/// in a tree with chance, if 0 is outside the range of its numbers, as the end of the range nearest to 0.
///
/// There is no move ordering: children are tried from left to right, as on paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeKnowledge;

impl Evaluation<Tree> for TreeKnowledge {
    fn evaluate(&self, tree: &Tree, node: &Node) -> i32 {
        tree.value(*node).or_else(|| tree.estimate(*node)).unwrap_or_else(|| tree.range().clamp(0))
    }
}

impl MoveOrdering<Tree> for TreeKnowledge {}

impl Tactics<Tree> for TreeKnowledge {}

impl Proofs<Tree> for TreeKnowledge {
    type Note = ();
}

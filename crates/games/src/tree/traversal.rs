//! Depth-first traversal of a tree: down into every node from left to right, and up again.

use super::rules::{Node, Tree};

/// One step of a [`Traversal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A node is entered from its parent.
    Enter(Node),
    /// All of its children have been visited.
    Leave(Node),
}

/// The depth-first traversal of a whole tree. It needs no stack: parents and siblings give the way back.
pub(super) struct Traversal<'t> {
    tree: &'t Tree,
    next: Option<Step>,
}

impl Tree {
    /// Enters and leaves every node once, from the root.
    pub(super) fn traversal(&self) -> Traversal<'_> {
        Traversal { tree: self, next: Some(Step::Enter(Node::ROOT)) }
    }

    /// Is this the leftmost of its siblings (or the root)?
    pub(super) fn is_first_child(&self, node: Node) -> bool {
        self.branch_to(node).is_none_or(|branch| branch.index() == 0)
    }

    fn right_sibling(&self, node: Node) -> Option<Node> {
        let parent = self.parent(node)?;
        self.children(parent).next_back().filter(|&last| node < last).map(|_| Node(node.0 + 1))
    }
}

impl Iterator for Traversal<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.next?;
        self.next = match step {
            Step::Enter(node) => Some(self.tree.children(node).next().map_or(Step::Leave(node), Step::Enter)),
            Step::Leave(node) => {
                let sibling = self.tree.right_sibling(node).map(Step::Enter);
                sibling.or_else(|| self.tree.parent(node).map(Step::Leave))
            }
        };
        Some(step)
    }
}

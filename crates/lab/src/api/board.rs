//! The board at a node of a trace, found by playing the game from the root to the node.

use rootward_session::trace::{Trace, TraceNode, Way};
use rootward_session::{Board, Session};

/// The board at a node. None if no moves of the game lead there, as below a null move.
pub(crate) fn board_of(trace: &Trace, node: usize, root: Box<dyn Session>) -> Option<Board> {
    // Nothing is recorded if the game is over at the root.
    if trace.nodes.is_empty() {
        return root.board();
    }
    let path = way_to(trace, node);
    let mut session = root;
    for id in lead_in(trace, path[0])?.into_iter().chain(path.into_iter().skip(1)) {
        follow(session.as_mut(), &trace.nodes[id])?;
    }
    session.board()
}

/// The nodes from the top of the search to this one.
fn way_to(trace: &Trace, node: usize) -> Vec<usize> {
    let mut path: Vec<usize> = std::iter::successors(Some(node), |&id| trace.nodes[id].parent).collect();
    path.reverse();
    path
}

/// The nodes below the root on the path to the top of a search. A search that begins at the end of a line, as the second
/// look does, is reached by the path of an earlier visit with the same name.
fn lead_in(trace: &Trace, top: usize) -> Option<Vec<usize>> {
    let top = &trace.nodes[top];
    if top.ply == 0 {
        return Some(Vec::new());
    }
    let same = |node: &&TraceNode| node.ply == top.ply && node.name == top.name && node.parent.is_some();
    let earlier = trace.nodes[..top.id].iter().rev().find(same)?;
    Some(way_to(trace, earlier.id).split_off(1))
}

/// Plays the move of one more node.
fn follow(session: &mut dyn Session, node: &TraceNode) -> Option<()> {
    match (node.way, &node.by) {
        (Way::SingularTest, _) => Some(()),
        (Way::Move | Way::Known, Some(by)) => session.play(by).ok().map(|_| ()),
        _ => None,
    }
}

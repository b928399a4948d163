//! The nodes that are open at a step of a trace, from the root down, and the board of the last one.

use rootward_session::trace::{Role, Span, Step, StepKind, TraceNode, Value, Way};
use rootward_session::{BoardData, Session};
use serde::Serialize;

use crate::notes::Notes;

/// A node on the way from the root to the one that a step is about.
#[derive(Serialize)]
pub(crate) struct Open {
    node: usize,
    name: String,
    side: Role,
    alpha: Option<Value>,
    beta: Option<Value>,
    best: Option<Value>,
    interval: Option<Span>,
    moves_left: Vec<String>,
}

/// The stack at a step.
pub(crate) struct Stack {
    pub(crate) open: Vec<Open>,
    pub(crate) board: Option<BoardData>,
}

impl Stack {
    /// The stack after step `number` (from 1); `session` stands at the root.
    pub(crate) fn at(notes: &Notes, number: usize, mut session: Option<Box<dyn Session>>) -> Stack {
        let Some(step) = number.checked_sub(1).and_then(|index| notes.trace.steps.get(index)) else {
            return Stack { open: Vec::new(), board: session.and_then(|session| session.board()) };
        };
        let path = way_to(notes, step.node);
        let tried = tried(notes, &path, number);
        lead_in(notes, &path, &mut session);
        let mut open = Vec::new();
        for (place, &id) in path.iter().enumerate() {
            if place > 0 {
                session = session.take().and_then(|session| follow(session, &notes.trace.nodes[id]));
            }
            let moves = session.as_ref().map(|session| session.moves()).unwrap_or_default();
            open.push(self_at(notes, id, number, left(moves, &tried[place])));
        }
        Stack { open, board: session.and_then(|session| session.board()) }
    }
}

fn self_at(notes: &Notes, id: usize, number: usize, moves_left: Vec<String>) -> Open {
    let node = &notes.trace.nodes[id];
    let own = || notes.steps_about(id, number).filter(|step| step.node == id);
    let window = own().next().and_then(|step| step.window.clone());
    let valued = |step: &&Step| step.leaves || step.kind == StepKind::Update;
    let best = own().find(valued).and_then(|step| step.value.clone());
    let is_cut = own().any(|step| step.cut.is_some() || step.leaves);
    let (alpha, beta) = window.map(|window| (window.low, window.high)).unzip();
    Open {
        node: id,
        name: node.name.clone(),
        side: node.side,
        alpha,
        beta,
        best,
        interval: notes.steps_about(id, number).next().and_then(|step| interval_of(step, id)),
        moves_left: if is_cut { Vec::new() } else { moves_left },
    }
}

fn interval_of(step: &Step, node: usize) -> Option<Span> {
    if step.node == node {
        return Some(step.interval.clone());
    }
    step.changes.iter().find(|change| change.node == node).map(|change| change.interval.clone())
}

/// The nodes from the top of the search to this one.
fn way_to(notes: &Notes, node: usize) -> Vec<usize> {
    let mut path: Vec<usize> = std::iter::successors(Some(node), |&id| notes.trace.nodes[id].parent).collect();
    path.reverse();
    path
}

/// A search that begins at the end of a line, as the second look does, is led there by the visit of the same name.
fn lead_in(notes: &Notes, path: &[usize], session: &mut Option<Box<dyn Session>>) {
    let top = &notes.trace.nodes[path[0]];
    if top.ply == 0 {
        return;
    }
    let same = |node: &&TraceNode| node.ply == top.ply && node.name == top.name && node.parent.is_some();
    let earlier = notes.trace.nodes[..top.id].iter().rev().find(same).map(|node| way_to(notes, node.id));
    let Some(earlier) = earlier else {
        *session = None;
        return;
    };
    for &id in &earlier[1..] {
        *session = session.take().and_then(|session| follow(session, &notes.trace.nodes[id]));
    }
}

/// The session one node further down; none where no move of the game leads there.
fn follow(mut session: Box<dyn Session>, node: &TraceNode) -> Option<Box<dyn Session>> {
    match (node.way, &node.by) {
        (Way::SingularTest, _) => Some(session),
        (Way::Move | Way::Known, Some(by)) => session.play(by).ok().map(|_| session),
        _ => None,
    }
}

/// For each node of the path, the moves that have been tried.
fn tried<'a>(notes: &'a Notes, path: &[usize], number: usize) -> Vec<Vec<&'a str>> {
    let mut tried = vec![Vec::new(); path.len()];
    // Nodes are numbered in the order in which they are entered.
    let entered = notes.trace.nodes.iter().skip(path[0]).take_while(|node| notes.is_entered(node.id, number));
    for node in entered {
        let place = node.parent.and_then(|parent| path.iter().position(|&id| id == parent));
        if let (Some(place), Some(by)) = (place, node.by.as_deref()) {
            tried[place].push(by);
        }
    }
    tried
}

fn left(moves: Vec<String>, tried: &[&str]) -> Vec<String> {
    moves.into_iter().filter(|mv| !tried.contains(&mv.as_str())).collect()
}

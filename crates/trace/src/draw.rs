//! The tree of a trace as text.

use std::collections::{HashMap, HashSet, VecDeque};

use super::frame::{Frame, NodeView};
use super::log::{Trace, TraceNode, Way};
use super::names::names_move;
use super::value::relation;
use super::words::bracketed;
use super::{Skipped, Why};
use rootward_session::counted;

/// The content of one line of the text.
enum Item<'t> {
    Node(usize),
    Skipped(&'t Skipped),
    /// Too many moves were cut for a line each.
    AllSkipped(&'t [Skipped]),
    /// The number of visited nodes that are hidden.
    Hidden(usize),
}

/// At most this many cut moves of a node get a line of their own; more if they are leaves with values, as on paper.
const SKIPPED_LINES: usize = 2;
const SKIPPED_LEAVES: usize = 12;

/// A drawing under construction.
struct Picture<'t> {
    trace: &'t Trace,
    frame: &'t Frame,
    /// The latest visits by each move, in the order in which the moves were first tried.
    children: HashMap<usize, Vec<usize>>,
    visible: HashSet<usize>,
    /// The visits on the principal variation.
    best: HashSet<usize>,
}

impl Trace {
    /// The tree after the first `steps` steps, with at most `most_nodes` nodes: that of the last search from the root
    /// begun by then, with the value on each node and `✂` where a move was cut.
    pub fn drawing(&self, steps: usize, most_nodes: usize) -> String {
        let frame = self.frame(steps);
        let is_root = |node: &&TraceNode| node.way == Way::Top && node.ply == 0 && frame.nodes[node.id].entered;
        let Some(root) = self.nodes.iter().rfind(is_root) else { return String::new() };
        let mut picture = Picture {
            trace: self,
            frame: &frame,
            children: children_of(self, &frame),
            visible: HashSet::new(),
            best: HashSet::new(),
        };
        picture.choose_visible(root.id, most_nodes);
        if steps >= self.steps.len() {
            picture.follow_line(root.id);
        }
        picture.lines(root.id)
    }
}

fn children_of(trace: &Trace, frame: &Frame) -> HashMap<usize, Vec<usize>> {
    let mut children: HashMap<usize, Vec<usize>> = HashMap::new();
    let entered = trace.nodes.iter().filter(|node| frame.nodes[node.id].entered);
    for (node, parent) in entered.filter_map(|node| Some((node, node.parent?))) {
        let siblings = children.entry(parent).or_default();
        match siblings.iter_mut().find(|sibling| node.again == Some(**sibling)) {
            Some(earlier) => *earlier = node.id,
            None => siblings.push(node.id),
        }
    }
    children
}

impl<'t> Picture<'t> {
    fn children(&self, node: usize) -> &[usize] {
        self.children.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Breadth first, so that the hidden nodes are deep.
    fn choose_visible(&mut self, root: usize, most: usize) {
        let mut queue = VecDeque::from([root]);
        while let Some(node) = queue.pop_front().filter(|_| self.visible.len() < most.max(1)) {
            self.visible.insert(node);
            queue.extend(self.children(node));
        }
    }

    fn follow_line(&mut self, root: usize) {
        let mut node = root;
        for mv in &self.trace.summary.line {
            let by_move = |child: &&usize| self.trace.nodes[**child].by.as_ref() == Some(mv);
            let Some(&child) = self.children(node).iter().find(by_move) else { return };
            self.best.insert(child);
            node = child;
        }
    }

    fn lines(&self, root: usize) -> String {
        let mut text = String::new();
        let mut todo = vec![(Item::Node(root), String::new(), String::new())];
        while let Some((item, stem, indent)) = todo.pop() {
            text += &stem;
            text += &self.caption(&item);
            text.push('\n');
            let Item::Node(node) = item else { continue };
            let mut is_last = true;
            for item in self.items(node).into_iter().rev() {
                let (branch, below) = if is_last { ("└── ", "    ") } else { ("├── ", "│   ") };
                todo.push((item, format!("{indent}{branch}"), format!("{indent}{below}")));
                is_last = false;
            }
        }
        text
    }

    fn items(&self, node: usize) -> Vec<Item<'t>> {
        let (shown, hidden): (Vec<usize>, Vec<usize>) =
            self.children(node).iter().partition(|child| self.visible.contains(child));
        let mut items: Vec<Item<'t>> = shown.into_iter().map(Item::Node).collect();
        if !hidden.is_empty() {
            items.push(Item::Hidden(hidden.iter().map(|&child| self.nodes_below(child)).sum()));
        }
        let skipped = self.frame.nodes[node].cut.as_ref().map_or(&[][..], |note| &note.skipped);
        let leaves = skipped.iter().all(|skipped| skipped.value.is_some());
        if skipped.len() > if leaves { SKIPPED_LEAVES } else { SKIPPED_LINES } {
            items.push(Item::AllSkipped(skipped));
        } else {
            items.extend(skipped.iter().map(Item::Skipped));
        }
        items
    }

    fn nodes_below(&self, node: usize) -> usize {
        let mut count = 0;
        let mut todo = vec![node];
        while let Some(node) = todo.pop() {
            count += 1;
            todo.extend(self.children(node));
        }
        count
    }

    fn caption(&self, item: &Item<'_>) -> String {
        match item {
            Item::Hidden(count) => format!("… {} not drawn", counted(*count as u64, "more node", "more nodes")),
            Item::AllSkipped(all) => {
                let moves: Vec<&str> = all.iter().take(SKIPPED_LEAVES).map(|skipped| skipped.by.as_str()).collect();
                let more = if all.len() > moves.len() { " …" } else { "" };
                format!("✂ {} not visited: {}{more}", counted(all.len() as u64, "move", "moves"), moves.join(" "))
            }
            Item::Skipped(skipped) => {
                let odds = skipped.probability.as_ref().map_or_else(String::new, |odds| format!("{odds}: "));
                let value = skipped.value.as_ref().map_or_else(String::new, |value| format!(" = {value}"));
                format!("✂ {odds}{}{value} not visited", skipped.name)
            }
            Item::Node(node) => self.node_caption(&self.trace.nodes[*node], &self.frame.nodes[*node]),
        }
    }

    /// `a1: (B) ≤ 2`.
    fn node_caption(&self, node: &TraceNode, view: &NodeView) -> String {
        let name = if view.leaf { node.name.clone() } else { bracketed(node.side, &node.name) };
        let label = node.by.as_deref().filter(|by| is_label(by, &node.name)).map(|by| format!("{by}: "));
        let odds = node.probability.as_ref().map_or_else(String::new, |odds| format!("{odds}: "));
        let chosen = if self.best.contains(&node.id) { "  ←" } else { "" };
        format!("{odds}{}{name}{}{chosen}", label.unwrap_or_default(), value_caption(view))
    }
}

/// Is the move written beside the name? Not if the name contains it, nor if it is a mere number.
fn is_label(by: &str, name: &str) -> bool {
    !names_move(name, by) && !by.bytes().all(|byte| byte.is_ascii_digit())
}

fn value_caption(view: &NodeView) -> String {
    let Some(value) = &view.value else { return " …".to_owned() };
    let sign = match view.bound {
        None => return format!(" … {value} so far"),
        Some(_) if view.leaf && matches!(view.reason, Some(Why::Horizon | Why::StandPat)) => "~",
        Some(bound) => relation(bound),
    };
    let seen = view.interval.as_ref().filter(|interval| interval.is_point() && interval.low != *value);
    let in_fact = seen.map(|interval| format!(" (in fact {})", interval.low));
    let origin = match view.reason {
        Some(Why::Table) => " (table)",
        Some(Why::Proof) => " (known)",
        Some(Why::Threshold | Why::ReverseFutility | Why::NullMove | Why::MultiCut) => " (a guess)",
        _ => "",
    };
    format!(" {sign} {value}{origin}{}", in_fact.unwrap_or_default())
}

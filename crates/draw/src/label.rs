//! The text at a node, and its description for screen readers.

use rootward_session::{Bound, find_game};
use rootward_trace::{Role, Skipped, Span, Value, Why};

use crate::ink::Ink;
use crate::items::{Item, Who};
use crate::options::DrawOptions;
use crate::view::{NodeAt, TraceReader};

/// The outline of a node by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outline {
    /// MAX is to move.
    Square,
    /// MIN is to move.
    Circle,
    /// Chance decides.
    Diamond,
    /// A leaf.
    Leaf,
    /// Hidden nodes.
    Badge,
}

impl Outline {
    pub(crate) fn of(role: Role) -> Outline {
        match role {
            Role::Max => Outline::Square,
            Role::Min => Outline::Circle,
            Role::Chance => Outline::Diamond,
        }
    }

    /// The word for it in style sheets.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Outline::Square => "max",
            Outline::Circle => "min",
            Outline::Diamond => "chance",
            Outline::Leaf => "leaf",
            Outline::Badge => "badge",
        }
    }
}

/// The state of a node in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Not reached yet.
    Unseen,
    /// Entered, not left.
    Open,
    /// Left.
    Closed,
    /// Cut, never to be reached.
    Cut,
}

impl State {
    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            State::Unseen => "unseen",
            State::Open => "open",
            State::Closed => "closed",
            State::Cut => "cut",
        }
    }
}

/// The blanks that a student fills in.
pub(crate) const BLANK_ALPHA: &str = "α = ____";
pub(crate) const BLANK_BETA: &str = "β = ____";

/// All text at one place.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    pub(crate) outline: Outline,
    pub(crate) state: State,
    /// The node's name, if the moves above do not give it.
    pub(crate) name: Option<String>,
    /// Inside the outline.
    pub(crate) value: Option<String>,
    /// Two lines beside the outline: the window and the interval; on a worksheet α and β.
    pub(crate) beside: [Option<(Ink, String)>; 2],
    /// Below the outline.
    pub(crate) note: Option<String>,
    /// On the edge.
    pub(crate) edge: Option<String>,
    /// It is its parent's best child.
    pub(crate) chosen: bool,
}

impl<'t> TraceReader<'t> {
    /// The text at a place after a step.
    pub(crate) fn label(self, item: &Item<'t>, step: usize, options: &DrawOptions) -> Label {
        let blank = options.blank;
        match &item.who {
            Who::Visit(visit) => self.visit_label(*visit, step, options),
            Who::Skipped { cut_at, node, .. } => self.skipped_label(*cut_at, node, step, blank),
            Who::ManySkipped { cut_at, nodes } => {
                let cut = self.index.cut[*cut_at] <= step && !blank;
                Label {
                    value: Some(counted(nodes.len(), "move", "moves")),
                    ..Label::new(Outline::Badge, if cut { State::Cut } else { State::Unseen })
                }
            }
            Who::Hidden { visits, .. } => {
                let reached = self.hidden(visits, step);
                let all = visits.iter().map(|&visit| self.index.size[visit]).sum();
                let text = if reached == all || reached == 0 {
                    counted(all, "node", "nodes")
                } else {
                    format!("{} of {}", rootward_session::grouped(reached as u64), counted(all, "node", "nodes"))
                };
                let state = match reached {
                    0 => State::Unseen,
                    _ if reached < all => State::Open,
                    _ => State::Closed,
                };
                Label { value: Some(format!("+ {text}")), ..Label::new(Outline::Badge, state) }
            }
        }
    }

    /// How many of some visits and those below them have been made.
    pub(crate) fn hidden(self, visits: &[usize], step: usize) -> usize {
        let entered = self.index.entered_by(step);
        visits.iter().map(|&visit| entered.saturating_sub(visit).min(self.index.size[visit])).sum()
    }

    fn visit_label(self, visit: usize, step: usize, options: &DrawOptions) -> Label {
        let blank = options.blank;
        let node = &self.trace.nodes[visit];
        let at = self.at(visit, if blank { 0 } else { step });
        let outline = if at.leaf { Outline::Leaf } else { Outline::of(node.side) };
        let state = match (at.entered, at.left) {
            (false, _) => State::Unseen,
            (true, false) => State::Open,
            (true, true) => State::Closed,
        };
        let parent = node.parent.map(|parent| self.at(parent, step));
        let chosen = !blank && parent.is_some_and(|parent| parent.best.is_some() && parent.best == node.by.as_deref());
        let named = self.is_named(&node.name, node.by.as_deref());
        Label {
            name: (named && !at.leaf).then(|| node.name.clone()),
            value: self.value_text(visit, at),
            beside: if at.leaf { [None, None] } else { self.beside(visit, at, options) },
            note: at.reason.filter(|_| at.leaf).and_then(note_text).map(str::to_owned),
            edge: self.edge_text(node.probability.as_deref(), node.by.as_deref(), &node.name),
            chosen,
            ..Label::new(outline, state)
        }
    }

    fn beside(self, visit: usize, at: NodeAt<'t>, options: &DrawOptions) -> [Option<(Ink, String)>; 2] {
        if options.blank {
            let blanks = [BLANK_ALPHA, BLANK_BETA].map(|blank| Some((Ink::Text, blank.to_owned())));
            return if self.trace.setup.has_windows() { blanks } else { [None, None] };
        }
        if !at.entered {
            return [None, None];
        }
        if options.worksheet {
            let entry = self.steps_of(visit, usize::MAX).next().and_then(|step| step.window.as_ref());
            let line = |letter: &str, value: &Value| Some((Ink::Window, format!("{letter} = {value}")));
            return entry.map_or([None, None], |window| [line("α", &window.low), line("β", &window.high)]);
        }
        // Open nodes stand out.
        let ink = |ink: Ink| if at.left { Ink::Muted } else { ink };
        [
            at.window.map(|window| (ink(Ink::Window), window_text(window))),
            at.interval.map(|interval| (ink(Ink::Interval), interval_text(interval))),
        ]
    }

    fn skipped_label(self, cut_at: usize, node: &Skipped, step: usize, blank: bool) -> Label {
        let cut = self.index.cut[cut_at] <= step && !blank;
        let outline = match (&node.value, node.side) {
            (None, Some(side)) => Outline::of(side),
            _ => Outline::Leaf,
        };
        let unknown = node.value.is_none() && node.below.is_empty();
        let named = self.is_named(&node.name, Some(&node.by)) && outline != Outline::Leaf;
        Label {
            name: named.then(|| node.name.clone()),
            value: node.value.as_ref().map(|value| skipped_value(node, value)).or(unknown.then(|| "…".to_owned())),
            beside: if blank && outline != Outline::Leaf && self.trace.setup.has_windows() {
                [BLANK_ALPHA, BLANK_BETA].map(|blank| Some((Ink::Text, blank.to_owned())))
            } else {
                [None, None]
            },
            edge: self.edge_text(node.probability.as_deref(), Some(&node.by), &node.name),
            ..Label::new(outline, if cut { State::Cut } else { State::Unseen })
        }
    }

    /// The value inside a node: `3`, `≤ 2`, `~4`, or `3…` for the best so far.
    pub(crate) fn value_text(self, visit: usize, at: NodeAt<'t>) -> Option<String> {
        let Some(value) = at.value else {
            // The leaves of a tree on paper can be read before the search visits them.
            let step = self.index.own.of(visit).first().filter(|_| at.leaf && self.is_on_paper())?;
            let current = self.step(*step)?;
            return current.value.as_ref().map(|value| value_in_node(value, Some(Bound::Exact), current.reason, true));
        };
        Some(value_in_node(value, at.bound, at.reason, at.leaf))
    }

    /// Is the game a tree that was drawn before the search began?
    pub(crate) fn is_on_paper(self) -> bool {
        find_game(&self.trace.game).is_ok_and(|entry| entry.is_drawn)
    }

    /// Does the node have a name of its own, rather than the moves that lead to it?
    pub(crate) fn is_named(self, name: &str, by: Option<&str>) -> bool {
        let Some(path) = by.and_then(|by| name.strip_suffix(by)) else { return true };
        // On paper, the move to a node without a label is the node's name.
        if path.is_empty() { self.is_on_paper() } else { !path.ends_with('.') }
    }

    /// The text on an edge: the probability, the move, or both.
    fn edge_text(self, probability: Option<&str>, by: Option<&str>, name: &str) -> Option<String> {
        let by = by.filter(|by| self.is_edge_label(by, name));
        match (probability, by) {
            (Some(probability), Some(by)) => Some(format!("{probability} {by}")),
            (one, other) => one.or(other).map(str::to_owned),
        }
    }

    fn is_edge_label(self, by: &str, name: &str) -> bool {
        let mere_number = self.is_on_paper() && by.bytes().all(|byte| byte.is_ascii_digit());
        let says_name = self.is_on_paper() && by == name;
        !mere_number && !says_name
    }
}

impl Label {
    fn new(outline: Outline, state: State) -> Label {
        Label { outline, state, name: None, value: None, beside: [None, None], note: None, edge: None, chosen: false }
    }
}

/// A value as it stands inside a node.
pub(crate) fn value_in_node(value: &Value, bound: Option<Bound>, reason: Option<Why>, leaf: bool) -> String {
    match bound {
        None => format!("{value}…"),
        Some(_) if leaf && matches!(reason, Some(Why::Horizon | Why::StandPat)) => format!("~{value}"),
        Some(bound) => format!("{}{value}", bound.sign()),
    }
}

/// The value of a node that was never visited. A position that is not the end of the game has a static one.
pub(crate) fn skipped_value(node: &Skipped, value: &Value) -> String {
    if node.side.is_some() { format!("~{value}") } else { value.to_string() }
}

fn note_text(reason: Why) -> Option<&'static str> {
    match reason {
        Why::Table => Some("table"),
        Why::Proof => Some("known"),
        Why::Threshold | Why::ReverseFutility | Why::NullMove | Why::MultiCut => Some("a guess"),
        Why::Repetition => Some("repetition"),
        _ => None,
    }
}

/// `α=3 β=∞`.
pub(crate) fn window_text(span: &Span) -> String {
    format!("α={} β={}", span.low, span.high)
}

/// `∈ [−∞, 2]`.
pub(crate) fn interval_text(span: &Span) -> String {
    format!("∈ {span}")
}

/// A count with its noun.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    rootward_session::counted(count as u64, one, many)
}

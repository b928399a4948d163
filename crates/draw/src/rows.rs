//! The drawn tree in words, row by row, for screen readers.

use rootward_session::Bound;
use rootward_trace::{CutKind, Role};
use serde::Serialize;

use crate::items::{Item, Who};
use crate::label::{Label, State, counted, skipped_value};
use crate::options::DrawOptions;
use crate::view::TraceReader;

/// One place of the drawing, for screen readers. The fields are those of ARIA's tree items.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The name of the element in the SVG: `n7`, `s7-2`, `b7`.
    pub id: String,
    /// The visit, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    /// From 1.
    pub level: usize,
    /// The node's name.
    pub name: String,
    /// Who is to move there; none where nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Role>,
    /// The whole description in one line.
    pub label: String,
    /// `unseen`, `open`, `closed` or `cut`.
    pub state: &'static str,
    /// The search is here.
    pub current: bool,
    /// The number of siblings, itself included.
    pub setsize: usize,
    /// Its position among them, from 1.
    pub posinset: usize,
    /// Whether its children are drawn; none if it has no children.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    /// The visit to open to see what is hidden here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opens: Option<usize>,
}

impl<'t> TraceReader<'t> {
    /// The rows in depth-first order.
    pub(crate) fn rows(self, items: &[Item<'t>], step: usize, options: &DrawOptions) -> Vec<Row> {
        let current = self.current_item(items, step);
        let mut rows = Vec::with_capacity(items.len());
        let mut todo = if items.is_empty() { vec![] } else { vec![(0, 1, 1)] };
        while let Some((place, setsize, posinset)) = todo.pop() {
            let item = &items[place];
            let is_current = current == Some(place) && !options.blank;
            rows.push(self.row(items, item, (setsize, posinset), step, options, is_current));
            let count = item.children.len();
            todo.extend(item.children.iter().enumerate().rev().map(|(nth, &child)| (child, count, nth + 1)));
        }
        rows
    }

    fn row(
        self,
        items: &[Item<'t>],
        item: &Item<'t>,
        (setsize, posinset): (usize, usize),
        step: usize,
        options: &DrawOptions,
        current: bool,
    ) -> Row {
        let label = self.label(item, step, options);
        let (node, name, side, opens) = match &item.who {
            Who::Visit(visit) => {
                let node = &self.trace.nodes[*visit];
                (Some(*visit), node.name.clone(), Some(node.side), None)
            }
            Who::Skipped { node, .. } => (None, node.name.clone(), node.side, None),
            Who::ManySkipped { nodes, .. } => (None, counted(nodes.len(), "move", "moves"), None, None),
            Who::Hidden { below, .. } => (None, "hidden nodes".to_owned(), None, Some(*below)),
        };
        let hidden = |&child: &usize| matches!(items[child].who, Who::Hidden { .. });
        let expanded = (!item.children.is_empty()).then(|| !item.children.iter().all(hidden));
        Row {
            id: item.id(),
            node,
            level: item.level + 1,
            name,
            side,
            label: self.spoken(item, &label, step, options, current),
            state: label.state.word(),
            current,
            setsize,
            posinset,
            expanded,
            opens,
        }
    }

    /// The description of a place in one line.
    pub(crate) fn spoken(
        self,
        item: &Item<'t>,
        label: &Label,
        step: usize,
        options: &DrawOptions,
        current: bool,
    ) -> String {
        let mut parts = match &item.who {
            Who::Visit(visit) => self.spoken_visit(*visit, step, options, label.state),
            Who::Skipped { cut_at, node, .. } => {
                let mut parts = vec![node.name.clone()];
                parts.extend(node.probability.as_ref().map(|odds| format!("probability {odds}")));
                let leaf = (options.blank && node.value.is_some()).then(|| "leaf".to_owned());
                parts.extend(leaf.or(node.side.map(|side| side.name().to_owned())));
                parts.extend(node.value.as_ref().map(|value| format!("value {}", skipped_value(node, value))));
                match label.state {
                    State::Cut => parts.push(format!("cut, not visited{}", self.cut_reason(*cut_at))),
                    // A question must not tell which nodes the search visits.
                    _ if options.blank => {}
                    _ => parts.push("not visited yet".to_owned()),
                }
                parts
            }
            Who::ManySkipped { nodes, .. } => {
                let what = if label.state == State::Cut { "cut, not visited" } else { "not visited yet" };
                let moves: Vec<&str> = nodes.iter().map(|node| node.by.as_str()).collect();
                vec![format!("{} {what}: {}", counted(nodes.len(), "move", "moves"), moves.join(" "))]
            }
            Who::Hidden { .. } => vec![format!("{} not drawn", label.value.clone().unwrap_or_default())],
        };
        parts.extend(label.chosen.then(|| "best so far for its parent".to_owned()));
        parts.extend(current.then(|| "the search is here".to_owned()));
        parts.join(", ")
    }

    /// `: 2 ≤ α = 3 set at A`. Empty if the trace does not say.
    fn cut_reason(self, visit: usize) -> String {
        let Some(cut) = self.cut_of(visit) else { return String::new() };
        let Some(value) = self.at(visit, self.end()).value else { return String::new() };
        let past = self.trace.setup.cut.as_deref() == Some("past");
        let sign = match (cut.kind, past) {
            (CutKind::Alpha, false) => "≤ α",
            (CutKind::Alpha, true) => "< α",
            (CutKind::Beta, false) => "≥ β",
            (CutKind::Beta, true) => "> β",
        };
        let set = cut.set_by_name.as_ref().map_or_else(String::new, |name| format!(" set at {name}"));
        format!(": {value} {sign} = {}{set}", cut.bound)
    }

    fn spoken_visit(self, visit: usize, step: usize, options: &DrawOptions, state: State) -> Vec<String> {
        let blank = options.blank;
        let node = &self.trace.nodes[visit];
        let at = self.at(visit, if blank { 0 } else { step });
        let mut parts = vec![node.name.clone()];
        parts.extend(node.probability.as_ref().map(|odds| format!("probability {odds}")));
        if at.leaf {
            parts.push("leaf".to_owned());
        } else {
            parts.push(node.side.name().to_owned());
        }
        if blank {
            parts.extend(self.value_text(visit, at).map(|value| format!("value {value}")));
            return parts;
        }
        match (state, at.value, at.bound) {
            (State::Unseen, ..) => parts.push("not visited yet".to_owned()),
            (State::Open, Some(value), _) => parts.push(format!("open, {value} so far")),
            (State::Open, None, _) => parts.push("open".to_owned()),
            (_, Some(value), Some(Bound::AtLeast)) => parts.push(format!("at least {value}")),
            (_, Some(value), Some(Bound::AtMost)) => parts.push(format!("at most {value}")),
            (_, Some(value), _) => parts.push(format!("value {value}")),
            (_, None, _) => {}
        }
        if !at.leaf && at.entered {
            parts.extend(at.window.map(|window| format!("α = {}, β = {}", window.low, window.high)));
            parts.extend(at.interval.map(|interval| format!("possible {} to {}", interval.low, interval.high)));
        }
        parts.extend(at.cut.map(|cut| format!("{} cut here", counted(cut.skipped.len(), "move", "moves"))));
        parts
    }

    /// The place of the current node, or of the nearest one above it that is drawn, or the badge that hides it.
    pub(crate) fn current_item(self, items: &[Item<'t>], step: usize) -> Option<usize> {
        let nodes = &self.trace.nodes;
        let mut above = self.step(step)?.node;
        let mut way = vec![above];
        while let Some(parent) = nodes[above].parent {
            above = parent;
            way.push(above);
        }
        // Down from the top, along the places that are drawn.
        let mut place = items.iter().position(|item| matches!(item.who, Who::Visit(id) if way.contains(&id)))?;
        for visit in way.into_iter().rev() {
            let leads_there = |&child: &usize| match &items[child].who {
                Who::Visit(id) => *id == visit,
                Who::Hidden { visits, .. } => visits.contains(&visit),
                Who::Skipped { .. } | Who::ManySkipped { .. } => false,
            };
            place = items[place].children.iter().copied().find(leads_there).unwrap_or(place);
        }
        Some(place)
    }
}

//! Checking answers: every one, and the first mistake with the rule that it breaks.

use rootward_session::Bound;
use rootward_trace::{Algorithm, Role, Skipped, Span, Step, StepKind, Trace, Value, relation};
use serde::Serialize;

use super::answer::{Answers, CutAnswer, NodeAnswer};
use super::choice::Choice;
use super::question::{Ask, all_items, name};
use super::reading::read;
use crate::index::Index;
use crate::items::Who;
use crate::label::Outline;
use crate::options::DrawOptions;
use crate::view::TraceReader;

/// The result of a quiz.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grade {
    /// Right answers.
    #[serde(rename = "correct")]
    pub score: usize,
    /// The number of questions.
    pub of: usize,
    /// The earliest mistake: those after it may be its consequences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_wrong: Option<Wrong>,
    /// Every answer, in the order in which the search decides them.
    pub items: Vec<Item>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// The node, by the name of its element in the picture.
    pub node: String,
    /// The node's name.
    pub name: String,
    /// The question.
    pub field: Ask,
    /// Whether it is right.
    pub right: bool,
    /// The answer; none if there was none.
    pub given: Option<String>,
    /// The right answer.
    pub expected: String,
    /// The step of the search that decides it.
    pub step: usize,
}

/// A mistake.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wrong {
    /// The node, by the name of its element in the picture.
    pub node: String,
    /// The node's name.
    pub name: String,
    /// The question.
    pub field: Ask,
    /// The answer; none if there was none.
    pub given: Option<String>,
    /// The right answer.
    pub right: String,
    /// The rule that applies, in one sentence.
    pub rule: String,
}

/// Grades the answers to the [questions](super::questions) about a trace.
pub fn grade(trace: &Trace, answers: &Answers) -> Grade {
    let index = Index::new(trace);
    let reader = TraceReader { trace, index: &index };
    let items = all_items(reader);
    let nothing = NodeAnswer::default();
    let mut checked: Vec<(Item, String)> = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let outline = reader.label(item, 0, &DrawOptions::default()).outline;
        if matches!(outline, Outline::Leaf | Outline::Badge) {
            continue;
        }
        let id = item.id();
        let given = answers.0.get(&id).or_else(|| answers.0.get(id.trim_start_matches('n'))).unwrap_or(&nothing);
        let check = Check { reader, id, name: name(reader, item), given };
        match &item.who {
            Who::Visit(visit) => check.visit(*visit, place == 0, &mut checked),
            Who::Skipped { cut_at, .. } => check.never_visited(*cut_at, &mut checked),
            Who::ManySkipped { .. } | Who::Hidden { .. } => {}
        }
    }
    checked.sort_by_key(|(item, _)| item.step);
    let first_wrong = checked.iter().find(|(item, _)| !item.right).map(|(item, rule)| Wrong {
        node: item.node.clone(),
        name: item.name.clone(),
        field: item.field,
        given: item.given.clone(),
        right: item.expected.clone(),
        rule: rule.clone(),
    });
    let items: Vec<Item> = checked.into_iter().map(|(item, _)| item).collect();
    Grade { score: items.iter().filter(|item| item.right).count(), of: items.len(), first_wrong, items }
}

/// The right answers.
pub fn solution(trace: &Trace) -> Answers {
    let index = Index::new(trace);
    let reader = TraceReader { trace, index: &index };
    let items = all_items(reader);
    let mut answers = Answers::default();
    for (place, item) in items.iter().enumerate() {
        let Who::Visit(visit) = item.who else { continue };
        if reader.at(visit, reader.end()).leaf {
            continue;
        }
        let facts = Facts::of(reader, visit);
        let text = |end: fn(&Span) -> String| facts.window.map(end);
        let answer = NodeAnswer {
            value: facts.left.and_then(|step| step.value.as_ref()).map(|value| value.text.clone()),
            alpha: text(|window| window.low.text.clone()),
            beta: text(|window| window.high.text.clone()),
            cut: facts
                .window
                .map(|_| CutAnswer::Children(facts.skipped.iter().map(|skipped| skipped.name.clone()).collect())),
            chosen: trace.summary.line_nodes.first().filter(|_| place == 0).cloned(),
        };
        answers.0.insert(item.id(), answer);
    }
    answers
}

/// The facts in the log about a visit.
struct Facts<'t> {
    entered: Option<&'t Step>,
    left: Option<&'t Step>,
    /// The window handed down.
    window: Option<&'t Span>,
    cut: Option<&'t Step>,
    skipped: &'t [Skipped],
}

impl<'t> Facts<'t> {
    fn of(reader: TraceReader<'t>, visit: usize) -> Facts<'t> {
        let steps = || reader.steps_of(visit, reader.end());
        let entered = steps().next();
        let cut = steps().find(|step| step.kind == StepKind::Cut);
        Facts {
            entered,
            left: steps().find(|step| step.leaves),
            window: entered.and_then(|step| step.window.as_ref()),
            cut,
            skipped: cut.and_then(|step| step.cut.as_ref()).map_or(&[], |cut| &cut.skipped),
        }
    }
}

/// The answers about one node.
struct Check<'a, 't> {
    reader: TraceReader<'t>,
    id: String,
    name: String,
    given: &'a NodeAnswer,
}

impl Check<'_, '_> {
    fn item(&self, field: Ask, right: bool, given: Option<String>, expected: String, step: usize) -> Item {
        Item { node: self.id.clone(), name: self.name.clone(), field, right, given, expected, step }
    }

    fn visit(&self, visit: usize, is_root: bool, checked: &mut Vec<(Item, String)>) {
        let facts = Facts::of(self.reader, visit);
        let (Some(entered), Some(left)) = (facts.entered, facts.left) else { return };
        if let Some(window) = facts.window {
            let ends = [(Ask::Alpha, &self.given.alpha, &window.low), (Ask::Beta, &self.given.beta, &window.high)];
            for (field, given, value) in ends {
                let right = given.as_deref().is_some_and(|given| read(given).is(value));
                let item = self.item(field, right, written(given), value.text.clone(), entered.number);
                checked.push((item, self.window_rule(visit)));
            }
            checked.push(self.cut(visit, &facts, left));
        }
        if let Some(value) = &left.value {
            let right =
                self.given.value.as_deref().is_some_and(|given| returns(given, value, left.bound, facts.window));
            let item = self.item(Ask::Value, right, written(&self.given.value), value.text.clone(), left.number);
            checked.push((item, self.value_rule(visit, left)));
        }
        if let (true, Some(choice)) = (is_root, Choice::at(self.reader, visit)) {
            let given = written(&self.given.chosen);
            let right = given.as_deref().is_some_and(|given| choice.is_right(given));
            let rule = choice.rule(given.as_deref().unwrap_or_default(), &left.sentence);
            checked.push((self.item(Ask::Chosen, right, given, choice.expected(), left.number + 1), rule));
        }
    }

    /// A node that the search never visits: an answer about it means that the student did not cut it.
    fn never_visited(&self, cut_at: usize, checked: &mut Vec<(Item, String)>) {
        let Some(cut) = Facts::of(self.reader, cut_at).cut else { return };
        let Some((field, given)) = self.given.about_a_visit().next() else { return };
        let rule = format!("{} is never visited. {}", self.name, cut.sentence);
        checked.push((self.item(field, false, Some(given.to_owned()), "not visited".to_owned(), cut.number), rule));
    }

    fn cut(&self, visit: usize, facts: &Facts<'_>, left: &Step) -> (Item, String) {
        let skipped: Vec<&str> = facts.skipped.iter().map(|skipped| skipped.name.as_str()).collect();
        let is_skipped = |text: &str| facts.skipped.iter().any(|skipped| skipped.name == text || skipped.by == text);
        let (right, given) = match &self.given.cut {
            None => (false, None),
            Some(CutAnswer::Whether(cut)) => {
                (*cut != skipped.is_empty(), Some(if *cut { "something" } else { "nothing" }.to_owned()))
            }
            Some(CutAnswer::Children(children)) => {
                let all = facts
                    .skipped
                    .iter()
                    .all(|skipped| children.iter().any(|child| *child == skipped.name || *child == skipped.by));
                let none_else = children.iter().all(|child| is_skipped(child));
                (all && none_else, Some(listed(children.iter().map(String::as_str))))
            }
        };
        let step = facts.cut.map_or(left.number, |cut| cut.number);
        // A wrong cut of a visited child is a mistake at the moment when the child is entered.
        let too_much = self.cut_too_much(visit, &is_skipped);
        let (step, rule) = match (&too_much, facts.cut) {
            (Some((child, step)), _) => (*step, self.needed_rule(visit, child, *step)),
            (None, Some(cut)) => (step, cut.sentence.clone()),
            (None, None) => (step, format!("Nothing is cut at {}: {}.", self.name, self.cut_rule())),
        };
        (self.item(Ask::Cut, right, given, listed(skipped.into_iter()), step), rule)
    }

    /// The first child that is visited although the answer says it is cut.
    fn cut_too_much(&self, visit: usize, is_skipped: &dyn Fn(&str) -> bool) -> Option<(String, usize)> {
        let Some(CutAnswer::Children(children)) = &self.given.cut else { return None };
        let nodes = &self.reader.trace.nodes;
        let visited = self.reader.index.children.of(visit).iter().map(|&child| &nodes[child]);
        let mut wrong = visited.filter(|node| {
            let named = |text: &String| *text == node.name || node.by.as_ref() == Some(text);
            children.iter().any(named) && !is_skipped(&node.name)
        });
        let node = wrong.next()?;
        let entered = self.reader.steps_of(node.id, self.reader.end()).next()?;
        Some((node.name.clone(), entered.number))
    }

    fn cut_rule(&self) -> &'static str {
        match self.reader.trace.setup.cut.as_deref() {
            Some("past") => "the rest of the moves is cut only when β < α",
            _ => "the rest of the moves is cut only when β ≤ α",
        }
    }

    fn needed_rule(&self, visit: usize, child: &str, step: usize) -> String {
        let window = self.reader.at(visit, step.saturating_sub(1)).window;
        let window = window.map_or_else(String::new, |window| format!("α = {} and β = {}", window.low, window.high));
        format!("{child} must be visited: {}, and before it {} has {window}.", self.cut_rule(), self.name)
    }

    fn window_rule(&self, visit: usize) -> String {
        match self.reader.trace.nodes[visit].parent {
            None => "At the root α = −∞ and β = ∞: nothing is known yet.".to_owned(),
            Some(parent) if self.reader.trace.nodes[parent].side == Role::Chance => {
                let above = &self.reader.trace.nodes[parent].name;
                match self.reader.trace.setup.algorithm {
                    Algorithm::Engine => format!(
                        "Below chance, α and β are what this outcome must be worth for the average at {above} to matter, \
                         whatever the others are."
                    ),
                    _ => format!(
                        "Below the chance node {above} the window is open again: an average may need any value."
                    ),
                }
            }
            Some(parent) => {
                let entered = self.reader.index.own.of(visit).first().copied().unwrap_or(1);
                let above = &self.reader.trace.nodes[parent].name;
                let window = self.reader.at(parent, entered - 1).window;
                let window = window.map_or_else(String::new, |window| {
                    format!(": α = {}, β = {} when {} is entered", window.low, window.high, self.name)
                });
                format!("α and β are handed down from {above} as they stand there{window}.")
            }
        }
    }

    fn value_rule(&self, visit: usize, left: &Step) -> String {
        let node = &self.reader.trace.nodes[visit];
        let takes = match node.side {
            Role::Max => "MAX takes the greatest value of the children that were searched",
            Role::Min => "MIN takes the least value of the children that were searched",
            Role::Chance => {
                "At a chance node the value is the sum of probability times value over all outcomes; dividing by their \
                 number is right only if all are equally likely"
            }
        };
        let hard = self.reader.trace.setup.algorithm == Algorithm::AlphaBeta
            && self.reader.trace.setup.fail.as_deref() == Some("hard");
        let held = if hard { ", held within the window (fail-hard)" } else { "" };
        format!("{takes}{held}. {}", left.sentence)
    }
}

/// Does the answer state the value that a node returns? A sign before it must be the right one: that of the value, or,
/// where the value is known exactly but lies outside the window, that of the bound which the search has.
fn returns(answer: &str, value: &Value, bound: Option<Bound>, window: Option<&Span>) -> bool {
    let reading = read(answer);
    let (Some(sign), Some(bound)) = (reading.sign, bound) else { return reading.is(value) };
    let is_outside = |as_if: Bound| match (as_if, window) {
        (Bound::AtMost, Some(window)) => value.compare(&window.low).is_le(),
        (Bound::AtLeast, Some(window)) => value.compare(&window.high).is_ge(),
        _ => false,
    };
    let is_bound = |as_if: Bound| bound == Bound::Exact && sign == relation(as_if) && is_outside(as_if);
    reading.is(value) && (sign == relation(bound) || is_bound(Bound::AtMost) || is_bound(Bound::AtLeast))
}

fn written(given: &Option<String>) -> Option<String> {
    given.as_deref().map(str::trim).filter(|given| !given.is_empty()).map(str::to_owned)
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

//! The choice at the root: every move that the search has shown to be the best.
//!
//! Under minimax these are all moves with the root's value. Under alpha-beta a second move with the same number may be
//! only a bound, so it is right only if nothing but the root's value is possible there, given the leaves seen.

use rootward_trace::{Span, Trace, Value};

use crate::index::Index;
use crate::view::TraceReader;

/// The moves at the root, as far as the search knows them.
pub(super) struct Choice<'t> {
    value: &'t Value,
    moves: Vec<RootMove<'t>>,
}

/// A move at the root.
struct RootMove<'t> {
    name: &'t str,
    by: Option<&'t str>,
    /// What it can be worth after the search.
    can_be: Option<&'t Span>,
    /// The search made it.
    is_made: bool,
}

impl<'t> Choice<'t> {
    /// The choice at the root of a search; none if there is nothing to choose.
    pub(super) fn at(reader: TraceReader<'t>, root: usize) -> Option<Choice<'t>> {
        let summary = &reader.trace.summary;
        let decision = summary.decision.as_ref()?;
        let made = summary.line_nodes.first().unwrap_or(decision);
        let nodes = &reader.trace.nodes;
        let known = |&child: &usize| RootMove {
            name: &nodes[child].name,
            by: nodes[child].by.as_deref(),
            can_be: reader.at(child, reader.end()).interval,
            is_made: nodes[child].name == *made,
        };
        let moves = reader.index.children.of(root).iter().map(known).collect();
        Some(Choice { value: &summary.value, moves })
    }

    /// The moves that the search can justify. The one it made is always among them.
    fn right(&self) -> impl Iterator<Item = &RootMove<'t>> {
        self.moves.iter().filter(|known| known.is_made || known.can_be.is_some_and(|span| self.is_settled(span)))
    }

    fn is_settled(&self, span: &Span) -> bool {
        span.is_point() && span.low.compare(self.value).is_eq()
    }

    /// Is the answer one of the moves, by the name of its node or its own?
    pub(super) fn is_right(&self, given: &str) -> bool {
        self.right().any(|known| known.is(given))
    }

    /// `B`, or `B or D`.
    pub(super) fn expected(&self) -> String {
        self.listed(" or ")
    }

    fn listed(&self, between: &str) -> String {
        self.right().map(|known| known.name).collect::<Vec<_>>().join(between)
    }

    /// Why the answer is not right; `root_value` is the sentence about the root's value.
    pub(super) fn rule(&self, given: &str, root_value: &str) -> String {
        let several = self.right().count() > 1;
        let who = self.listed(" and ");
        let rule = if several {
            format!("The moves to {who} are worth {}, and either may be chosen: {root_value}", self.value)
        } else {
            format!("The move to {who} is chosen: {root_value}")
        };
        let could_be = |span: &Span| span.low.compare(self.value).is_le() && span.high.compare(self.value).is_ge();
        let doubtful = self.moves.iter().find(|known| known.is(given) && !self.is_right(given));
        match doubtful.and_then(|known| known.can_be.map(|span| (known.name, span))) {
            Some((name, span)) if could_be(span) => {
                let value = self.value;
                format!(
                    "{rule} What stands at {name} is only a bound: it can be anything from {} to {}, and whether it is {value} was not searched.",
                    span.low, span.high
                )
            }
            _ => rule,
        }
    }
}

impl RootMove<'_> {
    fn is(&self, given: &str) -> bool {
        self.name == given || self.by == Some(given)
    }
}

/// A sentence on the moves at the root that are as good as the one made; none if there is only that one.
pub(crate) fn equal_choices(trace: &Trace) -> Option<String> {
    let index = Index::new(trace);
    let choice = Choice::at(TraceReader { trace, index: &index }, 0)?;
    let several = choice.right().count() > 1;
    several.then(|| format!("The moves to {} are equally good; either may be chosen.", choice.listed(" and ")))
}

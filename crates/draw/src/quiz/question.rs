//! The questions.

use rootward_trace::Trace;
use serde::{Deserialize, Serialize};

use crate::index::Index;
use crate::items::{Item, Who, items};
use crate::label::Outline;
use crate::options::DrawOptions;
use crate::view::TraceReader;

/// One question about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// The value that the node returns.
    Value,
    /// α as handed down to the node.
    Alpha,
    /// β as handed down to the node.
    Beta,
    /// Which of the children are cut.
    Cut,
    /// The move that is made at the root.
    Chosen,
}

/// A node with what is asked about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// The name of its element in the blank picture: `n7`. Cut nodes are asked about as well (`s7-2`), so that the
    /// questions do not give the cuts away. The right answer there is none at all.
    pub node: String,
    /// The node's name.
    pub name: String,
    /// The questions.
    pub asks: Vec<Ask>,
    /// The names of the children, from left to right: those that may be cut or chosen.
    pub children: Vec<String>,
}

/// The questions about a trace, in the order of the drawing. The picture that goes with them is drawn
/// [blank](DrawOptions::blank).
pub fn questions(trace: &Trace) -> Vec<Question> {
    let index = Index::new(trace);
    let reader = TraceReader { trace, index: &index };
    let items = all_items(reader);
    let mut questions = Vec::new();
    let mut todo = if items.is_empty() { vec![] } else { vec![0] };
    while let Some(place) = todo.pop() {
        let item = &items[place];
        todo.extend(item.children.iter().rev());
        let label = reader.label(item, 0, &DrawOptions { blank: true, ..DrawOptions::default() });
        // Nothing can be asked about a node with unknown children.
        if matches!(label.outline, Outline::Leaf | Outline::Badge) || item.children.is_empty() {
            continue;
        }
        // A chance node decides nothing.
        let decides = place == 0 && label.outline != Outline::Diamond;
        let asks = match (trace.setup.has_windows(), decides) {
            (true, false) => vec![Ask::Alpha, Ask::Beta, Ask::Value, Ask::Cut],
            (true, true) => vec![Ask::Alpha, Ask::Beta, Ask::Value, Ask::Cut, Ask::Chosen],
            (false, false) => vec![Ask::Value],
            (false, true) => vec![Ask::Value, Ask::Chosen],
        };
        let children = item.children.iter().map(|&child| name(reader, &items[child])).collect();
        questions.push(Question { node: item.id(), name: name(reader, item), asks, children });
    }
    questions
}

/// The whole tree of the last search, nothing hidden.
pub(super) fn all_items(reader: TraceReader<'_>) -> Vec<Item<'_>> {
    let options = DrawOptions { max_nodes: usize::MAX, follow: false, ..DrawOptions::default() };
    items(reader, reader.end(), &options)
}

/// The name of a place.
pub(super) fn name(reader: TraceReader<'_>, item: &Item<'_>) -> String {
    match &item.who {
        Who::Visit(visit) => reader.trace.nodes[*visit].name.clone(),
        Who::Skipped { node, .. } => node.name.clone(),
        Who::ManySkipped { .. } => "the cut moves".to_owned(),
        Who::Hidden { .. } => "hidden nodes".to_owned(),
    }
}

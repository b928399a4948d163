//! A tree in the making: nodes in the order in which they are met, checked and put into level order at the end.

use std::collections::{BTreeMap, HashSet};

use rootward_game::{Side, TextError};

use super::decimal::{Decimal, out_of_range};
use super::names::Names;
use super::rules::{Kind, Node, Record, Tree};

/// A number and where it stands in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    pub(super) number: Decimal,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Figure {
    /// A number that no text holds.
    pub(super) fn whole(number: i32) -> Figure {
        Figure { number: Decimal::whole(number), start: 0, end: 0 }
    }
}

/// What the text says about a node, name and label apart.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content {
    /// A leaf with its value.
    Leaf(Figure),
    /// An interior node. The side is `None` where the text leaves it to the rule that sides take turns.
    Choice { side: Option<Side>, estimate: Option<Figure> },
}

#[derive(Clone, Debug)]
struct Sketch {
    parent: usize,
    depth: u32,
    children: u32,
    content: Content,
}

/// A tree in the making.
///
/// Nodes may be added in preorder or in level order: parents before their children, and nodes of the same depth from
/// left to right.
pub(super) struct Draft<'t> {
    text: &'t str,
    sketches: Vec<Sketch>,
    /// Node, name, and where the name stands in the text.
    names: Vec<(usize, String, usize)>,
    labels: Vec<(usize, String)>,
}

impl<'t> Draft<'t> {
    /// Nothing yet. The text is what errors refer to.
    pub(super) fn new(text: &'t str) -> Draft<'t> {
        Draft { text, sketches: Vec::new(), names: Vec::new(), labels: Vec::new() }
    }

    /// Adds a node that begins at `start` in the text, and returns its number. Only the first has no parent.
    pub(super) fn add(&mut self, parent: Option<usize>, content: Content, start: usize) -> Result<usize, TextError> {
        let depth = parent.map_or(0, |parent| self.sketches[parent].depth + 1);
        if depth as usize > Tree::MAX_DEPTH {
            let error = TextError::new("the tree is too deep", "no node more than 1,000 plies below the root");
            return Err(error.at(self.text, start));
        }
        if self.sketches.len() == Tree::MAX_NODES {
            let error = TextError::new("the tree has too many nodes", "no more than 1,000,000");
            return Err(error.at(self.text, start));
        }
        if let Some(parent) = parent {
            self.sketches[parent].children += 1;
        }
        self.sketches.push(Sketch { parent: parent.unwrap_or(0), depth, children: 0, content });
        Ok(self.sketches.len() - 1)
    }

    /// Replaces what was said about a node.
    pub(super) fn set_content(&mut self, node: usize, content: Content) {
        self.sketches[node].content = content;
    }

    /// Gives a node its name, which stands at `start` in the text.
    pub(super) fn set_name(&mut self, node: usize, name: String, start: usize) {
        self.names.push((node, name, start));
    }

    /// Labels the edge to a node.
    pub(super) fn set_label(&mut self, node: usize, label: String) {
        self.labels.push((node, label));
    }

    /// How many children a node has so far.
    pub(super) fn child_count(&self, node: usize) -> usize {
        self.sketches[node].children as usize
    }

    /// How many nodes there are so far.
    pub(super) fn len(&self) -> usize {
        self.sketches.len()
    }

    /// The finished tree.
    pub(super) fn finish(self) -> Result<Tree, TextError> {
        let order = self.level_order();
        let mut places = vec![Node::ROOT; order.len()];
        for (index, &sketch) in order.iter().enumerate() {
            places[sketch] = Node(index as u32);
        }
        let decimals = self.decimals();
        let records = self.records(&order, &places, decimals)?;
        let given = self.distinct_names(&places)?;
        let labels = self.labels.into_iter().map(|(sketch, label)| (places[sketch], label)).collect();
        let names = Names::new(&records, given, labels);
        Ok(Tree::assemble(records, names, decimals))
    }

    /// The sorting is stable, so nodes of the same depth stay in the order in which they were added.
    fn level_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sketches.len()).collect();
        order.sort_by_key(|&sketch| self.sketches[sketch].depth);
        order
    }

    fn figures(&self) -> impl Iterator<Item = Figure> {
        self.sketches.iter().filter_map(|sketch| match sketch.content {
            Content::Leaf(value) => Some(value),
            Content::Choice { estimate, .. } => estimate,
        })
    }

    /// The fewest decimals that all numbers of the tree can be written with.
    fn decimals(&self) -> u32 {
        self.figures().map(|figure| figure.number.decimals()).max().unwrap_or(0)
    }

    fn scaled(&self, figure: Figure, decimals: u32) -> Result<i32, TextError> {
        figure.number.scaled(decimals).ok_or_else(|| {
            let text = &self.text[figure.start..figure.end];
            out_of_range(text, decimals).at(self.text, figure.start)
        })
    }

    fn records(&self, order: &[usize], places: &[Node], decimals: u32) -> Result<Vec<Record>, TextError> {
        let mut records: Vec<Record> = Vec::with_capacity(order.len());
        let mut first_child = 1;
        for (index, &sketch) in order.iter().enumerate() {
            let sketch = &self.sketches[sketch];
            let parent = places[sketch.parent];
            let in_turn = if index == 0 { Side::First } else { records[parent.index()].side.other() };
            let (side, kind) = match sketch.content {
                Content::Leaf(value) => (in_turn, Kind::Leaf { value: self.scaled(value, decimals)? }),
                Content::Choice { side, estimate } => {
                    let estimate = estimate.map(|figure| self.scaled(figure, decimals)).transpose()?;
                    (side.unwrap_or(in_turn), Kind::Choice { estimate })
                }
            };
            records.push(Record { parent, first_child, children: sketch.children, side, kind });
            first_child += sketch.children;
        }
        Ok(records)
    }

    /// A name is how a sentence points at a node, so no two nodes may share one.
    fn distinct_names(&self, places: &[Node]) -> Result<BTreeMap<Node, String>, TextError> {
        let mut seen = HashSet::new();
        for (_, name, start) in &self.names {
            if !seen.insert(name) {
                let problem = format!("the name '{name}' is used twice");
                return Err(TextError::new(problem, "a different name for every node").at(self.text, *start));
            }
        }
        Ok(self.names.iter().map(|(sketch, name, _)| (places[*sketch], name.clone())).collect())
    }
}

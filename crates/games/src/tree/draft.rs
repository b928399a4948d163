//! A tree under construction: nodes in the order in which they are read, checked and put into level order at the end.

use std::collections::{BTreeMap, HashSet};

use rootward_game::{Side, TextError};

use super::names::Names;
use super::number::Number;
use super::rules::{Kind, Node, Record, Tree};
use super::scale::Scale;

/// A number and its offset in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    pub(super) number: Number,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Figure {
    /// A number that is not from a text.
    pub(super) fn whole(number: i32) -> Figure {
        Figure { number: Number::whole(number), start: 0, end: 0 }
    }
}

/// A node's content in the text, without name and label.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content {
    /// A leaf with its value.
    Leaf(Figure),
    /// An interior node. The side is `None` where the text leaves it to the rule that sides alternate.
    Choice { side: Option<Side>, estimate: Option<Figure> },
    /// A chance node.
    Chance { estimate: Option<Figure> },
}

impl Content {
    /// The number of the node itself.
    pub(super) fn figure(self) -> Option<Figure> {
        match self {
            Content::Leaf(value) => Some(value),
            Content::Choice { estimate, .. } | Content::Chance { estimate } => estimate,
        }
    }
}

/// The data of a node.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    pub(super) parent: usize,
    /// The node's offset in the text.
    pub(super) start: usize,
    depth: u32,
    children: u32,
    pub(super) content: Content,
    /// The probability that chance chooses this node.
    pub(super) probability: Option<Figure>,
}

/// A tree under construction.
///
/// Nodes may be added in preorder or in level order: parents before their children, and nodes of the same depth from
/// left to right.
pub(super) struct Draft<'t> {
    pub(super) text: &'t str,
    pub(super) sketches: Vec<Sketch>,
    /// Node, name, and the name's offset in the text.
    names: Vec<(usize, String, usize)>,
    labels: Vec<(usize, String)>,
}

impl<'t> Draft<'t> {
    /// An empty draft. Errors refer to the text.
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
        let parent = parent.unwrap_or(0);
        self.sketches.push(Sketch { parent, start, depth, children: 0, content, probability: None });
        Ok(self.sketches.len() - 1)
    }

    /// Replaces the content of a node.
    pub(super) fn set_content(&mut self, node: usize, content: Content) {
        self.sketches[node].content = content;
    }

    /// Sets the probability that chance chooses a node.
    pub(super) fn set_probability(&mut self, node: usize, probability: Figure) {
        self.sketches[node].probability = Some(probability);
    }

    /// Sets the name of a node, which is at `start` in the text.
    pub(super) fn set_name(&mut self, node: usize, name: String, start: usize) {
        self.names.push((node, name, start));
    }

    /// Labels the edge to a node.
    pub(super) fn set_label(&mut self, node: usize, label: String) {
        self.labels.push((node, label));
    }

    /// The number of children of a node so far.
    pub(super) fn child_count(&self, node: usize) -> usize {
        self.sketches[node].children as usize
    }

    /// The depth of a node below the root.
    pub(super) fn depth(&self, node: usize) -> usize {
        self.sketches[node].depth as usize
    }

    /// The number of nodes so far.
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
        let weights = self.weights()?;
        let scale = self.scale(&order)?;
        let records = self.records(&order, &places, &weights, scale)?;
        let given = self.distinct_names(&places)?;
        let labels = self.labels.into_iter().map(|(sketch, label)| (places[sketch], label)).collect();
        let names = Names::new(&records, given, labels);
        Ok(Tree::assemble(records, names, scale))
    }

    /// The sort is stable, so nodes of the same depth keep the order in which they were added.
    fn level_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sketches.len()).collect();
        order.sort_by_key(|&sketch| self.sketches[sketch].depth);
        order
    }

    fn numbers(&self) -> impl Iterator<Item = Number> {
        self.sketches.iter().filter_map(|sketch| Some(sketch.content.figure()?.number))
    }

    /// The coarsest scale in which all numbers of the tree are exact, and the style in which they are written.
    fn scale(&self, order: &[usize]) -> Result<Scale, TextError> {
        let decimals = self.numbers().map(Number::decimals).max().unwrap_or(0);
        let power = 10_i64.pow(decimals);
        let mut odds = self.sketches.iter().filter_map(|sketch| Some(sketch.probability?.number));
        let fractions = odds.any(Number::is_fraction)
            || self.numbers().any(|number| number.is_fraction() && number.in_units(power).is_none());
        Ok(Scale { unit: self.unit(order, power)?, decimals, fractions })
    }

    fn points(&self, figure: Figure, scale: Scale) -> Result<i32, TextError> {
        scale.points(figure.number).ok_or_else(|| {
            let text = &self.text[figure.start..figure.end];
            scale.out_of_range(text).at(self.text, figure.start)
        })
    }

    fn records(
        &self,
        order: &[usize],
        places: &[Node],
        weights: &[u32],
        scale: Scale,
    ) -> Result<Vec<Record>, TextError> {
        let mut records: Vec<Record> = Vec::with_capacity(order.len());
        let mut first_child = 1;
        for &number in order {
            let sketch = &self.sketches[number];
            let parent = places[sketch.parent];
            let in_turn = records.get(parent.index()).map_or(Side::First, |above| above.side_below());
            let points = sketch.content.figure().map(|figure| self.points(figure, scale)).transpose()?;
            let (side, kind) = match sketch.content {
                Content::Leaf(_) => (in_turn, Kind::Leaf { value: points.unwrap_or(0) }),
                Content::Choice { side, .. } => (side.unwrap_or(in_turn), Kind::Choice { estimate: points }),
                Content::Chance { .. } => (in_turn, Kind::Chance { estimate: points }),
            };
            records.push(Record {
                parent,
                first_child,
                children: sketch.children,
                side,
                kind,
                weight: weights[number],
            });
            first_child += sketch.children;
        }
        Ok(records)
    }

    /// A sentence refers to a node by its name, so no two nodes may share one.
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

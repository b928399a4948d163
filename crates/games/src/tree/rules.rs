//! [`Tree`]: a game with every position drawn, as a tree of nodes in level order.

use std::iter;
use std::ops;

use rootward_game::{Game, Outcome, Range, Side, TextError, contract::Dice};

use super::names::Names;
use super::parse;
use super::scale::Scale;

/// A node of a [`Tree`], which is also the position of the game there. The root is 0, and the others follow level by
/// level from left to right, so the children of a node are adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub(super) u32);

impl Node {
    /// The root of every tree.
    pub const ROOT: Node = Node(0);

    /// The number of this node in level order, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move: the child to go to, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(pub(super) u32);

impl Branch {
    /// The child's place among its siblings, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kind of a node. More kinds may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The game is over, with these points for MAX.
    Leaf {
        /// The points, scaled as [`Tree::unit`] says.
        value: i32,
    },
    /// The side to move chooses one of the children.
    Choice {
        /// The static value for MAX that was written at this node, scaled likewise.
        estimate: Option<i32>,
    },
    /// Chance goes to one of the children, each with its [probability](Tree::probability).
    Chance {
        /// The static value for MAX that was written at this node, scaled likewise.
        estimate: Option<i32>,
    },
}

/// The data of one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) parent: Node,
    /// The index of the first child. A leaf has its place in the order, too, so that the children of a range of nodes
    /// are again a range.
    pub(super) first_child: u32,
    pub(super) children: u32,
    /// At a chance node: the side to move after it.
    pub(super) side: Side,
    pub(super) kind: Kind,
    /// The weight of its probability, relative to the siblings.
    pub(super) weight: u32,
}

impl Record {
    /// The side that moves at the children unless they say otherwise: sides alternate, and chance takes no turn.
    pub(super) fn side_below(&self) -> Side {
        if matches!(self.kind, Kind::Chance { .. }) { self.side } else { self.side.other() }
    }
}

/// A game drawn on paper: every position is a node, every move an edge, and the leaves hold points for MAX.
///
/// ```
/// use rootward_games::tree::{Node, Tree};
///
/// let tree = Tree::parse("((3 12 8) (2 4 6) (14 5 2))")?;
/// assert_eq!(tree.node_count(), 13);
/// assert_eq!(tree.leaf_count(), 9);
/// assert_eq!(tree.name_of(Node::ROOT).as_deref(), Some("A"));
/// # Ok::<(), rootward_game::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    records: Vec<Record>,
    names: Names,
    scale: Scale,
    leaves: usize,
    has_chance: bool,
    range: Range,
}

impl Tree {
    /// The largest number of nodes in a tree.
    pub const MAX_NODES: usize = 1_000_000;
    /// The largest depth of a node in plies.
    pub const MAX_DEPTH: usize = 1_000;

    /// Reads a tree in any of the forms that the [module](super) describes.
    ///
    /// ```
    /// use rootward_games::tree::Tree;
    ///
    /// assert_eq!(Tree::parse("((10 8) (4 50))"), Tree::parse("[[10, 8], [4, 50]]"));
    /// let error = Tree::parse("((10 8) (4 fifty))").unwrap_err();
    /// assert_eq!(error.place, Some((1, 17)));
    /// ```
    pub fn parse(text: &str) -> Result<Tree, TextError> {
        parse::parse(text)
    }

    /// Assembles the tree from the results of a draft.
    pub(super) fn assemble(records: Vec<Record>, names: Names, scale: Scale) -> Tree {
        let leaves = records.iter().filter(|record| record.children == 0).count();
        let has_chance = records.iter().any(|record| matches!(record.kind, Kind::Chance { .. }));
        let range = range_of(&records, has_chance);
        Tree { records, names, scale, leaves, has_chance, range }
    }

    pub(super) fn record(&self, node: Node) -> &Record {
        &self.records[node.index()]
    }

    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// The number of nodes, leaves included.
    pub fn node_count(&self) -> usize {
        self.records.len()
    }

    /// The number of leaves.
    pub fn leaf_count(&self) -> usize {
        self.leaves
    }

    /// The number of points per 1: with 4, the value 10 stands for 2.5. All averages are whole, too, so none is ever
    /// rounded.
    pub fn unit(&self) -> i32 {
        self.scale.unit
    }

    pub(super) fn scale(&self) -> Scale {
        self.scale
    }

    /// The probability that chance chooses this node, as a text: `1/3`, `0.25`; `None` if the parent is no chance node.
    ///
    /// ```
    /// use rootward_games::tree::{Node, Tree};
    ///
    /// let tree = Tree::parse("chance(1/2: (3 5) 2/6: 4 1/6: -2)")?;
    /// let odds: Vec<_> = tree.children(Node::ROOT).filter_map(|child| tree.probability(child)).collect();
    /// assert_eq!(odds, ["1/2", "1/3", "1/6"]);
    /// # Ok::<(), rootward_game::TextError>(())
    /// ```
    pub fn probability(&self, node: Node) -> Option<String> {
        let (weight, total) = self.odds(node)?;
        Some(self.scale.write_probability(weight, total))
    }

    /// The probability that chance chooses this node, as numerator and denominator; `None` if the parent is no chance
    /// node.
    pub fn odds(&self, node: Node) -> Option<(u32, u32)> {
        let parent = self.parent(node).filter(|&parent| self.is_chance_node(parent))?;
        let total = self.children(parent).map(|child| self.record(child).weight).sum();
        Some((self.record(node).weight, total))
    }

    /// Is this a chance node?
    pub fn is_chance_node(&self, node: Node) -> bool {
        matches!(self.kind(node), Kind::Chance { .. })
    }

    /// All nodes in level order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + ExactSizeIterator + Clone + use<> {
        (0..self.records.len() as u32).map(Node)
    }

    /// The node with this number in level order, if there is one.
    pub fn node(&self, index: usize) -> Option<Node> {
        (index < self.records.len()).then_some(Node(index as u32))
    }

    /// The parent, if this is not the root.
    pub fn parent(&self, node: Node) -> Option<Node> {
        (node != Node::ROOT).then(|| self.record(node).parent)
    }

    /// The children, from left to right.
    pub fn children(&self, node: Node) -> impl DoubleEndedIterator<Item = Node> + ExactSizeIterator + Clone + use<> {
        let record = self.record(node);
        (record.first_child..record.first_child + record.children).map(Node)
    }

    /// The move that leads to this node, if it is not the root.
    pub fn branch_to(&self, node: Node) -> Option<Branch> {
        self.parent(node).map(|parent| Branch(node.0 - self.record(parent).first_child))
    }

    /// The moves that lead from the root to this node.
    pub fn path(&self, node: Node) -> Vec<Branch> {
        let up = iter::successors(Some(node), |&node| self.parent(node));
        let mut path: Vec<Branch> = up.filter_map(|node| self.branch_to(node)).collect();
        path.reverse();
        path
    }

    /// The kind of a node.
    pub fn kind(&self, node: Node) -> Kind {
        self.record(node).kind
    }

    /// Does the game end here?
    pub fn is_leaf(&self, node: Node) -> bool {
        self.record(node).children == 0
    }

    /// Whose turn it is. At a leaf nobody moves: there it is the side that does not move at the parent. At a chance
    /// node it is the side that moves after it, unless the text says otherwise.
    pub fn side(&self, node: Node) -> Side {
        self.record(node).side
    }

    /// The side that moves here unless the text says otherwise: MAX at the root, then alternating.
    pub(super) fn usual_side(&self, node: Node) -> Side {
        self.parent(node).map_or(Side::First, |parent| self.record(parent).side_below())
    }

    /// The points for MAX at a leaf, scaled as [`unit`](Tree::unit) says.
    pub fn value(&self, node: Node) -> Option<i32> {
        match self.kind(node) {
            Kind::Leaf { value } => Some(value),
            Kind::Choice { .. } | Kind::Chance { .. } => None,
        }
    }

    /// The static value for MAX written at an interior node, scaled as [`unit`](Tree::unit) says.
    pub fn estimate(&self, node: Node) -> Option<i32> {
        match self.kind(node) {
            Kind::Leaf { .. } => None,
            Kind::Choice { estimate } | Kind::Chance { estimate } => estimate,
        }
    }

    /// The name that the text gives this node.
    pub fn name(&self, node: Node) -> Option<&str> {
        self.names.given(node)
    }

    /// The name to use in a sentence: the given one, or else a letter for an interior node, in level order. Letters
    /// that the text uses itself are left out, so no two nodes share a name.
    ///
    /// ```
    /// use rootward_games::tree::Tree;
    ///
    /// let tree = Tree::parse("((3 4) A(5 x=6) (7))")?;
    /// let names: Vec<_> = tree.nodes().map(|node| tree.name_of(node)).collect();
    /// let names: Vec<_> = names.iter().map(|name| name.as_deref().unwrap_or("-")).collect();
    /// assert_eq!(names, ["B", "C", "A", "D", "-", "-", "-", "x", "-"]);
    /// # Ok::<(), rootward_game::TextError>(())
    /// ```
    pub fn name_of(&self, node: Node) -> Option<String> {
        self.names.name_of(node)
    }

    /// The node with this name, given or automatic.
    pub fn find(&self, name: &str) -> Option<Node> {
        self.names.find(name)
    }

    /// The label of the edge that leads to this node.
    pub fn label(&self, node: Node) -> Option<&str> {
        self.names.label(node)
    }

    /// The given nodes, then all their children, then all theirs, as one range for each level.
    pub(super) fn levels(&self, top: ops::Range<u32>) -> impl Iterator<Item = ops::Range<u32>> {
        iter::successors((!top.is_empty()).then_some(top), |level| {
            let last = self.record(Node(level.end - 1));
            let next = self.record(Node(level.start)).first_child..last.first_child + last.children;
            (!next.is_empty()).then_some(next)
        })
    }
}

/// The smallest and the largest number in a tree. Without chance, where nothing is averaged, 0 is always inside: a node
/// without an estimate counts as 0 there.
fn range_of(records: &[Record], has_chance: bool) -> Range {
    let number = |record: &Record| match record.kind {
        Kind::Leaf { value } => Some(value),
        Kind::Choice { estimate } | Kind::Chance { estimate } => estimate,
    };
    let zero = (!has_chance).then_some(0);
    let numbers = || records.iter().filter_map(number).chain(zero);
    Range { least: numbers().min().unwrap_or(0), most: numbers().max().unwrap_or(0) }
}

impl Game for Tree {
    type State = Node;
    type Move = Branch;
    const HAS_CHANCE: bool = true;

    fn initial(&self) -> Node {
        Node::ROOT
    }

    fn to_move(&self, node: &Node) -> Side {
        self.side(*node)
    }

    fn outcome(&self, node: &Node) -> Option<Outcome> {
        self.value(*node).map(Outcome::Payoff)
    }

    fn moves(&self, node: &Node, push: &mut impl FnMut(Branch)) {
        (0..self.record(*node).children).map(Branch).for_each(push);
    }

    fn apply(&self, node: &Node, branch: Branch) -> Node {
        let record = self.record(*node);
        debug_assert!(branch.0 < record.children, "node {} has no child {}", node.0, branch.0);
        Node(record.first_child + branch.0)
    }

    fn has_chance(&self) -> bool {
        self.has_chance
    }

    fn is_chance(&self, node: &Node) -> bool {
        self.is_chance_node(*node)
    }

    fn weight(&self, node: &Node, branch: Branch) -> u32 {
        self.record(self.apply(node, branch)).weight
    }

    /// From the smallest to the largest number in the tree.
    fn range(&self) -> Range {
        self.range
    }

    fn has_move(&self, node: &Node) -> bool {
        !self.is_leaf(*node)
    }

    /// Every node is a position of its own, so its number is the key. A table may use any of the key's bits, so the
    /// number is mixed; mixing maps different numbers to different keys.
    fn key(&self, node: &Node) -> Option<u64> {
        Some(Dice::new(u64::from(node.0)).bits())
    }
}

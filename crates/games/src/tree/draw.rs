//! A tree as a picture of lines.

use super::rules::{Kind, Node, Tree};
use rootward_game::Notation;

/// The largest tree that is drawn in full. Of a larger one this many nodes are drawn, the first in level order, so that
/// the top is always complete.
const MOST_NODES: usize = 200;

/// Something that takes one line of the picture.
enum Item {
    Node(Node),
    /// The number of nodes that are left out here.
    More(usize),
}

/// A line still to be drawn: its item, its prefix, and the prefix of its children.
struct PendingLine {
    item: Item,
    stem: String,
    indent: String,
}

impl Tree {
    /// The picture of the subtree of a node, one line for each node.
    pub(super) fn picture(&self, top: Node) -> String {
        let visible = self.visible_nodes(top);
        let mut picture = String::new();
        let mut lines = vec![PendingLine { item: Item::Node(top), stem: String::new(), indent: String::new() }];
        while let Some(PendingLine { item, stem, indent }) = lines.pop() {
            picture.push_str(&stem);
            match item {
                Item::More(count) => picture.push_str(&format!("… {count} more")),
                Item::Node(node) => {
                    picture.push_str(&self.caption(node, node != top));
                    self.push_children(node, visible, &indent, &mut lines);
                }
            }
            picture.push('\n');
        }
        picture
    }

    /// All nodes of the picture come before this one in level order.
    fn visible_nodes(&self, top: Node) -> Node {
        let mut room = MOST_NODES as u32;
        let mut end = top.0;
        for level in self.levels(top.0..top.0 + 1) {
            end = level.end.min(level.start + room);
            room -= end - level.start;
            if room == 0 {
                break;
            }
        }
        Node(end)
    }

    /// Pushes the children onto the stack of lines, the last one first.
    fn push_children(&self, node: Node, end: Node, indent: &str, lines: &mut Vec<PendingLine>) {
        let (shown, hidden): (Vec<Node>, Vec<Node>) = self.children(node).partition(|&child| child < end);
        let mut items: Vec<Item> = shown.into_iter().map(Item::Node).collect();
        if let (Some(first), Some(last)) = (hidden.first(), hidden.last()) {
            items.push(Item::More(self.levels(first.0..last.0 + 1).map(|level| level.len()).sum()));
        }
        let mut is_last = true;
        while let Some(item) = items.pop() {
            let (stem, below) = if is_last { ("└── ", "    ") } else { ("├── ", "│   ") };
            lines.push(PendingLine { item, stem: format!("{indent}{stem}"), indent: format!("{indent}{below}") });
            is_last = false;
        }
    }

    /// One node in words: `a1: MIN B ~5`, `a2: x = 3` or, below a chance node, `1/2: MAX D`.
    fn caption(&self, node: Node, with_label: bool) -> String {
        let odds = self.probability(node);
        let edge = odds.as_deref().into_iter().chain(self.label(node)).filter(|_| with_label);
        let label: String = edge.map(|text| format!("{text}: ")).collect();
        let name = self.name_of(node).unwrap_or_default();
        let points = |points: i32| self.write_points(points);
        match self.kind(node) {
            Kind::Leaf { value } if name.is_empty() => format!("{label}{}", points(value)),
            Kind::Leaf { value } => format!("{label}{name} = {}", points(value)),
            Kind::Choice { estimate } | Kind::Chance { estimate } => {
                let estimate = estimate.map(|value| format!(" ~{}", points(value))).unwrap_or_default();
                format!("{label}{} {name}{estimate}", self.role(node))
            }
        }
    }
}

impl Tree {
    /// The player who decides at a node, as the lectures call it: `MAX`, `MIN` or `CHANCE`.
    pub fn role(&self, node: Node) -> &'static str {
        if self.is_chance_node(node) { "CHANCE" } else { self.side(node).role() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::RandomTree;

    #[test]
    fn a_picture_shows_sides_names_labels_and_values() {
        let tree = Tree::parse("A(a1: B~5(3 x=12) max(.5) 7)").unwrap();
        let expected = "\
MAX A
├── a1: MIN B ~5
│   ├── 3
│   └── x = 12
├── MAX C
│   └── 0.5
└── 7
";
        assert_eq!(tree.picture(Node::ROOT), expected);
        assert_eq!(tree.picture(tree.find("B").unwrap()), "MIN B ~5\n├── 3\n└── x = 12\n");
        assert_eq!(tree.picture(tree.find("x").unwrap()), "x = 12\n");
    }

    #[test]
    fn a_picture_shows_chance_with_its_probabilities() {
        let tree = Tree::parse("(chance(1/2: (3 5) 1/3: heads: 4 1/6: x=-2) 1)").unwrap();
        let expected = "\
MAX A
├── CHANCE B
│   ├── 1/2: MIN C
│   │   ├── 3
│   │   └── 5
│   ├── 1/3: heads: 4
│   └── 1/6: x = -2
└── 1
";
        assert_eq!(tree.picture(Node::ROOT), expected);
    }

    #[test]
    fn a_large_tree_is_abbreviated_and_every_node_accounted_for() {
        for (depth, branching) in [(7, 2), (3, 9), (1, 5000), (900, 1)] {
            let tree = Tree::random(&RandomTree { depth, branching: branching..=branching, ..RandomTree::default() });
            let picture = tree.picture(Node::ROOT);
            let left_out = |line: &str| line.split_once("… ")?.1.strip_suffix(" more")?.parse::<usize>().ok();
            let drawn = picture.lines().filter(|line| left_out(line).is_none()).count();
            assert_eq!(drawn, MOST_NODES);
            assert_eq!(drawn + picture.lines().filter_map(left_out).sum::<usize>(), tree.node_count());
        }
    }
}

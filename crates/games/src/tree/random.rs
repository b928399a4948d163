//! Trees drawn by lot.

use std::ops::RangeInclusive;

use rootward_game::{Score, contract::Dice};

use super::draft::{Content, Draft, Figure};
use super::rules::Tree;

/// How often a branch of an irregular tree ends early: one time in so many.
const EARLY_LEAF: usize = 4;

/// What a random tree should look like. The same settings give the same tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomTree {
    /// Where the dice start.
    pub seed: u64,
    /// How many plies the leaves lie below the root, at most [`Tree::MAX_DEPTH`].
    pub depth: u32,
    /// How many children an interior node has, at least 1.
    pub branching: RangeInclusive<u32>,
    /// The values of the leaves.
    pub values: RangeInclusive<i32>,
    /// Let some branches end early, one in four at every node below the root.
    pub irregular: bool,
}

impl Default for RandomTree {
    /// Three plies with two or three moves each and values from 0 to 20: small enough to work through by hand.
    fn default() -> RandomTree {
        RandomTree { seed: 1, depth: 3, branching: 2..=3, values: 0..=20, irregular: false }
    }
}

impl RandomTree {
    fn children(&self, dice: &mut Dice) -> usize {
        let least = (*self.branching.start()).max(1) as usize;
        let most = (*self.branching.end() as usize).max(least);
        least + dice.below(most - least + 1)
    }

    fn value(&self, dice: &mut Dice) -> i32 {
        let limit = Score::POINTS_LIMIT;
        let least = (*self.values.start()).clamp(-limit, limit);
        let most = (*self.values.end()).clamp(least, limit);
        let width = i64::from(most) - i64::from(least) + 1;
        (i64::from(least) + dice.below(width as usize) as i64) as i32
    }
}

impl Tree {
    /// Draws a tree by lot. Settings out of range are moved into it, and a tree that reaches [`Tree::MAX_NODES`] stops
    /// growing: what has no room for its children is a leaf.
    ///
    /// ```
    /// use rootward_games::tree::{RandomTree, Tree};
    ///
    /// let settings = RandomTree { depth: 2, branching: 3..=3, ..RandomTree::default() };
    /// assert_eq!(Tree::random(&settings).leaf_count(), 9);
    /// assert_eq!(Tree::random(&settings), Tree::random(&settings));
    /// ```
    #[must_use]
    pub fn random(settings: &RandomTree) -> Tree {
        let mut dice = Dice::new(settings.seed);
        let mut draft = Draft::new("");
        let nothing = Content::Choice { side: None, estimate: None };
        let depth = settings.depth.min(Tree::MAX_DEPTH as u32);
        let mut level = 0..add(&mut draft, None, nothing) + 1;
        for plies_left in (0..=depth).rev() {
            let next = level.end;
            for node in level {
                let ends_early = settings.irregular && node > 0 && dice.below(EARLY_LEAF) == 0;
                let children = if plies_left == 0 || ends_early { 0 } else { settings.children(&mut dice) };
                if children == 0 || draft.len() + children > Tree::MAX_NODES {
                    draft.set_content(node, Content::Leaf(Figure::whole(settings.value(&mut dice))));
                } else {
                    (0..children).for_each(|_| _ = add(&mut draft, Some(node), nothing));
                }
            }
            level = next..draft.len();
        }
        draft.finish().expect("there are no names and no values out of range")
    }
}

fn add(draft: &mut Draft<'_>, parent: Option<usize>, content: Content) -> usize {
    draft.add(parent, content, 0).expect("the tree stays within its limits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Node;

    #[test]
    fn a_regular_tree_has_all_leaves_at_the_same_depth() {
        let settings = RandomTree { seed: 7, depth: 4, branching: 1..=4, values: -5..=5, ..RandomTree::default() };
        let tree = Tree::random(&settings);
        for node in tree.nodes() {
            assert_eq!(tree.is_leaf(node), tree.path(node).len() == 4);
            assert!(tree.is_leaf(node) || (1..=4).contains(&tree.children(node).len()));
            assert!(tree.value(node).is_none_or(|value| (-5..=5).contains(&value)));
        }
    }

    #[test]
    fn an_irregular_tree_has_leaves_at_different_depths() {
        let tree = Tree::random(&RandomTree { depth: 6, irregular: true, ..RandomTree::default() });
        let depths: std::collections::BTreeSet<usize> =
            tree.nodes().filter(|&node| tree.is_leaf(node)).map(|node| tree.path(node).len()).collect();
        assert!(depths.len() > 2, "{depths:?}");
        assert!(!tree.is_leaf(Node::ROOT));
    }

    #[test]
    #[expect(clippy::reversed_empty_ranges, reason = "front ends may pass anything")]
    fn settings_out_of_range_are_moved_into_it() {
        let wide =
            RandomTree { depth: 9, branching: 0..=u32::MAX, values: i32::MIN..=i32::MAX, ..RandomTree::default() };
        assert!(Tree::random(&wide).node_count() <= Tree::MAX_NODES);
        let backward = RandomTree { branching: 3..=1, values: 5..=-5, ..RandomTree::default() };
        assert_eq!(Tree::random(&backward).leaf_count(), 27);
        let deep = RandomTree { depth: u32::MAX, branching: 0..=0, ..RandomTree::default() };
        assert_eq!(Tree::random(&deep).node_count(), Tree::MAX_DEPTH + 1);
        let alone = RandomTree { depth: 0, irregular: true, ..RandomTree::default() };
        assert_eq!(Tree::random(&alone).node_count(), 1);
    }

    #[test]
    fn a_tree_stops_growing_at_the_most_nodes() {
        let tree = Tree::random(&RandomTree { depth: 40, branching: 2..=2, ..RandomTree::default() });
        assert_eq!(tree.node_count(), Tree::MAX_NODES - 1, "a binary tree has an odd number of nodes");
    }
}

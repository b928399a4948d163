//! Random trees.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use rootward_game::{Score, contract::Dice};

use super::draft::{Content, Draft, Figure};
use super::number::Number;
use super::rules::Tree;

/// A branch of an irregular tree ends early one time in this many.
const EARLY_LEAF: usize = 4;

/// The probabilities of a chance node are multiples of 1 over one of these. All divide 12, so that the exact averages
/// of trees with several chance nodes on a path stay within the range of points.
const TOTALS: [usize; 5] = [2, 3, 4, 6, 12];
const COMMON: i64 = 12;

/// The most chance nodes in a row: the third would be a player's.
const MOST_IN_A_ROW: u32 = 2;

/// The shape of a random tree. The same settings give the same tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomTree {
    /// The seed of the random numbers.
    pub seed: u64,
    /// The depth of the leaves below the root in plies, at most [`Tree::MAX_DEPTH`]. Chance takes no ply.
    pub depth: u32,
    /// The number of children of an interior node, at least 1; chance nodes have no more than 6.
    pub branching: RangeInclusive<u32>,
    /// The values of the leaves.
    pub values: RangeInclusive<i32>,
    /// Let some branches end early, one in four at every node below the root.
    pub irregular: bool,
    /// In percent: how often a chance node is placed before a player's move or a leaf. Below another chance node it is
    /// a quarter of that.
    pub chance: u32,
    /// Give every interior node a static value.
    pub estimates: bool,
}

impl Default for RandomTree {
    /// Three plies with two or three moves each and values from 0 to 20: small enough to work through by hand.
    fn default() -> RandomTree {
        RandomTree {
            seed: 1,
            depth: 3,
            branching: 2..=3,
            values: 0..=20,
            irregular: false,
            chance: 0,
            estimates: false,
        }
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
    /// Generates a random tree. Settings out of range are moved into it, and a tree that reaches [`Tree::MAX_NODES`]
    /// stops growing: a node without room for its children is a leaf.
    ///
    /// ```
    /// use rootward_games::tree::{RandomTree, Tree};
    ///
    /// let settings = RandomTree { depth: 2, branching: 3..=3, ..RandomTree::default() };
    /// assert_eq!(Tree::random(&settings).leaf_count(), 9);
    /// assert_eq!(Tree::random(&settings), Tree::random(&settings));
    /// ```
    pub fn random(settings: &RandomTree) -> Tree {
        let mut dice = Dice::new(settings.seed);
        let mut draft = Draft::new("");
        let depth = settings.depth.min(Tree::MAX_DEPTH as u32);
        let mut open = VecDeque::from([Open::new(add(&mut draft, None), depth, settings)]);
        while let Some(place) = open.pop_front() {
            place.grow(settings, &mut dice, &mut draft, &mut open);
        }
        draft.finish().expect("there are no names, and chance is kept within the limits of values")
    }
}

/// A node to be generated, in level order.
struct Open {
    node: usize,
    plies_left: u32,
    /// The number of chance nodes directly above.
    in_a_row: u32,
    /// The number of further chance nodes allowed on a path through here.
    chances_left: u32,
}

impl Open {
    fn new(node: usize, plies_left: u32, settings: &RandomTree) -> Open {
        Open { node, plies_left, in_a_row: 0, chances_left: settings.most_chances() }
    }

    fn grow(self, settings: &RandomTree, dice: &mut Dice, draft: &mut Draft<'_>, open: &mut VecDeque<Open>) {
        let Open { node, plies_left, .. } = self;
        if self.is_chance(settings, dice, draft) {
            let weights = settings.weights(dice);
            if draft.len() + weights.len() <= Tree::MAX_NODES {
                let estimate = settings.estimate(dice);
                draft.set_content(node, Content::Chance { estimate });
                self.add_outcomes(&weights, draft, open);
                return;
            }
        }
        let ends_early = settings.irregular && node > 0 && dice.below(EARLY_LEAF) == 0;
        let children = if plies_left == 0 || ends_early { 0 } else { settings.children(dice) };
        if children == 0 || draft.len() + children > Tree::MAX_NODES {
            draft.set_content(node, Content::Leaf(Figure::whole(settings.value(dice))));
            return;
        }
        let estimate = settings.estimate(dice);
        draft.set_content(node, Content::Choice { side: None, estimate });
        for _ in 0..children {
            let node = add(draft, Some(node));
            open.push_back(Open { node, plies_left: plies_left - 1, in_a_row: 0, ..self });
        }
    }

    fn is_chance(&self, settings: &RandomTree, dice: &mut Dice, draft: &Draft<'_>) -> bool {
        let percent = if self.in_a_row == 0 { settings.chance } else { settings.chance / 4 };
        let may_be = percent > 0
            && self.chances_left > 0
            && self.in_a_row < MOST_IN_A_ROW
            && draft.depth(self.node) < Tree::MAX_DEPTH - self.plies_left as usize;
        may_be && dice.below(100) < percent as usize
    }

    fn add_outcomes(&self, weights: &[usize], draft: &mut Draft<'_>, open: &mut VecDeque<Open>) {
        let total: usize = weights.iter().sum();
        for &weight in weights {
            let node = add(draft, Some(self.node));
            let number = Number::fraction(weight as i64, total as i64);
            draft.set_probability(node, Figure { number, start: 0, end: 0 });
            open.push_back(Open {
                node,
                plies_left: self.plies_left,
                in_a_row: self.in_a_row + 1,
                chances_left: self.chances_left - 1,
            });
        }
    }
}

impl RandomTree {
    /// The most chance nodes on a path with exact averages.
    fn most_chances(&self) -> u32 {
        let limit = i64::from(Score::POINTS_LIMIT);
        let largest = [*self.values.start(), *self.values.end()].map(|value| i64::from(value).abs().min(limit));
        let mut room = limit / largest[0].max(largest[1]).max(1);
        let mut chances = 0;
        while room >= COMMON {
            room /= COMMON;
            chances += 1;
        }
        chances
    }

    /// Random parts of a total.
    fn weights(&self, dice: &mut Dice) -> Vec<usize> {
        let outcomes = self.children(dice).min(6);
        let totals: Vec<usize> = TOTALS.into_iter().filter(|&total| total >= outcomes).collect();
        let total = totals[dice.below(totals.len())];
        let mut weights = vec![1; outcomes];
        for _ in outcomes..total {
            weights[dice.below(outcomes)] += 1;
        }
        weights
    }

    fn estimate(&self, dice: &mut Dice) -> Option<Figure> {
        self.estimates.then(|| Figure::whole(self.value(dice)))
    }
}

fn add(draft: &mut Draft<'_>, parent: Option<usize>) -> usize {
    let nothing = Content::Choice { side: None, estimate: None };
    draft.add(parent, nothing, 0).expect("the tree stays within its limits")
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

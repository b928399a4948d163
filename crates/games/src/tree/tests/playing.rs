//! Trees as games: the lectures' examples, estimates, and paths between nodes.

use rootward_game::{Evaluation, Game, Notation, Outcome, Side, outcome_at};

use super::read;
use crate::tree::{EXAMPLES, Node, RandomTree, Tree, TreeKnowledge};

/// The value for MAX by alpha-beta from left to right, and the leaves it visits. `deep` passes bounds down all the way;
/// without it a node has only the bound of its parent, so that deep cut-offs cannot happen.
fn alpha_beta(tree: &Tree, node: Node, window: (i32, i32), deep: bool, seen: &mut Vec<i32>) -> i32 {
    if let Some(Outcome::Payoff(value)) = outcome_at(tree, &node) {
        seen.push(value);
        return value;
    }
    let (mut alpha, mut beta) = window;
    let is_max = tree.to_move(&node) == Side::First;
    let mut best = if is_max { i32::MIN } else { i32::MAX };
    for child in tree.children(node) {
        let known_below = if deep {
            (alpha, beta)
        } else if is_max {
            (best, i32::MAX)
        } else {
            (i32::MIN, best)
        };
        let value = alpha_beta(tree, child, known_below, deep, seen);
        best = if is_max { best.max(value) } else { best.min(value) };
        if is_max {
            alpha = alpha.max(best)
        } else {
            beta = beta.min(best)
        }
        if beta <= alpha {
            break;
        }
    }
    best
}

fn search(name: &str, deep: bool) -> (i32, Vec<i32>) {
    let (_, text) = EXAMPLES.iter().find(|(example, _)| *example == name).unwrap();
    let mut seen = Vec::new();
    let value = alpha_beta(&read(text), Node::ROOT, (i32::MIN, i32::MAX), deep, &mut seen);
    (value, seen)
}

#[test]
fn the_lectures_trees_are_searched_as_the_lectures_say() {
    assert_eq!(search("tree1", true), (3, vec![3, 12, 8, 2, 14, 5, 2]));
    assert_eq!(search("tree2", true), (8, vec![10, 8, 4]));
}

#[test]
fn the_deep_cut_needs_a_bound_from_three_plies_above() {
    assert_eq!(search("deep-cut", true), (6, vec![5, 9, 4, 8, 6, 2, 7]));
    assert_eq!(search("deep-cut", false), (6, vec![5, 9, 4, 1, 8, 6, 2, 7]));
}

#[test]
fn an_estimate_is_the_evaluation_and_nothing_counts_as_zero() {
    let tree = read("A~-2.5(B~5(3 12) (4))");
    let evaluate = |name: &str| TreeKnowledge.evaluate(&tree, &tree.find(name).unwrap());
    assert_eq!([evaluate("A"), evaluate("B"), evaluate("C")], [-25, 50, 0]);
    assert_eq!(tree.write_points(evaluate("A")), "-2.5");
    assert!(tree.counts_points());
}

#[test]
fn parents_children_and_paths_agree() {
    let tree = Tree::random(&RandomTree { depth: 5, irregular: true, ..RandomTree::default() });
    for node in tree.nodes() {
        for (index, child) in tree.children(node).enumerate() {
            assert_eq!(tree.parent(child), Some(node));
            assert_eq!(tree.branch_to(child).map(|branch| branch.index()), Some(index));
        }
        let end = tree.path(node).iter().fold(Node::ROOT, |at, &branch| tree.apply(&at, branch));
        assert_eq!(end, node);
        assert_eq!(tree.node(node.index()), Some(node));
    }
    assert_eq!((tree.parent(Node::ROOT), tree.node(tree.node_count())), (None, None));
}

//! Trees with chance nodes: reading them, the sides to move, and exact averages.

use rootward_game::{Average, Game, Notation, Range, Score, Side, legal_moves};

use super::{read, values};
use crate::tree::{Kind, Node, RandomTree, Tree};

/// The value for MAX, by the definition.
fn expectiminimax(tree: &Tree, node: Node) -> Score {
    if let Some(value) = tree.value(node) {
        return Score::points(value);
    }
    let values = tree.children(node).map(|child| expectiminimax(tree, child));
    if tree.is_chance(&node) {
        let weights = legal_moves(tree, &node).into_iter().map(|branch| tree.weight(&node, branch));
        return Average::of(&weights.zip(values).collect::<Vec<_>>(), tree.range());
    }
    let best = if tree.side(node) == Side::First { values.max() } else { values.min() };
    best.unwrap()
}

fn value(text: &str) -> String {
    let tree = read(text);
    tree.write_points(expectiminimax(&tree, Node::ROOT).to_raw())
}

#[test]
fn an_average_is_a_weighted_sum_and_exact() {
    assert_eq!(value("chance(1/2: (3 5) 1/3: 4 1/6: -2)"), "7/2");
    assert_eq!(value("chance(0.5: (3 5) 0.3: 4 0.2: -2)"), "3.3");
    assert_eq!(value("chance(.5: 1 .5: 2)"), "1.5");
    assert_eq!(value("chance(1/2: 1.5 1/2: 2)"), "7/4");
    assert_eq!(value("chance(1/2: 1.25 1/2: 2.25)"), "1.75");
    assert_eq!(value("chance(1/3: 7/5 2/3: -1)"), "-1/5");
    // Thirds of thirds of thirds; 1/27 would be lost if any step were rounded.
    assert_eq!(value("chance(1/3: chance(1/3: chance(1/3: 1 2/3: 0) 2/3: 0) 2/3: 0)"), "1/27");
}

#[test]
fn chance_takes_no_turn() {
    let tree = read("(chance(1/2: (3 (1)) 1/2: max(4)) chance(1: chance(1: (5))))");
    let side = |path: &str| tree.side(tree.parse_position(path).unwrap());
    assert_eq!([side("1.1"), side("1.1.2"), side("1.2")], [Side::Second, Side::First, Side::First]);
    assert_eq!(side("2.1.1"), Side::Second);
    assert_eq!(read("chance(1: (5 6))").side(Node(1)), Side::First);
}

#[test]
fn both_forms_describe_the_same_chance() {
    let list = read("(C=chance~1.5(1/2: a: (3 5) 1/3: 4 1/6: x=-2) 1)");
    let object = r#"[{"name":"C","side":"chance","estimate":1.5,"children":[
        {"probability":"1/2","label":"a","children":[3,5]}, {"value":4,"probability":"1/3"},
        {"probability":"1/6","name":"x","value":-2}]}, 1]"#;
    assert_eq!(list, read(object));
    assert_eq!(list.to_text(), "(C=chance~1.5(1/2: a: (3 5) 1/3: 4 1/6: x=-2) 1)");
    let last = r#"{"children":[{"value":1,"probability":0.25},{"value":"1/3","probability":".75"}],"side":"Chance"}"#;
    assert_eq!(read("chance(1/4: 1 3/4: 1/3)").to_json(), read(last).to_json());
    assert!(matches!(list.kind(Node(1)), Kind::Chance { estimate: Some(_) }));
}

#[test]
fn fractions_are_values_too() {
    let tree = read("(7/2 -1/3 2)");
    assert_eq!((tree.unit(), values(&tree)), (6, vec![21, -2, 12]));
    assert_eq!(tree.to_text(), "(7/2 -1/3 2)");
    assert_eq!(tree.to_json(), r#"[{"value":"7/2"},{"value":"-1/3"},2]"#);
    assert_eq!(read("(5/2 0.5 6/3)").to_text(), "(2.5 0.5 2)");
}

#[test]
fn weights_and_the_range_are_what_pruning_needs() {
    let tree = read("chance(1/2: (3 5) 0.4: 4 1/10: 20)");
    let weights: Vec<u32> = legal_moves(&tree, &Node::ROOT).iter().map(|&mv| tree.weight(&Node::ROOT, mv)).collect();
    assert_eq!((weights, tree.unit()), (vec![5, 4, 1], 10));
    assert_eq!(tree.range(), Range { least: 30, most: 200 });
    assert_eq!(read("(3 5)").range(), Range { least: 0, most: 5 });
}

#[test]
fn random_trees_have_chance_where_it_is_wanted() {
    for seed in 0..200 {
        let settings = RandomTree { seed, chance: 50, branching: 1..=4, values: -20..=20, ..RandomTree::default() };
        let tree = Tree::random(&settings);
        for node in tree.nodes() {
            let plies = tree.path(node).len() - above(&tree, node).filter(|&node| tree.is_chance_node(node)).count();
            assert!(plies <= 3, "{}", tree.to_text());
            assert_eq!(tree.is_leaf(node), plies == 3 && !tree.is_chance_node(node), "{}", tree.to_text());
        }
        // Exact: the result equals that of computing with fractions.
        let exact = exactly(&tree, Node::ROOT);
        let points = f64::from(expectiminimax(&tree, Node::ROOT).to_raw()) / f64::from(tree.unit());
        assert!((exact - points).abs() < 1e-9, "{exact} {points} {}", tree.to_text());
    }
    let with_chance = |seed| Tree::random(&RandomTree { seed, chance: 30, ..RandomTree::default() }).has_chance();
    assert!((0..20).filter(|&seed| with_chance(seed)).count() > 15);
}

fn above(tree: &Tree, node: Node) -> impl Iterator<Item = Node> + '_ {
    std::iter::successors(tree.parent(node), |&node| tree.parent(node))
}

fn exactly(tree: &Tree, node: Node) -> f64 {
    let values = || tree.children(node).map(|child| exactly(tree, child));
    match tree.value(node) {
        Some(value) => f64::from(value) / f64::from(tree.unit()),
        None if tree.is_chance_node(node) => tree
            .children(node)
            .zip(values())
            .map(|(child, value)| {
                let (weight, total) = tree.odds(child).unwrap();
                value * f64::from(weight) / f64::from(total)
            })
            .sum(),
        None if tree.side(node) == Side::First => values().fold(f64::MIN, f64::max),
        None => values().fold(f64::MAX, f64::min),
    }
}

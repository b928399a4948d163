//! What the parser reads.

use rootward_game::{Notation, Side};

use super::{read, values};
use crate::tree::{Kind, Node, Tree};

#[test]
fn lists_arrays_and_objects_describe_the_same_tree() {
    let list = read("((3 12 8) (2 4 6) (14 5 2))");
    assert_eq!(list, read("[[3,12,8],[2,4,6],[14,5,2]]"));
    assert_eq!(list, read("( [3, 12, 8], (2 4 6) [14 5 2,], ) # a mixture"));
    let object = r#"{"children": [[3,12,8], {"children":[2,4,6],"side":"min"}, {"children":[{"value":14},5,2]}]}"#;
    assert_eq!(list, read(object));
    assert_eq!(values(&list), [3, 12, 8, 2, 4, 6, 14, 5, 2]);
}

#[test]
fn names_labels_sides_and_estimates_can_be_given_in_both_forms() {
    let list = read(r#"A(a1: B=max~-1.5(3 x=12) "go on": "max" (y 4))"#);
    let object = r#"{"name":"A", "children":[
        {"label":"a1", "name":"B", "side":"MAX", "estimate":-1.5, "children":[3, {"name":"x", "value":12}]},
        {"label":"go on", "name":"max", "children":[{"name":"y", "value":4, "side":"min", "label":null}]}]}"#;
    assert_eq!(list, read(object));
    let b = list.find("B").unwrap();
    assert_eq!((list.side(b), list.estimate(b), list.label(b)), (Side::First, Some(-15), Some("a1")));
    let quoted = list.find("max").unwrap();
    assert_eq!((list.side(quoted), list.label(quoted)), (Side::Second, Some("go on")));
    assert_eq!(list.value(list.find("y").unwrap()), Some(40));
}

#[test]
fn a_lone_number_is_a_tree() {
    let tree = read(" -2.5 # a leaf");
    assert_eq!((tree.node_count(), tree.leaf_count(), tree.unit()), (1, 1, 10));
    assert_eq!(tree.kind(Node::ROOT), Kind::Leaf { value: -25 });
    assert_eq!(tree.name_of(Node::ROOT), None);
    assert_eq!(read(r#"{"value": 7, "children": []}"#), read("7"));
}

#[test]
fn sides_take_turns_below_a_side_that_was_given() {
    let tree = read("min((1) max(max((2)) (3)))");
    let side = |path: &str| tree.side(tree.parse_position(path).unwrap());
    assert_eq!([side("root"), side("1"), side("1.1")], [Side::Second, Side::First, Side::Second]);
    assert_eq!([side("2"), side("2.1"), side("2.1.1")], [Side::First, Side::First, Side::Second]);
    assert_eq!(side("2.2"), Side::Second);
}

#[test]
fn all_values_share_the_fewest_decimals_that_keep_them_exact() {
    let tree = read("(2.50 ~.125(-3 0.00) 4)");
    assert_eq!(tree.unit(), 1000);
    assert_eq!(values(&tree), [2500, 4000, -3000, 0]);
    assert_eq!(tree.to_text(), "(2.5 ~0.125(-3 0) 4)");
    assert_eq!(read("(2.0 3)").unit(), 1);
}

#[test]
fn automatic_names_keep_clear_of_given_ones() {
    let tree = read("(b(1) (c=2) (3))");
    let names: Vec<String> = tree.nodes().filter_map(|node| tree.name_of(node)).collect();
    assert_eq!(names, ["A", "b", "D", "E", "c"]);
    for node in tree.nodes().filter(|&node| tree.name_of(node).is_some()) {
        assert_eq!(tree.find(&tree.name_of(node).unwrap()), Some(node));
    }
}

#[test]
fn the_limits_are_reached_but_not_passed() {
    let nested = |levels: usize| format!("{}1{}", "(".repeat(levels), ")".repeat(levels));
    assert_eq!(read(&nested(Tree::MAX_DEPTH)).node_count(), Tree::MAX_DEPTH + 1);
    assert_eq!(Tree::parse(&nested(Tree::MAX_DEPTH + 1)).unwrap_err().place, Some((1, 1002)));
    for text in ["(".repeat(2_000_000), "{\"children\":[".repeat(500_000), "[{\"children\":".repeat(500_000)] {
        assert!(Tree::parse(&text).is_err());
    }
    let wide = |leaves: usize| format!("({})", "1 ".repeat(leaves));
    assert_eq!(read(&wide(Tree::MAX_NODES - 1)).node_count(), Tree::MAX_NODES);
    assert_eq!(Tree::parse(&wide(Tree::MAX_NODES)).unwrap_err().problem, "the tree has too many nodes");
}

//! What the parser refuses, and in which words.

use super::read;
use crate::tree::{Node, Tree};

/// The text is refused with this message.
fn check(text: &str, message: &str) {
    let result = Tree::parse(text).map(|tree| tree.to_text()).map_err(|error| error.to_string());
    assert_eq!(result, Err(message.to_owned()), "{text}");
}

#[test]
fn texts_that_hold_no_tree() {
    let expected = "expected a tree like ((3 12 8) (2 4 6))";
    check("", &format!("line 1, column 1: there is no tree in the text; {expected}"));
    check("# nothing\n  ", &format!("line 2, column 3: there is no tree in the text; {expected}"));
    check("(1) (2)", "line 1, column 5: '(' after the end of the tree; expected one tree and nothing else");
    check("3,", "line 1, column 2: ',' after the end of the tree; expected one tree and nothing else");
    check("(3 ; 4)", "line 1, column 4: ';' has no meaning here; expected a number, a name or a bracket");
}

#[test]
fn brackets_that_do_not_match() {
    check("((1 2)\n (3 4)", "line 1, column 1: this '(' is never closed; expected ')'");
    check("((1 2]", "line 1, column 6: ']' closes the '(' of line 1, column 2; expected ')'");
    check("1)", "line 1, column 2: ')' after the end of the tree; expected one tree and nothing else");
    check("(1 ())", "line 1, column 5: the node has no children; expected at least one: a number or '('");
    check("(,1)", "line 1, column 2: ',' where the node's content should be; expected a number or '('");
    check("(1,,2)", "line 1, column 4: ',' where the node's content should be; expected a number or '('");
    check("{\"value\":1", "line 1, column 1: this '{' is never closed; expected '}'");
}

#[test]
fn numbers_that_are_none_or_too_large() {
    check("(1 1e5)", "line 1, column 4: '1e5' is not a number; expected a number like 3, -0.25 or .5");
    check("(1\n 3.)", "line 2, column 2: '3.' is not a number; expected a number like 3, -0.25 or .5");
    let range = "expected a number between -1,000,000,000 and 1,000,000,000";
    check("(1 -1000000001)", &format!("line 1, column 4: -1000000001 is too large; {range}"));
    check(
        "(0.25\n10000001)",
        "line 2, column 1: 10000001 is too large; \
         expected a number between -10,000,000 and 10,000,000, since the values of this tree have 2 decimals",
    );
    check("(1: 2)", "line 1, column 2: the number 1 cannot be a label; expected a name, or the number in quotes");
}

#[test]
fn heads_without_a_body() {
    check("(A)", "line 1, column 3: ')' where the node's content should be; expected a number or '('");
    check("(A B 3)", "line 1, column 4: 'B' is a second name; expected a number, '(', max or min");
    check("(max 3)", "line 1, column 6: '3' where the node's content should be; expected '('");
    check("(max=3)", "line 1, column 5: '=' where the node's content should be; expected '('");
    check("B~(3)", "line 1, column 3: '(' after '~'; expected a number");
    check("B~5 3", "line 1, column 5: '3' where the node's content should be; expected '('");
    check("(A(1)\n A(2))", "line 2, column 2: the name 'A' is used twice; expected a different name for every node");
    check("a: {\"value\":1}", "line 1, column 4: '{' where the node's content should be; expected a number or '('");
}

#[test]
fn chance_nodes_until_they_come() {
    check("(chance(1 2))", "line 1, column 2: chance nodes are not supported yet; expected max or min");
    check("A=chance(1)", "line 1, column 3: chance nodes are not supported yet; expected max or min");
    let object = r#"{"side":"chance","children":[1]}"#;
    check(object, "line 1, column 9: chance nodes are not supported yet; expected max or min");
    assert_eq!(read("\"chance\"(1 2)").name(Node::ROOT), Some("chance"));
}

#[test]
fn objects_with_the_wrong_fields() {
    let keys = r#"one of the keys "name", "side", "label", "value", "estimate", "children""#;
    check("{3}", &format!("line 1, column 2: '3' where a key should be; expected {keys}"));
    check(r#"{"worth":3}"#, &format!("line 1, column 2: there is no key \"worth\"; expected {keys}"));
    check(r#"{"value":3,"value":4}"#, "line 1, column 12: the key \"value\" comes twice; expected each key once");
    check(r#"{"value" 3}"#, "line 1, column 10: '3' after the key \"value\"; expected ':'");
    check(r#"{"value":"3"}"#, "line 1, column 10: '\"3\"' after the key \"value\"; expected a number");
    check(r#"{"name":A}"#, "line 1, column 9: 'A' after the key \"name\"; expected text in quotes");
    check(r#"{"side":"left"}"#, "line 1, column 9: there is no side 'left'; expected max or min");
    check(r#"{"children":3}"#, "line 1, column 2: \"children\" without a list; expected \"children\": [ … ]");
    let neither = "line 1, column 2: the node has neither a value nor children; expected \"value\" or \"children\"";
    check(r#"({"name":"A"})"#, neither);
    check(r#"({"children":[]})"#, neither);
    check(
        r#"({"value":3,"children":[4]})"#,
        "line 1, column 2: the node has both a value and children; expected an \"estimate\" instead of the \"value\"",
    );
    check(
        r#"({"value":3,"estimate":4})"#,
        "line 1, column 2: the leaf has both a value and an estimate; expected the \"value\" alone",
    );
}

//! The texts that the parser refuses, and its messages.

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
    check("(1 1e5)", "line 1, column 4: '1e5' is not a number; expected a number like 3, -0.25, .5 or 7/2");
    check("(1\n 3.)", "line 2, column 2: '3.' is not a number; expected a number like 3, -0.25, .5 or 7/2");
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
    check("(A B 3)", "line 1, column 4: 'B' is a second name; expected a number, '(', max, min or chance");
    check("(max 3)", "line 1, column 6: '3' where the node's content should be; expected '('");
    check("(max=3)", "line 1, column 5: '=' where the node's content should be; expected '('");
    check("B~(3)", "line 1, column 3: '(' after '~'; expected a number");
    check("B~5 3", "line 1, column 5: '3' where the node's content should be; expected '('");
    check("(A(1)\n A(2))", "line 2, column 2: the name 'A' is used twice; expected a different name for every node");
    check("a: {\"value\":1}", "line 1, column 4: '{' where the node's content should be; expected a number or '('");
}

#[test]
fn probabilities_that_are_none() {
    check("chance(1/2: 3 1/3: 4)", "line 1, column 1: the probabilities add up to 5/6; expected 1");
    check(
        "(1\n B=chance(0.333: 1 .333: 2 .333: 3))",
        "line 2, column 2: the probabilities add up to 0.999; expected exactly 1 (a third is written 1/3)",
    );
    check(
        "chance(3/2: 3)",
        "line 1, column 8: 3/2 is not a probability; expected a fraction or a decimal above 0 and at most 1",
    );
    let missing = "an outcome of chance without its probability; expected a probability before it, like 1/2: or 0.5:";
    check("chance(1/2: 3 4)", &format!("line 1, column 15: {missing}"));
    check("chance(1: 3 (4))", &format!("line 1, column 13: {missing}"));
    for zero in ["0", "-1/2", "0.0", "0/7"] {
        let expected = "expected a fraction or a decimal above 0 and at most 1";
        check(
            &format!("chance(1: 3 {zero}: 4)"),
            &format!("line 1, column 13: {zero} is not a probability; {expected}"),
        );
    }
    check("chance(1/0: 3)", "line 1, column 8: '1/0' divides by 0; expected a number like 7/2");
    check("chance()", "line 1, column 8: the node has no children; expected at least one: a number or '('");
    check("chance(1: )", "line 1, column 11: ')' where the node's content should be; expected a number or '('");
    check("(chance 3)", "line 1, column 9: '3' where the node's content should be; expected '('");
    check("(1/2: 3 4)", "line 1, column 2: the number 1/2 cannot be a label; expected a name, or the number in quotes");
    check("1: 3", "line 1, column 1: the number 1 cannot be a label; expected a name, or the number in quotes");
    check("(a: 1: 3)", "line 1, column 5: the number 1 cannot be a label; expected a name, or the number in quotes");
    let object = r#"{"side":"chance","children":[{"probability":"1/2","value":3},{"value":4}]}"#;
    check(object, &format!("line 1, column 62: {missing}"));
    let object = r#"{"side":"chance","children":[{"probability":2,"value":3}]}"#;
    check(object, "line 1, column 45: 2 is not a probability; expected a fraction or a decimal above 0 and at most 1");
    assert_eq!(read("\"chance\"(1 2)").name(Node::ROOT), Some("chance"));
}

#[test]
fn averages_that_are_too_fine_to_be_exact() {
    check(
        "(1 chance(1/99991: 1 99990/99991: 2) chance(1/99989: 1 99988/99989: 2))",
        "line 1, column 1: the exact values from here on have a common denominator above 1,000,000,000; \
         expected fewer chance nodes below each other, or simpler probabilities and values",
    );
    let primes = "chance(1/1000003: 1 1/1000033: 2 1/2: 3)";
    check(
        primes,
        "line 1, column 1: the probabilities have a common denominator above 1,000,000,000; expected simpler fractions",
    );
    check(
        "chance(1/7: 1000000000 6/7: 0)",
        "line 1, column 13: 1000000000 is too large; expected a number between -142,857,142 and 142,857,142, \
         since the values of this tree are counted in parts of 1/7",
    );
}

#[test]
fn objects_with_the_wrong_fields() {
    let keys = r#"one of the keys "name", "side", "label", "value", "estimate", "probability", "children""#;
    check("{3}", &format!("line 1, column 2: '3' where a key should be; expected {keys}"));
    check(r#"{"worth":3}"#, &format!("line 1, column 2: there is no key \"worth\"; expected {keys}"));
    check(r#"{"value":3,"value":4}"#, "line 1, column 12: the key \"value\" comes twice; expected each key once");
    check(r#"{"value" 3}"#, "line 1, column 10: '3' after the key \"value\"; expected ':'");
    check(r#"{"value":"three"}"#, "line 1, column 10: '\"three\"' after the key \"value\"; expected a number");
    check(r#"{"name":A}"#, "line 1, column 9: 'A' after the key \"name\"; expected text in quotes");
    check(r#"{"side":"left"}"#, "line 1, column 9: there is no side 'left'; expected max, min or chance");
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

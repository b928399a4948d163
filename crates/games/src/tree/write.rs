//! From a [`Tree`] to text: as a list or as JSON. Both are read back by [`Tree::parse`].

use rootward_game::{Notation, Side};

use super::parse::is_reserved;
use super::rules::{Kind, Node, Tree};
use super::scan::is_identifier;
use super::traversal::Step;

impl Tree {
    /// The tree in list form, on one line, with all that was given: names, labels, sides, estimates.
    ///
    /// ```
    /// use rootward_games::tree::Tree;
    ///
    /// let text = "A(a1: B~5(3 12 8) a2: C(x=2 4 6))";
    /// assert_eq!(Tree::parse(text)?.to_text(), text);
    /// # Ok::<(), rootward_game::TextError>(())
    /// ```
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for step in self.traversal() {
            match step {
                Step::Enter(node) => {
                    if !self.is_first_child(node) {
                        text.push(' ');
                    }
                    self.push_head(node, &mut text);
                }
                Step::Leave(node) if self.is_leaf(node) => {}
                Step::Leave(_) => text.push(')'),
            }
        }
        text
    }

    /// The tree as JSON: numbers and arrays, and objects for nodes with more data.
    ///
    /// ```
    /// use rootward_games::tree::Tree;
    ///
    /// assert_eq!(Tree::parse("((10 8) (4 50))")?.to_json(), "[[10,8],[4,50]]");
    /// assert_eq!(Tree::parse("(x=1 2)")?.to_json(), r#"[{"name":"x","value":1},2]"#);
    /// # Ok::<(), rootward_game::TextError>(())
    /// ```
    pub fn to_json(&self) -> String {
        let mut json = String::new();
        for step in self.traversal() {
            match step {
                Step::Enter(node) => {
                    if !self.is_first_child(node) {
                        json.push(',');
                    }
                    self.push_json_start(node, &mut json);
                }
                Step::Leave(node) => self.push_json_end(node, &mut json),
            }
        }
        json
    }

    /// The text before the first child, or the whole of a leaf.
    fn push_head(&self, node: Node, text: &mut String) {
        if let Some(probability) = self.probability(node) {
            text.push_str(&format!("{probability}: "));
        }
        if let Some(label) = self.label(node) {
            push_word(label, text);
            text.push_str(": ");
        }
        if let Some(name) = self.name(node) {
            push_word(name, text);
        }
        let side = self.unusual_decider(node);
        if self.name(node).is_some() && (self.is_leaf(node) || side.is_some()) {
            text.push('=');
        }
        match self.kind(node) {
            Kind::Leaf { value } => text.push_str(&self.write_points(value)),
            Kind::Choice { estimate } | Kind::Chance { estimate } => {
                text.push_str(side.unwrap_or(""));
                if let Some(estimate) = estimate {
                    text.push('~');
                    text.push_str(&self.write_points(estimate));
                }
                text.push('(');
            }
        }
    }

    fn push_json_start(&self, node: Node, json: &mut String) {
        if self.is_plain(node) {
            match self.kind(node) {
                Kind::Leaf { value } => json.push_str(&self.write_points(value)),
                Kind::Choice { .. } | Kind::Chance { .. } => json.push('['),
            }
            return;
        }
        let mut separator = '{';
        let mut push_field = |key: &str, value: &str| {
            json.push(separator);
            separator = ',';
            json.push_str(&format!("\"{key}\":{value}"));
        };
        if let Some(name) = self.name(node) {
            push_field("name", &quoted(name));
        }
        if let Some(side) = self.unusual_decider(node) {
            push_field("side", &quoted(side));
        }
        if let Some(probability) = self.probability(node) {
            push_field("probability", &json_number(probability));
        }
        if let Some(label) = self.label(node) {
            push_field("label", &quoted(label));
        }
        match self.kind(node) {
            Kind::Leaf { value } => push_field("value", &json_number(self.write_points(value))),
            Kind::Choice { estimate } | Kind::Chance { estimate } => {
                if let Some(estimate) = estimate {
                    push_field("estimate", &json_number(self.write_points(estimate)));
                }
                push_field("children", "[");
            }
        }
    }

    fn push_json_end(&self, node: Node, json: &mut String) {
        if !self.is_leaf(node) {
            json.push(']');
        }
        if !self.is_plain(node) {
            json.push('}');
        }
    }

    /// Is the node no more than a number or a list?
    fn is_plain(&self, node: Node) -> bool {
        let is_anonymous = self.name(node).is_none() && self.label(node).is_none() && self.odds(node).is_none();
        let is_number = self.value(node).is_none_or(|value| !self.write_points(value).contains('/'));
        is_anonymous && is_number && self.unusual_decider(node).is_none() && self.estimate(node).is_none()
    }

    /// The decider, where it has to be written.
    fn unusual_decider(&self, node: Node) -> Option<&'static str> {
        match self.kind(node) {
            Kind::Chance { .. } => Some("chance"),
            _ if self.side(node) == self.usual_side(node) => None,
            _ => Some(side_word(self.side(node))),
        }
    }
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "max",
        Side::Second => "min",
    }
}

/// JSON has no fractions: they are quoted.
fn json_number(number: String) -> String {
    if number.contains('/') { quoted(&number) } else { number }
}

/// A name or a label, quoted only where it might otherwise not be read as one.
fn push_word(word: &str, text: &mut String) {
    if is_identifier(word) && !is_reserved(word) { text.push_str(word) } else { text.push_str(&quoted(word)) }
}

/// In quotes, with the escapes of JSON. Control characters cannot occur: the parser refuses them.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

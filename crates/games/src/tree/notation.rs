//! Paths, moves and points as text.

use rootward_game::{Notation, TextError, legal_moves};

use super::number::excerpt;
use super::rules::{Branch, Node, Tree};

/// The path of the root, which has no numbers.
const ROOT: &str = "root";

impl Notation for Tree {
    fn name(&self) -> String {
        "tree".to_owned()
    }

    /// A node as the path from the root (`2.1`: the second child's first child), or by its name. Paths come first: a
    /// node named `root` or `2.1` is found by its path alone.
    fn parse_position(&self, text: &str) -> Result<Node, TextError> {
        let wanted = text.trim();
        let offset = text.len() - text.trim_start().len();
        if wanted.is_empty() || wanted.eq_ignore_ascii_case(ROOT) {
            return Ok(Node::ROOT);
        }
        if wanted.chars().all(|c| c.is_ascii_digit() || c == '.') {
            return self.follow_path(text, offset);
        }
        self.find(wanted).ok_or_else(|| {
            let problem = format!("no node is called '{}'", excerpt(wanted));
            TextError::new(problem, "'root', a path of child numbers like 2.1, or a name").at(text, offset)
        })
    }

    fn write_position(&self, node: &Node) -> String {
        let numbers: Vec<String> = self.path(*node).iter().map(|branch| number(*branch)).collect();
        if numbers.is_empty() { ROOT.to_owned() } else { numbers.join(".") }
    }

    /// The label of the edge, else the name of the child, else its number from 1; the number also where the text could
    /// mean a sibling.
    fn write_move(&self, node: &Node, branch: Branch) -> String {
        let child = self.record(*node).first_child + branch.0;
        self.names().move_text(Node(child)).map_or_else(|| number(branch), str::to_owned)
    }

    /// A move as it is written, in any letter case, or the number of the child, or its name.
    fn parse_move(&self, node: &Node, text: &str) -> Result<Branch, TextError> {
        let wanted = text.trim();
        let moves = legal_moves(self, node);
        let is_written = |branch: &&Branch| self.write_move(node, **branch).eq_ignore_ascii_case(wanted);
        let numbered = || moves.iter().find(|branch| number(**branch) == wanted);
        let named = || {
            let child = self.find(wanted).filter(|&child| self.parent(child) == Some(*node))?;
            let is_label_too = self.children(*node).any(|sibling| self.label(sibling) == Some(wanted));
            self.branch_to(child).filter(|_| !is_label_too)
        };
        let found = moves.iter().find(is_written).or_else(numbered).copied().or_else(named);
        found.ok_or_else(|| {
            let problem = format!("'{}' is not a move from {}", excerpt(wanted), self.place_in_words(*node));
            TextError::new(problem, self.moves_in_words(*node, &moves))
        })
    }

    fn draw(&self, node: &Node) -> String {
        self.picture(*node)
    }

    fn counts_points(&self) -> bool {
        true
    }

    fn points_per_unit(&self) -> i32 {
        self.unit()
    }

    fn write_points(&self, points: i32) -> String {
        self.scale().write(points)
    }

    fn write_probability(&self, weight: u32, total: u32) -> String {
        self.scale().write_probability(weight, total)
    }
}

impl Tree {
    /// Descends from the root, one number at a time.
    fn follow_path(&self, text: &str, offset: usize) -> Result<Node, TextError> {
        let mut node = Node::ROOT;
        let mut place = offset;
        for part in text.trim().split('.') {
            let children = self.children(node).len();
            let child = part.parse::<usize>().ok().and_then(|number| self.children(node).nth(number.checked_sub(1)?));
            node = child.ok_or_else(|| {
                let expected = match children {
                    0 => "nothing more: the node is a leaf".to_owned(),
                    1 => "1: the node has one child".to_owned(),
                    _ => format!("a number from 1 to {children}"),
                };
                let problem = format!("{} has no child '{}'", self.place_in_words(node), excerpt(part));
                TextError::new(problem, expected).at(text, place)
            })?;
            place += part.len() + 1;
        }
        Ok(node)
    }

    fn place_in_words(&self, node: Node) -> String {
        self.name_of(node).unwrap_or_else(|| self.write_position(&node))
    }

    fn moves_in_words(&self, node: Node, moves: &[Branch]) -> String {
        const MOST: usize = 20;
        if moves.is_empty() {
            return "no move: the game is over".to_owned();
        }
        let written: Vec<String> = moves.iter().take(MOST).map(|&branch| self.write_move(&node, branch)).collect();
        let more = if moves.len() > MOST { ", …" } else { "" };
        format!("one of {}{more}", written.join(", "))
    }
}

/// Children are counted from 1 in all text.
fn number(branch: Branch) -> String {
    (branch.index() + 1).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Tree {
        Tree::parse("A(a1: B(3 12 8) a2: C(x=2 4 \"Go left\": 6) (14 5 2))").unwrap()
    }

    #[test]
    fn a_position_is_a_path_or_a_name() {
        let tree = tree();
        for (text, path) in [("", "root"), ("root", "root"), ("A", "root"), (" 2.1 ", "2.1"), ("x", "2.1"), ("D", "3")]
        {
            let node = tree.parse_position(text).unwrap();
            assert_eq!(tree.write_position(&node), path, "{text:?}");
        }
    }

    #[test]
    fn a_path_that_leads_nowhere_says_where_it_went_wrong() {
        let tree = tree();
        let error = |text: &str| tree.parse_position(text).unwrap_err().to_string();
        assert_eq!(error("4"), "line 1, column 1: A has no child '4'; expected a number from 1 to 3");
        assert_eq!(error("1.0"), "line 1, column 3: B has no child '0'; expected a number from 1 to 3");
        assert_eq!(error("2.1.1"), "line 1, column 5: x has no child '1'; expected nothing more: the node is a leaf");
        assert_eq!(error("2..1"), "line 1, column 3: C has no child ''; expected a number from 1 to 3");
        assert_eq!(error("3.99999999999999999999999").split(';').next_back(), Some(" expected a number from 1 to 3"));
        assert!(error(" Z").starts_with("line 1, column 2: no node is called 'Z'"));
    }

    #[test]
    fn a_move_is_a_label_a_name_or_a_number() {
        let tree = tree();
        let written = |node: &str| -> Vec<String> {
            let node = tree.parse_position(node).unwrap();
            legal_moves(&tree, &node).iter().map(|&branch| tree.write_move(&node, branch)).collect()
        };
        assert_eq!(written("A"), ["a1", "a2", "3"]);
        assert_eq!(written("C"), ["x", "2", "Go left"]);
        let read = |text: &str| tree.parse_move(&Node::ROOT, text).map(Branch::index);
        assert_eq!((read("A2"), read(" 2 "), read("C"), read("D")), (Ok(1), Ok(1), Ok(1), Ok(2)));
        assert_eq!(read("x").unwrap_err().to_string(), "'x' is not a move from A; expected one of a1, a2, 3");
    }

    #[test]
    fn moves_that_could_be_mistaken_are_numbers() {
        let tree = Tree::parse(r#"(a: 1 A: 2 "1": 3 " b ": 4 a=5 c: 6 c=7 d: 8 D=9)"#).unwrap();
        let moves = legal_moves(&tree, &Node::ROOT);
        let written: Vec<String> = moves.iter().map(|&branch| tree.write_move(&Node::ROOT, branch)).collect();
        assert_eq!(written, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
        assert!(tree.parse_move(&Node::ROOT, "c").is_err(), "the sixth by its label or the seventh by its name?");
    }
}

//! The names of nodes and the labels of edges.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::rules::{Node, Record};

/// The names of nodes and the labels of edges, from the text and automatic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names {
    given: BTreeMap<Node, String>,
    /// The label of the edge to a node, kept with that node.
    labels: BTreeMap<Node, String>,
    /// For each node the number of its automatic name from 1, or 0 if it has none.
    automatic: Vec<u32>,
    /// Nodes with a label or a name that is ambiguous as the move to them.
    unclear: BTreeSet<Node>,
}

impl Names {
    /// Computes the automatic names and the ambiguous labels.
    pub(super) fn new(records: &[Record], given: BTreeMap<Node, String>, labels: BTreeMap<Node, String>) -> Names {
        let automatic = automatic_names(records, &given);
        let mut names = Names { given, labels, automatic, unclear: BTreeSet::new() };
        names.unclear = names.unclear_texts(records);
        names
    }

    pub(super) fn given(&self, node: Node) -> Option<&str> {
        self.given.get(&node).map(String::as_str)
    }

    pub(super) fn label(&self, node: Node) -> Option<&str> {
        self.labels.get(&node).map(String::as_str)
    }

    pub(super) fn name_of(&self, node: Node) -> Option<String> {
        let automatic = || match self.automatic[node.index()] {
            0 => None,
            number => Some(letters(number)),
        };
        self.given(node).map(str::to_owned).or_else(automatic)
    }

    pub(super) fn find(&self, name: &str) -> Option<Node> {
        let given = self.given.iter().find(|(_, given)| *given == name).map(|(&node, _)| node);
        given.or_else(|| {
            let number = number_of(name)?;
            self.automatic.iter().position(|&automatic| automatic == number).map(|index| Node(index as u32))
        })
    }

    /// The text for the move to this node, if it has one that cannot mean a sibling.
    pub(super) fn move_text(&self, node: Node) -> Option<&str> {
        self.preferred(node).filter(|_| !self.unclear.contains(&node))
    }

    fn preferred(&self, node: Node) -> Option<&str> {
        self.label(node).or_else(|| self.given(node))
    }

    /// Moves are read without regard to letter case and outer blanks, and may be given as numbers: a text that could
    /// then mean a sibling is ambiguous.
    fn unclear_texts(&self, records: &[Record]) -> BTreeSet<Node> {
        let mut unclear = BTreeSet::new();
        let mut owners: HashMap<(Node, String), Node> = HashMap::new();
        let nodes: BTreeSet<Node> =
            self.labels.keys().chain(self.given.keys()).copied().filter(|node| node.0 > 0).collect();
        for node in nodes {
            let Some(text) = self.preferred(node) else { continue };
            if text != text.trim() || text.bytes().all(|byte| byte.is_ascii_digit()) {
                unclear.insert(node);
            }
            let place = (records[node.index()].parent, text.to_ascii_lowercase());
            if let Some(&owner) = owners.get(&place) {
                unclear.extend([owner, node]);
            } else {
                owners.insert(place, node);
            }
        }
        unclear
    }
}

/// Numbers the interior nodes without a name in level order, skipping names in use. `a` keeps `A` from being used: two
/// names that differ only in case would be confusing.
fn automatic_names(records: &[Record], given: &BTreeMap<Node, String>) -> Vec<u32> {
    let taken: HashSet<u32> = given.values().filter_map(|name| number_of(&name.to_ascii_uppercase())).collect();
    let mut free = (1..).filter(|number| !taken.contains(number));
    let mut number = |(index, record): (usize, &Record)| {
        let is_nameless = record.children > 0 && !given.contains_key(&Node(index as u32));
        if is_nameless { free.next().unwrap_or(0) } else { 0 }
    };
    records.iter().enumerate().map(&mut number).collect()
}

/// 1 is A, 26 is Z, 27 is AA, 28 is AB, and so on.
fn letters(number: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = number;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

/// The inverse of [`letters`].
fn number_of(letters: &str) -> Option<u32> {
    let digit = |byte: u8| byte.is_ascii_uppercase().then(|| u32::from(byte - b'A') + 1);
    let number = letters.bytes().try_fold(0_u32, |number, byte| number.checked_mul(26)?.checked_add(digit(byte)?))?;
    (number > 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        let written: Vec<String> = [1, 2, 26, 27, 52, 53, 702, 703].into_iter().map(letters).collect();
        assert_eq!(written, ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }

    #[test]
    fn letters_are_numbers_written_otherwise() {
        for number in (1..20_000).chain([1_000_000, u32::MAX]) {
            assert_eq!(number_of(&letters(number)), Some(number));
        }
        for text in ["", "a", "A1", "É", "ZZZZZZZZZ"] {
            assert_eq!(number_of(text), None, "{text}");
        }
    }
}

//! Trees on paper: as text, by the name of an example, or in a file, which may be a Gambit `.efg` file.

use std::path::Path;

use rootward_games::tree::{EXAMPLES, Tree};
use rootward_support::file::read_small;
use serde::Serialize;

use crate::Problem;
use crate::efg::{efg_tree, is_efg};
use crate::problem::quoted;

/// The tree for an argument: `@path` is a file; text with brackets is a tree; otherwise the name of an example, a
/// file's path, or a single number.
pub(crate) fn find_tree(text: &str) -> Result<Tree, Problem> {
    let text = text.trim();
    if let Some(path) = text.strip_prefix('@') {
        return read_tree(path);
    }
    if example(text).is_none() && Path::new(text).is_file() {
        return read_tree(text);
    }
    written_tree(text).map_err(|problem| {
        let expected = format!("a tree such as ((3 12) (2 4)), a file with one, or one of {}", example_names());
        let neither = || Problem::new(format!("{} is neither a tree nor a file", quoted(text)), expected);
        if has_brackets(text) { problem } else { neither() }
    })
}

/// The tree for untrusted text: a tree or the name of an example. It reads no file.
pub(crate) fn written_tree(text: &str) -> Result<Tree, Problem> {
    let text = text.trim();
    if let Some(example) = example(text) {
        return Tree::parse(example).map_err(|error| Problem::from(error).within(text));
    }
    if is_efg(text) {
        return efg_tree(text).map_err(|problem| problem.within("game"));
    }
    Tree::parse(text).map_err(|error| {
        let expected = format!("a tree such as ((3 12) (2 4)), or one of {}", example_names());
        let no_tree = || Problem::new(format!("{} is not a tree", quoted(text)), expected);
        if has_brackets(text) { Problem::from(error).within("tree") } else { no_tree() }
    })
}

/// A tree in its two text forms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenTree {
    /// Nested lists, the shortest text that reads back as the same tree.
    pub text: String,
    /// The same as JSON: numbers, arrays, and objects for nodes with more data.
    pub json: String,
    /// The number of nodes.
    pub nodes: usize,
    /// The number of leaves.
    pub leaves: usize,
}

impl WrittenTree {
    /// Reads a tree as text, or the name of an example. It reads no file.
    pub fn read(text: &str) -> Result<WrittenTree, Problem> {
        written_tree(text).map(|tree| WrittenTree::of(&tree))
    }

    fn of(tree: &Tree) -> WrittenTree {
        let (nodes, leaves) = (tree.node_count(), tree.leaf_count());
        WrittenTree { text: tree.to_text(), json: tree.to_json(), nodes, leaves }
    }
}

fn has_brackets(text: &str) -> bool {
    text.contains(['(', '[', '{'])
}

fn example(name: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

fn example_names() -> String {
    EXAMPLES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

fn read_tree(path: &str) -> Result<Tree, Problem> {
    let text =
        read_small(Path::new(path)).map_err(|error| Problem::sentence(format!("file {}: {error}", quoted(path))))?;
    let text =
        String::from_utf8(text).map_err(|_| Problem::new(format!("file {} is not text", quoted(path)), "UTF-8"))?;
    let tree = if is_efg(&text) { efg_tree(&text) } else { Tree::parse(&text).map_err(Problem::from) };
    tree.map_err(|problem| problem.within(format!("file {}", quoted(path))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_found_as_text_as_an_example_and_in_a_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/data/tree1.txt");
        let tree = find_tree("tree1").unwrap();
        assert_eq!(find_tree("((3 12 8) (2 4 6) (14 5 2))").as_ref(), Ok(&tree));
        assert_eq!(find_tree(path).as_ref(), Ok(&tree));
        assert_eq!(find_tree(&format!("@{path}")), Ok(tree));
        assert_eq!(find_tree("5").unwrap().leaf_count(), 1);
    }

    #[test]
    fn a_written_tree_is_never_a_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/data/tree1.txt");
        assert_eq!(written_tree("tree1"), find_tree("tree1"));
        for text in [path.to_owned(), format!("@{path}"), "@/etc/passwd".to_owned(), "/etc/passwd".to_owned()] {
            assert!(written_tree(&text).unwrap_err().to_string().contains("is not a tree"), "{text}");
        }
    }

    #[test]
    fn a_tree_has_two_written_forms() {
        let tree = WrittenTree::read("[[3, 12], [2, 4]]").unwrap();
        assert_eq!((tree.text.as_str(), tree.json.as_str()), ("((3 12) (2 4))", "[[3,12],[2,4]]"));
        assert_eq!((tree.nodes, tree.leaves), (7, 4));
    }

    #[test]
    fn what_is_no_tree_is_refused_with_its_place() {
        let error = |text: &str| find_tree(text).unwrap_err().to_string();
        assert!(error("((3 12) (4 x))").starts_with("tree: line 1, column 1"));
        assert!(error("@no/such/file").starts_with("file 'no/such/file': "));
        assert!(error("no-such-tree.txt").contains("neither a tree nor a file"));
    }
}

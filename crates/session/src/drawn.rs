//! Trees drawn on paper: as text, by the name of an example, or in a file.

use std::fs;
use std::path::Path;

use rootward_games::tree::{EXAMPLES, Tree};

use crate::Problem;
use crate::problem::quoted;

/// The tree that a person means: `@path` is a file; text with brackets is a tree; otherwise an example's name, a file's
/// path, or a single number.
pub(crate) fn find_tree(text: &str) -> Result<Tree, Problem> {
    let text = text.trim();
    if let Some(path) = text.strip_prefix('@') {
        return read_tree(path);
    }
    if text.contains(['(', '[', '{']) && !Path::new(text).is_file() {
        return Tree::parse(text).map_err(|error| Problem::from(error).within("tree"));
    }
    if let Some((_, example)) = EXAMPLES.iter().find(|(name, _)| *name == text) {
        return Tree::parse(example).map_err(|error| Problem::from(error).within(text));
    }
    if Path::new(text).is_file() {
        return read_tree(text);
    }
    Tree::parse(text).map_err(|_| {
        let names: Vec<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
        let expected = format!("a tree such as ((3 12) (2 4)), a file with one, or one of {}", names.join(", "));
        Problem::new(format!("{} is neither a tree nor a file", quoted(text)), expected)
    })
}

fn read_tree(path: &str) -> Result<Tree, Problem> {
    let text = fs::read(path).map_err(|error| Problem::sentence(format!("file {}: {error}", quoted(path))))?;
    let text =
        String::from_utf8(text).map_err(|_| Problem::new(format!("file {} is not text", quoted(path)), "UTF-8"))?;
    Tree::parse(&text).map_err(|error| Problem::from(error).within(format!("file {}", quoted(path))))
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
    fn what_is_no_tree_is_refused_with_its_place() {
        let error = |text: &str| find_tree(text).unwrap_err().to_string();
        assert!(error("((3 12) (4 x))").starts_with("tree: line 1, column 1"));
        assert!(error("@no/such/file").starts_with("file 'no/such/file': "));
        assert!(error("no-such-tree.txt").contains("neither a tree nor a file"));
    }
}

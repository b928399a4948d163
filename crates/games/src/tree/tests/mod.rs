//! The game of trees as a whole.

mod reading;
mod refusing;
mod round_trips;
mod playing;
mod chance;

use super::Tree;

fn read(text: &str) -> Tree {
    Tree::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn values(tree: &Tree) -> Vec<i32> {
    tree.nodes().filter_map(|node| tree.value(node)).collect()
}

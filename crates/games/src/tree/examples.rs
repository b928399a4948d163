//! Example trees.

/// Name and text of each example. The first two are the lectures' trees; then a deep cut-off, a chance node, and a
/// cut-off at one.
///
/// ```
/// use rootward_games::tree::{EXAMPLES, Tree};
///
/// for (name, text) in EXAMPLES {
///     assert!(Tree::parse(text).is_ok(), "{name}");
/// }
/// ```
pub const EXAMPLES: &[(&str, &str)] = &[
    ("tree1", include_str!("../../data/tree1.txt")),
    ("tree2", include_str!("../../data/tree2.txt")),
    ("deep-cut", include_str!("../../data/deep-cut.txt")),
    ("dice", include_str!("../../data/dice.txt")),
    ("star1", include_str!("../../data/star1.txt")),
];

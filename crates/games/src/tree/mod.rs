//! Trees drawn on paper: a game with every position written down, and points for MAX at the leaves.
//!
//! ```
//! use rootward_game::{Game, Notation, Side};
//! use rootward_games::tree::{Node, Tree};
//!
//! let tree = Tree::parse("A(a1: B(3 12 8)  a2: C(2 4 6)  a3: D(14 5 2))  # MAX at A, MIN below")?;
//! let c = tree.apply(&Node::ROOT, tree.parse_move(&Node::ROOT, "a2")?);
//! assert_eq!(tree.to_move(&c), Side::Second);
//! assert_eq!(tree.draw(&c), "MIN C\n├── 2\n├── 4\n└── 6\n");
//! # Ok::<(), rootward_game::TextError>(())
//! ```
//!
//! # The text
//!
//! A leaf is a number, an interior node a list of nodes in brackets: `((3 12 8) (2 4 6))`, or, since commas and square
//! brackets are accepted, `[[3,12,8],[2,4,6]]`. The rest is optional:
//!
//! ```text
//! node   = [ probability ":" ] [ label ":" ] [ name [ "=" ] ] ( number | list )  |  object
//! list   = [ "max" | "min" | "chance" ] [ "~" number ] ( "(" nodes ")"  |  "[" nodes "]" )
//! nodes  = node [ "," ] { node [ "," ] }
//! object = "{" key ":" … "}"     with the keys "name" "side" "label" "value" "estimate" "probability" "children",
//!                                as in JSON
//! number = [ "+" | "-" | "−" ] digits [ "." digits | "/" digits ]    or with nothing before the point
//! ```
//!
//! * Names and labels are words (`A`, `b_1`, `C'`) or `"anything in quotes"`. A name belongs to the node, and no two
//!   nodes share one; a label belongs to the edge that leads to it.
//! * MAX moves at the root and the sides alternate, except where a list says `max` or `min`. So an extra turn can be
//!   drawn. (`"max"` in quotes is a name.)
//! * `chance(1/2: (3 5) 1/3: 4 1/6: -2)` is a chance node: each of its children begins with its probability, a fraction
//!   or a decimal, and their sum is 1. Chance takes no turn: the side that would move at the node moves below it.
//! * `~5` before a list is the static value of that node, for a search that stops there.
//! * A comment goes from `#` to the end of the line.
//!
//! In an object, all keys are optional except one of `value` and `children`.
//!
//! # The numbers
//!
//! Values may have up to six decimals, or be fractions. A [`Tree`] holds whole numbers: all its values are multiplied by the
//! same [unit](Tree::unit), which makes every value and every average whole, and
//! [`write_points`](rootward_game::Notation::write_points) divides by it again. A tree written with decimals alone
//! shows decimals (`3.5`), one with fractions shows what is not among its values' decimals as a fraction (`7/2`). A
//! tree whose exact averages would not fit into points is refused: the unit, and each value times the unit, must not
//! exceed [1,000,000,000](rootward_game::Score::POINTS_LIMIT).

mod rules;
mod names;
mod draft;
mod number;
mod scale;
mod probabilities;
mod scan;
mod parse;
mod object;
mod traversal;
mod write;
mod notation;
mod draw;
mod knowledge;
mod random;
mod examples;
#[cfg(test)]
mod tests;

pub use examples::EXAMPLES;
pub use knowledge::TreeKnowledge;
pub use random::RandomTree;
pub use rules::{Branch, Kind, Node, Tree};

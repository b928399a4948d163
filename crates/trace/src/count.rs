//! Counting the unvisited part of a tree, as far as that is cheap.

use rootward_game::{Game, legal_moves, outcome_at};

/// The size of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    /// Ends of the game, and positions at the horizon.
    pub(super) leaves: u64,
    /// The depth that reaches the deepest of them, in plies. Chance takes none, but at the horizon no dice are rolled.
    pub(super) height: u32,
    /// Nodes on the longest path, chance nodes included.
    pub(super) levels: u32,
}

/// The size of the tree below a position, up to a horizon `depth` plies away. Each position visited is subtracted from
/// `budget`; `None` once that is used up.
pub(super) fn size_below<G: Game>(game: &G, state: &G::State, depth: Option<u32>, budget: &mut u64) -> Option<Size> {
    *budget = budget.checked_sub(1)?;
    if depth == Some(0) || outcome_at(game, state).is_some() {
        return Some(Size { leaves: 1, height: 0, levels: 1 });
    }
    let plies = u32::from(!(game.has_chance() && game.is_chance(state)));
    let below = depth.map(|depth| depth - plies);
    legal_moves(game, state).into_iter().try_fold(Size::default(), |size, mv| {
        let more = size_below(game, &game.apply(state, mv), below, budget)?;
        Some(Size {
            leaves: size.leaves + more.leaves,
            height: size.height.max(more.height + plies).max(1),
            levels: size.levels.max(more.levels + 1),
        })
    })
}

/// The size of the tree below a position if it has at most `limit` nodes, itself included.
pub(super) fn size_within<G: Game>(game: &G, state: &G::State, depth: Option<u32>, limit: u64) -> Option<Size> {
    let mut budget = limit;
    size_below(game, state, depth, &mut budget)
}

/// Lines as long as this are followed to the end of the game: the deepest tree that can be written has 1,000 plies.
const LONGEST_LINE: u32 = 1_000;

/// The same to the end of the game; `None` as well if a line is longer than [`LONGEST_LINE`]. In a game without an end, a count that only
/// looks at the number of nodes would go down until the stack is full.
pub(super) fn whole_size_within<G: Game>(game: &G, state: &G::State, limit: u64) -> Option<Size> {
    // One ply further, so that a line that ends there is distinguished from one that goes on.
    size_within(game, state, Some(LONGEST_LINE + 1), limit).filter(|size| size.height <= LONGEST_LINE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_game::Notation;
    use rootward_games::tree::{Node, Tree};

    #[test]
    fn leaves_are_counted_to_the_end_or_to_the_horizon() {
        let tree = Tree::parse("((3 12 8) (2 (4 5) 6) 14)").unwrap();
        let size = |depth| size_within(&tree, &Node::ROOT, depth, 100).map(|size| (size.leaves, size.height));
        assert_eq!(size(None), Some((8, 3)));
        assert_eq!((size(Some(0)), size(Some(1)), size(Some(2))), (Some((1, 0)), Some((3, 1)), Some((7, 2))));
    }

    #[test]
    fn a_game_without_an_end_has_no_size() {
        let chess = rootward_games::chess::Chess::default();
        let kings = chess.parse_position("8/8/4k3/8/8/4K3/8/7R w - - 0 1").unwrap();
        assert_eq!(whole_size_within(&chess, &kings, 1_000_000), None);
        let tree = Tree::parse("((3 12 8) (2 (4 5) 6) 14)").unwrap();
        assert_eq!(whole_size_within(&tree, &Node::ROOT, 100), size_within(&tree, &Node::ROOT, None, 100));
    }

    #[test]
    fn a_count_that_would_take_too_long_is_given_up() {
        let tree = Tree::parse("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        assert!(size_within(&tree, &Node::ROOT, None, 13).is_some());
        assert_eq!(size_within(&tree, &Node::ROOT, None, 12), None);
    }
}

//! Searches restricted to some of the root moves.

use rootward_game::contract::Dice;
use rootward_game::{Game, legal_moves};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
use rootward_search::textbook::Minimax;
use rootward_search::{Limits, Search, SharedTable, Techniques};

/// The best of `only` by plain minimax, for the side to move.
fn best_of(tree: &Tree, only: &[<Tree as Game>::Move]) -> rootward_game::Score {
    let root = Node::ROOT;
    let side = tree.to_move(&root);
    let value = |&mv: &<Tree as Game>::Move| {
        let child = tree.apply(&root, mv);
        let score = tree.to_move(&child).view(Minimax { depth: None }.run(tree, &TreeKnowledge, &child, ()).value);
        score.from_child(tree.to_move(&child) != side)
    };
    only.iter().map(value).max().expect("a move to choose")
}

#[test]
fn the_best_of_some_moves_is_found_and_the_table_stays_true() {
    let mut dice = Dice::new(5);
    for seed in 0..2_000 {
        let tree = Tree::random(&RandomTree {
            seed,
            depth: 4,
            branching: 2..=4,
            values: -9..=9,
            irregular: seed % 2 == 0,
            ..RandomTree::default()
        });
        let legal = legal_moves(&tree, &Node::ROOT);
        let mut only: Vec<_> = legal.iter().copied().filter(|_| dice.below(2) == 0).collect();
        if only.is_empty() {
            only.push(legal[0]);
        }
        let table = SharedTable::with_bytes(1 << 14);
        let search = || Search::new(&tree).knowledge(&TreeKnowledge).table(&table).techniques(Techniques::SOUND);
        let report = search().only(&only).threads(1 + seed as usize % 2).limits(Limits::depth(9)).run(&Node::ROOT);
        assert_eq!(report.score, best_of(&tree, &only), "seed {seed}");
        assert!(only.contains(&report.best().expect("a move")), "seed {seed}");
        let whole = search().limits(Limits::depth(9)).run(&Node::ROOT);
        assert_eq!(
            whole.score,
            best_of(&tree, &legal),
            "seed {seed}: a value of some moves was kept as the position's"
        );
    }
}

#[test]
fn several_lines_and_every_technique_stay_within_the_moves() {
    let game = ConnectFour::default();
    let state = game.initial();
    let legal = legal_moves(&game, &state);
    let knowledge = ConnectFourKnowledge::default();
    let only = [legal[0], legal[5], legal[1]];
    for lines in 1..=4 {
        let search = Search::new(&game).knowledge(&knowledge).techniques(Techniques::ALL);
        let report = search.lines(lines).only(&only).limits(Limits::depth(8)).run(&state);
        assert_eq!(report.lines.len(), lines.min(3));
        assert!(report.lines.iter().all(|line| only.contains(&line.moves[0])));
    }
    // Stopped before anything was searched.
    let report = Search::new(&game).only(&only[1..2]).limits(Limits::nodes(1)).run(&state);
    assert_eq!(report.best(), Some(legal[5]));
}

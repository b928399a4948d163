//! The engine gives the values of the textbook algorithms: with every sound technique on and off, in every game, with one
//! thread and with two.

use rootward_game::contract::{Dice, random_game};
use rootward_game::{Bound, Game, Knowledge, Score, ScoreKind, outcome_at};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_games::mnk::{Mnk, MnkKnowledge};
use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
use rootward_search::textbook::{AlphaBeta, CutRule, Fail, Minimax, Order};
use rootward_search::{Limits, Report, Search, SharedTable, Singular, Sound, Speculative, Techniques};

/// One combination of sound techniques, by the bits of a number: a corner of the lattice of all combinations.
fn sound(bits: u32) -> Techniques {
    let on = |bit: u32| bits >> bit & 1 == 1;
    let sound = Sound {
        iterative_deepening: on(0),
        aspiration: on(1),
        pvs: on(2),
        transposition_table: on(3),
        etc: on(4),
        hash_move: on(5),
        static_ordering: on(6),
        killers: on(7),
        history: on(8),
        mate_distance: on(9),
        continuation_history: on(10),
        capture_history: on(10),
        star1: false,
        star2: false,
    };
    Techniques { sound, ..Techniques::NONE }
}

const CORNERS: u32 = 1 << 11;

fn true_value<G: Game>(game: &G, knowledge: &impl Knowledge<G>, state: &G::State, depth: Option<u32>) -> Score {
    let side = game.to_move(state);
    side.view(Minimax { depth }.run(game, knowledge, state, ()).value)
}

/// Checks that the report has the textbook's value, and that the chosen move has that value.
fn assert_agrees<G: Game>(
    game: &G,
    knowledge: &impl Knowledge<G>,
    state: &G::State,
    depth: Option<u32>,
    report: &Report<G::Move>,
    context: &str,
) {
    let truth = true_value(game, knowledge, state, depth);
    assert_eq!(report.score, truth, "{context}");
    if outcome_at(game, state).is_some() {
        assert!(report.best().is_none(), "{context}");
        return;
    }
    let mv = report.best().expect("a move where the game goes on");
    let child = game.apply(state, mv);
    let turn_passed = game.to_move(&child) != game.to_move(state);
    let value = true_value(game, knowledge, &child, depth.map(|depth| depth - 1));
    assert_eq!(value.from_child(turn_passed), truth, "{context}: the chosen move {mv:?} is worth less");
}

fn check<G: Game>(game: &G, knowledge: &impl Knowledge<G>, state: &G::State, depth: u32, bits: u32, threads: usize) {
    let table = SharedTable::with_bytes(1 << 14);
    let search = Search::new(game).knowledge(knowledge).table(&table).techniques(sound(bits)).threads(threads);
    let report = search.limits(Limits::depth(depth)).run(state);
    let context = format!("depth {depth}, techniques {bits:#012b}, {threads} threads");
    assert_agrees(game, knowledge, state, Some(depth), &report, &context);
}

#[test]
fn ten_thousand_random_trees_at_a_random_corner_of_the_lattice() {
    let mut dice = Dice::new(1);
    for seed in 0..10_000 {
        let tree = Tree::random(&RandomTree {
            seed,
            depth: 2 + dice.below(4) as u32,
            branching: 1..=4,
            values: -9..=9,
            irregular: seed % 2 == 0,
            ..RandomTree::default()
        });
        let depth = 1 + dice.below(7) as u32;
        let threads = 1 + usize::from(seed % 8 == 0);
        check(&tree, &TreeKnowledge, &Node::ROOT, depth, dice.bits() as u32 % CORNERS, threads);
    }
}

#[test]
fn every_corner_of_the_lattice_on_one_tree_each() {
    for bits in 0..CORNERS {
        let tree =
            Tree::random(&RandomTree { seed: u64::from(bits), depth: 5, branching: 2..=3, ..RandomTree::default() });
        check(&tree, &TreeKnowledge, &Node::ROOT, 6, bits, 1);
        check(&tree, &TreeKnowledge, &Node::ROOT, 3, bits, 2);
    }
}

/// Checks positions of random games at depths 1 to 6, each with some random combinations, with all techniques and with none.
fn check_game<G: Game>(game: &G, knowledge: &impl Knowledge<G>, games: usize, deepest: u32) {
    let mut dice = Dice::new(7);
    for _ in 0..games {
        let states = random_game(game, &mut dice, 60);
        let state = &states[dice.below(states.len())];
        for depth in 1..=deepest {
            for bits in [0, CORNERS - 1, dice.bits() as u32 % CORNERS] {
                check(game, knowledge, state, depth, bits, 1 + dice.below(2));
            }
        }
    }
}

#[test]
fn connect_four_at_depths_one_to_six() {
    let knowledge = ConnectFourKnowledge::default();
    check_game(&ConnectFour::default(), &knowledge, 4, 6);
    check_game(&ConnectFour::new(5, 4).unwrap(), &knowledge, 30, 6);
    check_game(&ConnectFour::new(4, 4).unwrap(), &knowledge, 60, 6);
}

#[test]
fn m_n_k_games_at_depths_one_to_six() {
    let tic_tac_toe = Mnk::default();
    check_game(&tic_tac_toe, &MnkKnowledge::default(), 60, 6);
    let wider = Mnk::new(4, 3, 3).unwrap();
    check_game(&wider, &MnkKnowledge::default(), 5, 6);
}

#[test]
fn solving_gives_the_exhaustive_value_with_the_table_shared_by_two_threads() {
    let game = ConnectFour::new(4, 4).unwrap();
    let knowledge = ConnectFourKnowledge::default();
    let mut dice = Dice::new(3);
    for round in 0..120 {
        let states = random_game(&game, &mut dice, 40);
        // From the sixth stone on, exhaustive minimax is fast.
        let state = &states[6.min(states.len() - 1)..][dice.below(states.len().saturating_sub(6).max(1))];
        for techniques in [Techniques::EXACT, Techniques::SOUND, Techniques::NONE] {
            let table = SharedTable::with_bytes(1 << 16);
            let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(techniques);
            let report = search.threads(1 + round % 2).solve(state);
            assert!(report.proven, "nothing is guessed on the way to the end");
            assert_eq!(report.bound, Bound::Exact);
            assert_agrees(&game, &knowledge, state, None, &report, &format!("{techniques:?}"));
        }
    }
}

#[test]
fn weak_solving_says_who_wins_and_a_bound_on_how_soon() {
    let game = ConnectFour::new(5, 4).unwrap();
    let knowledge = ConnectFourKnowledge::default();
    let mut dice = Dice::new(17);
    for _ in 0..150 {
        let states = random_game(&game, &mut dice, 40);
        let state = &states[dice.below(states.len())];
        let solve = |weak| {
            let table = SharedTable::with_bytes(1 << 16);
            Search::new(&game).knowledge(&knowledge).table(&table).weak(weak).resist(false).solve(state)
        };
        let (weak, full) = (solve(true), solve(false));
        assert!(weak.proven);
        match weak.score.kind() {
            ScoreKind::Win(_) => assert!(full.score.is_win() && full.score >= weak.score),
            ScoreKind::Loss(_) => assert!(full.score.is_loss() && full.score <= weak.score),
            ScoreKind::Points(points) => assert_eq!((points, full.score), (0, Score::DRAW)),
        }
        if let (Some(mv), false) = (weak.best(), weak.score.is_loss()) {
            let child = Search::new(&game).knowledge(&knowledge).solve(&game.apply(state, mv)).score.from_child(true);
            assert_eq!(child.is_win(), full.score.is_win(), "the move keeps what there is");
            assert!(!child.is_loss());
        }
    }
}

#[test]
fn solving_wins_no_matter_how_the_game_is_limited_in_depth() {
    let game = Mnk::default();
    let report = Search::new(&game).limits(Limits::depth(2)).solve(&game.initial());
    assert_eq!((report.score, report.proven, report.depth), (Score::DRAW, true, None));
}

/// Speculative techniques may change an estimate but must never claim a win, a loss or a draw that is false.
#[test]
fn what_speculation_calls_proven_is_true() {
    let game = ConnectFour::new(5, 4).unwrap();
    let knowledge = ConnectFourKnowledge::default();
    let truth_table = SharedTable::with_bytes(1 << 24);
    let mut dice = Dice::new(5);
    for round in 0..400 {
        let states = random_game(&game, &mut dice, 40);
        let state = &states[dice.below(states.len())];
        let speculative = match round % 6 {
            0 => Speculative { width: Some(2), ..Speculative::PLAY },
            1 => Speculative { threshold: Some(5), ..Speculative::NONE },
            2 => Speculative { singular_extension: Singular::PruneSiblings, ..Speculative::NONE },
            3 => Speculative { width_margin: Some(3), ..Speculative::NONE },
            _ => Speculative::PLAY,
        };
        let table = SharedTable::with_bytes(1 << 16);
        let techniques = Techniques { speculative, ..Techniques::ALL };
        let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(techniques);
        let report = search.limits(Limits::depth(1 + dice.below(9) as u32)).run(state);
        let truth = Search::new(&game).knowledge(&knowledge).table(&truth_table).solve(state).score;
        let context = format!("claimed {:?} {:?}, true {truth:?}, {speculative:?}", report.score, report.bound);
        if report.proven {
            match (report.score.kind(), report.bound) {
                (ScoreKind::Win(_), Bound::AtLeast) => assert!(truth >= report.score, "{context}"),
                (ScoreKind::Loss(_), Bound::AtMost) => assert!(truth <= report.score, "{context}"),
                _ => assert_eq!(truth, report.score, "{context}"),
            }
        }
    }
}

#[test]
fn the_variants_of_alpha_beta_have_the_value_of_minimax() {
    let mut dice = Dice::new(2);
    for seed in 0..2_000 {
        let settings = RandomTree { seed, depth: 4, values: -5..=5, irregular: seed % 3 == 0, ..RandomTree::default() };
        let tree = Tree::random(&settings);
        let depth = (seed % 2 == 0).then(|| 1 + dice.below(5) as u32);
        let truth = Minimax { depth }.run(&tree, &TreeKnowledge, &Node::ROOT, ());
        for cut in [CutRule::At, CutRule::Past] {
            for fail in [Fail::Soft, Fail::Hard] {
                for order in [Order::Given, Order::Reversed, Order::Best] {
                    let rule = AlphaBeta { depth, cut, fail, order };
                    let answer = rule.run(&tree, &TreeKnowledge, &Node::ROOT, ());
                    assert_eq!(answer.value, truth.value, "{rule:?}");
                    assert!(answer.counts.nodes <= truth.counts.nodes, "{rule:?}");
                    if order == Order::Given {
                        assert_eq!(answer.best, truth.best, "the first best move, {rule:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn cutting_at_sees_no_more_leaves_than_cutting_past() {
    let leaves = |cut, seed| {
        let tree = Tree::random(&RandomTree { seed, depth: 5, values: 0..=3, ..RandomTree::default() });
        AlphaBeta { cut, ..AlphaBeta::default() }.run(&tree, &TreeKnowledge, &Node::ROOT, ()).counts.leaves()
    };
    let pairs: Vec<(u64, u64)> = (0..50).map(|seed| (leaves(CutRule::At, seed), leaves(CutRule::Past, seed))).collect();
    assert!(pairs.iter().all(|(at, past)| at <= past));
    assert!(pairs.iter().any(|(at, past)| at < past), "with ties the two rules differ");
}

#[test]
fn tic_tac_toe_has_the_counts_of_the_lecture() {
    let game = Mnk::default();
    let answer = Minimax::default().run(&game, &(), &game.initial(), ());
    assert_eq!(answer.counts.nodes, 549_946);
    assert_eq!(answer.counts.terminals, 255_168);
    assert_eq!(answer.value, Score::DRAW);
    assert!(answer.proven);
}

#[test]
fn tree_one_of_the_lecture_is_searched_in_seven_leaves() {
    let tree = Tree::parse("((3 12 8) (2 4 6) (14 5 2))").unwrap();
    let answer = AlphaBeta::default().run(&tree, &TreeKnowledge, &Node::ROOT, ());
    assert_eq!((answer.value, answer.counts.leaves()), (Score::points(3), 7));
    let plain = Minimax::default().run(&tree, &TreeKnowledge, &Node::ROOT, ());
    assert_eq!((plain.value, plain.counts.leaves()), (Score::points(3), 9));
}

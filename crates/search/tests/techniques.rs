//! What single techniques promise besides the value: lines, resistance, secondary search, repetition.

use rootward_game::contract::{Dice, random_game};
use rootward_game::{
    Bound, Evaluation, Game, MoveOrdering, Notation, Outcome, Proofs, Score, ScoreKind, Side, Tactics, legal_moves,
    outcome_at,
};
use rootward_games::chess::{Chess, ChessKnowledge};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_games::tree::{Node, Tree, TreeKnowledge};
use rootward_search::textbook::Minimax;
use rootward_search::{
    Counter, Limits, Observer, Recorder, Search, SharedTable, Singular, Sound, Speculative, Techniques, Why,
};

/// A token on a graph, moved by the sides in turn; some nodes end the game. Positions repeat often.
struct Graph {
    edges: Vec<Vec<u8>>,
    ends: Vec<Option<Outcome>>,
}

impl Graph {
    fn random(seed: u64, nodes: usize) -> Graph {
        let mut dice = Dice::new(seed);
        let end = |dice: &mut Dice| match dice.below(8) {
            0 => Some(Outcome::Win(Side::First)),
            1 => Some(Outcome::Win(Side::Second)),
            _ => None,
        };
        let ends = (0..nodes).map(|node| if node == 0 { None } else { end(&mut dice) }).collect();
        let edges = (0..nodes)
            .map(|_| {
                let mut targets: Vec<u8> = (0..1 + dice.below(3)).map(|_| dice.below(nodes) as u8).collect();
                targets.sort_unstable();
                targets.dedup();
                targets
            })
            .collect();
        Graph { edges, ends }
    }
}

impl Game for Graph {
    type State = (u8, Side);
    type Move = u8;
    const CAN_REPEAT: bool = true;

    fn initial(&self) -> (u8, Side) {
        (0, Side::First)
    }
    fn to_move(&self, state: &(u8, Side)) -> Side {
        state.1
    }
    fn outcome(&self, state: &(u8, Side)) -> Option<Outcome> {
        self.ends[state.0 as usize]
    }
    fn moves(&self, state: &(u8, Side), push: &mut impl FnMut(u8)) {
        self.edges[state.0 as usize].iter().for_each(|&target| push(target));
    }
    fn apply(&self, state: &(u8, Side), target: u8) -> (u8, Side) {
        (target, state.1.other())
    }
    fn key(&self, state: &(u8, Side)) -> Option<u64> {
        Some(2 * u64::from(state.0) + state.1.index() as u64)
    }
}

/// Win, loss or draw with perfect play, computed backwards from the ends (retrograde analysis), for the side to move.
fn retrograde(graph: &Graph) -> Vec<[i32; 2]> {
    let n = graph.edges.len();
    let mut value = vec![[0i32; 2]; n];
    for (node, end) in graph.ends.iter().enumerate() {
        if let Some(Outcome::Win(winner)) = end {
            value[node][winner.index()] = 1;
            value[node][winner.other().index()] = -1;
        }
    }
    loop {
        let mut changed = false;
        for node in 0..n {
            for side in 0..2 {
                if graph.ends[node].is_some() || value[node][side] != 0 {
                    continue;
                }
                let best = graph.edges[node].iter().map(|&to| -value[to as usize][1 - side]).max().unwrap();
                // Only wins and losses are backed up; a node that never gets one is a draw.
                let all_lost = best == -1;
                if best == 1 || all_lost {
                    value[node][side] = best;
                    changed = true;
                }
            }
        }
        if !changed {
            return value;
        }
    }
}

#[test]
fn with_repetitions_the_engine_without_a_table_is_the_textbook() {
    for seed in 0..300 {
        let graph = Graph::random(seed, 7);
        let truth = Minimax::default().run(&graph, &(), &graph.initial(), ());
        let techniques = Techniques { farsighted: Techniques::NONE.farsighted, ..Techniques::EXACT };
        let report = Search::new(&graph).techniques(techniques).solve(&graph.initial());
        assert_eq!(report.score, truth.value, "seed {seed}");
    }
}

#[test]
fn with_repetitions_and_a_table_wins_losses_and_draws_stay_true() {
    for seed in 0..3_000 {
        let graph = Graph::random(seed, 12);
        let truth = retrograde(&graph)[0][0];
        let table = SharedTable::with_bytes(1 << 12);
        let report = Search::new(&graph).table(&table).threads(1 + seed as usize % 8 / 7).solve(&graph.initial());
        let claimed = match report.score.kind() {
            ScoreKind::Win(_) => 1,
            ScoreKind::Loss(_) => -1,
            ScoreKind::Points(_) => 0,
        };
        assert_eq!(claimed, truth, "seed {seed}");
    }
}

#[test]
fn positions_that_were_played_twice_are_a_draw_when_they_come_again() {
    // From 0 the moves are to 1, which loses for the side that goes there, and to 2, where the other side goes to 3 and wins.
    let graph = Graph {
        edges: vec![vec![1, 2], vec![1], vec![0, 3], vec![3]],
        ends: vec![None, Some(Outcome::Win(Side::Second)), None, Some(Outcome::Win(Side::Second))],
    };
    let fresh = Search::new(&graph).solve(&graph.initial());
    assert!(fresh.score.is_loss());
    let key = graph.key(&(2, Side::Second)).unwrap();
    let once = Search::new(&graph).earlier(&[key]).solve(&graph.initial());
    assert!(once.score.is_loss(), "a second occurrence is no draw yet");
    let twice = Search::new(&graph).earlier(&[key, key]).solve(&graph.initial());
    assert_eq!((twice.score, twice.proven), (Score::DRAW, true));
}

#[test]
fn every_line_has_another_first_move_and_its_own_true_value() {
    let game = ConnectFour::new(5, 4).unwrap();
    let knowledge = ConnectFourKnowledge::default();
    let mut dice = Dice::new(9);
    for _ in 0..20 {
        let states = random_game(&game, &mut dice, 30);
        let state = &states[dice.below(states.len())];
        if outcome_at(&game, state).is_some() {
            continue;
        }
        let table = SharedTable::with_bytes(1 << 18);
        let report = Search::new(&game).knowledge(&knowledge).table(&table).lines(9).solve(state);
        assert_eq!(report.lines.len(), legal_moves(&game, state).len());
        for line in &report.lines {
            let child = game.apply(state, line.moves[0]);
            let value = Search::new(&game).knowledge(&knowledge).solve(&child).score.from_child(true);
            assert_eq!(line.score, value, "{} {}", game.write_position(state), line.moves[0]);
        }
        assert!(report.lines.is_sorted_by(|a, b| a.score >= b.score));
    }
}

#[test]
fn a_lost_side_resists_longest_and_leaves_the_fewest_winning_replies() {
    let game = ConnectFour::new(5, 4).unwrap();
    let knowledge = ConnectFourKnowledge::default();
    let solve = |state: &_| Search::new(&game).knowledge(&knowledge).resist(false).solve(state).score;
    let mut dice = Dice::new(21);
    let mut seen = 0;
    while seen < 25 {
        let states = random_game(&game, &mut dice, 30);
        let state = &states[dice.below(states.len())];
        if outcome_at(&game, state).is_some() || !solve(state).is_loss() {
            continue;
        }
        seen += 1;
        let report = Search::new(&game).knowledge(&knowledge).solve(state);
        let resistance = report.resistance.expect("every move loses");
        let rated: Vec<_> = legal_moves(&game, state)
            .into_iter()
            .map(|mv| {
                let child = game.apply(state, mv);
                let replies = legal_moves(&game, &child);
                let wins = |reply: &_| solve(&game.apply(&child, *reply)).is_loss();
                (mv, solve(&child).from_child(true), replies.iter().filter(|reply| wins(reply)).count())
            })
            .collect();
        let longest = rated.iter().map(|&(_, score, _)| score).max().unwrap();
        let equals: Vec<_> = rated.iter().filter(|&&(_, score, _)| score == longest).collect();
        let fewest = equals.iter().map(|&&(_, _, winning)| winning).min().unwrap();
        let chosen = equals.iter().find(|&&&(mv, _, _)| Some(mv) == report.best()).expect("it resists longest");
        assert_eq!(report.score, longest);
        assert_eq!((chosen.2, resistance.winning_replies), (fewest, fewest));
        assert_eq!(resistance.equals, equals.len());
    }
}

/// The move `a` looks best at depth 1, by the static evaluation of the node after it; the trap is one ply deeper.
const TRAP: &str = "(a: A~9(-20 -30) b: B~4(3 5))";

#[test]
fn a_secondary_search_past_the_horizon_avoids_a_trap() {
    let tree = Tree::parse(TRAP).unwrap();
    let search = |secondary| {
        let speculative = Speculative { secondary_search: secondary, ..Speculative::NONE };
        let techniques = Techniques { speculative, ..Techniques::SOUND };
        Search::new(&tree).knowledge(&TreeKnowledge).techniques(techniques).limits(Limits::depth(1)).run(&Node::ROOT)
    };
    let text = |mv| tree.write_move(&Node::ROOT, mv);
    assert_eq!(search(0).best().map(text).as_deref(), Some("a"), "without it the trap is not seen");
    let report = search(2);
    assert_eq!(report.best().map(text).as_deref(), Some("b"));
    let look = report.secondary_search.expect("there was one");
    assert!(look.changed);
    assert_eq!((look.before, look.after), (Score::points(9), Score::points(-30)));
}

/// Nodes whose name begins with `q` are reached by noisy moves.
struct NoisyTree;

impl Evaluation<Tree> for NoisyTree {
    fn evaluate(&self, tree: &Tree, state: &Node) -> i32 {
        TreeKnowledge.evaluate(tree, state)
    }
}

impl MoveOrdering<Tree> for NoisyTree {}

impl Tactics<Tree> for NoisyTree {
    fn noisy_moves(&self, tree: &Tree, state: &Node, push: &mut impl FnMut(<Tree as Game>::Move)) {
        for mv in legal_moves(tree, state) {
            let child = tree.apply(state, mv);
            if tree.name_of(child).is_some_and(|name| name.starts_with('q')) {
                push(mv);
            }
        }
    }
}

impl Proofs<Tree> for NoisyTree {
    type Note = ();
}

#[test]
fn quiescence_follows_noisy_moves_until_the_value_settles() {
    // At depth 1 the left move evaluates to 9, but a noisy reply wins it all back.
    let tree = Tree::parse("(A~9(q1=-20 8) B~4(3 5))").unwrap();
    let run = |quiescence| {
        let speculative = Speculative { quiescence, ..Speculative::NONE };
        let techniques = Techniques { speculative, ..Techniques::SOUND };
        Search::new(&tree).knowledge(&NoisyTree).techniques(techniques).limits(Limits::depth(1)).run(&Node::ROOT)
    };
    assert_eq!(run(0).score, Score::points(9));
    assert_eq!(run(4).score, Score::points(4));
}

#[test]
fn a_win_within_the_depth_is_exact() {
    let game = ConnectFour::default();
    let knowledge = ConnectFourKnowledge::default();
    // X wins at once in column 4.
    let state = game.parse_position("414141").unwrap();
    let report = Search::new(&game).knowledge(&knowledge).limits(Limits::depth(3)).run(&state);
    assert_eq!((report.score, report.bound, report.proven), (Score::win_in(1), Bound::Exact, true));
}

#[test]
fn an_observer_changes_nothing_and_sees_every_node() {
    let game = ConnectFour::default();
    let knowledge = ConnectFourKnowledge::default();
    let speculative = Speculative { singular_extension: Singular::Extend, ..Speculative::PLAY };
    for techniques in
        [Techniques::NONE, Techniques::SOUND, Techniques::EXACT, Techniques { speculative, ..Techniques::ALL }]
    {
        let table = SharedTable::with_bytes(1 << 20);
        let silent = Search::new(&game).knowledge(&knowledge).table(&table).techniques(techniques);
        let silent = silent.limits(Limits::depth(6)).run(&game.initial());
        let table = SharedTable::with_bytes(1 << 20);
        let mut counter = Counter::default();
        let watched = Search::new(&game).knowledge(&knowledge).table(&table).techniques(techniques);
        let watched = watched.limits(Limits::depth(6)).observer(&mut counter).run(&game.initial());
        assert_eq!(silent.counts, watched.counts);
        assert_eq!(silent.lines, watched.lines);
        assert_eq!(counter.nodes.iter().sum::<u64>(), watched.counts.nodes);
        let reason = |why| counter.reasons.get(&why).copied().unwrap_or(0);
        assert_eq!(reason(Why::Terminal) + reason(Why::Repetition), watched.counts.terminals);
        assert_eq!(reason(Why::Proof), watched.counts.proofs);
        assert_eq!(counter.alpha_cuts + counter.beta_cuts, watched.counts.cuts);
    }
}

/// Chess uses techniques that other games leave out: each is watched, and each can be switched off.
#[test]
fn the_techniques_of_chess_work_and_are_seen() {
    let (game, knowledge) = (Chess::default(), ChessKnowledge::default());
    let state = game.parse_position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    let search = |techniques: Techniques| {
        let table = SharedTable::with_bytes(1 << 22);
        let mut counter = Counter::default();
        let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(techniques);
        let report = search.limits(Limits::depth(9)).observer(&mut counter).run(&state);
        (report.counts.nodes, counter.reasons.get(&Why::MultiCut).copied().unwrap_or(0))
    };
    let Techniques { sound, speculative, .. } = Techniques::ALL;
    let (all, cuts) = search(Techniques::ALL);
    assert!(cuts > 0);
    let without = Speculative { multi_cut: false, ..speculative };
    assert_eq!(search(Techniques { speculative: without, ..Techniques::ALL }).1, 0);
    let without = Speculative { correction_history: false, ..speculative };
    assert_ne!(search(Techniques { speculative: without, ..Techniques::ALL }).0, all);
    let without = Sound { capture_history: false, ..sound };
    assert_ne!(search(Techniques { sound: without, ..Techniques::ALL }).0, all);
}

#[test]
fn what_is_entered_is_left() {
    struct Balance(Vec<usize>);
    impl<G: Game> Observer<G> for Balance {
        fn enter(&mut self, visit: &rootward_search::Visit<'_, G>) {
            self.0.push(visit.ply);
        }
        fn leave(&mut self, ply: usize, _: rootward_search::Departure) {
            assert_eq!(self.0.pop(), Some(ply));
        }
    }
    let game = ConnectFour::new(5, 4).unwrap();
    let knowledge = ConnectFourKnowledge::default();
    let table = SharedTable::with_bytes(1 << 20);
    let mut balance = Balance(Vec::new());
    let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(Techniques::ALL);
    search.observer(&mut balance).limits(Limits::depth(8)).run(&game.initial());
    assert!(balance.0.is_empty());
}

#[test]
fn a_recorder_keeps_to_its_limit_and_counts_the_rest() {
    let game = ConnectFour::default();
    let mut recorder = Recorder::new(100);
    Search::new(&game).observer(&mut recorder).limits(Limits::depth(4)).run(&game.initial());
    assert_eq!(recorder.events.len(), 100);
    assert!(recorder.dropped > 0);
}

#[test]
fn a_deep_narrow_tree_is_searched_without_overflowing_the_stack() {
    let depth = 990;
    let text = format!("{}7{}", "(".repeat(depth), ")".repeat(depth));
    let tree = Tree::parse(&text).unwrap();
    let report = Search::new(&tree).solve(&Node::ROOT);
    assert_eq!((report.score, report.proven), (Score::points(7), true));
}

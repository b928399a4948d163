//! Published Connect Four positions, solved: the samples of the "Solving Connect 4" benchmark that come with the games.

use rootward_game::{Notation, Score, ScoreKind};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_search::{Counter, Limits, Search, SharedTable, Techniques};

/// The score in the form of the published sets: 22 minus the number of stones that the winner has played at the end; negative
/// for a loss.
fn published(stones: u32, score: Score) -> i32 {
    match score.kind() {
        ScoreKind::Win(plies) => 22 - (stones / 2 + plies.div_ceil(2)) as i32,
        ScoreKind::Loss(plies) => (stones.div_ceil(2) + plies / 2) as i32 - 22,
        ScoreKind::Points(points) => {
            assert_eq!(points, 0);
            0
        }
    }
}

fn check(set: &str, every: usize, threads: usize) {
    let game = ConnectFour::default();
    let knowledge = ConnectFourKnowledge::default();
    let table = SharedTable::with_bytes(1 << 24);
    let mut checked = 0;
    for line in set.lines().step_by(every) {
        let (position, score) = line.split_once(' ').expect("a position and its score");
        let state = game.parse_position(position).unwrap();
        let search = Search::new(&game).knowledge(&knowledge).table(&table).threads(threads).resist(false);
        let report = search.solve(&state);
        assert!(report.proven);
        assert_eq!(published(state.stones(), report.score), score.trim().parse::<i32>().unwrap(), "{position}");
        checked += 1;
    }
    assert!(checked >= 10, "the set is there");
}

#[test]
fn late_positions_have_their_published_scores() {
    check(include_str!("connect-four/L3_R1.txt"), 1, 1);
}

#[test]
fn middle_positions_have_their_published_scores() {
    check(include_str!("connect-four/L2_R1.txt"), 1, 2);
}

#[test]
fn early_positions_have_their_published_scores() {
    check(include_str!("connect-four/L1_R1.txt"), 1, 1);
    check(include_str!("connect-four/L1_R2.txt"), 5, 2);
}

/// The recursion is compiled for solving only and for any search, also with an observer: both search the same nodes.
#[test]
fn watched_or_not_the_same_nodes_are_searched() {
    let (game, knowledge) = (ConnectFour::default(), ConnectFourKnowledge::default());
    for line in include_str!("connect-four/L1_R1.txt").lines().take(60) {
        let state = game.parse_position(line.split(' ').next().unwrap()).unwrap();
        let (table, other) = (SharedTable::with_bytes(1 << 22), SharedTable::with_bytes(1 << 22));
        let silent = Search::new(&game).knowledge(&knowledge).table(&table).solve(&state);
        let mut counter = Counter::default();
        let watched = Search::new(&game).knowledge(&knowledge).table(&other).observer(&mut counter).solve(&state);
        assert_eq!((silent.score, silent.counts.nodes), (watched.score, watched.counts.nodes), "{line}");
        assert_eq!(counter.nodes.iter().sum::<u64>(), watched.counts.nodes, "{line}");
    }
}

/// Knuth and Moore: no alpha-beta search of a uniform tree visits fewer leaves than b^⌈d/2⌉ + b^⌊d/2⌋ − 1. With a table the
/// search space is not a tree any more, so fewer are possible; the test allows 1.2 times that number.
#[test]
fn on_the_eight_wide_board_the_last_iteration_sees_few_leaves() {
    let game = ConnectFour::parse_variant("8x7").unwrap();
    let knowledge = ConnectFourKnowledge::default();
    for (depth, minimum) in [(7, 4_607), (9, 36_863)] {
        let table = SharedTable::with_bytes(1 << 24);
        let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(Techniques::SOUND);
        let mut leaves = 0;
        let state = game.parse_position("").unwrap();
        search.limits(Limits::depth(depth)).run_with(&state, &mut |iteration| leaves = iteration.counts.leaves());
        assert!(leaves * 10 <= minimum * 12, "{leaves} leaves at depth {depth}");
    }
}

//! The textbook algorithms in a session.

use std::time::Duration;

use rootward_session::{Algorithm, Analysis, Ask, Kind, Limits, StopFlag, open};

fn analyse(game: &str, algorithm: Algorithm, limits: Limits) -> Analysis {
    let mut session = open(game, None).unwrap();
    session.analyse(&Ask { algorithm, limits, ..Ask::default() }, &mut |_| {}).unwrap()
}

#[test]
fn a_depth_alone_is_searched_in_one_go_with_the_textbooks_counts() {
    let answer = analyse("tree:tree1", Algorithm::Minimax, Limits::depth(2));
    assert_eq!((answer.nodes, answer.score.kind, answer.proven), (13, Kind::Payoff, true));
    let answer = analyse("tree:tree1", Algorithm::AlphaBeta, Limits::depth(2));
    assert_eq!((answer.nodes, answer.best.as_deref()), (11, Some("1")));
}

#[test]
fn a_limit_of_nodes_or_time_keeps_the_last_finished_depth() {
    let answer = analyse("connect-four", Algorithm::Minimax, Limits::nodes(1000));
    assert_eq!((answer.nodes, answer.depth, answer.stopped), (1000, Some(3), true));
    assert!(answer.best.is_some());
    let answer = analyse("connect-four", Algorithm::AlphaBeta, Limits::time(Duration::from_millis(60)));
    assert!(answer.stopped && answer.depth > Some(1) && answer.elapsed_ms < 1000.0);
}

#[test]
fn a_raised_flag_stops_it_before_the_first_depth() {
    let flag = StopFlag::default();
    flag.raise();
    let limits = Limits::depth(9).stop(&flag);
    let answer = analyse("connect-four", Algorithm::Minimax, limits);
    assert_eq!((answer.depth, answer.score.kind, answer.stopped), (Some(0), Kind::Estimate, true));
}

//! Games that need not end: what is proven of them.

use rootward_session::{Kind, Limits, Solution, SolveAsk, open};

fn solved(fen: &str, ask: SolveAsk) -> Solution {
    open("chess", Some(fen)).unwrap().solve(&SolveAsk { memory: 1 << 20, ..ask }).unwrap()
}

fn nodes(nodes: u64) -> SolveAsk {
    SolveAsk { limits: Limits::nodes(nodes), ..SolveAsk::default() }
}

/// Positions of vondele/matetrack's mates2000.epd and of textbooks.
#[test]
fn mates_are_proven_and_followed_to_the_end() {
    for (fen, kind, moves) in [
        ("7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6", Kind::Win, 1),
        ("7k/8/8/8/8/1R6/R7/K7 w - - 0 1", Kind::Win, 2),
        ("6Qk/PP1PP1np/1N1BN2P/7R/4B3/2Q5/P3KP2/6R1 b - -", Kind::Loss, 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Kind::Win, 2),
    ] {
        let solution = solved(fen, nodes(2_000_000));
        assert_eq!((solution.value, solution.proven), (Some(kind), true), "{fen} {}", solution.sentence());
        assert_eq!(solution.mate, Some(moves), "{fen}");
        assert_eq!(solution.line.map(|line| line.len() as u32), solution.plies, "{fen}");
    }
    let solution = solved("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", nodes(100_000));
    assert_eq!(solution.sentence(), "White mates in 2 moves (proven). Best move: Ra6.");
}

#[test]
fn a_forced_draw_is_proven() {
    let bare_kings = solved("7k/8/8/8/8/8/1q6/K7 w - - 0 1", nodes(10_000));
    assert_eq!((bare_kings.value, bare_kings.proven), (Some(Kind::Draw), true), "{}", bare_kings.sentence());
    let stalemate = solved("5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", nodes(1000));
    assert_eq!((stalemate.value, stalemate.plies), (Some(Kind::Draw), Some(0)), "Sam Loyd's ten moves");
}

/// The root's own move proves the draw, and a bare king wins with no clock at all.
#[test]
fn a_bare_king_that_takes_the_last_piece_draws_at_once() {
    for clock in [0, 40, 91, 99] {
        let solution = solved(&format!("8/8/8/8/8/k5K1/1R6/8 b - - {clock} 100"), nodes(1000));
        assert_eq!((solution.value, solution.proven), (Some(Kind::Draw), true), "{}", solution.sentence());
        assert_eq!((solution.best.as_deref(), solution.stopped), (Some("Kxb2"), false), "clock {clock}");
    }
}

#[test]
fn what_a_side_cannot_win_is_reported_though_the_value_is_not_known() {
    let strong = solved("8/8/8/8/3k4/8/8/R3K3 w - - 0 1", nodes(3000));
    assert_eq!((strong.proven, strong.at_least.map(|score| score.kind)), (false, Some(Kind::Draw)));
    let weak = solved("8/8/8/8/3k4/8/8/R3K3 b - - 0 1", nodes(3000));
    assert_eq!((weak.proven, weak.at_most.as_ref().map(|score| score.kind)), (false, Some(Kind::Draw)));
    assert!(weak.sentence().contains("Black gets at most a draw"), "{}", weak.sentence());
    // Taking the rook draws, and after every other move White takes the pawn and cannot lose to a bare king.
    let by_move = solved("8/8/8/8/6p1/k5K1/1R6/8 b - - 0 1", nodes(1000));
    assert_eq!((by_move.proven, by_move.value), (true, Some(Kind::Draw)));
}

#[test]
fn an_answer_without_a_value_says_why() {
    let solution = solved("", nodes(20_000));
    assert!(
        solution.sentence().starts_with("Not proven: the node limit came first; depth "),
        "{}",
        solution.sentence()
    );
    let unlimited = Solution { stopped: false, ..solution };
    let sentence = unlimited.sentence();
    assert!(sentence.contains("the longest lines that are searched"), "{sentence}");
    let longer = Solution { depth: None, at_least: None, at_most: None, ..unlimited };
    assert!(!longer.sentence().contains("stopped"), "{}", longer.sentence());
}

#[test]
fn what_is_not_proven_says_how_far_it_was_looked() {
    let solution = solved("", nodes(20_000));
    assert_eq!((solution.value, solution.proven, solution.stopped), (None, false, true));
    let sentence = solution.sentence();
    assert!(sentence.starts_with("Not proven: the node limit came first; depth "), "{sentence}");
    let moves = (solution.depth.unwrap() + 1).div_ceil(2);
    assert!(sentence.contains(&format!("White mates in {moves} moves at the earliest, if at all")), "{sentence}");
    assert!(sentence.contains(&format!("White is mated in {moves} moves at the earliest, if at all")), "{sentence}");
}

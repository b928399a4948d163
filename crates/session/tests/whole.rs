//! Games of chance solved as a whole.

use rootward_session::{Limits, Solution, SolveAsk, open};

fn solution(game: &str, position: Option<&str>, ask: &SolveAsk) -> Solution {
    open(game, position).unwrap().solve(ask).unwrap()
}

fn win_probability(game: &str, position: Option<&str>) -> f64 {
    let solution = solution(game, position, &SolveAsk::default());
    let chance = solution.chance.unwrap();
    assert!(solution.proven && chance.error < 1e-12, "{chance:?}");
    assert!(chance.lowest <= chance.highest);
    chance.win_probability.unwrap()
}

#[test]
fn pig_is_won_as_often_as_computed_elsewhere() {
    for (game, expected) in [
        ("pig:10", 0.709424322598),
        ("pig:20", 0.615558549805),
        ("piglet:2", 4.0 / 7.0),
        ("piglet:3", 0.545454545455),
        ("piglet:10", 0.522479407949),
    ] {
        let found = win_probability(game, None);
        assert!((found - expected).abs() < 1e-11, "{game}: {found}");
    }
}

#[test]
fn two_tiles_by_two_reach_their_targets_as_often_as_computed_elsewhere() {
    for (game, expected) in [("2048:2x2:16", 0.9625112538), ("2048:2x2:32", 0.0828872891)] {
        let found = win_probability(game, None);
        assert!((found - expected).abs() < 1e-9, "{game}: {found}");
    }
}

#[test]
fn every_move_has_its_chance_and_the_best_is_the_positions() {
    let ask = SolveAsk { all_moves: true, ..SolveAsk::default() };
    let solution = solution("pig:20", Some("5,7,4"), &ask);
    let moves = solution.moves.unwrap();
    let chance = |index: usize| moves[index].chance.as_ref().unwrap().win_probability.unwrap();
    assert_eq!(moves.len(), 2);
    assert!(chance(0) > chance(1));
    assert_eq!(
        (Some(chance(0)), Some(&moves[0].mv)),
        (solution.chance.unwrap().win_probability, solution.best.as_ref())
    );
}

#[test]
fn a_limit_leaves_a_bracket_and_says_so() {
    let ask = SolveAsk { limits: Limits::nodes(2000), ..SolveAsk::default() };
    let solution = solution("pig:50", None, &ask);
    let chance = solution.chance.clone().unwrap();
    assert!(!solution.proven && solution.stopped && chance.error > 1e-6, "{chance:?}");
    assert!(chance.lowest <= 0.546150844167 && 0.546150844167 <= chance.highest);
    let text = solution.sentence();
    assert!(text.starts_with("Not solved: the node limit came first. Proven so far: First wins"), "{text}");
    let hurried = SolveAsk { limits: Limits::time(std::time::Duration::ZERO), ..SolveAsk::default() };
    let output = open("pig:50", None).unwrap().solve(&hurried).unwrap().sentence();
    assert!(output.starts_with("Not solved: the time limit came first."), "{output}");
    let small = SolveAsk { memory: 1 << 16, ..SolveAsk::default() };
    let starved = open("pig:50", None).unwrap().solve(&small).unwrap();
    assert!(starved.out_of_memory && starved.sentence().contains("--memory"), "{}", starved.sentence());
}

#[test]
fn a_game_too_large_is_refused_before_anything_is_begun() {
    let refused = open("2048", None).unwrap().solve(&SolveAsk::default()).unwrap_err().to_string();
    assert!(
        refused.contains("does not fit into 64 MiB; expected a smaller variant, or 'rootward analyze'"),
        "{refused}"
    );
}

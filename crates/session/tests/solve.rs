//! Positions solved: values, lines, limits.

use rootward_session::{Kind, Limits, Solution, SolveAsk, open};

fn solution(game: &str, position: &str, ask: &SolveAsk) -> Solution {
    open(game, Some(position)).unwrap().solve(ask).unwrap()
}

#[test]
fn best_play_is_followed_to_the_end_of_the_game() {
    for (game, position, kind, plies) in [
        ("tic-tac-toe", ".../.../...", Kind::Draw, 9),
        ("tic-tac-toe", "X.O/.../...", Kind::Win, 5),
        ("connect-four", "7422341735647741166133573473242566", Kind::Win, 7),
        ("connect-four", "2252576253462244111563", Kind::Loss, 18),
        ("tree", "((3 12 8) (2 4 6) (14 5 2))", Kind::Payoff, 2),
    ] {
        let solution = solution(game, position, &SolveAsk::default());
        assert_eq!((solution.value, solution.proven), (Some(kind), true), "{position}");
        let line = solution.line.unwrap();
        assert_eq!((solution.plies, line.first()), (Some(line.len() as u32), solution.best.as_ref()));
        assert_eq!(line.len(), plies, "{position}");
        let mut session = open(game, Some(position)).unwrap();
        line.iter().for_each(|mv| assert!(session.play(mv).is_ok()));
        assert!(session.view().outcome.is_some());
    }
}

#[test]
fn weak_solving_says_who_wins_and_not_how_soon() {
    let ask = SolveAsk { weak: true, ..SolveAsk::default() };
    for (position, kind) in [
        ("7422341735647741166133573473242566", Kind::Win),
        ("2252576253462244111563", Kind::Loss),
        ("23163416124767223154467471272416755633", Kind::Draw),
    ] {
        let solution = solution("connect-four", position, &ask);
        assert_eq!((solution.value, solution.proven, solution.plies), (Some(kind), true, None), "{position}");
        assert!(solution.sentence().contains("(proven)"), "{}", solution.sentence());
    }
}

#[test]
fn every_move_gets_its_value_best_first() {
    let ask = SolveAsk { all_moves: true, ..SolveAsk::default() };
    let moves = solution("tic-tac-toe", "X.O/.X./..O", &ask).moves.unwrap();
    let values: Vec<_> = moves.iter().map(|value| (value.mv.as_str(), value.value, value.plies)).collect();
    assert_eq!(values[0], ("c2", Some(Kind::Draw), Some(5)));
    assert_eq!(values.len(), 5);
    assert!(values[1..].iter().all(|value| (value.1, value.2) == (Some(Kind::Loss), Some(2))));
}

#[test]
fn a_position_where_the_game_is_over_has_its_value_in_no_plies() {
    let solution = solution("tic-tac-toe", "XXX/OO./...", &SolveAsk::default());
    assert_eq!((solution.value, solution.plies, solution.best), (Some(Kind::Loss), Some(0), None));
}

#[test]
fn a_limit_leaves_what_is_known_and_never_a_false_value() {
    let ask = SolveAsk { limits: Limits::nodes(3000), ..SolveAsk::default() };
    let solution = solution("connect-four", "", &ask);
    assert_eq!((solution.value, solution.proven, solution.stopped), (None, false, true));
    assert_eq!(solution.nodes, 3000);
    assert!(solution.sentence().to_lowercase().contains("not solved"), "{}", solution.sentence());
}

#[test]
fn an_empty_table_makes_the_cost_independent_of_what_was_solved_before() {
    let mut session = open("connect-four", None).unwrap();
    let position = "2252576253462244111563";
    let mut nodes = |fresh| {
        session.set_position(position).unwrap();
        session.solve(&SolveAsk { fresh, memory: 16 << 20, ..SolveAsk::default() }).unwrap().nodes
    };
    assert_eq!(nodes(true), nodes(true));
    assert!(nodes(false) >= nodes(false), "the second time it knows the answer");
}

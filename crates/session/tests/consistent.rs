//! The fields of an answer must be consistent under all limits: `proven`, the value, its bounds, `plies`, `stopped`,
//! the moves and the line. A value proven under a limit must equal the value without one.

use rootward_session::{
    Algorithm, Analysis, Ask, Bound, Kind, Limits, Line, Model, MoveValue, Score, Solution, SolveAsk, open,
};

const POSITIONS: &[(&str, &str)] = &[
    ("tic-tac-toe", ".../.../..."),
    ("tic-tac-toe", "X.O/.../..."),
    ("tic-tac-toe", "X.O/.X./..O"),
    ("tic-tac-toe", "XXX/OO./..."),
    ("connect-four", "2252576253462244111563"),
    ("connect-four", "7422341735647741166133573473242566"),
    ("connect-four", "23163416124767223154467471272416755633"),
    ("connect-four:4x4", ""),
    ("tree", "((3 12 8) (2 4 6) (14 5 2))"),
    ("tree", "min((3 12 8) ((2 4) 6) (14 5 2.5))"),
    ("tree", "(1 chance(1/2: (3 min(5 6)) 1/2: 5))"),
    ("tree", "chance(1/2: min((3 9) 8) 1/3: 5 1/6: -2)"),
    ("tree", "7"),
];

const NODES: &[u64] = &[1, 2, 3, 5, 8, 10, 13, 20, 22, 25, 30, 40, 60, 100, 300, 1000, 5000];

/// Larger is better for the viewer of the value.
fn rank(score: &Score) -> f64 {
    let plies = f64::from(score.plies.unwrap_or(0));
    match score.kind {
        Kind::Win => 1e9 - plies,
        Kind::Loss => plies - 1e9,
        Kind::Draw => 0.0,
        _ => score.value.as_ref().unwrap().number(),
    }
}

fn value_rank(solution: &Solution) -> f64 {
    let plies = f64::from(solution.plies.unwrap_or(0));
    match solution.value.unwrap() {
        Kind::Win => 1e9 - plies,
        Kind::Loss => plies - 1e9,
        Kind::Draw => 0.0,
        _ => solution.payoff.as_ref().unwrap().number(),
    }
}

fn solved(game: &str, position: &str, limits: Limits, weak: bool, all_moves: bool) -> Solution {
    let ask = SolveAsk { limits, weak, all_moves, memory: 1 << 20, ..SolveAsk::default() };
    open(game, Some(position)).unwrap().solve(&ask).unwrap()
}

fn check_solution(solution: &Solution, truth: &Solution, weak: bool) {
    let shown = serde_json::to_string(solution).unwrap();
    let sentence = solution.sentence();
    let decided = matches!(solution.value, Some(Kind::Win | Kind::Loss));
    let ends = [&solution.at_least, &solution.at_most];
    assert!(ends.iter().all(|end| end.as_ref().is_none_or(|score| score.plies != Some(0))), "an empty bound: {shown}");
    if let (Some(low), Some(high)) = (&solution.at_least, &solution.at_most) {
        assert!(rank(low) <= rank(high), "{shown}");
    }
    // Both bounds and the value hold.
    assert!(solution.at_least.as_ref().is_none_or(|low| rank(low) <= value_rank(truth)), "{shown}");
    assert!(solution.at_most.as_ref().is_none_or(|high| rank(high) >= value_rank(truth)), "{shown}");
    assert!(solution.value.is_none_or(|value| Some(value) == truth.value), "{shown}");
    assert!(solution.plies.is_none_or(|plies| !decided || Some(plies) == truth.plies), "{shown}");
    assert_eq!(solution.proven, !sentence.starts_with("Not "), "{sentence}: {shown}");
    let is_over = truth.plies == Some(0);
    if solution.proven {
        assert!(solution.value.is_some(), "proven, but what? {shown}");
        assert!(solution.plies.is_some() || !decided || weak, "proven, but how soon? {shown}");
        assert!(weak || ends.iter().all(|end| end.is_none()), "a bound beside the value: {shown}");
        let why_no_plies = weak || solution.stopped || solution.value == Some(Kind::Expected);
        assert!(solution.plies.is_some() || why_no_plies, "best play is not given to its end, and why? {shown}");
        assert_eq!(solution.best.is_none(), is_over || solution.is_thrown, "{shown}");
        assert_eq!(sentence.contains("The game is over"), is_over, "{sentence}");
    } else {
        assert!(solution.stopped, "not proven, and why? {shown}");
        assert_eq!((solution.plies, solution.mate, solution.payoff.is_none()), (None, None, true), "{shown}");
        let kind = |end: &Option<Score>| end.as_ref().map(|score| score.kind);
        match solution.value {
            None => {}
            Some(Kind::Win) => assert_eq!(kind(&solution.at_least), Some(Kind::Win), "{shown}"),
            Some(Kind::Loss) => assert_eq!(kind(&solution.at_most), Some(Kind::Loss), "{shown}"),
            Some(_) => panic!("a value that is not proven: {shown}"),
        }
    }
    if let Some(line) = &solution.line {
        let whole = solution.plies == Some(line.len() as u32);
        assert!(whole || solution.stopped || solution.value == Some(Kind::Expected), "{shown}");
        assert_eq!(solution.best.as_ref().filter(|_| solution.proven), line.first(), "{shown}");
    }
    for value in solution.moves.iter().flatten() {
        check_move(value, solution, weak);
    }
}

fn check_move(value: &MoveValue, solution: &Solution, weak: bool) {
    let shown = serde_json::to_string(solution).unwrap();
    let why_no_plies = weak || solution.stopped || value.value == Some(Kind::Expected);
    let decided = matches!(value.value, Some(Kind::Win | Kind::Loss));
    assert!(!value.mv.is_empty(), "a move without a name: {shown}");
    assert!(value.value.is_some() || value.plies.is_none() && solution.stopped, "{shown}");
    assert!(value.plies.is_some() || why_no_plies, "{shown}");
    assert!(value.plies.is_some() || !decided || weak, "{shown}");
}

#[test]
fn a_solution_never_contradicts_itself_nor_the_truth() {
    for (game, position) in POSITIONS {
        for weak in [false, true] {
            for all_moves in [false, true] {
                let truth = solved(game, position, Limits::default(), false, all_moves);
                let legal = open(game, Some(position)).unwrap().view().moves.len();
                for &nodes in NODES {
                    let solution = solved(game, position, Limits::nodes(nodes), weak, all_moves);
                    check_solution(&solution, &truth, weak);
                    if let Some(moves) = &solution.moves {
                        assert_eq!(moves.len(), legal, "{}", serde_json::to_string(&solution).unwrap());
                    }
                }
                check_solution(&truth, &truth, false);
            }
        }
    }
}

#[test]
fn what_chance_can_do_at_the_root_is_listed_with_its_values() {
    let solution = solved("tree", "chance(1/2: min(3 9) 1/3: 5 1/6: (-2 7/2))", Limits::default(), false, true);
    let json = serde_json::to_value(&solution).unwrap();
    assert_eq!(
        (json["chance"].as_bool(), json["best"].is_null(), json["proven"].as_bool()),
        (Some(true), true, Some(true))
    );
    assert_eq!((json["score"]["value"].as_f64(), json["score"]["fraction"].as_str()), (Some(15.0 / 4.0), Some("15/4")));
    let moves: Vec<_> =
        solution.moves.unwrap().iter().map(|mv| (mv.mv.clone(), mv.payoff.clone().unwrap().number())).collect();
    assert_eq!(moves, [("1".to_owned(), 3.0), ("2".to_owned(), 5.0), ("3".to_owned(), 3.5)]);
}

fn check_answer(answer: &Analysis, is_over: bool) {
    let shown = serde_json::to_string(answer).unwrap();
    let is_estimate = answer.score.kind == Kind::Estimate;
    assert_eq!(answer.proven, !is_estimate, "{shown}");
    assert_eq!(answer.score.plies.is_some(), matches!(answer.score.kind, Kind::Win | Kind::Loss), "{shown}");
    assert_eq!(answer.best.is_none(), is_over || answer.chance, "{shown}");
    assert_eq!(answer.depth.is_none(), is_over, "{shown}");
    assert_eq!(answer.line.first(), answer.best.as_ref(), "{shown}");
    assert_eq!(answer.sentence().contains("The game is over"), is_over, "{shown}");
    assert_eq!(
        answer.sentence().contains("proven") && !answer.sentence().contains("not proven"),
        answer.proven && !is_over,
        "{} {shown}",
        answer.sentence()
    );
    let consistent = |line: &Line| line.proven == (line.score.kind != Kind::Estimate);
    assert!(answer.lines.iter().all(consistent), "{shown}");
    assert!(answer.bound == Bound::Exact || answer.stopped, "a bound, and why? {shown}");
}

#[test]
fn an_analysis_never_contradicts_itself() {
    for (game, position) in POSITIONS {
        let is_over = open(game, Some(position)).unwrap().view().outcome.is_some();
        for algorithm in [Algorithm::Engine, Algorithm::AlphaBeta, Algorithm::Minimax] {
            for lines in [1, 3] {
                for &nodes in NODES {
                    if algorithm != Algorithm::Engine && lines > 1 {
                        continue;
                    }
                    let limits = Limits { depth: Some(6), ..Limits::nodes(nodes) };
                    let ask = Ask { limits, lines, algorithm, memory: 1 << 20, ..Ask::default() };
                    let mut session = open(game, Some(position)).unwrap();
                    let answer = session.analyse(&ask, &mut |iteration| {
                        assert_eq!(iteration.proven, iteration.score.kind != Kind::Estimate);
                    });
                    check_answer(&answer.unwrap(), is_over);
                }
            }
        }
    }
}

#[test]
fn against_an_opponent_the_number_has_all_its_digits_and_the_text_says_that_it_has_not() {
    let ask = Ask { limits: Limits::depth(9), ..Ask::default() };
    let mut session = open("tic-tac-toe", Some(".../.../...")).unwrap();
    session.expect(Some(Model::parse("random:1").unwrap()));
    let answer = session.analyse(&ask, &mut |_| {}).unwrap();
    // Against random play 191 of 192 games are won and the rest drawn.
    let value = serde_json::to_value(&answer).unwrap()["score"]["value"].as_f64().unwrap();
    assert!((value - 191.0 / 192.0).abs() < 3e-6, "{value}");
    assert_eq!(answer.score.to_string(), "expected ≈ +0.995");
    assert!(
        answer.sentence().contains("The expected value is ≈ +0.995 for X (proven on average)"),
        "{}",
        answer.sentence()
    );
}

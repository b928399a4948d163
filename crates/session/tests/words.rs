//! Sentences about analyses and solutions.

use rootward_session::{Ask, Limits, SolveAsk, open};

fn analysed(game: &str, position: &str, depth: u32) -> String {
    let mut session = open(game, Some(position)).unwrap();
    let ask = Ask { limits: Limits::depth(depth), ..Ask::default() };
    session.analyse(&ask, &mut |_| {}).unwrap().sentence()
}

fn solved(game: &str, position: &str) -> String {
    open(game, Some(position)).unwrap().solve(&SolveAsk::default()).unwrap().sentence()
}

#[test]
fn an_analysis_says_what_its_value_rests_on() {
    let cases = [
        ("connect-four", "414141", 3, "Best move: 4. X wins in 1 ply (proven)."),
        ("tic-tac-toe", "XO./.../...", 1, "at depth 1, not proven)."),
        ("tree", "((3 12 8) (2 4 6) (14 5 2))", 9, "Best move: 1. The value is 3 for MAX (proven)."),
        ("tree", "min((3 12 8) (2 4 6) (14 5 2))", 9, "The value is 6 for MAX (proven)."),
        ("connect-four", "4141414", 3, "The game is over: O, who would be to move, has lost."),
        ("tree", "7", 3, "The game is over: the payoff is 7 for MAX."),
    ];
    for (game, position, depth, expected) in cases {
        let sentence = analysed(game, position, depth);
        assert!(sentence.ends_with(expected), "{sentence}");
    }
}

/// Points are those of the first side, and it has a name: only a tree on paper calls it MAX.
#[test]
fn points_are_reported_with_the_name_of_their_side() {
    for (game, position, name) in [("2048:3x3", "2,2,./.,.,./.,.,.", "Player"), ("backgammon", "", "X")] {
        let sentence = analysed(game, position, 1);
        assert!(sentence.contains(&format!(" for {name} (")) && !sentence.contains("MAX"), "{sentence}");
    }
    let mut session = open("2048:2x2", Some("2,4/8,16")).unwrap();
    let over = session.view().outcome.map(|outcome| outcome.sentence()).unwrap_or_default();
    assert!(over.contains("Player"), "{over}");
    let text = session.solve(&SolveAsk::default()).unwrap().sentence();
    assert!(!text.contains("MAX"), "{text}");
}

#[test]
fn a_value_of_chance_says_that_it_is_an_average() {
    let cases = [
        // A single roll decides: 2 or more wins.
        ("pig:2", "0,0,0,roll", "Chance decides. First wins with about "),
        ("pig", "99,99,0", "Best move: roll. First wins with about "),
        ("pig", "99,0,3", "The game is over: First has won."),
    ];
    for (game, position, expected) in cases {
        let sentence = analysed(game, position, 1);
        assert!(sentence.starts_with(expected), "{sentence}");
    }
}

#[test]
fn where_chance_decides_at_the_root_the_game_is_not_over() {
    let cases = [
        ("tree", "chance(1/2: (3 9) 1/2: 5)", "Chance decides. The expected value is 7 for MAX (proven on average)."),
        ("tree", "chance(1/2: 0 1/2: 1)", "Chance decides. The expected value is 1/2 for MAX (proven on average)."),
        ("tree", "(1 chance(1/2: 3 1/2: 5))", "The expected value is 4 for MAX (proven on average). Best move: 2."),
        ("pig:2", "0,0,0,roll", "Chance decides. First wins with probability 0."),
        ("2048:2x2:16", "", "Chance decides. Player wins with probability 0.96"),
        ("pig:2", "0,0,0", "First wins with probability 0."),
    ];
    for (game, position, expected) in cases {
        let sentence = solved(game, position);
        assert!(sentence.starts_with(expected), "{sentence}");
    }
}

#[test]
fn a_solution_is_reported_for_the_side_to_move() {
    let cases = [
        ("tic-tac-toe", ".../.../...", "A draw with best play (proven)."),
        ("tic-tac-toe", "XX./OO./X..", "O wins in 1 ply (proven). Best move: c2."),
        ("connect-four", "2252576253462244111563", "X loses in 18 plies against best play (proven)."),
        ("tree", "(1 2.5 2)", "The value is 2.5 for MAX (proven). Best move: 2."),
    ];
    for (game, position, expected) in cases {
        let sentence = solved(game, position);
        assert!(sentence.starts_with(expected), "{sentence}");
    }
}

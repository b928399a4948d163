//! Games with known answers, read from text.

use rootward_matrix::{
    Extent, Format, Game, GameTree, Halt, Method, Number, Rational, Reading, Settings, analyse, backward_induction,
    components, eliminate_strictly, extreme_equilibria, lemke_howson, read, read_csv, read_efg, read_inline, read_nfg,
    recognise, solve_zero_sum,
};

fn rational(text: &str) -> Rational {
    text.parse().unwrap()
}

/// `row weights | column weights`, in lowest terms.
fn written(game: &Game) -> Vec<String> {
    let found = extreme_equilibria(game, &Halt::NEVER);
    assert!(found.complete);
    let write = |weights: &[Rational]| weights.iter().map(Rational::to_string).collect::<Vec<_>>().join(" ");
    found.equilibria.iter().map(|one| format!("{} | {}", write(&one.row), write(&one.column))).collect()
}

#[test]
fn the_lectures_example_ends_at_b_and_d() {
    let mut game = read_inline("(3,4) (1,2); (4,1) (2,3)").unwrap();
    game.rows = vec!["a".into(), "b".into()];
    game.columns = vec!["c".into(), "d".into()];
    let elimination = eliminate_strictly(&game, &Halt::NEVER);
    let listed: Vec<(&str, &str)> =
        elimination.steps.iter().map(|step| (step.name.as_str(), step.by[0].name.as_str())).collect();
    assert_eq!(listed, [("a", "b"), ("c", "d")]);
    let report = analyse(&game, Settings::default(), &Halt::NEVER);
    assert_eq!(report.equilibria.list.len(), 1);
    assert_eq!(report.equilibria.list[0].payoffs, [rational("2"), rational("3")]);
    assert_eq!(report.pure[0].names, ["b".to_owned(), "d".to_owned()]);
}

#[test]
fn gambits_files_are_read_in_both_versions() {
    let pennies = read_nfg(include_str!("data/pennies.nfg")).unwrap();
    assert_eq!((pennies.title.as_str(), pennies.rows[1].as_str()), ("Matching pennies", "tails"));
    assert_eq!(pennies.constant_sum(), Some(Rational::zero()));
    assert_eq!(written(&pennies), ["1/2 1/2 | 1/2 1/2"]);

    let sexes = read_nfg(include_str!("data/sexes.nfg")).unwrap();
    assert_eq!(sexes.row_payoffs[0][0], rational("3"));
    assert_eq!(sexes.column_payoffs[1][1], rational("3"));
    assert_eq!(sexes.row_payoffs[1][0], Rational::zero(), "outcome 0 is worth nothing");
    assert_eq!(written(&sexes), ["1 0 | 1 0", "0 1 | 0 1", "3/5 2/5 | 2/5 3/5"]);
}

#[test]
fn the_first_players_strategy_changes_fastest() {
    let game = read_nfg(r#"NFG 1 D "" { "1" "2" } { 2 3 } 1 0 2 0 3 0 4 0 5 0 6.5 -1"#).unwrap();
    assert_eq!(game.row_payoffs[1][0], rational("2"));
    assert_eq!(game.row_payoffs[0][1], rational("3"));
    assert_eq!(game.row_payoffs[1][2], rational("13/2"));
}

#[test]
fn tables_are_read_with_and_without_names() {
    let expected = read_inline("3,4 1,2; 4,1 2,3").unwrap();
    for text in [
        "\"3,4\",\"1,2\"\n\"4,1\",\"2,3\"\n",
        "3,4;1,2\r\n4,1;2,3",
        "3 4\t1 2\n\n4 1\t2 3\n",
        "(3,4);(1,2)\n(4,1);(2,3)",
    ] {
        assert_eq!(read_csv(text).as_ref(), Ok(&expected), "{text}");
    }
    let named = read_csv(",c,d\na,1,2\nb,3,4\n").unwrap();
    assert_eq!((named.rows.join(" "), named.columns.join(" ")), ("a b".to_owned(), "c d".to_owned()));
    assert!(named.one_number);
    let only_columns = read_csv("c,d\n1,2\n3,4\n").unwrap();
    assert_eq!((only_columns.rows.join(" "), only_columns.columns.join(" ")), ("r1 r2".to_owned(), "c d".to_owned()));
    let only_rows = read_csv("a,1,2\nb,3,4\n").unwrap();
    assert_eq!((only_rows.rows.join(" "), only_rows.columns.join(" ")), ("a b".to_owned(), "c1 c2".to_owned()));
    let years = read_csv(",2023,2024\na,1,2\n").unwrap();
    assert_eq!(years.columns, ["2023", "2024"]);
}

/// A row of fractions whose denominators have hardly any common factor.
fn unlike_denominators() -> String {
    (0..200u64).map(|place| format!("1/{} ", 1_000_000_007 + 2 * place)).collect()
}

#[test]
fn mistakes_are_named_with_their_place() {
    let nfg = |rest: &str| format!("NFG 1 R \"t\" {{ \"1\" \"2\" }}\n{rest}");
    let cases: Vec<(Format, String, &str)> = vec![
        (Format::Nfg, "NFG 2".into(), "line 1, column 5: '2'; expected the version"),
        (Format::Nfg, nfg("{ 2 2 } 1 2 3 x"), "line 2, column 15: 'x'; expected a payoff (8 in all"),
        (Format::Nfg, nfg("{ 2 2 } 1 2 3"), "the text ends; expected a payoff"),
        (Format::Nfg, nfg("{ 1 1 } 1 2 3"), "line 2, column 13: '3'; expected the end"),
        (Format::Nfg, nfg("{ 99999999 9999999 } 1"), "1,000,000 cells at most"),
        (Format::Nfg, nfg("{ { \"a\" } { } } 1 1"), "a player without strategies"),
        (Format::Nfg, nfg("{ 1 1 } { { \"\" 1, 2 } } 2"), "from 0 to 1"),
        (Format::Nfg, "NFG 1 R \"t\" { \"1\" \"2\" \"3\" }".into(), "the game has 3 players; expected a game of two"),
        (Format::Nfg, "NFG 1 R \"t".into(), "line 1, column 9: a label that begins here does not end"),
        (Format::Inline, "1 2; 3".into(), "line 1, column 7: row 2 has 1 cell; expected 2"),
        (Format::Inline, "1 2; 3 x".into(), "line 1, column 8: 'x' is not a payoff"),
        (Format::Inline, "1 2; 3 4,5".into(), "'4,5' holds two numbers; expected one"),
        (Format::Inline, "1,2,3".into(), "'1,2,3' is not a payoff"),
        (Format::Inline, "1 1/0".into(), "'1/0' is not a payoff"),
        (Format::Inline, "1;; 2".into(), "a row without cells"),
        (Format::Inline, "(1,2".into(), "'(1,2' is not a payoff"),
        (Format::Inline, "".into(), "there is no matrix"),
        (Format::Inline, unlike_denominators(), "least common denominator has more than 4096 bits"),
        (Format::Csv, "".into(), "there is no table"),
        (Format::Csv, "a,b\n".into(), "there are names but no payoffs"),
        (Format::Csv, "1,2\n3,4,5\n".into(), "line 2, column 5: row 2 has 3 cells; expected 2"),
        (Format::Csv, "1,2\n3,\"4\n".into(), "line 2, column 3: a quotation"),
        (Format::Csv, "x,y\n1,2,3\n".into(), "2 names of columns; expected 3"),
        (Format::Csv, "1,2\n3,q\n".into(), "line 2, column 3: 'q' is not a payoff"),
        (
            Format::Efg,
            include_str!("data/hidden.efg").into(),
            "line 6, column 8: information set 1 of player 2 ('Bob')",
        ),
        (
            Format::Efg,
            "EFG 2 R \"\" { \"1\" }\np \"\" 2 1 { \"a\" } 0".into(),
            "line 2, column 6: '2'; expected the number of a player",
        ),
        (Format::Efg, "EFG 2 R \"\" { \"1\" }\nt \"\" 1".into(), "outcome 1 has no payoffs yet"),
        (
            Format::Efg,
            "EFG 2 R \"\" { \"1\" }\nc \"\" 1 \"\" { \"a\" 1/3 \"b\" 1/3 } 0".into(),
            "add up to '2/3'; expected 1",
        ),
        (Format::Efg, "EFG 2 R \"\" { \"1\" }\np \"\" 1 1 \"\" { } 0".into(), "a decision without actions"),
        (
            Format::Efg,
            "EFG 2 R \"\" { \"1\" }\np \"\" 1 1 \"\" { \"a\" \"b\" } 0\nt \"\" 0".into(),
            "the text ends; expected a node",
        ),
        (Format::Efg, "EFG 2 R \"\" { \"1\" } t \"\" 1 \"\" { 1 } t".into(), "expected the end of the text"),
    ];
    for (format, text, sentence) in cases {
        let error = read(&text, format).expect_err(&text).to_string();
        assert!(error.contains(sentence), "{text}\n{error}\n{sentence}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

fn solved(text: &str) -> (GameTree, Method, Vec<String>, Vec<String>) {
    let tree = read_efg(text).unwrap();
    let induction = backward_induction(&tree, &Halt::NEVER).unwrap();
    let values = induction.values.iter().map(Rational::to_string).collect();
    let actions = induction.decisions.iter().map(|decision| decision.action.clone()).collect();
    (tree, induction.method, values, actions)
}

#[test]
fn an_empty_threat_is_not_believed() {
    let (tree, method, values, actions) = solved(include_str!("data/entry.efg"));
    assert_eq!(
        (method, values.join(" "), actions.join(" ")),
        (Method::BackwardInduction, "1 1".into(), "enter share".into())
    );
    assert_eq!(tree.path(4), "enter, share");
    assert!(backward_induction(&tree, &Halt::NEVER).unwrap().unique);
}

#[test]
fn chance_is_averaged_and_the_other_side_minimises() {
    let (_, method, values, actions) = solved(include_str!("data/dice.efg"));
    // Low: MIN stops at 1. High: MIN goes on to 3. 2/3 · 1 + 1/3 · 3 = 5/3 > 3/2.
    assert_eq!((method, values.join(" ")), (Method::Expectiminimax, "5/3 -5/3".into()));
    assert_eq!(actions, ["roll", "stop", "go on"]);
}

#[test]
fn payoffs_on_the_way_add_up() {
    let text = r#"EFG 2 R "" { "A" "B" }
        p "" 1 1 "" { "left" "right" } 1 "stake" { -1 1 }
        t "" 2 "" { 4, -4 }
        p "" 2 1 "" { "x" "y" } 3 "more" { 10, -10 }
        t "" 4 "" { -7, 7 }
        t "" 4"#;
    let (tree, method, values, _) = solved(text);
    assert_eq!((method, values.join(" ")), (Method::Minimax, "3 -3".into()));
    let induction = backward_induction(&tree, &Halt::NEVER).unwrap();
    assert_eq!(induction.decisions[1].equally_good, ["y"]);
    assert!(!induction.unique && !induction.decisions[1].reached);
}

#[test]
fn a_deep_tree_is_solved_without_recursion() {
    // Take the pot or pass it on (centipede game): the last player gains by taking, so the first one takes at once.
    let mut text = "EFG 2 R \"\" { \"A\" \"B\" }\n".to_owned();
    let depth = 50_000;
    for step in 0..depth {
        let (player, set) = (step % 2 + 1, step / 2 + 1);
        let payoffs = if player == 1 { (step + 2, step) } else { (step, step + 2) };
        text += &format!("p \"\" {player} {set} \"\" {{ \"take\" \"pass\" }} 0\n");
        text += &format!("t \"\" {} \"\" {{ {}, {} }}\n", step + 1, payoffs.0, payoffs.1);
    }
    text += &format!("t \"\" {} \"\" {{ {depth}, {depth} }}\n", depth + 1);
    let tree = read_efg(&text).unwrap();
    let induction = backward_induction(&tree, &Halt::NEVER).unwrap();
    assert_eq!(induction.values, [rational("2"), Rational::zero()]);
    assert_eq!(induction.decisions.len(), depth);
    assert!(induction.decisions.iter().all(|decision| decision.action == "take" && decision.path.len() < 120));
    assert!(backward_induction(&tree, &Halt::new(None, Some(&|| true))).is_err());
}

/// B. von Stengel, "New maximal numbers of equilibria in bimatrix games", Discrete & Computational Geometry 21 (1999), with
/// the payoffs of his report of 1997 (games/journals/dcg/vonstengel1999 in Gambit's catalogue).
const SIX_BY_SIX: &str = "\
    9504,72336 -660,48081 19976,29216 -20526,14124 1776,1776 -8976,-8514
    -111771,-461736 31680,-300036 -130944,-178761 168124,-84436 -8514,-8976 52764,52764
    397584,1227336 -113850,774576 451176,451176 -586476,208626 29216,19976 -178761,-130944
    171204,-1718376 -45936,-1039236 208626,-586476 -263076,-263076 14124,-20526 -84436,168124
    1303104,1303104 -453420,737154 1227336,397584 -1718376,171204 72336,9504 -461736,-111771
    737154,-453420 -227040,-227040 774576,-113850 -1039236,-45936 48081,-660 -300036,31680";

#[test]
fn von_stengels_game_has_75_equilibria() {
    let game = read_inline(SIX_BY_SIX).unwrap();
    let found = extreme_equilibria(&game, &Halt::NEVER);
    assert_eq!((found.equilibria.len(), found.complete, found.degenerate), (75, true, Some(false)));
    let distinct: std::collections::HashSet<_> = found.equilibria.iter().map(|one| (&one.row, &one.column)).collect();
    assert_eq!(distinct.len(), 75);
    for label in 0..12 {
        let walked = lemke_howson(&game, label, &Halt::NEVER).unwrap();
        assert!(found.equilibria.contains(&walked.equilibrium), "label {label}");
    }
}

#[test]
fn a_game_of_identities_has_all_supports() {
    // n × n identities for both: 2^n − 1 equilibria, one for every set of strategies.
    for size in 1..=7u32 {
        let row = |place: u32| (0..size).map(|other| if other == place { "1,1 " } else { "0,0 " }).collect::<String>();
        let text: Vec<String> = (0..size).map(row).collect();
        let found = extreme_equilibria(&read_inline(&text.join(";")).unwrap(), &Halt::NEVER);
        assert_eq!((found.equilibria.len(), found.degenerate), (2usize.pow(size) - 1, Some(false)), "{size}");
    }
}

#[test]
fn a_game_of_nothing_is_one_component() {
    let game = read_inline("0,0 0,0 0,0; 0,0 0,0 0,0").unwrap();
    let found = extreme_equilibria(&game, &Halt::NEVER);
    assert_eq!((found.equilibria.len(), found.degenerate), (6, Some(true)));
    let together = components(&found.equilibria);
    assert_eq!(together.components.len(), 1);
    assert_eq!(together.components[0].subsets[0].columns.len(), 3);
}

#[test]
fn a_large_zero_sum_game_is_numeric_with_its_error_or_exact_when_asked() {
    // A pseudorandom matrix from a linear congruence, 30 × 30 of up to 9 digits.
    let mut seed = 1u64;
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 34) as i64
    };
    let rows = (0..30).map(|_| (0..30).map(|_| Rational::from(next())).collect()).collect();
    let game = Game::zero_sum(rows).unwrap();
    let quick = solve_zero_sum(&game, false, &Halt::NEVER).unwrap();
    let exact = solve_zero_sum(&game, true, &Halt::NEVER).unwrap();
    assert!(!quick.exact && exact.exact && exact.error == 0.0);
    let Number::Exact(value) = exact.value else { panic!("it is exact") };
    let off = (quick.value.to_f64() - value.to_f64()).abs();
    assert!(off <= quick.error && quick.error < 1e-4, "{off} {}", quick.error);
}

#[test]
fn a_walk_ends_on_fifty_by_fifty() {
    let mut seed = 7u64;
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        Rational::from(((seed >> 33) % 19) as i64)
    };
    let mut table = || (0..50).map(|_| (0..50).map(|_| next()).collect()).collect();
    let game = Game::bimatrix(table(), table()).unwrap();
    let settings = Settings { extent: Extent::One, ..Settings::default() };
    let report = analyse(&game, settings, &Halt::NEVER);
    assert!(!report.equilibria.list.is_empty() && !report.stopped);
}

#[test]
fn an_early_end_leaves_what_is_known() {
    let game = read_inline(SIX_BY_SIX).unwrap();
    let report = analyse(&game, Settings::default(), &Halt::new(None, Some(&|| true)));
    assert!(report.stopped && !report.equilibria.complete);
    assert_eq!(report.equilibria.list.len(), report.pure_count.min(10), "pure ones are always there");
}

#[test]
fn formats_are_recognised_by_their_beginning() {
    assert_eq!(recognise(" \nNFG 1 R"), Format::Nfg);
    assert_eq!(recognise("\u{feff}EFG 2 R"), Format::Efg);
    assert_eq!(recognise("1,2\n3,4"), Format::Csv);
    let bom = format!("\u{feff}{}", include_str!("data/pennies.nfg"));
    assert!(matches!(read(&bom, Format::Nfg), Ok(Reading::Matrix(_))));
}

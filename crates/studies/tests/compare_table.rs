//! The comparison of methods: the counts are those of the lecture, the values agree, and the table says so.

use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
use rootward_session::{Judge, Position, open};
use rootward_studies::compare::{
    CompareRow, CompareSettings, Method, compare, compare_game, table_markdown, table_text,
};

fn settings(depths: std::ops::RangeInclusive<u32>) -> CompareSettings {
    CompareSettings { depths, table_bytes: 1 << 20, ..CompareSettings::default() }
}

fn compared(game: &str, position: Option<&str>, settings: &CompareSettings) -> Vec<CompareRow> {
    compare(&*open(game, position).unwrap(), settings, &mut |_| {})
}

fn connect_four(width: u32, settings: &CompareSettings) -> Vec<CompareRow> {
    compared(&format!("connect-four:{width}x7"), None, settings)
}

fn tic_tac_toe(position: &str, settings: &CompareSettings) -> Vec<CompareRow> {
    compared("tic-tac-toe", Some(position), settings)
}

fn boards(rows: &[CompareRow], method: Method) -> Vec<Option<u64>> {
    rows.iter().map(|row| Some(row.cost(method)?.boards)).collect()
}

#[test]
fn boards_are_counted_as_the_lecture_counts_them() {
    let rows = connect_four(8, &settings(1..=3));
    assert_eq!(boards(&rows, Method::Minimax), [Some(8), Some(72), Some(584)]);
    assert_eq!(rows[2].cost(Method::Minimax).unwrap().ratio, Some(1.0));
    assert!((rows[2].cost(Method::Minimax).unwrap().effective_branching - 8.0).abs() < 1e-6);
}

#[test]
fn the_whole_game_of_tic_tac_toe_has_its_known_size() {
    let rows = tic_tac_toe("", &settings(9..=9));
    assert_eq!((rows.len(), rows[0].depth), (1, 9));
    let minimax = rows[0].cost(Method::Minimax).unwrap();
    assert_eq!((minimax.boards, minimax.leaves), (549_945, 255_168));
    assert_eq!(minimax.value.text, "0");
}

#[test]
fn all_methods_agree_on_random_trees_and_games() {
    for seed in 0..40 {
        let tree = Tree::random(&RandomTree { seed, depth: 5, irregular: seed % 2 == 0, ..RandomTree::default() });
        let (state, name_of) = (&Node::ROOT, |_: &Tree, _: &Node| None);
        let position = Position {
            game: &tree,
            judge: Judge::new(&TreeKnowledge),
            lesson: Judge::new(&TreeKnowledge),
            state,
            earlier: Vec::new(),
            name_of,
        };
        let rows = compare_game(&position, &settings(1..=6), &mut |_| {});
        assert!(rows.iter().all(|row| row.agree && row.disagreement.is_none()), "{}", table_text(&rows));
    }
    for rows in [connect_four(7, &settings(1..=6)), tic_tac_toe("X../.O./..X", &settings(1..=6))] {
        assert!(rows.iter().all(|row| row.agree), "{}", table_text(&rows));
    }
}

#[test]
fn more_care_looks_at_fewer_boards() {
    let rows = connect_four(8, &settings(6..=6));
    let boards = Method::WITHOUT_CHANCE.map(|method| rows[0].cost(method).unwrap().boards);
    assert!(
        boards[0] > boards[1] && boards[1] > boards[2] && boards[1] > boards[3] && boards[3] > boards[4],
        "{boards:?}"
    );
    let everything = rows[0].cost(Method::Everything).unwrap();
    assert!(everything.all_boards.unwrap() > everything.boards);
    assert!(everything.all_leaves.unwrap() > everything.leaves);
}

#[test]
fn proofs_may_know_better_than_an_estimate_but_not_than_a_win() {
    // X has two open ends: minimax needs three plies to see the win, the proofs see it at once.
    let rows = compared("connect-four", Some("3344"), &settings(1..=5));
    let values = |method| rows.iter().map(|row| row.cost(method).unwrap().value.text.clone()).collect::<Vec<_>>();
    assert_eq!(values(Method::WithProofs)[2..], ["win in 3"; 3]);
    assert_eq!(values(Method::Everything)[2..], ["win in 3"; 3]);
    assert_ne!(values(Method::WithProofs)[0], values(Method::Everything)[0]);
    assert!(rows.iter().all(|row| row.agree));
    let text = table_text(&rows);
    assert!(text.contains("With proofs, depth 1: the value is win in 3, since proofs see beyond the depth."), "{text}");
    assert!(text.contains("but for what the proofs foresee"));
}

#[test]
fn the_bar_of_the_lectures_shape_is_met() {
    let rows = connect_four(8, &CompareSettings { max_nodes: 1_000_000, ..settings(7..=7) });
    let leaves = rows[0].cost(Method::Everything).unwrap().leaves;
    assert_eq!(rows[0].minimum_leaves, Some(4607));
    assert!(leaves as f64 <= 1.2 * 4607.0, "{leaves} leaves in the last iteration");
}

#[test]
fn what_would_take_too_long_is_left_out() {
    let rows = connect_four(8, &CompareSettings { max_nodes: 2000, ..settings(2..=6) });
    assert_eq!(boards(&rows, Method::Minimax), [Some(72), Some(584), None, None, None]);
    assert!(rows.iter().all(|row| row.agree));
    let text = table_text(&rows);
    assert!(text.contains('–') && text.contains("Left out"));
}

#[test]
fn each_row_is_reported_as_soon_as_it_is_there() {
    let session = open("tic-tac-toe", None).unwrap();
    let mut found = Vec::new();
    let rows = compare(&*session, &settings(2..=4), &mut |row| found.push(row.depth));
    assert_eq!(found, [2, 3, 4]);
    assert_eq!(rows.iter().map(|row| row.depth).collect::<Vec<_>>(), found);
}

#[test]
fn a_value_proven_early_is_marked() {
    let rows = tic_tac_toe("XX./OO./...", &settings(1..=4));
    assert_eq!(rows[3].cost(Method::Everything).unwrap().proven_at, Some(1));
    assert!(table_text(&rows).contains("proven at a smaller depth"));
    assert!(rows.iter().all(|row| row.agree && row.value().unwrap().text == "win in 1"));
}

#[test]
fn a_game_that_is_over_has_nothing_to_compare() {
    let rows = tic_tac_toe("XXX/OO./...", &settings(1..=2));
    assert!(rows.iter().all(|row| row.agree && row.cost(Method::Minimax).unwrap().boards == 0));
    assert!(!table_text(&rows).is_empty());
}

#[test]
fn values_that_disagree_are_reported_loudly() {
    let mut rows = connect_four(7, &settings(1..=1));
    rows[0].agree = false;
    rows[0].disagreement = Some("the values disagree: minimax 3, with table 4".to_owned());
    for table in [table_text(&rows), table_markdown(&rows)] {
        assert!(
            table.contains("DISAGREE") && table.contains("!!! DEPTH 1: the values disagree: minimax 3, with table 4")
        );
        assert!(!table.contains("All methods agree"));
    }
}

#[test]
fn the_lines_of_a_block_are_aligned() {
    let rows = connect_four(8, &settings(1..=5));
    let text = table_text(&rows);
    let block: Vec<&str> = text.lines().skip(1).take(6).collect();
    assert!(block[0].trim_start().starts_with("depth  minimax"));
    assert!(block.iter().all(|line| line.chars().count() == block[0].chars().count()), "{text}");
    let markdown = table_markdown(&rows);
    let head = markdown.lines().find(|line| line.starts_with("| depth")).unwrap();
    let rule = markdown.lines().find(|line| line.starts_with("|---")).unwrap();
    assert_eq!(head.matches('|').count(), rule.matches('|').count());
}

#[test]
fn a_row_is_one_json_object() {
    let rows = connect_four(8, &settings(3..=3));
    let json = serde_json::to_value(&rows[0]).unwrap();
    assert_eq!(json["depth"], 3);
    assert_eq!(json["minimum_leaves"], 71);
    assert_eq!(json["cells"][0]["method"], "minimax");
    assert_eq!(json["cells"][0]["cost"]["boards"], 584);
    assert_eq!(json["agree"], true);
}

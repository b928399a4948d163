//! The quiz: right answers count, and the first mistake is named with its rule.

use proptest::prelude::*;
use rootward_draw::Trace;
use rootward_draw::exercise::{Exercise, ExerciseSettings};
use rootward_draw::quiz::{Answers, Ask, CutAnswer, NodeAnswer, grade, questions, solution};
use rootward_session::{Fail, Order};
use rootward_trace::{Algorithm, TraceSettings};

fn traced(tree: &str) -> Trace {
    rootward_trace::trace(&*rootward_session::open("tree", Some(tree)).unwrap(), &TraceSettings::default())
}

const TREE_1: &str = "((3 12 8) (2 4 6) (14 5 2))";

fn answers(json: &str) -> Answers {
    serde_json::from_str(json).unwrap()
}

#[test]
fn every_inner_node_is_asked_about_those_that_are_cut_included() {
    let asked = questions(&traced("((3 9) (2 (7 8)))"));
    let names: Vec<(&str, &str)> = asked.iter().map(|q| (q.name.as_str(), q.node.as_str())).collect();
    assert_eq!(names, [("A", "n0"), ("B", "n1"), ("C", "n4"), ("D", "s4-0")]);
    assert_eq!(asked[0].asks, [Ask::Alpha, Ask::Beta, Ask::Value, Ask::Cut, Ask::Chosen]);
    assert_eq!(asked[2].children, ["C.1", "D"]);
}

#[test]
fn answers_may_be_numbers_or_words_and_nodes_numbers_or_names() {
    let given = answers(
        r#"{"0": {"alpha": "-inf", "beta": "inf", "value": 3, "cut": false, "chosen": "1"},
            "n1": {"alpha": "−∞", "beta": "+∞", "value": "3.0", "cut": []},
            "n5": {"alpha": 3, "beta": "oo", "value": "<= 2", "cut": true},
            "n7": {"alpha": 3, "beta": "∞", "value": 2, "cut": null}}"#,
    );
    let grade = grade(&traced(TREE_1), &given);
    assert_eq!((grade.score, grade.of), (16, 17));
    let wrong = grade.first_wrong.unwrap();
    assert_eq!((wrong.name.as_str(), wrong.field, wrong.given), ("D", Ask::Cut, None));
}

#[test]
fn a_child_that_was_cut_too_early_is_named_with_the_window_at_that_moment() {
    let trace = traced(TREE_1);
    let mut given = solution(&trace);
    given.0.get_mut("n7").unwrap().cut = Some(CutAnswer::Children(vec!["D.2".into(), "D.3".into()]));
    let grade = grade(&trace, &given);
    assert_eq!((grade.score, grade.of), (16, 17));
    let wrong = grade.first_wrong.unwrap();
    assert_eq!((wrong.name.as_str(), wrong.field), ("D", Ask::Cut));
    assert_eq!(
        wrong.rule,
        "D.2 must be visited: the rest of the moves is cut only when β ≤ α, and before it D has α = 3 and β = 14."
    );
}

#[test]
fn a_missing_cut_is_named_with_the_sentence_of_the_cut() {
    let trace = traced(TREE_1);
    let mut given = solution(&trace);
    given.0.get_mut("n5").unwrap().cut = Some(CutAnswer::Children(vec!["C.3".into()]));
    let wrong = grade(&trace, &given).first_wrong.unwrap();
    assert_eq!(wrong.right, "C.2, C.3");
    assert_eq!(wrong.rule, "C: 2 ≤ α = 3 set at A, so MAX will never come here: 2 leaves skipped.");
}

#[test]
fn to_say_something_about_a_node_that_is_cut_is_a_mistake() {
    let trace = traced("((3 9) (2 (7 8)))");
    let mut given = solution(&trace);
    given.0.insert("s4-0".into(), NodeAnswer { value: Some("8".into()), ..NodeAnswer::default() });
    let grade = grade(&trace, &given);
    assert_eq!((grade.score, grade.of), (13, 14));
    let wrong = grade.first_wrong.unwrap();
    assert_eq!((wrong.name.as_str(), wrong.right.as_str()), ("D", "not visited"));
    assert!(wrong.rule.starts_with("D is never visited. C: 2 ≤ α = 3 set at A"));
}

#[test]
fn the_earliest_mistake_comes_first_and_wrong_windows_name_the_node_above() {
    let trace = traced(TREE_1);
    let mut given = solution(&trace);
    given.0.get_mut("n7").unwrap().value = Some("5".into());
    given.0.get_mut("n5").unwrap().alpha = Some("-inf".into());
    given.0.get_mut("n0").unwrap().chosen = Some("C".into());
    let grade = grade(&trace, &given);
    assert_eq!(grade.of - grade.score, 3);
    let wrong = grade.first_wrong.unwrap();
    assert_eq!((wrong.name.as_str(), wrong.field, wrong.right.as_str()), ("C", Ask::Alpha, "3"));
    assert_eq!(wrong.rule, "α and β are handed down from A as they stand there: α = 3, β = ∞ when C is entered.");
}

/// In a fail-hard search the value of a chance node is the value it returns; the rule states the sum beside it.
#[test]
fn fail_hard_is_graded_by_what_is_handed_up() {
    let session = rootward_session::open("tree", Some("((3 1) chance(1/2: 0 1/2: 1) (3 1))")).unwrap();
    let settings = TraceSettings { fail: Fail::Hard, order: Order::Reversed, ..TraceSettings::default() };
    let trace = rootward_trace::trace(&*session, &settings);
    let right = solution(&trace);
    let of = grade(&trace, &right);
    assert_eq!((of.score, &of.first_wrong), (of.of, &None));
    let chance = trace.nodes.iter().find(|node| node.name == "C").unwrap();
    let mut wrong = right.clone();
    let answer = wrong.0.get_mut(&format!("n{}", chance.id)).unwrap();
    assert_eq!(answer.value.as_deref(), Some("1"));
    answer.value = Some("1/2".to_owned());
    let first = grade(&trace, &wrong).first_wrong.unwrap();
    assert_eq!((first.name.as_str(), first.right.as_str()), ("C", "1"));
    let found =
        "held within the window (fail-hard). C: 1/2·0 + 1/2·1 = 1/2; fail-hard hands up 1, the end of the window";
    assert!(first.rule.contains(found), "{}", first.rule);
}

#[test]
fn of_equal_moves_only_what_the_search_has_shown_is_right() {
    let chosen = |tree: &str, algorithm, child: &str| {
        let session = rootward_session::open("tree", Some(tree)).unwrap();
        let trace = rootward_trace::trace(&*session, &TraceSettings { algorithm, ..TraceSettings::default() });
        let mut given = solution(&trace);
        given.0.get_mut("n0").unwrap().chosen = Some(child.to_owned());
        grade(&trace, &given).first_wrong.map(|wrong| (wrong.right, wrong.rule))
    };
    for child in ["B", "C", "2"] {
        assert_eq!(chosen("((3 9) (3 9))", Algorithm::Minimax, child), None, "{child}");
    }
    assert_eq!(chosen("((3 9) (9 3))", Algorithm::AlphaBeta, "C"), None);
    let (right, rule) = chosen("((3 9) (3 1))", Algorithm::AlphaBeta, "C").unwrap();
    assert_eq!(right, "B");
    assert!(
        rule.ends_with(
            "What stands at C is only a bound: it can be anything from −∞ to 3, and whether it is 3 was not searched."
        ),
        "{rule}"
    );
    let (right, rule) = chosen("((3 9) (9 3) (1 2))", Algorithm::Minimax, "D").unwrap();
    assert_eq!(right, "B or C");
    assert!(rule.starts_with("The moves to B and C are worth 3, and either may be chosen"), "{rule}");
}

#[test]
fn no_answer_is_no_right_answer() {
    let grade = grade(&traced(TREE_1), &Answers::default());
    assert_eq!((grade.score, grade.of), (0, 17));
    assert_eq!(grade.first_wrong.unwrap().name, "A");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn the_solution_is_right_and_one_change_is_found(seed: u64, pick in any::<prop::sample::Index>()) {
        let exercise = Exercise::new(&ExerciseSettings { seed, irregular: seed % 3 == 0, ..Default::default() }).unwrap();
        let right = solution(&exercise.trace);
        let full = grade(&exercise.trace, &right);
        prop_assert_eq!((full.score, full.first_wrong), (full.of, None));
        let ids: Vec<&String> = right.0.keys().collect();
        let id = ids[pick.index(ids.len())].clone();
        let mut wrong = right.clone();
        wrong.0.get_mut(&id).unwrap().value = Some("777".into());
        let graded = grade(&exercise.trace, &wrong);
        prop_assert_eq!(graded.score + 1, graded.of);
        prop_assert_eq!(graded.first_wrong.unwrap().node, id);
    }
}

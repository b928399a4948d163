//! Every task can be made for everybody, is solvable, and is marked by the searches.

use rootward_course::{Given, LESSONS, Show, Student, Task, Tasks, lesson_of};
use rootward_draw::quiz::solution;
use rootward_session::open_written;
use rootward_trace::{TraceSettings, trace};

fn students(count: usize) -> impl Iterator<Item = Student> {
    (0..count).map(|number| Student::new(&format!("Student {number}"), "test").unwrap())
}

fn all_tasks() -> impl Iterator<Item = &'static str> {
    LESSONS.iter().flat_map(|lesson| lesson.tasks).copied()
}

/// The right answers, for tasks with single questions.
fn right_parts(task: &Task) -> Given {
    Given::parts(task.parts.iter().map(|part| (part.key, part.right()[0].as_str())))
}

#[test]
fn every_task_is_made_marked_and_the_same_each_time() {
    let tasks = Tasks::default();
    for student in students(12) {
        for id in all_tasks() {
            let task = tasks.of(&student, id).unwrap_or_else(|problem| panic!("{id} of {}: {problem}", student.name()));
            assert_eq!((task.id, task.lesson), (id, lesson_of(id).unwrap().id));
            assert_eq!(
                serde_json::to_string(&task).unwrap(),
                serde_json::to_string(&tasks.of(&student, id).unwrap()).unwrap()
            );
            assert!(task.questions.is_empty() != task.parts.is_empty(), "{id} asks in one way");
            let nothing = tasks.mark(&student, id, &Given::default()).unwrap();
            assert_eq!(nothing.correct, 0, "{id}: no answer is right");
            assert!(nothing.of > 0 && nothing.items.iter().all(|mark| !mark.answered));
            if !task.parts.is_empty() {
                let marks = tasks.mark(&student, id, &right_parts(&task)).unwrap();
                assert_eq!(marks.correct, marks.of, "{id} of {}", student.name());
            }
            for part in &task.parts {
                assert!(
                    part.options.is_empty() || part.right().iter().all(|right| part.options.contains(right)),
                    "{id}"
                );
                assert!(
                    part.options.len() != 1 && part.options.len() != part.right().len() || part.options.is_empty(),
                    "{id}: nothing to choose"
                );
            }
        }
    }
}

#[test]
fn two_students_have_different_tasks() {
    let tasks = Tasks::default();
    let [one, other] = ["Ada", "Grace"].map(|name| Student::new(name, "").unwrap());
    let same = all_tasks().filter(|id| {
        let text = |student: &Student| serde_json::to_string(&tasks.of(student, id).unwrap()).unwrap();
        text(&one) == text(&other)
    });
    // Small boards repeat now and then.
    assert!(same.count() <= 1);
}

/// The blanks are held against a search of the same tree that knows nothing of the course.
#[test]
fn blanks_are_marked_by_the_search_of_the_tree() {
    let tasks = Tasks::default();
    for student in students(8) {
        for id in ["minimax", "cuts", "expectation"] {
            let task = tasks.of(&student, id).unwrap();
            let Some(Show::Tree { tree, .. }) = &task.show else { panic!("{id} shows a tree") };
            let session = open_written("tree", Some(tree)).unwrap();
            let algorithm =
                if id == "cuts" { rootward_trace::Algorithm::AlphaBeta } else { rootward_trace::Algorithm::Minimax };
            let trace = trace(&*session, &TraceSettings { algorithm, ..TraceSettings::default() });
            let given = Given { nodes: solution(&trace), ..Given::default() };
            let marks = tasks.mark(&student, id, &given).unwrap();
            assert_eq!(marks.correct, marks.of, "{id} of {}: {marks:?}", student.name());
            let mut wrong = given.clone();
            wrong.nodes.0.get_mut("n0").unwrap().value = Some("99".to_owned());
            let marks = tasks.mark(&student, id, &wrong).unwrap();
            assert_eq!(marks.of - marks.correct, 1, "{id}: one mistake is one mark");
        }
    }
}

/// Greatest first at MAX, least first at MIN, by hand: an independent count of leaves.
#[test]
fn counted_leaves_agree_with_a_count_written_from_the_rules() {
    fn seen(node: &serde_json::Value, max: bool, alpha: i64, beta: i64, reversed: bool, leaves: &mut u64) -> i64 {
        let Some(children) = node.as_array() else {
            *leaves += 1;
            return node.as_i64().unwrap();
        };
        let (mut alpha, mut beta) = (alpha, beta);
        let mut best = if max { i64::MIN } else { i64::MAX };
        let mut order: Vec<&serde_json::Value> = children.iter().collect();
        if reversed {
            order.reverse();
        }
        for child in order {
            let value = seen(child, !max, alpha, beta, reversed, leaves);
            if max {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if beta <= alpha {
                break;
            }
        }
        best
    }
    let tasks = Tasks::default();
    for student in students(30) {
        for id in ["leaves", "orders"] {
            let task = tasks.of(&student, id).unwrap();
            let Some(Show::Tree { tree, .. }) = &task.show else { panic!("{id} shows a tree") };
            let json = tree.replace('(', "[").replace(')', "]").replace(' ', ",");
            let root: serde_json::Value = serde_json::from_str(&json).unwrap();
            for part in &task.parts {
                let mut leaves = 0;
                seen(&root, true, i64::MIN, i64::MAX, part.key == "backwards", &mut leaves);
                assert_eq!(part.right(), [leaves.to_string()], "{id}, {}: {tree}", part.key);
            }
        }
    }
}

/// The drawing of the horizon task has what it takes: static values at the end of the short search, leaves at the end of the long.
#[test]
fn the_short_search_is_drawn_with_its_static_values() {
    let task = Tasks::default().of(&Student::new("Ada", "").unwrap(), "horizon").unwrap();
    let Some(Show::Tree { early: Some(early), svg, .. }) = &task.show else { panic!("two drawings") };
    assert!(early.contains(">~") && !svg.contains(">~"));
}

#[test]
fn an_entry_settles_only_with_depth_and_bound() {
    let tasks = Tasks::default();
    let (mut yes, mut no) = (0, 0);
    for student in students(60) {
        let task = tasks.of(&student, "entry").unwrap();
        let number = |key: &str| task.facts[key].replace('−', "-").parse::<i64>().unwrap();
        let bound = match task.facts["sign"].as_str() {
            "=" => true,
            "≥" => number("value") >= number("beta"),
            _ => number("value") <= number("alpha"),
        };
        let settles = number("stored") >= number("wanted") && bound;
        assert_eq!(task.parts[0].right(), [if settles { "yes" } else { "no" }]);
        if settles { yes += 1 } else { no += 1 }
    }
    assert!(yes > 5 && no > 5, "{yes} {no}");
}

#[test]
fn a_task_that_does_not_exist_is_refused() {
    let ada = Student::new("Ada", "").unwrap();
    let problem = Tasks::default().of(&ada, "chess\u{1b}[31m").unwrap_err().to_string();
    assert!(problem.starts_with("there is no task 'chess[31m'; expected minimax, cuts"), "{problem}");
}

//! Tasks on trees: blanks to fill in, leaves to count, choices to predict.

use rootward_draw::exercise::{Exercise, ExerciseSettings, HandSearch, Method};
use rootward_draw::quiz::{Answers, Ask, NodeAnswer, grade, questions};
use rootward_draw::{DrawOptions, IndexedTrace};
use rootward_session::{Order, Problem};
use rootward_trace::Trace;

use crate::part::Part;
use crate::seeded::{between, dice, draw};
use crate::student::Student;
use crate::task::{Show, Task};

/// Plies of the tree whose search stops early, and where it stops.
const WHOLE: u32 = 3;
const STOP: u32 = 2;

/// Blanks: minimax in two plies.
pub(crate) fn minimax(student: &Student) -> Result<Task, Problem> {
    let search = HandSearch { method: Some(Method::Minimax), ..HandSearch::default() };
    let values = 0..=20;
    blanks(student, "minimax", ExerciseSettings { depth: 2, values, no_ties: true, search, ..Default::default() })
}

/// Blanks: alpha-beta with one cut.
pub(crate) fn cuts(student: &Student) -> Result<Task, Problem> {
    let (branching, values) = (3..=3, 0..=20);
    let settings = ExerciseSettings { depth: 2, branching, values, no_ties: true, cuts: Some(1), ..Default::default() };
    blanks(student, "cuts", settings)
}

/// Blanks: averages.
pub(crate) fn expectation(student: &Student) -> Result<Task, Problem> {
    let search = HandSearch { method: Some(Method::Minimax), ..HandSearch::default() };
    let (branching, values) = (2..=2, -6..=12);
    let settings = ExerciseSettings { depth: 2, branching, values, chance: 50, search, ..Default::default() };
    blanks(student, "expectation", settings)
}

fn blanks(student: &Student, id: &'static str, settings: ExerciseSettings) -> Result<Task, Problem> {
    let seed = dice(student, id).bits() >> 1;
    let Exercise { text, trace, .. } = Exercise::new(&ExerciseSettings { seed, ..settings })?;
    let show = tree(text, &trace);
    let questions = questions(&trace);
    Ok(Task { questions, trace: Some(trace), ..Task::asking(id, Some(show), Vec::new()) })
}

/// How many leaves alpha-beta looks at.
pub(crate) fn leaves(student: &Student) -> Result<Task, Problem> {
    let (task, exercise) = whole_tree(student, "leaves", HandSearch::default())?;
    let summary = &exercise.trace.summary;
    let task = task.fact("all", summary.all_leaves.unwrap_or(summary.leaves));
    Ok(Task { parts: vec![Part::number("seen", summary.leaves)], ..task })
}

/// The same from left to right and from right to left.
pub(crate) fn orders(student: &Student) -> Result<Task, Problem> {
    let reversed = HandSearch { order: Order::Reversed, ..HandSearch::default() };
    let (task, forwards) = whole_tree(student, "orders", HandSearch::default())?;
    let (_, backwards) = whole_tree(student, "orders", reversed)?;
    let part = |key, exercise: &Exercise| Part::number(key, exercise.trace.summary.leaves);
    Ok(Task { parts: vec![part("forwards", &forwards), part("backwards", &backwards)], ..task })
}

/// A tree of three plies and the search of it; the tree does not depend on the search.
fn whole_tree(student: &Student, id: &'static str, search: HandSearch) -> Result<(Task, Exercise), Problem> {
    let seed = dice(student, id).bits() >> 1;
    let settings = ExerciseSettings { seed, values: 0..=20, no_ties: true, search, ..Default::default() };
    let exercise = Exercise::new(&settings)?;
    let task = Task::asking(id, Some(tree(exercise.text.clone(), &exercise.trace)), Vec::new());
    Ok((task, exercise))
}

/// The least that any order needs, of a uniform tree that is too large to be drawn. The right answer is counted: alpha-beta
/// searches such a tree with the best move first everywhere.
pub(crate) fn minimum(student: &Student) -> Result<Task, Problem> {
    let mut dice = dice(student, "minimum");
    let (branching, depth) = (between(&mut dice, 3, 6), between(&mut dice, 3, 5));
    let mut leaves = 0;
    let _ = best_first(branching, depth, -1, 1, &mut leaves);
    let task = Task::asking("minimum", None, vec![Part::number("least", leaves)]);
    Ok(task.fact("branching", branching).fact("depth", depth))
}

/// Alpha-beta over a uniform tree whose leaves are all 0: every move is a best one, so the best comes first everywhere.
fn best_first(branching: i64, depth: i64, alpha: i32, beta: i32, leaves: &mut u64) -> i32 {
    if depth == 0 {
        *leaves += 1;
        return 0;
    }
    let mut alpha = alpha;
    for _ in 0..branching {
        alpha = alpha.max(-best_first(branching, depth - 1, -beta, -alpha, leaves));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Which move a search chooses that stops early, and which one the whole search chooses.
pub(crate) fn horizon(student: &Student) -> Result<Task, Problem> {
    let mut dice = dice(student, "horizon");
    draw(500, || {
        let seed = dice.bits() >> 1;
        let exercise = |depth| {
            let search = HandSearch { method: Some(Method::Minimax), depth: Some(depth), ..HandSearch::default() };
            let settings =
                ExerciseSettings { seed, depth: WHOLE, values: 0..=20, no_ties: true, search, ..Default::default() };
            Exercise::new(&settings).ok()
        };
        let (early, whole) = (exercise(STOP)?, exercise(WHOLE)?);
        let (options, first) = choices(&early.trace)?;
        let (_, second) = choices(&whole.trace)?;
        // The lesson is that a deeper look may change the choice.
        if first.iter().any(|name| second.contains(name)) {
            return None;
        }
        let parts = vec![Part::choice("early", options.clone(), first), Part::choice("whole", options, second)];
        let show = Show::Tree { svg: blank(&whole.trace), early: Some(blank(&early.trace)), tree: whole.text };
        Some(Task::asking("horizon", Some(show), parts).fact("depth", STOP).fact("all", WHOLE))
    })
}

/// The children of the root, and those that may be chosen.
fn choices(trace: &Trace) -> Option<(Vec<String>, Vec<String>)> {
    let root = questions(trace).into_iter().find(|question| question.asks.contains(&Ask::Chosen))?;
    let is_right = |name: &String| {
        let answer = NodeAnswer { chosen: Some(name.clone()), ..NodeAnswer::default() };
        let grade = grade(trace, &Answers([(root.node.clone(), answer)].into()));
        grade.items.iter().any(|item| item.field == Ask::Chosen && item.right)
    };
    let right = root.children.iter().filter(|name| is_right(name)).cloned().collect();
    Some((root.children.clone(), right))
}

/// The tree without the values of its nodes.
fn tree(text: String, trace: &Trace) -> Show {
    Show::Tree { svg: blank(trace), early: None, tree: text }
}

fn blank(trace: &Trace) -> String {
    let indexed = IndexedTrace::new(trace);
    indexed.svg(indexed.steps(), &DrawOptions { blank: true, ..DrawOptions::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counted_minimum_is_the_one_of_knuth_and_moore() {
        for (branching, depth) in [(2, 1), (2, 4), (3, 3), (4, 5), (6, 3)] {
            let mut leaves = 0;
            let _ = best_first(branching, depth, -1, 1, &mut leaves);
            let power = |plies: i64| branching.pow(plies as u32);
            assert_eq!(leaves as i64, power((depth + 1) / 2) + power(depth / 2) - 1, "{branching} {depth}");
        }
    }
}

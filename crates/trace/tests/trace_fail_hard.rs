//! Fail-hard, checked on random trees with and without chance: no value leaves the window that its node was entered
//! with, and every sentence and every printed sum is true.

use rootward_game::{Bound, Game, Notation, Score, Side};
use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
use rootward_search::textbook::{CutRule, Fail, Order};
use rootward_trace::{Role, Span, Step, StepKind, Trace, TraceSettings, Value, trace_game};

fn traced(tree: &Tree, settings: &TraceSettings) -> Trace {
    trace_game(tree, &TreeKnowledge, &Node::ROOT, settings, &|node| tree.name_of(*node))
}

fn settings(cut: CutRule, fail: Fail, order: Order, depth: Option<u32>) -> TraceSettings {
    TraceSettings { cut, fail, order, depth, ..TraceSettings::default() }
}

fn all_settings() -> Vec<TraceSettings> {
    let mut all = Vec::new();
    for cut in [CutRule::At, CutRule::Past] {
        for fail in [Fail::Soft, Fail::Hard] {
            for order in [Order::Given, Order::Reversed, Order::Best] {
                all.extend([None, Some(2)].map(|depth| settings(cut, fail, order, depth)));
            }
        }
    }
    all
}

fn on_random_trees(check: impl Fn(&Tree, &TraceSettings, &Trace)) {
    for seed in 0..200u64 {
        let tree = Tree::random(&RandomTree {
            seed,
            depth: 1 + (seed % 4) as u32,
            branching: 1..=4,
            values: if seed % 3 == 0 { -2..=2 } else { -50..=50 },
            irregular: seed % 2 == 1,
            chance: if seed % 5 < 2 { 0 } else { 35 },
            estimates: seed % 4 < 2,
        });
        for settings in &all_settings() {
            check(&tree, settings, &traced(&tree, settings));
        }
    }
}

/// The value by definition, in points.
fn true_value(tree: &Tree, node: Node, depth: Option<i32>) -> i32 {
    if let Some(value) = tree.value(node) {
        return value;
    }
    if depth.is_some_and(|depth| depth <= 0) {
        return tree.estimate(node).unwrap_or_else(|| tree.range().clamp(0));
    }
    let chance = tree.is_chance(&node);
    let below = depth.map(|depth| depth - i32::from(!chance));
    let values: Vec<i32> = tree.children(node).map(|child| true_value(tree, child, below)).collect();
    if chance {
        let odds: Vec<(u32, u32)> = tree.children(node).map(|child| tree.odds(child).unwrap()).collect();
        let sum: i64 = values.iter().zip(&odds).map(|(&value, odds)| i64::from(value) * i64::from(odds.0)).sum();
        return (sum / i64::from(odds[0].1)) as i32;
    }
    if tree.side(node) == Side::First { *values.iter().max().unwrap() } else { *values.iter().min().unwrap() }
}

fn truths(tree: &Tree, trace: &Trace) -> Vec<Score> {
    let mut places: Vec<Node> = Vec::new();
    for visit in &trace.nodes {
        let above = visit.parent.map_or(Node::ROOT, |parent| places[parent]);
        let mv = visit.by.as_ref().map(|by| tree.parse_move(&above, by).unwrap());
        places.push(mv.map_or(above, |mv| tree.apply(&above, mv)));
    }
    let truth = |(node, place)| true_value(tree, place, node);
    trace.nodes.iter().map(|visit| visit.depth).zip(places).map(truth).map(Score::points).collect()
}

fn handed_up(tree: &Tree, step: &Step) -> Score {
    step.returned.as_ref().or(step.value.as_ref()).unwrap().score(tree.points_per_unit())
}

#[test]
fn every_value_lies_in_the_window_that_its_node_was_entered_with() {
    on_random_trees(|tree, settings, trace| {
        let mut entered: Vec<Option<&Span>> = vec![None; trace.nodes.len()];
        for step in &trace.steps {
            if step.enters {
                entered[step.node] = step.window.as_ref();
            }
            if !step.leaves || settings.fail == Fail::Soft {
                continue;
            }
            let (window, value) = (entered[step.node].unwrap(), handed_up(tree, step));
            let score = |value: &Value| value.score(tree.points_per_unit());
            let inside = score(&window.low) <= value && value <= score(&window.high);
            assert!(inside, "{} of {}\n{}", step.name, tree.to_text(), trace.text(false));
        }
    });
}

#[test]
fn what_a_value_is_said_to_be_it_is() {
    on_random_trees(|tree, settings, trace| {
        let truth = truths(tree, trace);
        let root = trace.summary.value.score(tree.points_per_unit());
        assert_eq!(root, truth[0], "{} {settings:?}", tree.to_text());
        for step in trace.steps.iter().filter(|step| step.leaves) {
            let (value, truth) = (step.value.as_ref().unwrap().score(tree.points_per_unit()), truth[step.node]);
            let holds = match step.bound.unwrap() {
                Bound::Exact => truth == value,
                Bound::AtLeast => truth >= value,
                Bound::AtMost => truth <= value,
            };
            assert!(holds, "step {} of {}\n{}", step.number, tree.to_text(), trace.text(false));
        }
    });
}

/// `−7/2`, `(3)`, `4`.
fn number(text: &str) -> f64 {
    let text = text.trim_matches(['(', ')']).replace('−', "-");
    let (above, below) = text.split_once('/').unwrap_or((&text, "1"));
    above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
}

#[test]
fn every_sum_that_is_printed_is_right() {
    let mut sums = 0;
    let counted = std::cell::RefCell::new(&mut sums);
    on_random_trees(|tree, _, trace| {
        let leaves_chance = |step: &&Step| step.kind == StepKind::Leave && step.side == Role::Chance;
        for step in trace.steps.iter().filter(leaves_chance) {
            let output = step.sentence.split_once(": ").unwrap().1;
            let (sum, rest) = output.split_once(" = ").unwrap();
            let result = rest.split("; ").next().unwrap().trim_end_matches('.');
            let term = |term: &str| term.split('·').map(number).product::<f64>();
            let total: f64 = sum.split(" + ").map(term).sum();
            assert!((total - number(result)).abs() < 1e-9, "{}: {}", tree.to_text(), step.sentence);
            **counted.borrow_mut() += 1;
        }
    });
    assert!(sums > 1000, "{sums}");
}

#[test]
fn a_leaf_is_held_where_alpha_is_beta_too_and_nothing_gets_past_beta() {
    let tree = Tree::parse("min((13 13) (14 -9 12 15 -7))").unwrap();
    let trace = traced(&tree, &settings(CutRule::Past, Fail::Hard, Order::Given, None));
    let leaves: Vec<&str> = trace
        .steps
        .iter()
        .filter(|step| step.name.starts_with("C.") && step.leaves)
        .map(|step| step.sentence.as_str())
        .collect();
    assert_eq!(
        leaves,
        [
            "C.1: a leaf, worth 14; fail-hard hands up 13, the end of the window.",
            "C.2: a leaf, worth −9; fail-hard hands up 13, the end of the window; MAX already has 13 at C.",
            "C.3: a leaf, worth 12; fail-hard hands up 13, the end of the window; MAX already has 13 at C.",
            "C.4: a leaf, worth 15; fail-hard hands up 13, the end of the window; MAX already has 13 at C.",
            "C.5: a leaf, worth −7; fail-hard hands up 13, the end of the window; MAX already has 13 at C.",
        ]
    );
    on_random_trees(|_, settings, trace| {
        if (settings.cut, settings.fail) == (CutRule::Past, Fail::Hard) {
            assert_eq!(trace.summary.cuts, 0, "{}", trace.text(false));
        }
    });
}

#[test]
fn an_average_outside_the_window_is_reported_beside_what_is_handed_up() {
    let tree = Tree::parse("((3 1) chance(1/2: 0 1/2: 1) (3 1))").unwrap();
    let trace = traced(&tree, &settings(CutRule::At, Fail::Hard, Order::Reversed, None));
    let last = trace.steps.iter().rfind(|step| step.side == Role::Chance && step.leaves).unwrap();
    assert_eq!(
        last.sentence,
        "C: 1/2·0 + 1/2·1 = 1/2; fail-hard hands up 1, the end of the window; MAX already has 1 at A."
    );
    assert_eq!((last.value.as_ref().unwrap().text.as_str(), last.bound), ("1", Some(Bound::AtMost)));
}

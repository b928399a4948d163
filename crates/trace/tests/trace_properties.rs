//! Invariants of every trace, checked on random trees: the steps are consistent, the named ancestors are right, and the
//! interval of each node always contains its true value.

use std::collections::HashMap;

use rootward_game::{Game, Notation, Score, Side};
use rootward_games::tree::{Node, RandomTree, Tree, TreeKnowledge};
use rootward_search::Techniques;
use rootward_search::textbook::{CutRule, Fail, Order};
use rootward_trace::{Algorithm, Role, Span, Step, StepKind, Trace, TraceSettings, Way, Why, trace_game};

/// Small trees of all shapes, uniform and not, with few values and many.
fn random_trees() -> impl Iterator<Item = Tree> {
    (0..240u64).map(|seed| {
        let depth = 1 + (seed % 5) as u32;
        let most = if depth > 3 { 3 } else { 4 };
        let values = if seed % 3 == 0 { -2..=2 } else { -50..=50 };
        Tree::random(&RandomTree {
            seed,
            depth,
            branching: 1..=most,
            values,
            irregular: seed % 2 == 1,
            ..RandomTree::default()
        })
    })
}

fn alpha_betas() -> Vec<TraceSettings> {
    let mut all = Vec::new();
    for cut in [CutRule::At, CutRule::Past] {
        for fail in [Fail::Soft, Fail::Hard] {
            for order in [Order::Given, Order::Reversed, Order::Best] {
                all.push(TraceSettings { cut, fail, order, ..TraceSettings::default() });
            }
        }
    }
    all
}

fn textbook_settings() -> Vec<TraceSettings> {
    let mut all = alpha_betas();
    all.push(TraceSettings { algorithm: Algorithm::Minimax, ..TraceSettings::default() });
    all.push(TraceSettings { depth: Some(2), ..TraceSettings::default() });
    all.push(TraceSettings { depth: Some(2), fail: Fail::Hard, order: Order::Best, ..TraceSettings::default() });
    all
}

fn traced(tree: &Tree, settings: &TraceSettings) -> Trace {
    trace_game(tree, &TreeKnowledge, &Node::ROOT, settings, &|node| tree.name_of(*node))
}

/// Runs a check on every tree with every setting; a failure shows both.
fn on_all(settings: &[TraceSettings], check: impl Fn(&Tree, &TraceSettings, &Trace)) {
    for tree in random_trees() {
        for settings in settings {
            check(&tree, settings, &traced(&tree, settings));
        }
    }
}

/// The value of a node by minimax, without any of the code under test.
fn true_value(tree: &Tree, node: Node, depth: Option<i32>) -> i32 {
    if let Some(value) = tree.value(node) {
        return value;
    }
    if depth.is_some_and(|depth| depth <= 0) {
        return tree.estimate(node).unwrap_or(0);
    }
    let values = tree.children(node).map(|child| true_value(tree, child, depth.map(|depth| depth - 1)));
    match tree.side(node) {
        Side::First => values.max(),
        Side::Second => values.min(),
    }
    .expect("an interior node has children")
}

/// The node of the tree that each visit is about.
fn places(tree: &Tree, trace: &Trace) -> Vec<Node> {
    let mut places: Vec<Node> = Vec::new();
    for visit in &trace.nodes {
        let above = visit.parent.map_or(Node::ROOT, |parent| places[parent]);
        let mv = visit.by.as_ref().map(|by| tree.parse_move(&above, by).expect("a move of the node above"));
        places.push(mv.map_or(above, |mv| tree.apply(&above, mv)));
    }
    places
}

fn contains(span: &Span, points: i32) -> bool {
    span.low.score(1) <= Score::points(points) && Score::points(points) <= span.high.score(1)
}

fn check_intervals(tree: &Tree, trace: &Trace) {
    let places = places(tree, trace);
    let truth: Vec<i32> = trace.nodes.iter().map(|visit| true_value(tree, places[visit.id], visit.depth)).collect();
    for step in &trace.steps {
        let value = truth[step.node];
        assert!(contains(&step.interval, value), "{}: {} has {value}\n{}", step.number, step.name, trace.text(false));
        for change in &step.changes {
            assert!(contains(&change.interval, truth[change.node]), "{} at {}", change.name, step.number);
        }
    }
}

#[test]
fn the_interval_of_every_node_always_contains_its_true_value() {
    on_all(&textbook_settings(), |tree, _, trace| check_intervals(tree, trace));
}

#[test]
fn so_it_does_when_the_engine_searches_with_all_sound_techniques() {
    let engine =
        TraceSettings { algorithm: Algorithm::Engine, techniques: Techniques::SOUND, ..TraceSettings::default() };
    let shallow = TraceSettings { depth: Some(3), ..engine.clone() };
    on_all(&[engine, shallow], |tree, settings, trace| {
        assert!(trace.nodes.iter().all(|visit| matches!(visit.way, Way::Top | Way::Move | Way::Known)));
        check_intervals(tree, trace);
        let value = true_value(tree, Node::ROOT, settings.depth.map(|depth| depth as i32));
        assert_eq!(trace.summary.value.score(1), Score::points(value));
    });
}

#[test]
fn the_root_has_the_same_value_by_every_algorithm() {
    on_all(&textbook_settings(), |tree, settings, trace| {
        let value = true_value(tree, Node::ROOT, settings.depth.map(|depth| depth as i32));
        assert_eq!(trace.summary.value.score(1), Score::points(value));
        let last = trace.steps.last().expect("a trace has steps");
        assert_eq!((last.node, last.leaves, &last.value), (0, true, &Some(trace.summary.value.clone())));
    });
}

#[test]
fn every_node_that_is_entered_is_left_in_turn() {
    on_all(&textbook_settings(), |_, _, trace| {
        let mut open: Vec<usize> = Vec::new();
        for step in &trace.steps {
            if step.enters {
                assert_eq!(trace.nodes[step.node].parent, open.last().copied());
                open.push(step.node);
            }
            assert_eq!(open.last(), Some(&step.node), "a step is about the innermost open node");
            assert_eq!(step.kind == StepKind::Enter, step.enters && !step.leaves);
            if step.leaves {
                open.pop();
            }
        }
        assert!(open.is_empty());
    });
}

#[test]
fn a_window_handed_down_lies_inside_the_one_above() {
    on_all(&textbook_settings(), |_, settings, trace| {
        let mut windows: HashMap<usize, &Span> = HashMap::new();
        for step in &trace.steps {
            assert_eq!(step.window.is_some(), settings.algorithm != Algorithm::Minimax);
            let Some(window) = &step.window else { continue };
            if let Some(parent) = trace.nodes[step.node].parent.filter(|_| step.enters) {
                let above = windows[&parent];
                assert!(above.low.score(1) <= window.low.score(1) && window.high.score(1) <= above.high.score(1));
            }
            windows.insert(step.node, window);
        }
    });
}

/// The uppermost ancestor whose best value so far is the bound that `step` reached, and that bound.
fn setter(trace: &Trace, step: &Step, best: &HashMap<usize, Score>) -> Option<(usize, Score)> {
    let opponent = step.side.other();
    let above = std::iter::successors(trace.nodes[step.node].parent, |&node| trace.nodes[node].parent);
    let mut candidates: Vec<(usize, Score)> = above
        .filter(|&node| trace.nodes[node].side == opponent)
        .filter_map(|node| Some((node, *best.get(&node)?)))
        .collect();
    candidates.reverse();
    // Of equal values the first one set the bound: a later one did not move it.
    let rank = |score: Score| if opponent == Role::Max { score } else { -score };
    candidates.into_iter().reduce(|first, next| if rank(next.1) > rank(first.1) { next } else { first })
}

#[test]
fn every_cut_names_the_ancestor_that_set_the_bound() {
    on_all(&alpha_betas(), |_, settings, trace| {
        let mut best: HashMap<usize, Score> = HashMap::new();
        for step in &trace.steps {
            let value = step.value.as_ref().map(|value| value.score(1));
            if let (StepKind::Update, Some(value)) = (step.kind, value) {
                best.insert(step.node, value);
            }
            let Some(note) = &step.cut else { continue };
            let (node, bound) = setter(trace, step, &best).expect("somebody set the bound");
            assert_eq!((note.set_by, note.bound.score(1)), (Some(node), bound), "{}", trace.text(false));
            assert_eq!(note.plies_up, step.ply - trace.nodes[node].ply);
            assert_eq!(note.deep, note.plies_up > 1);
            assert!(step.sentence.contains(&format!("set at {}", trace.nodes[node].name)));
            assert_eq!(step.sentence.contains("deep cut"), note.deep);
            let beyond = if step.side == Role::Max { value >= Some(bound) } else { value <= Some(bound) };
            assert!(beyond && (settings.cut == CutRule::At || value != Some(bound)));
        }
    });
}

#[test]
fn the_steps_add_up_to_the_counts() {
    on_all(&textbook_settings(), |tree, settings, trace| {
        let count = |wanted: &dyn Fn(&Step) -> bool| trace.steps.iter().filter(|step| wanted(step)).count() as u64;
        let summary = &trace.summary;
        assert_eq!(count(&|step| step.enters), summary.nodes);
        assert_eq!(count(&|step| step.kind == StepKind::Leaf), summary.leaves);
        assert_eq!(count(&|step| step.reason == Some(Why::Horizon)), summary.evaluations);
        assert_eq!(count(&|step| step.kind == StepKind::Cut), summary.cuts);
        let cuts = || trace.steps.iter().filter_map(|step| step.cut.as_ref());
        assert_eq!(cuts().map(|cut| cut.skipped.len() as u64).sum::<u64>(), summary.moves_skipped);
        let skipped: u64 = cuts().map(|cut| cut.leaves_skipped.expect("small trees are counted")).sum();
        assert_eq!(Some(summary.leaves + skipped), summary.all_leaves, "each leaf is seen or skipped");
        if settings.depth.is_none() {
            assert_eq!(summary.all_leaves, Some(tree.leaf_count() as u64));
        }
        if settings.algorithm == Algorithm::Minimax {
            assert_eq!(summary.nodes, tree.node_count() as u64);
        }
    });
}

#[test]
fn the_decision_is_a_move_that_is_worth_the_value() {
    on_all(&textbook_settings(), |tree, settings, trace| {
        let decision = trace.summary.decision.as_ref().expect("a random tree has a move at the root");
        let child = tree.apply(&Node::ROOT, tree.parse_move(&Node::ROOT, decision).unwrap());
        let value = true_value(tree, child, settings.depth.map(|depth| depth as i32 - 1));
        assert_eq!(Score::points(value), trace.summary.value.score(1));
    });
}

//! Traces of trees with chance nodes: the sum term by term, Star1 cuts with their reason, and invariants on random
//! trees.

use rootward_game::{Game, Notation, Score, Side};
use rootward_games::tree::{EXAMPLES, Node, RandomTree, Tree, TreeKnowledge};
use rootward_search::Techniques;
use rootward_trace::{Algorithm, Role, StepKind, Trace, TraceSettings, Value, trace_game};

fn example(name: &str) -> Tree {
    let (_, text) = EXAMPLES.iter().find(|(example, _)| *example == name).unwrap();
    Tree::parse(text).unwrap()
}

fn traced(tree: &Tree, settings: &TraceSettings) -> Trace {
    trace_game(tree, &TreeKnowledge, &Node::ROOT, settings, &|node| tree.name_of(*node))
}

fn sentences(trace: &Trace, name: &str) -> Vec<String> {
    trace.steps.iter().filter(|step| step.name == name).map(|step| step.sentence.clone()).collect()
}

#[test]
fn a_chance_node_shows_its_sum_term_by_term() {
    let tree = Tree::parse("chance(1/2: (3 5) 1/3: 4 1/6: -2)").unwrap();
    let trace = traced(&tree, &TraceSettings { algorithm: Algorithm::Minimax, ..TraceSettings::default() });
    assert_eq!(
        sentences(&trace, "A"),
        [
            "A: chance, 3 outcomes (1/2, 1/3, 1/6): the value is their average.",
            "A: B is worth 5, with probability 1/2; so far 1/2·5.",
            "A: A.2 is worth 4, with probability 1/3; so far 1/2·5 + 1/3·4.",
            "A: A.3 is worth −2, with probability 1/6.",
            "A: 1/2·5 + 1/3·4 + 1/6·(−2) = 7/2.",
        ]
    );
    assert_eq!((trace.summary.value.text.as_str(), trace.summary.decision.as_ref()), ("7/2", None));
    assert_eq!(trace.summary.verdict, "7/2, proven on average");
    assert_eq!(trace.nodes[0].side, Role::Chance);
    let odds: Vec<Option<&str>> = trace.nodes.iter().map(|node| node.probability.as_deref()).collect();
    assert_eq!(odds, [None, Some("1/2"), None, None, Some("1/3"), Some("1/6")]);
}

/// A student who has seen the leaf 3 knows nothing of the average; a search that cuts there knows the range of all leaves.
#[test]
fn what_an_average_can_be_does_not_depend_on_leaves_not_yet_seen() {
    let tree = Tree::parse("chance(1/2: (3 5) 1/3: 4 1/6: -2)").unwrap();
    let can_be = |settings: &TraceSettings| -> Vec<String> {
        let trace = traced(&tree, settings);
        (1..=trace.steps.len()).map(|step| trace.frame(step).nodes[0].interval.as_ref().unwrap().to_string()).collect()
    };
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        let seen = can_be(&TraceSettings { algorithm, ..TraceSettings::default() });
        let (last, before) = seen.split_last().unwrap();
        assert_eq!(last, "[7/2, 7/2]");
        // The average is known with the last leaf, two steps before the end.
        assert!(before[..before.len() - 2].iter().all(|interval| interval == "[−∞, ∞]"), "{before:?}");
    }
    let bounded = can_be(&TraceSettings::star1());
    assert!(bounded.iter().any(|interval| !interval.contains('∞') && interval != "[7/2, 7/2]"), "{bounded:?}");
}

#[test]
fn a_value_with_more_digits_than_shown_is_marked_in_the_verdict() {
    let verdict = |game: &str, position: &str, depth| {
        let session = rootward_session::open(game, Some(position)).unwrap();
        let settings = TraceSettings { depth: Some(depth), ..TraceSettings::default() };
        rootward_trace::trace(&*session, &settings).summary.verdict
    };
    let rounded = verdict("pig", "22,0,18", 2);
    assert!(rounded.starts_with("≈ ") && rounded.contains(" %, an estimate"), "{rounded}");
    let rounded = verdict("backgammon", "4HPwATDgc/ABMA 31", 1);
    assert!(rounded.starts_with("≈ +0."), "{rounded}");
    let whole = verdict("connect-four", "44", 2);
    assert!(whole.ends_with("at the horizon") && !whole.contains('≈'), "{whole}");
}

#[test]
fn a_star_cut_says_what_the_rest_could_be_worth() {
    let tree = example("star1");
    let trace = traced(&tree, &TraceSettings::star1());
    let cuts: Vec<&str> =
        trace.steps.iter().filter(|step| step.kind == StepKind::Cut).map(|step| step.sentence.as_str()).collect();
    assert_eq!(
        cuts,
        [
            "D: −4 ≤ α = −2, and with that the average at C falls out of its window whatever the others are worth: 1 leaf \
             skipped.",
            "C: even if the rest were all 8, the average is at most 2 ≤ α = 3 set at A, so MAX will never come here: 2 \
             outcomes with 3 leaves skipped.",
        ]
    );
    assert_eq!(trace.summary.value.text, "3");
    assert!(trace.drawing(usize::MAX, 100).contains("✂ 1/4: E not visited"), "{}", trace.drawing(usize::MAX, 100));
}

/// The value by definition, in points.
fn true_value(tree: &Tree, node: Node, depth: Option<i32>) -> i64 {
    if let Some(value) = tree.value(node) {
        return i64::from(value);
    }
    if depth.is_some_and(|depth| depth <= 0) {
        return tree.estimate(node).unwrap_or_else(|| tree.range().clamp(0)).into();
    }
    let chance = tree.is_chance(&node);
    let below = depth.map(|depth| depth - i32::from(!chance));
    let values = || tree.children(node).map(|child| true_value(tree, child, below));
    if chance {
        let odds: Vec<(u32, u32)> = tree.children(node).map(|child| tree.odds(child).unwrap()).collect();
        let sum: i64 = values().zip(&odds).map(|(value, &(weight, _))| value * i64::from(weight)).sum();
        assert_eq!(sum % i64::from(odds[0].1), 0, "an average that is not exact: {}", tree.to_text());
        return sum / i64::from(odds[0].1);
    }
    match tree.side(node) {
        Side::First => values().max(),
        Side::Second => values().min(),
    }
    .unwrap()
}

fn check(tree: &Tree, settings: &TraceSettings) {
    let trace = traced(tree, settings);
    let mut places: Vec<Node> = Vec::new();
    for visit in &trace.nodes {
        let above = visit.parent.map_or(Node::ROOT, |parent| places[parent]);
        let mv = visit.by.as_ref().map(|by| tree.parse_move(&above, by).unwrap());
        places.push(mv.map_or(above, |mv| tree.apply(&above, mv)));
        assert_eq!(visit.probability, tree.probability(places[visit.id]).filter(|_| visit.parent.is_some()));
    }
    let truth: Vec<Score> =
        trace.nodes.iter().map(|visit| Score::points(true_value(tree, places[visit.id], visit.depth) as i32)).collect();
    let value = Score::points(true_value(tree, Node::ROOT, settings.depth.map(|depth| depth as i32)) as i32);
    let score = |value: &Value| value.score(tree.points_per_unit());
    assert_eq!(score(&trace.summary.value), value, "{}\n{}", tree.to_text(), trace.text(false));
    for step in &trace.steps {
        for (node, span) in step.changes.iter().map(|change| (change.node, &change.interval)) {
            let holds = score(&span.low) <= truth[node] && truth[node] <= score(&span.high);
            assert!(holds, "step {}: {} of {}\n{}", step.number, span, tree.to_text(), trace.text(false));
        }
        if let Some(cut) = &step.cut {
            for skipped in &cut.skipped {
                let visited =
                    trace.nodes.iter().any(|node| node.parent == Some(step.node) && node.name == skipped.name);
                assert!(!visited, "{} is both visited and cut: {}", skipped.name, trace.text(false));
            }
        }
    }
}

#[test]
fn on_random_trees_every_interval_holds_and_every_value_is_exact() {
    for seed in 0..300u64 {
        let depth = 1 + (seed % 4) as u32;
        let shape = RandomTree {
            seed,
            depth,
            branching: 1..=3,
            values: if seed % 3 == 0 { -2..=2 } else { -50..=50 },
            irregular: seed % 2 == 1,
            chance: 40,
            estimates: seed % 4 < 2,
        };
        let tree = Tree::random(&shape);
        let engine = |techniques| TraceSettings { techniques, ..TraceSettings::star2() };
        let minimax = TraceSettings { algorithm: Algorithm::Minimax, ..TraceSettings::default() };
        let all = [
            minimax.clone(),
            TraceSettings { depth: Some(2), ..minimax },
            TraceSettings::default(),
            TraceSettings::star1(),
            TraceSettings { depth: Some(2), ..TraceSettings::star1() },
            TraceSettings::star2(),
            engine(Techniques::SOUND),
        ];
        for settings in &all {
            check(&tree, settings);
        }
    }
}

//! Tree 1 as the lecture draws it, frame by frame: the interval of values that each node can still take.

use rootward_games::tree::{Node, Tree, TreeKnowledge};
use rootward_trace::{StepKind, Trace, TraceSettings, trace_game};

fn tree_1() -> Trace {
    let tree = Tree::parse("((3 12 8) (2 4 6) (14 5 2))").unwrap();
    trace_game(&tree, &TreeKnowledge, &Node::ROOT, &TraceSettings::default(), &|node| tree.name_of(*node))
}

/// The number of steps after which this leaf has been seen.
fn after(trace: &Trace, leaf: &str) -> usize {
    trace.steps.iter().find(|step| step.name == leaf && step.kind == StepKind::Leaf).expect("the leaf is seen").number
}

/// The interval of a node at some step; none if it was not visited.
fn interval(trace: &Trace, steps: usize, name: &str) -> Option<String> {
    let node = trace.nodes.iter().find(|node| node.name == name).expect("a node of this name");
    trace.frame(steps).nodes[node.id].interval.as_ref().map(ToString::to_string)
}

/// After `leaf`, these nodes can still take these values.
fn frame(trace: &Trace, leaf: &str, expected: &[(&str, &str)]) {
    for (name, values) in expected {
        assert_eq!(interval(trace, after(trace, leaf), name).as_deref(), Some(*values), "{name} after {leaf}");
    }
}

#[test]
fn the_six_frames_are_those_of_the_lecture() {
    let trace = tree_1();
    frame(&trace, "B.1", &[("A", "[−∞, ∞]"), ("B", "[−∞, 3]")]);
    frame(&trace, "B.2", &[("A", "[−∞, ∞]"), ("B", "[−∞, 3]")]);
    frame(&trace, "B.3", &[("A", "[3, ∞]"), ("B", "[3, 3]")]);
    frame(&trace, "C.1", &[("A", "[3, ∞]"), ("B", "[3, 3]"), ("C", "[−∞, 2]")]);
    frame(&trace, "D.1", &[("A", "[3, 14]"), ("B", "[3, 3]"), ("C", "[−∞, 2]"), ("D", "[−∞, 14]")]);
    frame(&trace, "D.3", &[("A", "[3, 3]"), ("B", "[3, 3]"), ("C", "[−∞, 2]"), ("D", "[2, 2]")]);
}

#[test]
fn a_node_nobody_has_looked_at_has_no_interval_yet() {
    let trace = tree_1();
    assert_eq!(interval(&trace, 0, "A"), None);
    assert_eq!(interval(&trace, after(&trace, "B.3"), "C"), None);
}

#[test]
fn the_cut_of_tree_1_names_the_root_and_the_two_leaves() {
    let trace = tree_1();
    let cuts: Vec<_> = trace.steps.iter().filter(|step| step.kind == StepKind::Cut).collect();
    assert_eq!(cuts.len(), 1);
    let note = cuts[0].cut.as_ref().expect("a cut has its details");
    assert_eq!((cuts[0].name.as_str(), note.set_by_name.as_deref(), note.deep), ("C", Some("A"), false));
    let skipped: Vec<&str> =
        note.skipped.iter().filter_map(|skipped| Some(skipped.value.as_ref()?.text.as_str())).collect();
    assert_eq!(skipped, ["4", "6"]);
    assert_eq!(note.leaves_skipped, Some(2));
}

#[test]
fn the_interval_is_not_the_window() {
    let trace = tree_1();
    let step = &trace.steps[after(&trace, "D.1")];
    assert_eq!((step.name.as_str(), step.kind), ("D", StepKind::Update));
    assert_eq!(step.window.as_ref().map(ToString::to_string).as_deref(), Some("[3, 14]"));
    assert_eq!(step.interval.to_string(), "[−∞, 14]");
}

#[test]
fn going_back_shows_what_was_shown_before() {
    let trace = tree_1();
    let forwards: Vec<_> = (0..=trace.steps.len()).map(|step| trace.frame(step)).collect();
    for step in (0..=trace.steps.len()).rev() {
        assert_eq!(trace.frame(step), forwards[step]);
        assert_eq!(trace.drawing(step, 100).is_empty(), step == 0);
    }
}

#[test]
fn a_trace_reads_back_from_json() {
    let trace = tree_1();
    let json = serde_json::to_string(&trace).unwrap();
    assert_eq!(serde_json::from_str::<Trace>(&json).unwrap(), trace);
}

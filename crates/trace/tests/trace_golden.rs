//! Golden traces of the lectures' trees. `ROOTWARD_BLESS=1 cargo test` rewrites them; read the difference before you
//! commit it.

use std::fs;
use std::path::PathBuf;

use rootward_games::tree::{EXAMPLES, Node, Tree, TreeKnowledge};
use rootward_search::textbook::{CutRule, Fail, Order};
use rootward_trace::{Algorithm, Trace, TraceSettings, trace_game};

fn tree(name: &str) -> Tree {
    let (_, text) = EXAMPLES.iter().find(|(example, _)| *example == name).expect("an example of this name");
    Tree::parse(text).expect("the examples are trees")
}

fn traced(tree: &Tree, settings: &TraceSettings) -> Trace {
    trace_game(tree, &TreeKnowledge, &Node::ROOT, settings, &|node| tree.name_of(*node))
}

/// The settings of each golden file, by the suffix of its name.
fn variants() -> Vec<(&'static str, TraceSettings)> {
    let plain = TraceSettings::default;
    vec![
        ("minimax", TraceSettings { algorithm: Algorithm::Minimax, ..plain() }),
        ("alpha-beta", plain()),
        ("past", TraceSettings { cut: CutRule::Past, ..plain() }),
        ("hard", TraceSettings { fail: Fail::Hard, ..plain() }),
        ("reversed", TraceSettings { order: Order::Reversed, ..plain() }),
        ("best", TraceSettings { order: Order::Best, ..plain() }),
        ("depth-1", TraceSettings { depth: Some(1), ..plain() }),
    ]
}

fn check(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("ROOTWARD_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(&path, text).expect("the golden file can be written");
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == text, "{name} differs from its golden file; the trace is now\n{text}");
}

#[test]
fn traces_of_tree_1_are_as_they_were() {
    for (variant, settings) in variants() {
        check(&format!("trace-tree1-{variant}.txt"), &traced(&tree("tree1"), &settings).text(false));
    }
}

#[test]
fn traces_of_tree_2_are_as_they_were() {
    for (variant, settings) in variants() {
        check(&format!("trace-tree2-{variant}.txt"), &traced(&tree("tree2"), &settings).text(false));
    }
}

#[test]
fn the_trace_of_a_deep_cut_is_as_it_was() {
    check("trace-deep-cut-alpha-beta.txt", &traced(&tree("deep-cut"), &TraceSettings::default()).text(false));
}

#[test]
fn the_steps_of_tree_1_are_one_json_object_a_line() {
    let trace = traced(&tree("tree1"), &TraceSettings::default());
    let line = |step| serde_json::to_string(step).expect("a step is plain data") + "\n";
    check("trace-tree1-alpha-beta.jsonl", &trace.steps.iter().map(line).collect::<String>());
}
